"""Faces: eyes, brows and mouth, without cheeks (`heads.CHEEKS`)."""

from avatars.drawings import INK, both, inked

_LINE = f'fill="none" stroke="{INK}" stroke-linecap="round" stroke-linejoin="round"'
_STAR = "M80 100 83.4 108.2 92.2 108.9 85.5 114.6 87.6 123.2 80 118.6 72.4 123.2 74.5 114.6 67.8 108.9 76.6 108.2Z"
_LAUGH = inked('<path d="M88 129H112C112 141 107 146 100 146S88 141 88 129Z" fill="#A93226"/>', 3) + (
    '<path d="M92 142C95 138.5 105 138.5 108 142" fill="#F28B82"/>'
)
_EYES = (
    f'<ellipse cx="80" cy="112" rx="5.4" ry="7.4" fill="{INK}"/><ellipse cx="120" cy="112" rx="5.4" ry="7.4" fill="{INK}"/>'
    '<circle cx="82" cy="109" r="2" fill="#fff"/><circle cx="122" cy="109" r="2" fill="#fff"/>'
)

EXPRESSIONS = {
    "calm": _EYES + f'<path d="M70 95C76 91 84 91 90 94M110 94C116 91 124 91 130 95" {_LINE} stroke-width="4"/>'
    f'<path d="M91 135C96 139 104 139 109 135" {_LINE} stroke-width="3.4"/>',
    "happy": f'<path d="M72 114C75 104 85 104 88 114M112 114C115 104 125 104 128 114" {_LINE} stroke-width="4.4"/>'
    f'<path d="M70 93C76 87 84 87 90 92M110 92C116 87 124 87 130 93" {_LINE} stroke-width="4"/>' + _LAUGH,
    "angry": both(
        f'<path d="M71 108 91 114C90 122 84 124 79 122 73 120 70 114 71 108Z" fill="{INK}"/>'
        f'<path d="M65 92 92 106" {_LINE} stroke-width="6"/>'
    )
    + inked('<path d="M84 136C88 130 112 130 116 136L114 145C108 142 92 142 86 145Z" fill="#fff"/>', 3)
    + f'<path d="M95 132V143M105 132V143" {_LINE} stroke-width="2.2"/>',
    "sad": f'<ellipse cx="80" cy="114" rx="6" ry="7.4" fill="{INK}"/><ellipse cx="120" cy="114" rx="6" ry="7.4" fill="{INK}"/>'
    '<circle cx="82.4" cy="111" r="2.4" fill="#fff"/><circle cx="122.4" cy="111" r="2.4" fill="#fff"/>'
    '<circle cx="78.4" cy="118" r="1.6" fill="#fff"/><circle cx="118.4" cy="118" r="1.6" fill="#fff"/>'
    + both(f'<path d="M64 104C72 101 82 96 88 88" {_LINE} stroke-width="5"/>')
    + f'<path d="M86 144C91 133 109 133 114 144" {_LINE} stroke-width="4"/>'
    + inked('<path d="M134 120C127 130 127 140 134 141S142 131 134 120Z" fill="#9BD3F0"/>', 2.4),
    "proud": f'<path d="M71 112H89M111 112H129" {_LINE} stroke-width="4.4"/>'
    f'<path d="M74 112C75 119 85 119 86 112ZM114 112C115 119 125 119 126 112Z" fill="{INK}"/>'
    f'<path d="M70 96C76 92 84 93 89 97M111 92C117 88 125 89 130 94" {_LINE} stroke-width="4"/>'
    f'<path d="M90 134C97 140 106 139 111 131" {_LINE} stroke-width="3"/>',
    "wink": f'<ellipse cx="80" cy="112" rx="5.4" ry="7.4" fill="{INK}"/><circle cx="82" cy="109" r="2" fill="#fff"/>'
    f'<path d="M111 113C116 107 124 107 129 113" {_LINE} stroke-width="4.4"/>'
    f'<path d="M70 94C76 89 84 89 90 93M110 96C116 93 124 93 130 97" {_LINE} stroke-width="4"/>'
    + inked(
        '<path d="M90 131C97 134 106 133 112 128 111 139 105 143 99 142 94 141 91 137 90 131Z" fill="#A93226"/>', 3
    ),
    "tongue": f'<path d="M72 114C75 104 85 104 88 114" {_LINE} stroke-width="4.4"/>'
    f'<path d="M112 106 126 113 112 119" {_LINE} stroke-width="4.4"/>'
    f'<path d="M70 93C76 87 84 87 90 92M110 95C117 92 124 93 130 97" {_LINE} stroke-width="4"/>'
    + inked('<path d="M97 137H112C114 149 110 153 105 153S96 148 97 137Z" fill="#F28B82"/>', 2.8)
    + f'<path d="M86 132C92 139 110 139 116 132M104.6 139V146" {_LINE} stroke-width="3"/>',
    "starry": both(
        inked(f'<path d="{_STAR}" fill="#FFD65A"/>', 2.6)
        + f'<path d="M68 92C74 85 84 85 90 91" {_LINE} stroke-width="4"/>'
    )
    + _LAUGH,
    "sleepy": f'<path d="M71 113C75 119 85 119 89 113M111 113C115 119 125 119 129 113" {_LINE} stroke-width="4.4"/>'
    f'<path d="M71 98C77 96 83 96 89 99M111 99C117 96 123 96 129 98" {_LINE} stroke-width="4"/>'
    + inked('<ellipse cx="97" cy="140" rx="5" ry="4" fill="#A93226"/>', 2.8)
    + inked('<path d="M106 129C112 124 126 128 126 139S112 151 107 142C105 138 105 133 106 129Z" fill="#D8F0F8"/>', 2.6)
    + '<path d="M118 132C121 133 122 136 121 139" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>',
    "shocked": inked('<circle cx="79" cy="113" r="11" fill="#fff"/><circle cx="121" cy="113" r="11" fill="#fff"/>', 3)
    + f'<circle cx="80" cy="113" r="3.6" fill="{INK}"/><circle cx="120" cy="113" r="3.6" fill="{INK}"/>'
    + both(f'<path d="M66 94C72 88 82 87 89 91" {_LINE} stroke-width="4"/>')
    + inked('<ellipse cx="100" cy="142" rx="7" ry="9" fill="#A93226"/>', 3)
    + inked('<path d="M144 92C138 101 138 109 144 110S150 101 144 92Z" fill="#9BD3F0"/>', 2.4),
}
