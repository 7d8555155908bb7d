"""Who acts, what is legal, why not, with what odds, and how it is written."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER, Game, State
from parcferme.core.errors import BadNotation
from parcferme.core.record import canonical
from tests.contract.subject import Subject, demand
from tests.support import advance


def node_kinds(subject: Subject) -> None:
    """`kind`, `to_act`, `legal`, `chance` and `result` agree on what happens next."""
    for game, state, where in subject.everywhere():
        kind, seats = state.kind(), state.to_act()
        demand(kind in (DECISION, JOINT, CHANCE, OVER), where, "kind", kind)
        demand(list(seats) == sorted(set(seats)), where, "to_act is not ascending:", seats)
        demand(all(0 <= seat < game.players for seat in seats), where, "to_act names a seat that is not there:", seats)
        demand(kind != DECISION or len(seats) == 1, where, "a decision of", len(seats), "seats")
        demand(kind != JOINT or len(seats) >= 1, where, "a joint move of nobody")
        demand(kind in (DECISION, JOINT) or not seats, where, "nobody decides here, to_act says", seats)
        demand((kind == CHANCE) == bool(state.chance()), where, "chance acts and has no outcomes, or the reverse")
        demand((kind == OVER) == (state.result() is not None), where, "over without a result, or the reverse")
        for seat in range(game.players):
            demand((seat in seats) == bool(state.legal(seat)), where, "seat", seat, "asked without actions, or reverse")


def legal_lists(subject: Subject) -> None:
    """`legal` is ascending, without doubles and in range."""
    for game, state, where in subject.everywhere():
        for seat in range(game.players):
            _well_formed(game, state.legal(seat), f"{where} legal({seat})")


def _well_formed(game: Game, actions: list[int], what: str) -> None:
    demand(all(0 <= action < game.actions() for action in actions), what, "holds an unknown action:", actions)
    demand(all(one < two for one, two in pairwise(actions)), what, "is not ascending:", actions)


def reasons(subject: Subject) -> None:
    """`explain` is None exactly for the legal and the interrupting actions, for all seats and all ids."""
    for game, state, where in subject.everywhere():
        for seat in range(game.players):
            allowed = {*state.legal(seat), *state.interrupts(seat)}
            for action in range(game.actions()):
                refusal = state.explain(seat, action)
                text = f"{where} seat {seat}, {game.format(action)}"
                demand((refusal is None) == (action in allowed), text, "allowed:", action in allowed, "but", refusal)


def notations(subject: Subject) -> None:
    """Every action and outcome has one ASCII text of its own that reads back; others are refused."""
    for game in subject.games:
        name = subject.name(game)
        texts = [game.format(action) for action in range(game.actions())]
        _texts_are_good(name, texts)
        demand([game.parse(text) for text in texts] == list(range(game.actions())), name, "parse(format(a)) is not a")
        outcomes = [game.format_outcome(outcome) for outcome in range(game.outcomes())]
        _texts_are_good(name, outcomes)
        back = [game.parse_outcome(text) for text in outcomes]
        demand(back == list(range(game.outcomes())), name, "parse_outcome(format_outcome(o)) is not o")
        for action in range(game.actions()):
            form = game.form(action)
            demand(isinstance(form.get("kind"), str), name, "the form of", texts[action], "has no kind:", form)
            demand(is_json(form), name, "the form of", texts[action], "is not JSON:", form)
        _refuses(name, game, texts)


def _texts_are_good(name: str, texts: list[str]) -> None:
    demand(len(set(texts)) == len(texts), name, "two ids share a notation")
    for text in texts:
        demand(
            text.isascii() and text.isprintable() and text != "" and " " not in text, name, "bad notation", repr(text)
        )


def _refuses(name: str, game: Game, texts: list[str]) -> None:
    for wrong in ("", " ", "no such thing", texts[0] + "!?" if texts else "?", "\u00e9"):
        for parse in (game.parse, game.parse_outcome):
            try:
                demand(parse(wrong) is None, name, "reads", repr(wrong), "as something")
            except BadNotation:
                continue
    for number in (-1, game.actions()):
        try:
            demand(game.format(number) is None, name, "formats", number, "as something")
        except BadNotation:
            continue


def chances(subject: Subject) -> None:
    """Outcomes ascending and known, weights positive whole numbers, and each outcome can be applied."""
    for game, state, where in subject.everywhere():
        outcomes = state.chance()
        ids = [outcome for outcome, _ in outcomes]
        demand(ids == sorted(set(ids)), where, "outcomes are not ascending:", ids)
        demand(all(0 <= outcome < game.outcomes() for outcome in ids), where, "an unknown outcome:", ids)
        demand(all(type(weight) is int and weight > 0 for _, weight in outcomes), where, "weights:", outcomes)
        for outcome in ids:
            state.copy().apply(outcome)


def defaults(subject: Subject) -> None:
    """The action for an absent seat is a legal one, or what the rules put in the place of a missing answer; never an
    interrupting one. It can be done."""
    for game, state, where in subject.everywhere():
        for seat in state.to_act():
            action = state.default(seat)
            text = game.format(action)
            demand(action not in state.interrupts(seat), where, "the default of seat", seat, "is not legal:", text)
        if state.kind() == DECISION:
            state.copy().apply(state.default(state.to_act()[0]))
        elif state.kind() == JOINT:
            state.copy().apply_joint([state.default(seat) for seat in state.to_act()])


def interruptions(subject: Subject) -> None:
    """Interrupting actions are well-formed, never legal moves, gone when the game is over, and can be taken."""
    for game, state, where in subject.everywhere():
        for seat in range(game.players):
            actions = state.interrupts(seat)
            _well_formed(game, actions, f"{where} interrupts({seat})")
            demand(not {*actions} & {*state.legal(seat)}, where, "both legal and interrupting:", actions)
            demand(state.kind() != OVER or not actions, where, "interrupts after the end:", actions)
            for action in actions:
                after = state.copy()
                after.interrupt(seat, action)
                _goes_on(game, after, where)


def _goes_on(game: Game, state: State, where: str) -> None:
    rng = Random(3)
    for _ in range(10):
        demand((state.kind() == OVER) == (state.result() is not None), where, "after an interrupt: no result, or early")
        advance(state, rng)


def is_json(value: object) -> bool:
    """JSON values with text keys; no tuples, no NaN, nothing that changes when it is written and read."""
    if isinstance(value, dict):
        return all(type(key) is str and is_json(part) for key, part in value.items())
    if isinstance(value, list):
        return all(is_json(part) for part in value)
    if isinstance(value, float):
        return canonical(value) not in ("NaN", "Infinity", "-Infinity")
    return value is None or type(value) in (str, int, bool)
