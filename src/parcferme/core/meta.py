"""What must be known of a game without loading its rules."""

from __future__ import annotations

from parcferme.core.options import OptionSpec


class Meta:
    """A game's door plate; each game's `meta.py` makes one and calls it META.

    id        the folder's name, also in records and URLs
    title     as printed on the box
    prefix    of its clause ids: "RM" for RM-38
    seats     fewest and most players
    versions  of the rules, ascending: one more when a fix changes what is legal. New games get the last, matches and
              records keep theirs (docs/records.md)
    about     one sentence for people choosing a game
    year, authors  where the game comes from; year 0 when it is not known
    options   its OptionSpec; the option "players" is always there
    """

    def __init__(
        self,
        *,
        id: str,
        title: str,
        prefix: str,
        seats: tuple[int, int],
        versions: tuple[int, ...],
        about: str,
        year: int,
        authors: str,
        options: OptionSpec,
    ) -> None:
        self.id = id
        self.title = title
        self.prefix = prefix
        self.seats = seats
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
