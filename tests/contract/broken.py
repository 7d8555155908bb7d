"""Toys spoiled on purpose, one fault each, with the check that must find it and what it must say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from parcferme.core.clauses import Clause
from parcferme.core.contract import CHANCE, DECISION, State, View
from parcferme.core.errors import BadRecord, Refusal
from parcferme.core.events import Event
from parcferme.core.meta import Meta
from parcferme.core.options import Int, Options, OptionSpec
from parcferme.core.result import Result
from tests.contract import toys
from tests.contract.subject import Asks, Subject
from tests.contract.toys import CONCEDE, LAPS, LEFT, NONE, ROADS, ROLL, STOP, Bids, Dash, Garage, Toy, ToyState


class Fault(NamedTuple):
    """A spoiled subject, the check that must fail on it, and a piece of what it must say."""

    check: str
    says: str
    make: Callable[[], Subject]


def rules(check: str, says: str, toy: type[Toy], **methods: Any) -> Fault:
    """A fault in the state's methods."""

    def make() -> Subject:
        state = type("Spoiled", (toy.state_class,), methods)
        return _subject(type("SpoiledGame", (toy,), {"state_class": state}), toy)

    return Fault(check, says, make)


def table(check: str, says: str, toy: type[Toy], **methods: Any) -> Fault:
    """A fault in the game's methods."""
    return Fault(check, says, lambda: _subject(type("SpoiledGame", (toy,), methods), toy))


def papers(check: str, says: str, change: Callable[[Subject], None], toy: type[Toy] = Dash) -> Fault:
    """A fault in what lies beside the rules."""

    def make() -> Subject:
        subject = _subject(toy, toy)
        change(subject)
        return subject

    return Fault(check, says, make)


def _subject(game: Callable[[Options], Toy], toy: type[Toy]) -> Subject:
    texts = {language: dict(catalogue) for language, catalogue in toys.TEXTS.items()}
    return Subject(toys.meta(toy.__name__.lower()), game, dict(toys.CLAUSES), texts, Asks(toys))


# --- nodes --------------------------------------------------------------------------------------------------------


def _both_decide(self: ToyState) -> tuple[int, ...]:
    return (0, 1) if self.kind() == DECISION and self.game.players > 1 else toys.DashState.to_act(self)  # type: ignore[arg-type]


def _no_outcomes_late(self: ToyState) -> list[tuple[int, int]]:
    return [(0, 1)] if self.v[LEFT] else [(1, 1)]


def _refuses_stop(self: ToyState, seat: int, action: int) -> Refusal | None:
    return Refusal("not_now", "TY-02", {"action": "stop"}) if action == STOP else ToyState.explain(self, seat, action)


def _nodes() -> Iterator[Fault]:
    yield rules("node_kinds", "a decision of 2 seats", Dash, to_act=_both_decide)
    yield rules("node_kinds", "no outcomes, or the reverse", Dash, chance=_no_outcomes_late)
    yield rules("node_kinds", "asked without actions", Dash, legal=lambda self, seat: [ROLL] if self.v[LEFT] else [])
    yield rules("legal_lists", "not ascending", Bids, legal=lambda self, seat: [2, 1] if self.v[LAPS] else [])
    yield rules("legal_lists", "not ascending", Bids, legal=lambda self, seat: [1, 1] if self.v[LAPS] else [])
    yield rules("legal_lists", "unknown action", Bids, legal=lambda self, seat: [0, 3] if self.v[LAPS] else [])
    yield rules("reasons", "but None", Dash, explain=lambda self, seat, action: None)
    yield rules("reasons", "allowed: True but Refusal", Dash, explain=_refuses_stop)
    yield table("notations", "share a notation", Dash, format=lambda self, action: "roll")
    yield table("notations", "parse(format(a))", Dash, parse=lambda self, text: 0)
    yield table("notations", "bad notation", Dash, format=lambda self, action: f"go {action}")
    yield table("notations", "bad notation", Dash, format_outcome=lambda self, outcome: f"é{outcome}")
    yield table("notations", "parse_outcome(", Dash, parse_outcome=lambda self, text: 1)
    yield table("notations", "has no kind", Dash, form=lambda self, action: {"die": 3})
    yield table("notations", "is not JSON", Dash, form=lambda self, action: {"kind": "roll", "dice": (1, 2)})
    yield table("notations", "reads ''", Dash, parse=_generous)
    yield rules("chances", "not ascending", Dash, chance=lambda self: _when_chance(self, [(1, 1), (0, 1)]))
    yield rules("chances", "weights", Dash, chance=lambda self: _when_chance(self, [(0, 1), (1, 0)]))
    yield rules("chances", "weights", Dash, chance=lambda self: _when_chance(self, [(0, 0.5), (1, 0.5)]))
    yield rules("chances", "unknown outcome", Dash, chance=lambda self: _when_chance(self, [(0, 1)]))
    yield rules("defaults", "is not legal", Dash, default=lambda self, seat: CONCEDE)
    yield rules("interruptions", "both legal and interrupting", Dash, interrupts=lambda self, seat: [ROLL, STOP])
    yield rules("interruptions", "after the end", Dash, interrupts=lambda self, seat: [CONCEDE])
    yield rules("interruptions", "not ascending", Dash, interrupts=_doubled)


def _when_chance(state: ToyState, outcomes: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    if outcomes == [(0, 1)]:
        outcomes = [(0, 1), (9, 1)] if state.v[ROADS] else outcomes
    return outcomes if state.kind() == CHANCE else []


def _generous(self: Toy, text: str) -> int:
    return Toy.parse(self, text) if text else 0


def _doubled(self: ToyState, seat: int) -> list[int]:
    return toys.DashState.interrupts(self, seat) * 2  # type: ignore[arg-type]


# --- identity -----------------------------------------------------------------------------------------------------


def _counts_readings(self: ToyState, seat: int | None) -> View:
    self.v[LEFT] += 2
    return {}


def _restores_in_place(self: Toy, dump: dict[str, Any]) -> State:
    return self.state_class(self, dump["numbers"])


def _forgets_luck(self: Toy, dump: dict[str, Any]) -> State:
    numbers = dump["numbers"]
    return self.state_class(self, [*numbers[:LEFT], 2, *numbers[LEFT + 1 :]])


def _believes_everything(self: Toy, dump: dict[str, Any]) -> State:
    return self.state_class(self, [int(number) for number in dump["numbers"]])


def _believes_numbers(self: Toy, dump: dict[str, Any]) -> State:
    numbers = dump.get("numbers") if isinstance(dump, dict) else None
    if not isinstance(numbers, list) or len(numbers) != len(self.limits()) or not all(type(n) is int for n in numbers):
        raise BadRecord("position", "is not what it should be")
    return self.state_class(self, numbers[:])


def _tells_and_changes(self: ToyState, moves: list[int], events: list[Event] | None = None) -> None:
    toys.BidsState.apply_joint(self, moves, events)  # type: ignore[arg-type]
    if events is not None:
        self.v[LAPS] = 0


def _other_texts(self: Toy, text: str) -> int:
    return {"one": 1, "two": 0}.get(text, 2)


class _Remembers(toys.DashState):
    """Keeps something that its dump does not hold."""

    def __init__(self, game: Toy, v: list[int], rolled: int = 0) -> None:
        super().__init__(game, v)
        self.rolled = rolled

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        self.rolled += 1
        super().apply(move, events)
        if self.rolled == 3:
            self.v[LEFT] = 0

    def copy(self) -> State:
        return _Remembers(self.game, self.v[:], self.rolled)


def _identity() -> Iterator[Fault]:
    yield rules("copies", "changed while another was played", Dash, copy=lambda self: type(self)(self.game, self.v))
    yield rules("copies", "reading the position changed it", Dash, view=_counts_readings)
    yield rules("dumps", "more than JSON", Dash, dump=lambda self: {"numbers": [float(number) for number in self.v]})
    yield table("mutations", "fails with", Dash, restore=_believes_everything)
    yield table("mutations", "does not play on", Dash, restore=_believes_numbers)
    yield table("dumps", "another position", Dash, restore=_forgets_luck)
    yield table("dumps", "not a snapshot", Dash, restore=_restores_in_place)
    yield table("dumps", "a restored position differs", Dash, state_class=_Remembers)
    yield table("records", "does not replay", Dash, parse_outcome=_other_texts)
    yield table("records", "does not replay", Dash, format=lambda self, action: ["roll", "roll", "concede"][action])
    yield rules("telling", "different positions", Bids, apply_joint=_tells_and_changes)


# --- knowledge ----------------------------------------------------------------------------------------------------


def _sees_own_changed(self: ToyState, seat: int, rng: Random) -> State:
    copy = self.copy()
    assert isinstance(copy, ToyState)
    copy.v[seat] = (copy.v[seat] + 1) % 3 if copy.v[seat] != NONE else NONE
    return copy


def _spoils_itself(self: ToyState, seat: int, rng: Random) -> State:
    copy = self.copy()
    other = (seat + 1) % self.game.players
    if self.v[other] != NONE and other != seat:
        self.v[other] = (self.v[other] + 1) % 3
    return copy


def _open_book(self: ToyState, seat: int | None) -> View:
    return {"all": list(self.v)}


def _counts_cards(self: ToyState, seat: int | None) -> View:
    return {"weight": "x" * sum(self.v[: self.game.players])}


def _blabs(self: ToyState, move: int, events: list[Event] | None = None) -> None:
    toys.GarageState.apply(self, move, events)  # type: ignore[arg-type]
    if events is not None and move < toys.GEAR:
        events.append(Event("shifts", "TY-08", {"seat": 0, "gear": move}))


class _FirstAskedWins(toys.BidsState):
    """Who is asked first has an advantage: the order of gathering matters."""

    asked: int = NONE

    def legal(self, seat: int) -> list[int]:
        self.asked = seat if self.asked == NONE else self.asked
        return super().legal(seat)

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        super().apply_joint(moves, events)
        self.v[toys.POINTS + max(self.asked, 0)] += 1


def _sorts_moves(self: ToyState, moves: list[int], events: list[Event] | None = None) -> None:
    moves.sort()
    toys.BidsState.apply_joint(self, moves, events)  # type: ignore[arg-type]


def _says(event: Event) -> Callable[[ToyState, list[int], list[Event] | None], None]:
    def apply_joint(self: ToyState, moves: list[int], events: list[Event] | None = None) -> None:
        toys.BidsState.apply_joint(self, moves)  # type: ignore[arg-type]
        if events is not None:
            events.append(event)

    return apply_joint


def _knowledge() -> Iterator[Fault]:
    yield rules("views", "is not JSON", Dash, view=lambda self, seat: {"roads": tuple(self.v)})
    yield rules("views", "is not JSON", Dash, view=lambda self, seat: {1: 2})
    yield rules("views", "equal positions, other view", Dash, view=lambda self, seat: {"id": id(self)})
    yield rules("resampling", "changes the view", Garage, resample=_sees_own_changed)
    yield rules("resampling", "changed the position", Garage, resample=_spoils_itself)
    yield rules("resampling", "changes the view", Garage, view=_open_book)
    yield rules("redrawing", "never redraws", Garage, resample=lambda self, seat, rng: self.copy())
    yield rules("secrets", "others can tell", Garage, view=_open_book)
    yield rules("secrets", "others can tell", Garage, view=_counts_cards)
    yield rules("secrets", "others can tell", Garage, apply=_blabs)
    yield table("secrets", "no action is secret", Garage, secret=lambda self, action: False)
    yield table("sealed", "order of gathering", Bids, state_class=_FirstAskedWins)
    yield rules("sealed", "changed the list", Bids, apply_joint=_sorts_moves)
    yield rules("event_shapes", "not JSON", Bids, apply_joint=_says(Event("scores", "TY-06", {"seats": (0, 1)})))
    yield rules("event_shapes", "not there", Bids, apply_joint=_says(Event("scores", "TY-06", {}, only=(7,))))
    yield rules("event_shapes", "without kind", Bids, apply_joint=_says(Event("scores", "")))


# --- endings ------------------------------------------------------------------------------------------------------


def _with(**parts: Any) -> Callable[[ToyState], Result | None]:
    """A result that is wrong in the parts named."""

    def result(self: ToyState) -> Result | None:
        true = toys.BidsState.result(self)  # type: ignore[arg-type]
        return None if true is None else Result(**{**true.to_json(), **parts})

    return result


def _endings() -> Iterator[Fault]:
    yield rules("bounds", "is not over after", Dash, next_turn=lambda self: None)
    yield table("bounds", "is not over after", Dash, bound=lambda self: 1)
    yield rules("results", "before the end", Dash, result=lambda self: self.finish([0] * self.game.players))
    yield rules("results", "not for", Bids, result=_with(places=[1]))
    yield rules("results", "not for", Bids, result=_with(measures={"points": []}))
    yield rules("results", "do not add up", Bids, result=lambda self: _with(places=[3] * self.game.players)(self))
    yield rules("results", "whole numbers", Bids, result=lambda self: _with(scores=[0.5] * self.game.players)(self))
    yield rules("results", "no reason", Bids, result=_with(reason=""))
    yield table("results", "score bounds", Bids, score_bounds=lambda self: (10, 0))


# --- papers -------------------------------------------------------------------------------------------------------


PLATE = ("title", "prefix", "about", "options", "year", "authors", "versions")


def _meta(**parts: Any) -> Callable[[Subject], None]:
    """A door plate that is wrong in the parts named."""

    def change(subject: Subject) -> None:
        true = {key: getattr(subject.meta, key) for key in PLATE}
        subject.meta = Meta(**{**true, **parts})

    return change


def _text(language: str, key: str, text: str | None) -> Callable[[Subject], None]:
    def change(subject: Subject) -> None:
        if text is None:
            del subject.texts[language][key]
        else:
            subject.texts[language][key] = text

    return change


def _without(clause: str) -> Callable[[Subject], None]:
    def change(subject: Subject) -> None:
        del subject.clauses[clause]

    return change


def _stranger(subject: Subject) -> None:
    subject.clauses["XX-01"] = Clause("XX-01", "", "of another game")


def _led_by_a_stranger(subject: Subject) -> None:
    subject.asks.following = lambda view: [7]


def _papers() -> Iterator[Fault]:
    yield papers("plates", "seats", _meta(options=OptionSpec("dash", [Int("players", 0, 3, 2, "seats")])))
    yield papers("plates", "prefix", _meta(prefix="Toy"))
    yield papers("plates", "must be told", _meta(about=""))
    yield papers("plates", "a game says", _meta(versions=(2,)))
    yield papers("clauses_exist", "Event", _without("TY-04"))
    yield papers("clauses_exist", "Refusal", _without("TY-02"), Garage)
    yield papers("clauses_exist", "result", _without("TY-03"))
    yield papers("clauses_exist", "stranger", _stranger)
    for key in ("event.rolls", "event.concedes", "refusal.not_asked", "action.stop"):
        yield papers("texts_exist", f"no text for {key}", _text("en", key, None))
    yield papers("texts_exist", "no text for refusal.not_now", _text("en", "refusal.not_now", None), Garage)
    yield papers("texts_exist", "no text for the reason", _text("en", "reason.finished", None))
    yield papers("texts_exist", "no text for the option turns", _text("en", "option.turns", None))
    yield papers("texts_exist", "asks for ['car']", _text("en", "event.rolls", "{car} rolls"))
    yield papers("languages", "catalogues", lambda subject: subject.texts.pop("it"))  # type: ignore[arg-type]
    yield papers("languages", "other keys", _text("fr", "event.rolls", None))
    yield papers("languages", "is empty", _text("fr", "option.turns", " "))
    yield papers("languages", "has blanks", _text("it", "event.rolls", "tira"))
    yield papers("languages", "without a plain name", _text("en", "event.rolls", "{} rolls"))
    yield papers("asks", "it has no text ask.roll", _text("it", "ask.roll", None))
    yield papers("asks", "asks for ['seconds']", _text("fr", "ask.roll", "Roll within {seconds} s."))
    yield papers("asks", "characters", _text("en", "ask.roll", "Roll, or stop, " + "or roll " * 20 + "again."))
    yield papers("asks", "is no sentence", _text("en", "ask.roll", "you may roll"))
    yield papers("asks", "speaks in codes", _text("en", "ask.roll", "Take roll:3/go or stop."))
    yield papers("asks", "is said to follow", _led_by_a_stranger)


# --- effects ------------------------------------------------------------------------------------------------------


def _moves_while_asked(self: ToyState, seat: int, action: int) -> dict[str, object]:
    self.v[LEFT] = max(1, self.v[LEFT] - 1)
    return {}


def _sees_the_mechanics(self: ToyState, seat: int, action: int) -> dict[str, object]:
    return {"to": self.v[(seat + 1) % self.game.players]}


def _effects() -> Iterator[Fault]:
    yield rules("effects", "is not JSON", Dash, effect=lambda self, seat, action: {"to": (1, 2)})
    yield rules("effects", "is too long", Dash, effect=lambda self, seat, action: {"path": list(range(1000))})
    yield rules("effects", "games.md lacks: ['target']", Dash, effect=lambda self, seat, action: {"target": 3})
    yield rules("effects", "no words", Dash, effect=lambda self, seat, action: {"happens": [["melts", {}]]})
    yield rules("effects", "changed the position", Dash, effect=_moves_while_asked)
    yield rules("nothing_hidden", "gives away what is hidden", Garage, effect=_sees_the_mechanics)


FAULTS = [*_nodes(), *_identity(), *_knowledge(), *_endings(), *_papers(), *_effects()]
