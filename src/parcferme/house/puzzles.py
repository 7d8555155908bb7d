"""Puzzles as they are told: a position and its choices without the answer; the answer after a choice.

The answer never leaves the house before somebody has chosen. One try counts; later ones are practice, and a tie is as
good as the best. Where attempts are kept is for others to know (`server/people/puzzles.py`, `alone/puzzles.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from parcferme.core import registry
from parcferme.core.contract import DECISION, KIND_NAMES, Game, State
from parcferme.core.events import Event
from parcferme.core.play import replay
from parcferme.core.record import Record
from parcferme.house import catalogue
from parcferme.house.catalogue import Action, Fact
from parcferme.house.codec import decode_object, encode_text
from parcferme.house.forms import Action as Notation
from parcferme.house.forms import SeatWish
from parcferme.house.positions import Kind, Reader, View
from parcferme.house.puzzle_ratings import START, Rated, moved, stars
from parcferme.house.puzzle_tries import OwnTask, Past, Tried
from parcferme.house.telling import told_actions
from parcferme.solve.puzzle_sets import Ground, Puzzle, puzzles_of, read_puzzle
from parcferme.solve.puzzles import NoPuzzle, puzzle_of, rated
from parcferme.table import errors, setup
from parcferme.table.errors import Denied
from parcferme.table.setup import Setup

RIVAL: Final = "works"  # against whom one drives on


class PuzzleRow(Struct):
    """A puzzle in a list. `number`: its place in the game's set. `solved`: how your first try went; null: none yet."""

    id: str
    game: str
    number: int
    stars: Annotated[int, Meta(description="1, easy, to 3, hard: by its rating")]
    rating: int
    solved: bool | None


class PuzzlePage(Struct):
    """Puzzles of one game, in the order of the set."""

    puzzles: list[PuzzleRow]
    next: Annotated[str, Meta(description="for `after`; empty: there are no more")]
    total: int


class PuzzlesToday(Struct):
    """Today's puzzles, one of each game, the same for everybody; and how you are doing."""

    puzzles: list[PuzzleRow]
    streak: Annotated[int, Meta(description="days in a row with a first try, up to today or yesterday")]
    solved: int
    tried: int
    ratings: Annotated[dict[str, int], Meta(description="yours by game, where you have tried any")]


class PuzzleAsked(Struct):
    """A position and what the seat may do in it. Nothing here tells which choice is best."""

    id: str
    game: str
    number: Annotated[int, Meta(description="its place in the game's set; 0: somebody's own")]
    stars: int
    rating: int
    tried: Annotated[bool, Meta(description="you have tried it before: now it is practice")]
    exact: Annotated[bool, Meta(description="whether the answer's figures are proved")]
    players: int
    seat: int
    kind: Kind
    to_act: list[int]
    view: View
    asked: Fact | None
    actions: list[Action]


class PuzzleChoice(Struct):
    """What a choice loses against the best one, and how many people have made it at first."""

    action: str
    loss: float
    best: bool
    chosen: int


class PuzzleAnswer(Struct):
    """All choices, the best first. `kind`: exact, estimate (± error) or as the best driver judges them (± error)."""

    id: str
    choice: str
    right: bool
    counted: Annotated[bool, Meta(description="it was your first try")]
    unit: str
    kind: str
    error: float
    choices: list[PuzzleChoice]
    answers: Annotated[int, Meta(description="how many people have tried it, you included")]
    yours: Annotated[int | None, Meta(description="your rating in this game; null: not rated")]
    gained: int
    rating: int
    clause: Annotated[str, Meta(description="the rule the best choice is played by; empty: none can be told")] = ""


class PuzzleTry(Struct, forbid_unknown_fields=True):
    """The notation of what you choose."""

    choice: Notation


class NextPuzzle(Struct):
    """The id of the next one to try; empty: there is none."""

    id: str


class OwnPuzzleForm(Struct, forbid_unknown_fields=True):
    """A decision of a finished match, or of a record of one, that shall be a puzzle: by a seat, after `at` entries."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=63)]
    record: Annotated[str, Meta(max_length=24)] = ""
    table: Annotated[str, Meta(max_length=24)] = ""
    key: Annotated[str, Meta(max_length=64)] = ""


# --- finding them ----------------------------------------------------------------------------------------------------


def house_puzzle(id: str) -> Puzzle | None:
    """A puzzle of the house by its id."""
    for game in registry.game_ids():
        found = puzzles_of(game).get(id)
        if found is not None:
            return found
    return None


def number_of(puzzle: Puzzle) -> int:
    """Its place in the set, from 1; 0: not the house's."""
    ids = list(puzzles_of(puzzle.game))
    return ids.index(puzzle.id) + 1 if puzzle.id in ids else 0


def row(puzzle: Puzzle, rating: int, solved: bool | None) -> PuzzleRow:
    return PuzzleRow(puzzle.id, puzzle.game, number_of(puzzle), stars(rating), rating, solved)


def page(game: str, after: str, limit: int) -> tuple[list[Puzzle], str]:
    """So many puzzles of a game after the number `after`, and where the next page begins."""
    catalogue.must_exist(game)
    known = list(puzzles_of(game).values())
    first = int(after) if after.isdecimal() and len(after) < 9 else 0
    end = first + limit
    return known[first:end], str(end) if end < len(known) else ""


def today(day: int) -> list[Puzzle]:
    """One of each game, another one every day, the same for everybody."""
    sets = [list(puzzles_of(game).values()) for game in registry.game_ids()]
    return [known[_drawn(f"{day}/{known[0].game}", len(known))] for known in sets if known]


def _drawn(name: str, count: int) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % count


def following(game: str, tried: set[str], rating: int, after: str) -> str:
    """The puzzle to try next: of those not tried one near to the rating; of all when none is left. `game` '': any game,
    another one than that of the puzzle `after`."""
    before = house_puzzle(after)
    games = [game] if game else [one for one in registry.game_ids() if before is None or one != before.game]
    known = [puzzle for one in games for puzzle in puzzles_of(one).values() if puzzle.id != after]
    fresh = [puzzle for puzzle in known if puzzle.id not in tried] or known
    if not fresh:
        return ""
    return min(fresh, key=lambda one: (abs(one.found.rating - rating) // 100, _drawn(f"{after}/{one.id}", 1 << 30))).id


def streak(days: Iterable[int], day: int) -> int:
    """Days in a row with a first try, ending today or yesterday."""
    known = set(days)
    last = day if day in known else day - 1
    length = 0
    while last - length in known:
        length += 1
    return length


# --- asking and answering --------------------------------------------------------------------------------------------


def asked(puzzle: Puzzle, rating: int, tried: bool) -> PuzzleAsked:
    """The position with its choices, and nothing of the answer."""
    game, found = game_of(puzzle), puzzle.found
    state = game.restore(found.position)
    seat, ids = found.seat, state.legal(found.seat)
    view, kind = state.view(seat), _kind(state)
    actions = told_actions(game, state, seat, ids, Reader(None, odds=True), True)
    answers = getattr(registry.part(puzzle.game, "odds"), "ANSWERS", ())
    for one in actions:
        one.odds = [fact for fact in one.odds or [] if fact.key not in answers]
    return PuzzleAsked(
        id=puzzle.id,
        game=puzzle.game,
        number=number_of(puzzle),
        stars=stars(rating),
        rating=rating,
        tried=tried,
        exact=found.judged.kind == "exact",
        players=game.players,
        seat=seat,
        kind=kind,
        to_act=list(state.to_act()),
        view=view,
        asked=catalogue.asked(game, view, seat, ids),
        actions=actions,
    )


def _kind(state: State) -> Any:
    return KIND_NAMES[state.kind()]


def game_of(puzzle: Puzzle) -> Game:
    return catalogue.game_of(puzzle.game, puzzle.rules, puzzle.options())


def must_be_choice(puzzle: Puzzle, choice: str) -> None:
    if choice not in puzzle.found.judged.losses:
        raise Denied(errors.ILLEGAL, f"{choice!r} is none of the puzzle's choices")


def answered(puzzle: Puzzle, choice: str, past: Past, day: int, is_rated: bool) -> tuple[PuzzleAnswer, Tried | None]:
    """What each choice would have lost; and the try to be kept, where it is the first."""
    must_be_choice(puzzle, choice)
    judged = puzzle.found.judged
    right = choice in judged.best()
    person, theirs = moved(past.person, past.puzzle, right) if is_rated else (past.person, past.puzzle)
    first = past.first is None
    kept = Tried(puzzle.id, puzzle.game, choice, right, day, person.rating, theirs.rating) if first else None
    chosen = dict(past.chosen)
    if first:
        chosen[choice] = chosen.get(choice, 0) + 1
    answer = PuzzleAnswer(
        id=puzzle.id,
        choice=choice,
        right=right,
        counted=first,
        unit=judged.unit,
        kind=judged.kind,
        error=judged.error,
        choices=_choices(puzzle, chosen),
        answers=sum(chosen.values()),
        yours=(person if first else past.person).rating if is_rated else None,
        gained=person.rating - past.person.rating if first else 0,
        rating=(theirs if first else past.puzzle).rating,
        clause=_clause(puzzle),
    )
    return answer, kept


def _clause(puzzle: Puzzle) -> str:
    """The rule that the best choice is played by: that of the first thing it causes. Where others decide at the same
    time, or nothing follows at once, there is none to be told."""
    game, found = game_of(puzzle), puzzle.found
    state, events = game.restore(found.position), list[Event]()
    if state.kind() != DECISION:
        return ""
    state.apply(game.parse(found.judged.best()[0]), events)
    return events[0].clause if events else ""


def _choices(puzzle: Puzzle, chosen: dict[str, int]) -> list[PuzzleChoice]:
    judged = puzzle.found.judged
    best = judged.best()
    return [PuzzleChoice(one, loss, one in best, chosen.get(one, 0)) for one, loss in judged.losses.items()]


def nothing_tried(puzzle: Puzzle) -> Past:
    """Nobody has tried it, and the person has tried nothing."""
    return Past(None, Rated(START, 0), Rated(puzzle.found.rating, 0), {})


# --- driving on ------------------------------------------------------------------------------------------------------


def drive(puzzle: Puzzle) -> tuple[Setup, list[SeatWish]]:
    """A table that begins with the position, for one person against the house's best bots."""
    made = setup.make(puzzle.game, puzzle.options(), visibility="private", chat="off")
    begun = replace(made, rules=puzzle.rules, start=puzzle.found.position)
    seats = [SeatWish("bot", RIVAL) for _ in range(game_of(puzzle).players)]
    seats[puzzle.found.seat] = SeatWish("me")
    return begun, seats


# --- somebody's own --------------------------------------------------------------------------------------------------


def own_task(record: Record, form: OwnPuzzleForm) -> OwnTask:
    """Raises Denied where there is no such decision in the record."""
    if record.result is None:
        raise Denied(errors.NOT_OVER, "the match is not over: puzzles are made of it when it is")
    if form.at > len(record.log) or form.seat >= len(record.seats):
        raise Denied("not_found", f"there is no position {form.at} of seat {form.seat}")
    return OwnTask(record.game, record.rules, record.options, record.start, record.log[: form.at], form.seat)


def own(task: OwnTask) -> tuple[str, str]:
    """(the puzzle as it is kept, '') or (why there is none, as a sentence for programmers; its code)."""
    game = catalogue.game_of(task.game, task.rules, registry.meta(task.game).options.read(task.options))
    state = replay(game, task.log, None, task.start).state
    try:
        found = rated(game, puzzle_of(game, state, task.seat))
    except NoPuzzle as error:
        return str(error), f"puzzle_{error.code}"
    made = Puzzle(game.id, game.version, Ground("", dict(game.options)), found)
    return encode_text(made.to_json()), ""


def kept_puzzle(id: str, game: str, text: str) -> Puzzle:
    """Somebody's own puzzle as it was kept, under the id of its link."""
    read = read_puzzle(game, decode_object(text))
    return read._replace(found=read.found._replace(id=id))
