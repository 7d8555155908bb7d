from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Document, Flag, Int, Items, OptionSpec, Text

OPTIONS = OptionSpec(
    "quarry",
    [
        Int("players", 1, 3, 2, "drivers"),
        Int("turns", 1, 60, 2, "turns each"),
        Choice("surface", ("gravel", "mud"), "gravel", "what lies on the road"),
        Flag("night", False, "lamps on"),
        Text("name", ".{0,20}", "", "the event's name"),
        Items("teams", Text("team", ".+", "a", ""), 0, 3, [], "names of teams"),
        Document("road", "a road of your own"),
    ],
)
ABOUT = "Round the quarry on tyres nobody sees."
META = Meta(title="The Quarry", prefix="QY", about=ABOUT, year=2026, authors="the tests", options=OPTIONS)
