from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Int, OptionSpec

OPTIONS = OptionSpec(
    "toy_dash",
    [
        Int("players", 1, 4, 2, "seats"),
        Int("length", 1, 400, 10, "squares to the line"),
        Choice("surface", ("dry", "wet"), "dry", "the road"),
    ],
)
META = Meta(title="Dash", prefix="TD", about="First past the line.", options=OPTIONS)
