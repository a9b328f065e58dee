"""`python -m tools.art` writes every drawing under static/art; with `--check` it only compares."""

import argparse
import sys

from tools.art import everything, stale


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.art", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, name the files that differ")
    if parser.parse_args().check:
        wrong = stale()
        print("\n".join(f"{path} is not what its generator draws" for path in wrong), file=sys.stderr)
        return 1 if wrong else 0
    for path, text in everything().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
