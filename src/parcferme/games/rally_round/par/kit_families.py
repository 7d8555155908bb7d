"""Kits by the dozen: all kits that agree on some cards, between the weakest and the strongest they could be.

A superset of advantages is nearly always better, but not quite: who cannot go off the road cannot use that to stop, and
who cannot be flooded cannot wait in a ford. So a family of kits has two ends, and `course.py` lets everything happen
that happens to any kit between them.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.board.cards import (
    AMOUNTS,
    PER_TYPE,
    RIGHTS,
    TABLES,
    TYPES,
    Deck,
    Kit,
    amount_of,
    build_kit,
)

OPEN: Final = -1  # a type whose card is not chosen yet

Family = tuple[int, ...]  # a card number for each type, or OPEN

ALL_KITS: Final[Family] = (OPEN,) * len(TYPES)


class Kits:
    """The ends of a family of kits."""

    __slots__ = ("low", "high", "barred")

    def __init__(self, low: Kit, high: Kit, barred: Kit) -> None:
        self.low = low  # the weakest there could be in it
        self.high = high  # the strongest
        self.barred = barred  # the strongest, but for closed ways that the weakest may not use


def only(kit: Kit) -> Kits:
    return Kits(kit, kit, kit)


def ends_of(deck: Deck, family: Family) -> Kits:
    """Between which kits all of a family lie."""
    if OPEN not in family:
        return only(deck.kit_of(family) if family else deck.standard)
    low: list[dict[str, object]] = []
    high: list[dict[str, object]] = []
    for kind, card in enumerate(family):
        cards = [deck.kit[card]] if card != OPEN else deck.kit[kind * PER_TYPE : (kind + 1) * PER_TYPE]
        low.append(_blend(cards, False))
        high.append(_blend(cards, True))
    weakest = build_kit(low)
    held = {"black_spots": weakest.black_spots, "hidden_tracks": weakest.hidden_tracks}
    barred = [{name: effect for name, effect in card.items() if held.get(name, True)} for card in high]
    return Kits(weakest, build_kit(high), build_kit(barred))


def _blend(cards: list[dict[str, object]], best: bool) -> dict[str, object]:
    """One card with the best (or the least) of each effect of some cards."""
    blend: dict[str, object] = {}
    for name in TABLES:
        columns = list(zip(*[_table(card, name) for card in cards], strict=True))
        blend[name] = [max(column) if best else min(column) for column in columns]
    for name in AMOUNTS:
        amounts = [amount_of(card, name) for card in cards]
        blend[name] = max(amounts) if best else min(amounts)
    for name in RIGHTS:
        held = [name in card for card in cards]
        if any(held) if best else all(held):
            blend[name] = 1
    return blend


def _table(card: dict[str, object], name: str) -> list[int]:
    values = card.get(name, [0, 0, 0, 0])
    assert isinstance(values, list)
    return values


def split(family: Family, kind: int) -> list[Family]:
    """The six families with one card more."""
    first = kind * PER_TYPE
    return [(*family[:kind], card, *family[kind + 1 :]) for card in range(first, first + PER_TYPE)]


def size(family: Family) -> int:
    """How many kits a family has."""
    kits = 1
    for card in family:
        kits *= PER_TYPE if card == OPEN else 1
    return kits


def name_of(deck: Deck, family: Family) -> str:
    """S3 A5 * DR3 N3 *: the cards chosen, and a star for every type left open."""
    return " ".join("*" if card == OPEN else deck.kit_ids[card] for card in family)
