"""What follows from an action: consequences of a move, and exact odds of the next card."""

from __future__ import annotations

from fractions import Fraction

from parcferme.core.contract import CHANCE, State
from parcferme.games.rally_round.actions import CARD, DRAW, SPEEDS
from parcferme.games.rally_round.drive.preview import preview
from parcferme.games.rally_round.mechanics.timing import clock
from parcferme.games.rally_round.rules import RallyState, SealedState
from parcferme.games.rally_round.state import (
    N_FEATHER,
    N_SPEED,
)

TOLD = (
    "off", "flooded", "rolls", "visited", "missed_pc", "overshot", "wrong_side", "give_way", "quiet_zone", "booked",
    "disqualified", "illegal_speed", "rests",
)  # fmt: skip


def odds(state: State, seat: int, action: int) -> list[tuple[str, dict[str, object]]]:
    """What follows from a legal action, as text keys with arguments."""
    if isinstance(state, SealedState):
        return odds(state.rallies[seat], 0, action)
    assert isinstance(state, RallyState)
    if action not in state.legal(seat):
        return []
    node = state.phase
    if action == DRAW:
        return [_draw_odds(state)]
    if node < N_SPEED or action >= CARD or node == N_FEATHER:
        return []
    crew = state.crew
    after, events = preview(state, action)
    lines: list[tuple[str, dict[str, object]]] = []
    for event in events:
        if event.kind in TOLD and event.args.get("crew") == crew + 1:
            args = dict(event.args)
            if event.kind == "booked":
                args = {**args, "taken": _clock(args["taken"]), "penalty": _clock(args["penalty"])}
            lines.append((f"odds.{event.kind}", args))
    if after.kind() == CHANCE:
        lines.append(_draw_odds(after))
    if node == N_SPEED and action < SPEEDS and not lines:
        lines.append(("odds.no_effect", {}))
    return lines


def _clock(value: object) -> str:
    assert isinstance(value, int)
    return clock(value)


def _draw_odds(state: RallyState) -> tuple[str, dict[str, object]]:
    """The exact chance that the next card is adverse."""
    deck = state.t.deck
    pack = state.pack
    cards = deck.cards_in(pack.unseen) or list(pack.queue[:1])
    if not cards:
        return "odds.pack_empty", {}
    bad = sum(1 for card in cards if deck.is_adverse(card))
    return "odds.draw", {"adverse": str(Fraction(bad, len(cards))), "cards": len(cards)}
