from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Int, OptionSpec

META = Meta(
    id="toy_hide",
    title="Hide",
    prefix="TH",
    seats=(2, 3),
    versions=(1,),
    about="Hide a coin, then look for theirs.",
    year=0,
    authors="",
    options=OptionSpec("toy_hide", [Int("players", 2, 3, 2, "seats")]),
)
