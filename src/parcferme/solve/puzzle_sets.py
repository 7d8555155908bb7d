"""Sets of puzzles: what a game's `content/puzzles.json` holds, made by `parcferme puzzles` and read again.

    "seed"     what the bots' games are drawn from: the same seed makes the same set
    "pairs"    the share of puzzles that may have two choices only
    "easy"     … and of those that every driver solves
    "from"     where they are looked for: courses of the house and options, each played by bots in turn
    "puzzles"  one a line: options, position in the game's notation, seat, and what each choice loses

A puzzle without a clear best choice is refused by its name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from parcferme.core import registry
from parcferme.core.content import read_document
from parcferme.core.courses import courses_of
from parcferme.core.errors import BadContent, Fault
from parcferme.core.options import Value
from parcferme.core.record import Record
from parcferme.solve.puzzles import MOST_OF_A_KIND, Choosy, Found, Judged, NoPuzzle, hunt, met_in, must_be_clear, rated

FILE: Final = "puzzles.json"
HEAD: Final = '"source":"Positions from matches of our own bots on our own boards: original.","licence":"MIT"'


class Ground(NamedTuple):
    """Where puzzles are looked for: a course of the house ('': none), and options beside it."""

    course: str
    options: dict[str, Value]

    def of(self, game_id: str) -> dict[str, Value]:
        """All options that are given."""
        taken = courses_of(game_id).find(self.course).options if self.course else {}
        return {**taken, **self.options}


class Recipe(NamedTuple):
    """How a set is made."""

    grounds: list[Ground]
    seed: str
    pairs: float = 1.0
    easy: float = MOST_OF_A_KIND


class Puzzle(NamedTuple):
    """A puzzle of a game, with the options its position belongs to."""

    game: str
    rules: int
    ground: Ground
    found: Found

    @property
    def id(self) -> str:
        return self.found.id

    def options(self) -> dict[str, Value]:
        """Complete, as tables have them."""
        return registry.meta(self.game).options.read(self.ground.of(self.game))

    def to_json(self) -> dict[str, object]:
        found, judged = self.found, self.found.judged
        return {
            "id": found.id,
            "rules": self.rules,
            "course": self.ground.course,
            "options": self.ground.options,
            "seat": found.seat,
            "position": found.position,
            "rating": found.rating,
            "unit": judged.unit,
            "kind": judged.kind,
            "error": judged.error,
            "losses": judged.losses,
        }


def path_of(game_id: str) -> Path:
    return registry.folder(game_id) / "content" / FILE


def recipe_of(game_id: str) -> Recipe:
    """How the game's own set was made; from the game as its options are declared where nothing is said."""
    path = path_of(game_id)
    document = read_document(path) if path.exists() else {}
    entries = document.get("from")
    found = entries if isinstance(entries, list) else []
    grounds = [Ground(str(one.get("course", "")), one.get("options", {})) for one in found]
    pairs, easy = document.get("pairs", 1.0), document.get("easy", MOST_OF_A_KIND)
    return Recipe(grounds or [Ground("", {})], str(document.get("seed", "")), float(str(pairs)), float(str(easy)))


@lru_cache(maxsize=16)
def puzzles_of(game_id: str) -> dict[str, Puzzle]:
    """The game's puzzles by their ids, in the order of the file; raises BadContent."""
    path = path_of(game_id)
    if not path.exists():
        registry.meta(game_id)  # raises for a game that does not exist
        return {}
    return read_set(game_id, read_document(path))


def read_set(game_id: str, document: dict[str, object]) -> dict[str, Puzzle]:
    entries = document.get("puzzles")
    if not isinstance(entries, list):
        raise BadContent(FILE, [Fault("file", "has no list of puzzles")])
    read = [read_puzzle(game_id, entry) for entry in entries]
    return {puzzle.id: puzzle for puzzle in read}


def read_puzzle(game_id: str, entry: dict[str, object]) -> Puzzle:
    """One puzzle; raises BadContent with its name and what is wrong with it."""
    name = str(entry.get("id", "?")) if isinstance(entry, dict) else "?"
    try:
        puzzle = _read(game_id, entry)
        must_be_clear(puzzle.found.judged, len(puzzle.found.judged.losses))
    except NoPuzzle as error:
        raise BadContent(FILE, [Fault(name, f"has no clear best choice: {error}")]) from error
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise BadContent(FILE, [Fault(name, f"is no puzzle: {wrong!r}")]) from wrong
    return puzzle


def _read(game_id: str, entry: dict[str, object]) -> Puzzle:
    losses, options, position = entry["losses"], entry["options"], entry["position"]
    if not isinstance(losses, dict) or not isinstance(options, dict) or not isinstance(position, dict):
        raise TypeError("losses, options and position are objects")
    told = {str(action): float(str(loss)) for action, loss in losses.items()}
    judged = Judged(str(entry["unit"]), str(entry["kind"]), float(str(entry["error"])), told)
    found = Found(str(entry["id"]), position, int(str(entry["seat"])), judged, int(str(entry["rating"])))
    return Puzzle(game_id, int(str(entry["rules"])), Ground(str(entry["course"]), options), found)


# --- making one ------------------------------------------------------------------------------------------------------


def gather(game_id: str, recipe: Recipe, count: int) -> Iterator[Puzzle]:
    """So many puzzles, from each ground in turn, or as many as there are. Repeatable by seed."""
    grounds = recipe.grounds
    games = [registry.create(game_id, ground.of(game_id)) for ground in grounds]
    hunts = [(grounds[n], game, hunt(game, f"{recipe.seed}/{n}")) for n, game in enumerate(games)]
    choosy = Choosy(count, recipe.pairs, recipe.easy)
    while hunts and not choosy.is_full():
        ground, game, hunted = hunts.pop(0)
        found = next(hunted, None)
        if found is None:
            continue  # nothing more comes of this one
        hunts.append((ground, game, hunted))
        if choosy.takes(found):
            yield Puzzle(game.id, game.version, ground, found)


def gather_from(records: Sequence[Record], count: int) -> Iterator[Puzzle]:
    """… of matches that people have driven, or anybody: the decisions of each, one match after another."""
    choosy = Choosy(count)
    for record in records:
        game = registry.create_recorded(record)
        for found in met_in(game, record):
            if choosy.is_full():
                return
            made = rated(game, found)
            if choosy.takes(made):
                yield Puzzle(game.id, game.version, Ground("", dict(game.options)), made)


def written(recipe: Recipe, puzzles: list[Puzzle]) -> str:
    """The file: a puzzle a line, so that changes can be read."""
    origins = [json.dumps(ground._asdict(), separators=(",", ":")) for ground in recipe.grounds]
    lines = [json.dumps(puzzle.to_json(), separators=(",", ":")) for puzzle in puzzles]
    made = f'"seed":{json.dumps(recipe.seed)},"pairs":{recipe.pairs},"easy":{recipe.easy}'
    return f'{{{HEAD},{made},"from":[\n{_rows(origins)}\n],"puzzles":[\n{_rows(lines)}\n]}}\n'


def _rows(lines: list[str]) -> str:
    return ",\n".join(lines)
