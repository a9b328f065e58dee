"""What is behind the figure. The card has rounded corners, so grounds are cut to them."""

from math import cos, pi, sin

_GROUND = "V218A22 22 0 0 1 178 240H22A22 22 0 0 1 0 218Z"


def ground(colour: str, horizon: str) -> str:
    """The lower part of a scene, cut to the rounded card."""
    return f'<path d="{horizon}{_GROUND}" fill="{colour}"/>'


def sky(colour: str) -> str:
    """The whole card in one colour."""
    return f'<rect width="200" height="240" rx="22" fill="{colour}"/>'


def _dots(colour: str, dots: str) -> str:
    """Round dots: "x,y,r x,y,r ..."."""
    circles = (dot.split(",") for dot in dots.split())
    return f'<g fill="{colour}">' + "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in circles) + "</g>"


def _burst(x: int, y: int, inner: int, outer: int, colour: str) -> str:
    """A firework of twelve rays with a spark at the end of every second."""
    turns = [(cos(k * pi / 6), sin(k * pi / 6)) for k in range(12)]
    rays = "".join(
        f"M{x + a * inner:.1f} {y + b * inner:.1f}L{x + a * outer:.1f} {y + b * outer:.1f}" for a, b in turns
    )
    sparks = " ".join(f"{x + a * (outer + 6):.1f},{y + b * (outer + 6):.1f},2" for a, b in turns[::2])
    return f'<path d="{rays}" stroke="{colour}" stroke-width="3" stroke-linecap="round"/>' + _dots(colour, sparks)


def _blossom(x: float, y: float, size: float) -> str:
    """Five petals around a yellow heart."""
    petals = " ".join(
        f"{x + size * cos(k * 0.4 * pi - pi / 2):.1f},{y + size * sin(k * 0.4 * pi - pi / 2):.1f},{size * 0.72:.1f}"
        for k in range(5)
    )
    return _dots("#F08FA4", petals) + _dots("#FFE08A", f"{x},{y},{size * 0.5:.1f}")


def _stalk(x: int, width: int, joints: str) -> str:
    """A stalk of bamboo with its joints."""
    rings = "".join(f"M{x - width / 2:.1f} {y}H{x + width / 2:.1f}" for y in joints.split())
    return (
        f'<path d="M{x} 0V240" stroke="#6FA255" stroke-width="{width}"/>'
        f'<path d="M{x - width / 4:.1f} 0V240" stroke="#8DBD6C" stroke-width="{width / 4:.1f}"/>'
        f'<path d="{rings}" stroke="#4B7A3A" stroke-width="3"/>'
    )


SCENES = {
    "courtyard": sky("#F7DFA6")
    + '<circle cx="156" cy="48" r="22" fill="#F0803C" opacity=".9"/>'
    + ground("#9CC7A4", "M0 150C30 120 54 118 78 140 104 104 142 100 200 148")
    + ground("#6FA87A", "M0 176C50 160 120 160 200 178"),
    "night": sky("#2E3A6B")
    + '<circle cx="46" cy="46" r="18" fill="#FCE9A9"/>'
    + _dots("#FFE9A8", "104,28,2.4 150,58,2 172,24,2.6")
    + '<g stroke="#7A2A22" stroke-width="2.4"><path d="M170 0V40"/><ellipse cx="170" cy="58" rx="18" ry="20" fill="#E0452E"/>'
    '<path d="M158 58H182M170 38V78" stroke="#F7B955"/></g>' + ground("#222C55", "M0 196H200"),
    "river": sky("#BFE3EE") + '<path d="M0 138C24 96 48 96 70 130 96 78 140 84 200 140V190H0Z" fill="#7FB3A2"/>'
    '<g fill="#fff" opacity=".9"><ellipse cx="40" cy="46" rx="24" ry="9"/><ellipse cx="160" cy="70" rx="28" ry="9"/></g>'
    + ground("#4E93B5", "M0 168C40 160 60 176 100 168S160 160 200 170"),
    "teahouse": sky("#E9B27C")
    + '<path d="M0 26H200V40H0Z" fill="#9C4A26"/><path d="M28 40V190M172 40V190" stroke="#9C4A26" stroke-width="10"/>'
    '<g fill="none" stroke="#C77B45" stroke-width="4"><path d="M56 62H144V150H56ZM100 62V150M56 106H144"/></g>'
    + ground("#7D4326", "M0 186H200"),
    "blossom": sky("#DDEFF0")
    + ground("#BBD8B0", "M0 166C44 146 92 152 130 160S180 152 200 158")
    + ground("#93BF8C", "M0 192C60 180 130 184 200 190")
    + '<g fill="none" stroke="#7A5140" stroke-linecap="round"><path d="M0 26C30 34 52 24 84 30" stroke-width="7"/>'
    '<path d="M200 60C178 66 164 84 168 112M40 30C44 44 38 58 26 70" stroke-width="5"/></g>'
    + "".join(
        _blossom(*at)
        for at in ((22, 22, 7.0), (58, 32, 8.0), (86, 26, 6.0), (26, 74, 7.0), (182, 62, 8.0), (168, 92, 6.5))
    )
    + _dots("#F4A9B8", "120,52,3 146,24,2.4 176,136,3 16,120,2.6 34,150,2.4"),
    "snow": sky("#5E7FA8") + '<path d="M0 150C30 116 58 112 86 140 120 96 158 104 200 140V200H0Z" fill="#8EA9C9"/>'
    '<path d="M170 84 190 128H182L198 164H142L158 128H150Z" fill="#2F5B55"/>'
    '<path d="M170 84 180 106C174 110 166 110 160 106ZM158 128 152 142C162 148 178 148 188 142L182 128C174 132 166 132 158 128Z"'
    ' fill="#F4F8FB"/>'
    + ground("#F4F8FB", "M0 178C40 166 70 172 104 178S170 168 200 174")
    + _dots("#fff", "24,30,3.4 62,20,2.4 30,84,2.6 16,124,3 138,22,3 176,44,2.6 150,64,2.2 186,70,2.6 48,58,2"),
    "bamboo": sky("#DCEBC2")
    + '<circle cx="46" cy="58" r="24" fill="#FBF6D8"/>'
    + _stalk(14, 14, "46 108 170")
    + _stalk(158, 10, "30 88 150")
    + _stalk(184, 16, "64 128 186")
    + '<g fill="#4F8A45"><path d="M20 46C38 42 52 50 58 64 42 64 28 58 20 46Z"/><path d="M18 108C30 98 40 98 50 106 40 114 28 114 18 108Z"/>'
    '<path d="M154 88C140 82 128 88 122 100 136 102 148 98 154 88Z"/><path d="M178 64C164 52 150 54 142 62 154 72 168 72 178 64Z"/>'
    '<path d="M178 128C166 122 156 126 150 136 162 140 172 136 178 128Z"/></g>'
    + ground("#8BB46C", "M0 204C60 194 140 194 200 204"),
    "sea": sky("#BDE6F2") + '<circle cx="44" cy="44" r="20" fill="#FFD46B"/>'
    '<g fill="#fff"><ellipse cx="154" cy="42" rx="28" ry="9"/><ellipse cx="138" cy="34" rx="16" ry="10"/></g>'
    + ground("#3E97BA", "M0 132H200")
    + '<path d="M164 78V128M164 82C180 92 186 108 184 120H164Z" fill="#FFF6E0" stroke="#7A5140" stroke-width="2.4"/>'
    '<path d="M146 126H192L184 138H154Z" fill="#C8321F"/><path d="M6 150C14 144 22 144 30 150M150 156C160 150 168 150 178 156"'
    ' fill="none" stroke="#D6F0F7" stroke-width="3" stroke-linecap="round"/>'
    + ground("#F2DCA2", "M0 186C40 174 80 190 120 182S180 178 200 184"),
    "palace": sky("#F6CB7C") + '<path d="M14 86C60 76 76 52 84 30H116C124 52 140 76 186 86L180 98H20Z" fill="#D8932B"/>'
    '<path d="M84 30H116L112 22H88Z" fill="#B9731B"/><path d="M14 86C8 84 4 78 6 70 12 78 20 80 30 80ZM186 86C192 84 196 78 194 70'
    ' 188 78 180 80 170 80Z" fill="#B9731B"/><path d="M30 98H170V112H30Z" fill="#2C6E63"/>'
    '<path d="M36 104H164" stroke="#F2C34A" stroke-width="3" stroke-dasharray="6 6"/>'
    '<path d="M24 112H176V200H24Z" fill="#B4341F"/><path d="M30 112V200M58 112V200M142 112V200M170 112V200" stroke="#8A2416"'
    ' stroke-width="9"/>' + ground("#D9CDB4", "M0 196H200") + ground("#C4B494", "M0 214H200"),
    "fireworks": sky("#232A55")
    + _burst(46, 50, 8, 22, "#FFC857")
    + _burst(156, 40, 7, 18, "#FF7F6B")
    + _burst(172, 112, 5, 14, "#7FD3C6")
    + _burst(20, 120, 4, 11, "#F7A8C4")
    + ground("#171C3C", "M0 182H16V164L30 154 44 164V182H62V170H84V190H122V168L138 156 154 168V182H172V172H200")
    + _dots("#FFD98A", "26,174,2.4 36,174,2.4 132,176,2.4 144,176,2.4 74,180,2 184,180,2"),
}
