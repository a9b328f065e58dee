"""The colours one may choose, by key. A colour is never text from outside: it stands here or it does not exist."""

SKINS = {
    "warm": ("#F8D2AC", "#EDBE93"),
    "fair": ("#FBE0C6", "#F0C9A6"),
    "rose": ("#F6C9B4", "#E5AC94"),
    "tan": ("#E9B98A", "#D79F6C"),
    "brown": ("#C68B5E", "#AD7347"),
    "deep": ("#94603F", "#7A4B2F"),
}
"""Skin and its shade."""

HAIRS = {
    "black": ("#221E1C", "#2B2622"),
    "brown": ("#4A2C22", "#5B3628"),
    "chestnut": ("#7A4526", "#90552F"),
    "red": ("#8E2F20", "#A63D2A"),
    "blond": ("#BE8A3C", "#D3A252"),
    "grey": ("#9A9590", "#B4AFA9"),
    "indigo": ("#2F3E73", "#3C4E8C"),
}
"""Hair behind, and in front where light falls on it."""

CLOTHS = {
    "red": "#C8321F",
    "orange": "#D9663B",
    "gold": "#E0A62E",
    "green": "#237A48",
    "sage": "#5B8C5A",
    "blue": "#2F6FB5",
    "teal": "#2C6E8F",
    "plum": "#7B3F6B",
    "slate": "#5B6B78",
    "ink": "#35323F",
}
