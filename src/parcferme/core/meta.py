"""What must be known of a game without loading its rules."""

from __future__ import annotations

from parcferme.core.errors import BadOption
from parcferme.core.options import Int, OptionSpec


class Meta:
    """A game's door plate; each game's `meta.py` makes one and calls it META.

    title     as printed on the box
    prefix    of its clause ids: "RM" for RM-38
    about     one sentence for people choosing a game
    options   its OptionSpec; the option "players" is always there
    year, authors  where the game comes from; year 0 when it is not known
    versions  of the rules, ascending: one more when a fix changes what is legal. New games get the last, matches and
              records keep theirs (docs/records.md)

    The options say two more things:

    id        the folder's name, also in records and URLs
    seats     fewest and most players
    """

    def __init__(
        self,
        *,
        title: str,
        prefix: str,
        about: str,
        options: OptionSpec,
        year: int = 0,
        authors: str = "",
        versions: tuple[int, ...] = (1,),
    ) -> None:
        players = options.options.get("players")
        if not isinstance(players, Int):
            raise BadOption(options.game, "players", "every game must say how many may play")
        self.id = options.game
        self.title = title
        self.prefix = prefix
        self.seats = (players.low, players.high)
        self.versions = versions
        self.version = versions[-1]
        self.about = about
        self.year = year
        self.authors = authors
        self.options = options

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "title": self.title,
            "seats": list(self.seats),
            "version": self.version,
            "versions": list(self.versions),
            "about": self.about,
            "year": self.year,
            "authors": self.authors,
            "options": self.options.schema(),
        }
