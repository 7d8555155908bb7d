from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Int, OptionSpec

META = Meta(
    title="Bids",
    prefix="TB",
    about="Sealed bids, revealed together.",
    options=OptionSpec(
        "toy_bids",
        [Int("players", 2, 4, 2, "seats"), Int("rounds", 1, 20, 3, "rounds"), Int("kept", 0, 1, 0, "secret")],
    ),
)
