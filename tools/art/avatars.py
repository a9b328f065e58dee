"""Avatars to start with: f1 .. f4 and m1 .. m4, Q style, stitched from separable layers.

Layers from back to front: scene, hair behind, outfit, head, expression, hair in front, accessory. Both base heads share
one face box (head radius about 54 around (100, 104)), so every scene and expression fits each of them. 200 x 240.
"""

from dataclasses import dataclass

from tools.art.marks import BOT
from tools.art.svg import INK, inked, picture

SIZE = (200, 240)
WIDTH = 3.4
GROUND = "V218A22 22 0 0 1 178 240H22A22 22 0 0 1 0 218Z"


def ground(colour: str, horizon: str) -> str:
    """The lower part of a scene, cut to the rounded card."""
    return f'<path d="{horizon}{GROUND}" fill="{colour}"/>'


def sky(colour: str) -> str:
    return f'<rect width="200" height="240" rx="22" fill="{colour}"/>'


SCENES = {
    "courtyard": sky("#F7DFA6")
    + '<circle cx="156" cy="48" r="22" fill="#F0803C" opacity=".9"/>'
    + ground("#9CC7A4", "M0 150C30 120 54 118 78 140 104 104 142 100 200 148")
    + ground("#6FA87A", "M0 176C50 160 120 160 200 178"),
    "night": sky("#2E3A6B")
    + '<circle cx="46" cy="46" r="18" fill="#FCE9A9"/><g fill="#FFE9A8"><circle cx="104" cy="28" r="2.4"/>'
    '<circle cx="150" cy="58" r="2"/><circle cx="172" cy="24" r="2.6"/></g><g stroke="#7A2A22" stroke-width="2.4">'
    '<path d="M170 0V40"/><ellipse cx="170" cy="58" rx="18" ry="20" fill="#E0452E"/>'
    '<path d="M158 58H182M170 38V78" stroke="#F7B955"/></g>' + ground("#222C55", "M0 196H200"),
    "river": sky("#BFE3EE") + '<path d="M0 138C24 96 48 96 70 130 96 78 140 84 200 140V190H0Z" fill="#7FB3A2"/>'
    '<g fill="#fff" opacity=".9"><ellipse cx="40" cy="46" rx="24" ry="9"/><ellipse cx="160" cy="70" rx="28" ry="9"/></g>'
    + ground("#4E93B5", "M0 168C40 160 60 176 100 168S160 160 200 170"),
    "teahouse": sky("#E9B27C")
    + '<path d="M0 26H200V40H0Z" fill="#9C4A26"/><path d="M28 40V190M172 40V190" stroke="#9C4A26" stroke-width="10"/>'
    '<g fill="none" stroke="#C77B45" stroke-width="4"><path d="M56 62H144V150H56ZM100 62V150M56 106H144"/></g>'
    + ground("#7D4326", "M0 186H200"),
}

HAIR_BACK = {
    "buns": '<path d="M40 108C34 60 62 34 100 34S166 60 160 108C164 140 156 160 146 168H54C44 160 36 140 40 108Z" fill="{hair}"/>'
    '<circle cx="56" cy="40" r="20" fill="{hair}"/><circle cx="144" cy="40" r="20" fill="{hair}"/>',
    "long": '<path d="M38 108C32 58 62 32 100 32S168 58 162 108C166 150 172 178 166 202H34C28 178 34 150 38 108Z" fill="{hair}"/>',
    "bob": '<path d="M36 108C30 58 60 32 100 32S170 58 164 108C168 136 166 152 158 160H42C34 152 32 136 36 108Z" fill="{hair}"/>',
    "pony": '<path d="M148 40C182 34 196 66 188 108 184 130 176 142 164 150 172 120 168 90 146 72Z" fill="{hair}"/>'
    '<path d="M40 108C34 60 62 34 100 34S166 60 160 108C160 124 156 136 150 142H50C44 136 40 124 40 108Z" fill="{hair}"/>',
    "none": "",
}
HAIR_FRONT = {
    "fringe": '<path d="M44 108C40 66 62 40 100 40S160 66 156 108C150 98 146 88 144 78 132 86 116 84 104 74 92 86 72 88 58 80'
    ' 54 90 50 100 44 108Z" fill="{shine}"/>',
    "parted": '<path d="M44 112C38 66 62 38 100 38S162 66 156 112C152 92 138 72 104 60 68 70 50 90 44 112Z" fill="{shine}"/>',
    "straight": '<path d="M42 106C38 64 62 38 100 38S162 64 158 106C156 98 154 92 152 86 118 92 82 92 48 86 46 92 44 98 42 106Z"'
    ' fill="{shine}"/><path d="M76 60 74 88M100 56V90M124 60 126 88" fill="none" stroke-width="2.2"/>',
    "swept": '<path d="M44 108C40 64 64 38 100 38 140 38 160 66 156 108 152 96 148 86 140 78 118 82 92 76 78 62 72 82 58 96'
    ' 44 108Z" fill="{shine}"/>',
    "short": '<path d="M44 104C40 62 62 36 100 36S160 62 156 104C152 96 149 88 148 78 140 76 134 72 130 66 116 74 90 76 70 66'
    ' 64 78 58 84 52 84 50 92 48 98 44 104Z" fill="{shine}"/><path d="M96 36C98 28 106 24 114 26 110 30 108 34 108 38Z"'
    ' fill="{shine}"/>',
    "spiky": '<path d="M44 104C36 88 40 66 50 56L46 44 64 46 68 30 84 38 98 24 110 36 128 26 132 42 152 42 150 56C160 68 164 88'
    ' 156 104 152 94 148 86 146 78L128 84 116 74 100 84 84 74 70 84 54 78C52 88 48 96 44 104Z" fill="{shine}"/>',
    "crew": '<path d="M46 98C42 62 64 42 100 42S158 62 154 98C152 88 149 80 146 74 132 64 116 60 100 60S68 64 54 74C51 80 48 88'
    ' 46 98Z" fill="{shine}"/>',
    "bald": '<path d="M44 112C42 104 42 96 44 90 50 94 52 100 51 108ZM156 112C158 104 158 96 156 90 150 94 148 100 149 108Z"'
    ' fill="{shine}"/><path d="M74 66C82 60 92 58 100 58" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/>',
}
OUTFITS = {
    "qipao": '<path d="M40 240C42 194 62 172 88 170L100 180 112 170C138 172 158 194 160 240Z" fill="{cloth}"/>'
    '<path d="M88 170 100 184 112 170 116 178 100 196 84 178Z" fill="#F7D27A"/>'
    '<path d="M100 194C114 200 126 208 132 222" fill="none"/><circle cx="114" cy="203" r="2.6" fill="#F7D27A"/>'
    '<circle cx="126" cy="213" r="2.6" fill="#F7D27A"/>',
    "changshan": '<path d="M36 240C38 194 60 172 88 170L100 182 112 170C140 172 162 194 164 240Z" fill="{cloth}"/>'
    '<path d="M88 170 100 186 112 170 112 180 100 196 88 180Z" fill="#F3F6FA"/><path d="M100 194V240" fill="none"/>'
    '<circle cx="100" cy="206" r="2.8" fill="#F7D27A"/><circle cx="100" cy="222" r="2.8" fill="#F7D27A"/>',
    "hoodie": '<path d="M34 240C36 196 58 176 84 172 90 182 110 182 116 172 142 176 164 196 166 240Z" fill="{cloth}"/>'
    '<path d="M74 176C78 196 122 196 126 176 134 184 130 206 100 206S66 184 74 176Z" fill="#FFF6E0"/>'
    '<path d="M90 204V224M110 204V224" fill="none"/>',
    "apron": '<path d="M38 240C40 196 62 174 86 171 92 180 108 180 114 171 138 174 160 196 162 240Z" fill="{cloth}"/>'
    '<path d="M70 240V200C84 194 116 194 130 200V240Z" fill="#FFFDF6"/><path d="M70 200 78 174M130 200 122 174" fill="none"/>'
    '<path d="M86 216H114V230H86Z" fill="#F2B33D"/>',
}
HEAD = (
    '<path d="M88 150H112V176H88Z" fill="{shade}"/><ellipse cx="45" cy="116" rx="9" ry="12" fill="{skin}"/>'
    '<ellipse cx="155" cy="116" rx="9" ry="12" fill="{skin}"/>'
    '<path d="M46 104C46 66 66 46 100 46S154 66 154 104C154 138 134 160 100 160S46 138 46 104Z" fill="{skin}"/>'
)
CHEEKS = (
    '<g fill="#F08A6C" opacity=".55"><ellipse cx="66" cy="130" rx="8" ry="5.4"/>'
    '<ellipse cx="134" cy="130" rx="8" ry="5.4"/></g>'
)
STROKE = f'fill="none" stroke="{INK}" stroke-linecap="round"'
EXPRESSIONS = {
    "happy": f'<path d="M72 114C75 104 85 104 88 114M112 114C115 104 125 104 128 114" {STROKE} stroke-width="4.4"/>'
    f'<path d="M70 93C76 87 84 87 90 92M110 92C116 87 124 87 130 93" {STROKE} stroke-width="4"/>'
    + inked('<path d="M88 129H112C112 141 107 146 100 146S88 141 88 129Z" fill="#A93226"/>', 3)
    + '<path d="M92 142C95 138.5 105 138.5 108 142" fill="#F28B82"/>',
    "calm": f'<ellipse cx="80" cy="112" rx="5.4" ry="7.4" fill="{INK}"/><ellipse cx="120" cy="112" rx="5.4" ry="7.4" fill="{INK}"/>'
    '<circle cx="82" cy="109" r="2" fill="#fff"/><circle cx="122" cy="109" r="2" fill="#fff"/>'
    f'<path d="M70 95C76 91 84 91 90 94M110 94C116 91 124 91 130 95" {STROKE} stroke-width="4"/>'
    f'<path d="M91 135C96 139 104 139 109 135" {STROKE} stroke-width="3.4"/>',
    "proud": f'<path d="M71 112H89M111 112H129" {STROKE} stroke-width="4.4"/>'
    f'<path d="M74 112C75 119 85 119 86 112ZM114 112C115 119 125 119 126 112Z" fill="{INK}"/>'
    f'<path d="M70 96C76 92 84 93 89 97M111 92C117 88 125 89 130 94" {STROKE} stroke-width="4"/>'
    f'<path d="M90 134C97 140 106 139 111 131" {STROKE} stroke-width="3"/>',
    "wink": f'<ellipse cx="80" cy="112" rx="5.4" ry="7.4" fill="{INK}"/><circle cx="82" cy="109" r="2" fill="#fff"/>'
    f'<path d="M111 113C116 107 124 107 129 113" {STROKE} stroke-width="4.4"/>'
    f'<path d="M70 94C76 89 84 89 90 93M110 96C116 93 124 93 130 97" {STROKE} stroke-width="4"/>'
    + inked(
        '<path d="M90 131C97 134 106 133 112 128 111 139 105 143 99 142 94 141 91 137 90 131Z" fill="#A93226"/>', 3
    ),
}
ACCESSORIES = {
    "none": "",
    "flower": '<g fill="#FFB3C0"><circle cx="140" cy="66" r="6"/><circle cx="149" cy="60" r="6"/><circle cx="150" cy="71" r="6"/>'
    '</g><circle cx="145.5" cy="65.5" r="3.4" fill="#FFD65A"/>',
    "glasses": '<circle cx="80" cy="112" r="15" fill="#fff" fill-opacity=".35"/>'
    '<circle cx="120" cy="112" r="15" fill="#fff" fill-opacity=".35"/><path d="M95 110C98 108 102 108 105 110M65 110 50 106M135 110'
    ' 150 106" fill="none"/>',
    "beard": '<path d="M62 128C70 134 82 126 100 126S130 134 138 128C136 150 122 166 100 166S64 150 62 128Z" fill="{hair}"/>'
    '<path d="M88 138C94 144 106 144 112 138 108 136 92 136 88 138Z" fill="#B2382A"/>',
    "straw": '<path d="M14 82C44 66 66 26 100 22 134 26 156 66 186 82 160 94 130 88 100 88S40 94 14 82Z" fill="#E8BE6A"/>'
    '<path d="M100 22V86M100 22C84 44 72 66 58 87M100 22C116 44 128 66 142 87" fill="none" stroke="#B48A35" stroke-width="2.6"/>'
    '<path d="M48 68C80 78 120 78 152 68L160 76C124 88 76 88 40 76Z" fill="#C8321F"/>',
    "ribbon": '<path d="M148 44 170 30 172 58ZM148 44 128 28 124 56Z" fill="#F2B33D"/><circle cx="148" cy="44" r="6" fill="#C8321F"/>',
}
SKINS = {"warm": ("#F8D2AC", "#EDBE93"), "fair": ("#FBE0C6", "#F0C9A6"), "tan": ("#E9B98A", "#D79F6C")}
HAIRS = {"brown": ("#4A2C22", "#5B3628"), "black": ("#221E1C", "#2B2622"), "grey": ("#9A9590", "#B4AFA9")}


@dataclass(frozen=True)
class Avatar:
    """Which layer of each kind; `cloth` is the outfit's colour."""

    scene: str
    back: str
    outfit: str
    cloth: str
    expression: str
    front: str
    accessory: str = "none"
    skin: str = "warm"
    hair: str = "black"


STARTERS = {
    "f1": Avatar("courtyard", "buns", "qipao", "#C8321F", "happy", "fringe", "flower", hair="brown"),
    "f2": Avatar("river", "bob", "hoodie", "#5B8C5A", "calm", "straight", "glasses", skin="fair"),
    "f3": Avatar("teahouse", "long", "apron", "#2C6E8F", "wink", "parted", skin="tan"),
    "f4": Avatar("night", "pony", "hoodie", "#D9663B", "happy", "swept", "ribbon", skin="fair", hair="brown"),
    "m1": Avatar("night", "none", "changshan", "#2F6FB5", "proud", "short"),
    "m2": Avatar("river", "none", "hoodie", "#C8321F", "happy", "spiky", skin="tan", hair="brown"),
    "m3": Avatar("teahouse", "none", "changshan", "#5B6B78", "calm", "bald", "beard", hair="grey"),
    "m4": Avatar("courtyard", "none", "apron", "#237A48", "wink", "crew", "straw", skin="tan"),
}


def draw(avatar: Avatar) -> str:
    """The layers in order, one group each, with ids that name them."""
    skin, shade = SKINS[avatar.skin]
    hair, shine = HAIRS[avatar.hair]
    colours = {"skin": skin, "shade": shade, "hair": hair, "shine": shine, "cloth": avatar.cloth}

    def layer(name: str, shapes: str, outlined: bool = True) -> str:
        for key, colour in colours.items():
            shapes = shapes.replace(f"{{{key}}}", colour)
        group = f'<g id="{name}">{shapes}</g>'
        return (inked(group, WIDTH) if outlined else group) if shapes else ""

    return picture(
        SIZE,
        layer(f"scene-{avatar.scene}", SCENES[avatar.scene], outlined=False)
        + layer(f"hair-back-{avatar.back}", HAIR_BACK[avatar.back])
        + layer(f"outfit-{avatar.outfit}", OUTFITS[avatar.outfit])
        + layer("head", HEAD)
        + layer(f"expression-{avatar.expression}", EXPRESSIONS[avatar.expression] + CHEEKS, outlined=False)
        + layer(f"hair-front-{avatar.front}", HAIR_FRONT[avatar.front])
        + layer(f"accessory-{avatar.accessory}", ACCESSORIES[avatar.accessory]),
    )


def bot() -> str:
    """The face of every bot: a wooden head, so nobody mistakes it for a person."""
    scene = sky("#C9D3C4") + ground("#A9B8A5", "M0 190H200")
    return picture(SIZE, f'{scene}<g transform="translate(20 40) scale(2.5)">{BOT}</g>')


def unknown() -> str:
    """Somebody whose face is not shown yet."""
    return picture(
        SIZE,
        sky("#CFC3A8")
        + '<path d="M36 240C38 194 60 172 100 170S162 194 164 240ZM46 104C46 66 66 46 100 46S154 66 154 104C154 138'
        ' 134 160 100 160S46 138 46 104Z" fill="#8A7A5E"/>',
    )
