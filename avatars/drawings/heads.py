"""The head, one for both figures, and the outline of the body that outfits are cut to."""

HEAD = (
    '<path d="M88 150H112V176H88Z" fill="{shade}"/><ellipse cx="45" cy="116" rx="9" ry="12" fill="{skin}"/>'
    '<ellipse cx="155" cy="116" rx="9" ry="12" fill="{skin}"/>'
    '<path d="M46 104C46 66 66 46 100 46S154 66 154 104C154 138 134 160 100 160S46 138 46 104Z" fill="{skin}"/>'
)
CHEEKS = (
    '<g fill="#F08A6C" opacity=".55"><ellipse cx="66" cy="130" rx="8" ry="5.4"/>'
    '<ellipse cx="134" cy="130" rx="8" ry="5.4"/></g>'
)
BODIES = {
    "f": "M40 240C42 194 62 172 88 170L100 180 112 170C138 172 158 194 160 240Z",
    "m": "M36 240C38 194 60 172 88 170L100 182 112 170C140 172 162 194 164 240Z",
}
