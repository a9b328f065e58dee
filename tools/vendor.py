"""The browser libraries under static/vendor, taken unchanged from their npm packages.

    python -m tools.vendor            fetch the pinned packages again and compare; exit 1 on any difference
    python -m tools.vendor --write    fetch and (re)write static/vendor, VENDOR.md included

Two things are changed on the way, both needed to be served by Django: the `sourceMappingURL` comment goes
(a manifest storage would look for the map), and `.mjs` becomes `.js` (every server's MIME table knows it).
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
# By expression and not by line: some of the files are one single line
SOURCE_MAP = re.compile(rb"\s*//# sourceMappingURL=\S+\s*")


@dataclass(frozen=True)
class Module:
    """One file of a package: `source` inside the npm tarball, `target` under static/vendor."""

    package: str
    version: str
    source: str
    target: str
    licence: str

    @property
    def spec(self) -> str:
        return f"{self.package}@{self.version}"


MODULES = (
    Module("preact", "11.2.0", "dist/preact.mjs", "preact.js", "MIT"),
    Module("preact", "11.2.0", "hooks/dist/hooks.mjs", "preact-hooks.js", "MIT"),
    Module("htm", "3.1.1", "dist/htm.mjs", "htm.js", "Apache-2.0"),
    Module("htm", "3.1.1", "preact/index.mjs", "htm-preact.js", "Apache-2.0"),
    Module("@preact/signals-core", "1.14.5", "dist/signals-core.mjs", "signals-core.js", "MIT"),
    Module("@preact/signals", "2.11.4", "dist/signals.mjs", "signals.js", "MIT"),
    # For the admin's theme, which brings the build that needs eval.
    Module("@alpinejs/csp", "3.17.4", "dist/cdn.min.js", "alpine.js", "MIT"),
)
MIT = """\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""
UNTOLD = {"@alpinejs/csp": f"MIT License\n\nCopyright (c) Caleb Porzio and contributors\n\n{MIT}"}
"""The licence of packages that carry only its name."""


def unpack(spec: str, folder: Path) -> Path:
    """Fetch a package with the npm client (which checks its integrity), unpack it, return its folder."""
    packed = subprocess.run(
        ["npm", "pack", spec, "--silent", "--pack-destination", str(folder)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()[-1]
    home = folder / packed.removesuffix(".tgz")
    with tarfile.open(folder / packed) as archive:
        archive.extractall(home, filter="data")
    return home / "package"


def fetch() -> dict[str, bytes]:
    """Everything that belongs into static/vendor, by file name."""
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        homes = {spec: unpack(spec, Path(folder)) for spec in sorted({module.spec for module in MODULES})}
        for module in MODULES:
            text = (homes[module.spec] / module.source).read_bytes()
            files[module.target] = SOURCE_MAP.sub(b"\n", text).rstrip() + b"\n"
        licences = {
            spec: UNTOLD.get(spec.rpartition("@")[0]) or (home / "LICENSE").read_text().strip()
            for spec, home in homes.items()
        }
    files["VENDOR.md"] = register(files, licences).encode()
    return files


def register(files: dict[str, bytes], licences: dict[str, str]) -> str:
    """The text of VENDOR.md: what each file is, its checksum, and the licences."""
    rows = [
        f"| `{m.target}` | {m.package} | {m.version} | `{m.source}` | {m.licence} | `{digest(files[m.target])}` |"
        for m in MODULES
    ]
    texts = [f"### {spec}\n\n```text\n{text}\n```" for spec, text in licences.items()]
    return "\n".join(
        [
            "# Browser libraries",
            "",
            "Written by `python -m tools.vendor --write`; `python -m tools.vendor` fetches again and compares.",
            "Unchanged but for the removed source map comment and the file name.",
            "",
            "| file | npm package | version | file in the package | licence | SHA-256 of our file |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            "## Licences",
            "",
            "\n\n".join(texts),
            "",
        ]
    )


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write static/vendor instead of comparing")
    write = parser.parse_args(argv).write
    files = fetch()
    if write:
        VENDOR.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (VENDOR / name).write_bytes(data)
        return 0
    present = {path.name for path in VENDOR.iterdir()}
    wrong = [name for name, data in files.items() if name not in present or (VENDOR / name).read_bytes() != data]
    wrong += sorted(present - files.keys())
    for name in wrong:
        print(f"static/vendor/{name} differs from its package", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
