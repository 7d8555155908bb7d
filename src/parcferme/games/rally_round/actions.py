"""Action and outcome ids. They depend only on the map's squares and the number of Hazard! cards."""

from __future__ import annotations

from typing import Final

from parcferme.core.notation import Notation
from parcferme.games.rally_round.board.cards import KIT_CARDS, Deck
from parcferme.games.rally_round.board.map import Board

SPEEDS: Final = 20  # the first actions: speed:10 … speed:200
TURN: Final = 20
ADVANCE: Final = 21
RETREAT: Final = 22
BLOCK: Final = 23
LET: Final = 24
ROLL: Final = 25
HOLD: Final = 26
STOP: Final = 27
CARRY: Final = 28
DRAW: Final = 29
DECLINE: Final = 30
PASS: Final = 31
MORE: Final = 32
FEWER: Final = 33
LAY_TC: Final = 34
LAY_PC: Final = 35
LAY_BLACK: Final = 36
LAY_CLOSE: Final = 37
KIND: Final = 38  # kind:road, kind:selective, kind:regularity
HAND_IN: Final = 41
MPH: Final = 42  # mph:20 … mph:30
ADOPT: Final = 53  # adopt:1 … adopt:6
TAKE: Final = 59  # take:S1 … take:E6
CARD: Final = 95  # card:H1 …

WORDS: Final = (
    "turn", "advance", "retreat", "block", "let", "roll", "hold", "stop", "carry", "draw", "decline", "pass", "more",
    "fewer", "lay:tc", "lay:pc", "lay:black", "lay:close", "kind:road", "kind:selective", "kind:regularity",
    "hand_in",
)  # fmt: skip

# outcomes
CAR: Final = 0  # car:1 … car:6
DEAL: Final = 6  # kit:S1 … kit:E6
DRAWN: Final = 42  # H1 …


def square_base(deck: Deck) -> int:
    """The id of `sq:` for the first square; `from:` ids follow those of all squares."""
    return CARD + deck.count


def action_notation(board: Board, deck: Deck) -> Notation:
    """Every action with its text and its parts."""
    texts: list[str] = []
    forms: list[dict[str, object]] = []

    for number in range(SPEEDS):
        _add(texts, forms, f"speed:{10 * number + 10}", {"kind": "speed", "speed": 10 * number + 10})
    for word in WORDS:
        _add(texts, forms, word, {"kind": word.replace(":", "_")})
    for mph in range(20, 31):
        _add(texts, forms, f"mph:{mph}", {"kind": "mph", "mph": mph})
    for crew in range(1, 7):
        _add(texts, forms, f"adopt:{crew}", {"kind": "adopt", "crew": crew})
    for card, name in zip(deck.kit_ids, deck.kit_names, strict=True):
        _add(texts, forms, f"take:{card}", {"kind": "take", "card": card, "name": name})
    for card, name in zip(deck.hazard_ids, deck.hazard_names, strict=True):
        _add(texts, forms, f"card:{card}", {"kind": "card", "card": card, "name": name})
    for number in board.ids:
        _add(texts, forms, f"sq:{number}", {"kind": "sq", "square": number})
    for number in board.ids[: board.roads]:
        _add(texts, forms, f"from:{number}", {"kind": "from", "square": number})
    return Notation("an action of Rally Round", texts, forms)


def _add(texts: list[str], forms: list[dict[str, object]], text: str, form: dict[str, object]) -> None:
    texts.append(text)
    forms.append(form)


def outcome_notation(deck: Deck) -> Notation:
    texts = [f"car:{number}" for number in range(1, 7)]
    texts += [f"kit:{card}" for card in deck.kit_ids]
    texts += deck.hazard_ids
    assert len(deck.kit_ids) == KIT_CARDS
    return Notation("an outcome of Rally Round", texts)
