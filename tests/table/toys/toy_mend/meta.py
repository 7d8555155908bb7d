from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Int, OptionSpec

META = Meta(
    id="toy_mend",
    title="Mended",
    prefix="TM",
    seats=(1, 3),
    versions=(1, 2),
    about="First past the line, one or two squares at a time.",
    year=0,
    authors="",
    options=OptionSpec("toy_mend", [Int("players", 1, 3, 2, "seats"), Int("length", 1, 40, 6, "squares to the line")]),
)
