from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Int, OptionSpec

META = Meta(
    title="Relay",
    prefix="RL",
    about="Two drivers take turns.",
    options=OptionSpec("relay", [Int("players", 2, 2, 2, "seats"), Int("laps", 1, 1_000_000, 1_000_000, "to the end")]),
)
