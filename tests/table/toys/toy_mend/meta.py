from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Int, OptionSpec

META = Meta(
    title="Mended",
    prefix="TM",
    versions=(1, 2),
    about="First past the line, one or two squares at a time.",
    options=OptionSpec("toy_mend", [Int("players", 1, 3, 2, "seats"), Int("length", 1, 40, 6, "squares to the line")]),
)
