"""Interface icons `#i-<name>`: a choice of Lucide (ISC, notice in LUCIDE-LICENSE), renamed by what they mean here.

`lucide.json` holds the shapes as the npm package lucide-static 1.62.0 lists them, so drawing needs no network.
"""

import json
from pathlib import Path

from tools.art.svg import sprite, symbol

NOTICE = "Icons: Lucide 1.62.0, ISC licence, see tools/art/LUCIDE-LICENSE"
CHOSEN = json.loads((Path(__file__).parent / "lucide.json").read_text(encoding="utf-8"))


def icons() -> str:
    """The whole sprite; stroke and fill come from the class `.icon`."""
    return sprite(
        [symbol(f"i-{name}", (24, 24), "".join(map(element, icon["nodes"]))) for name, icon in CHOSEN.items()],
        notice=NOTICE,
    )


def element(node: tuple[str, dict[str, str]]) -> str:
    """One shape of Lucide's list: [tag, attributes]."""
    tag, attributes = node
    return f"<{tag} " + " ".join(f'{name}="{value}"' for name, value in attributes.items()) + "/>"
