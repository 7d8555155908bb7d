from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Int, OptionSpec

META = Meta(
    title="Hide",
    prefix="TH",
    about="Hide a coin, then look for theirs.",
    options=OptionSpec("toy_hide", [Int("players", 2, 3, 2, "seats")]),
)
