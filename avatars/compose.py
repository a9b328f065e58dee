"""The composer: a recipe in, one SVG out. Pure, and the same for the same recipe always."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from hashlib import sha256

from avatars.drawings import accessories, colours, expressions, hair, heads, inked, outfits, scenes
from avatars.drawings.others import OTHERS

OUTLINE = 3.4
MOODS = ("calm", "happy", "angry", "sad", "proud")
"""The five expressions that every figure has, which the table plays."""
NOTHING = ""
"""The accessory of who wears none."""


@dataclass(frozen=True)
class Recipe:
    """What a figure is made of: a base, a drawing of each kind, and its colours, all by their keys."""

    base: str
    hair: str
    outfit: str
    expression: str
    scene: str
    accessory: str
    skin: str
    tint: str
    """The colour of the hair."""
    cloth: str
    """The colour of the outfit."""

    def as_dict(self) -> dict[str, str]:
        """Its keys by field, as JSON keeps them."""
        return asdict(self)

    def in_mood(self, mood: str) -> Recipe:
        """The same figure with one of the five expressions. Raises ValueError where `mood` is none of them."""
        if mood not in MOODS:
            raise ValueError(mood)
        return replace(self, expression=mood)


def compose(recipe: Recipe) -> str:
    """The recipe's layers from back to front in one SVG of 200 by 240, each a group with an id that names it.

    Raises KeyError for a key without a drawing.
    """
    skin, shade = colours.SKINS[recipe.skin]
    back, front = colours.HAIRS[recipe.tint]
    filled = {
        "{skin}": skin,
        "{shade}": shade,
        "{hair}": back,
        "{shine}": front,
        "{cloth}": colours.CLOTHS[recipe.cloth],
        "{body}": heads.BODIES[recipe.base],
    }
    worn = accessories.ACCESSORIES[recipe.accessory] if recipe.accessory else NOTHING
    layers = (
        _group(f"scene-{recipe.scene}", scenes.SCENES[recipe.scene]),
        _group(f"hair-back-{recipe.hair}", hair.BACK.get(recipe.hair, ""), OUTLINE),
        _group(f"outfit-{recipe.outfit}", outfits.OUTFITS[recipe.outfit], OUTLINE),
        _group("head", heads.HEAD, OUTLINE),
        _group(f"expression-{recipe.expression}", expressions.EXPRESSIONS[recipe.expression] + heads.CHEEKS),
        _group(f"hair-front-{recipe.hair}", hair.FRONT[recipe.hair], OUTLINE),
        _group(f"accessory-{recipe.accessory}", worn, OUTLINE),
    )
    drawing = "".join(layers)
    for word, value in filled.items():
        drawing = drawing.replace(word, value)
    return _picture(drawing)


def other(code: str) -> str:
    """The face of a bot, or of somebody unknown. Raises KeyError for any other code."""
    return _picture(OTHERS[code])


def digest(svg: str) -> str:
    """The content's hash, 16 hexadecimal digits: the code under which the figure is known."""
    return sha256(svg.encode()).hexdigest()[:16]


def _group(name: str, shapes: str, width: float = 0) -> str:
    group = f'<g id="{name}">{shapes}</g>' if shapes else ""
    return inked(group, width) if group and width else group


def _picture(drawing: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 240">{drawing}</svg>\n'
