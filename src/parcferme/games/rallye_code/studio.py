"""Boards and decks of one's own: checked, measured, and boards drawn by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from parcferme.core.options import Value
from parcferme.core.studio import EXACT, Document, Figure, Figures, Finding, Kind, findings_of, under
from parcferme.games.rallye_code.board.check import check_board, check_deck
from parcferme.games.rallye_code.board.links import GERANCES
from parcferme.games.rallye_code.board.pieces import KINDS, MAIN
from parcferme.games.rallye_code.board.read import house_board, house_deck, read_board, read_deck
from parcferme.games.rallye_code.lot import UNEVEN, draw_board, lone_car
from parcferme.lib.simulate import BotTable, simulated

SECONDS: Final = 6.0  # that people take for a roll or an answer
GAMES: Final = 2_500
ALONE: Final = 0.2  # of the work: a car alone on the road
COUNTED: Final = (
    "no_entry",
    "red",
    "bend",
    "slippery",
    "crossing",
    "parking",
    "garage",
    "first_aid",
    "petrol",
    "hotel",
)


# --- boards ---


def blank_board() -> Document:
    return {"name": "board", "title": "Rallye", "cells": []}


def check_drawn_board(document: Document) -> list[Finding]:
    return findings_of(check_board(document))


def board_options(document: Document) -> dict[str, Value]:
    return {"board": document}


def board_facts(document: Document) -> Figures:
    """Squares of a lap, lanes across, and what stands on them."""
    cells = read_board(document)
    kinds = Counter(KINDS[cell.kind] for cell in cells)
    known = {
        "squares": Figure(sum(cell.road == MAIN for cell in cells), EXACT, "squares"),
        "lanes": Figure(sum(cell.road != MAIN for cell in cells), EXACT, "squares"),
    }
    for kind in COUNTED:
        known[f"count_{kind}"] = Figure(kinds[kind])
    return Figures(known)


def measure_board(document: Document) -> Iterator[Figures]:
    """A car alone in the long run, exact; then matches."""
    car = lone_car(document)
    names = [str(number) for number in GERANCES]
    crosses = [round(share, 4) for share in car.crosses]
    income = [round(francs, 1) for francs in car.income]
    known = {
        "crossed": Figure(min(crosses), EXACT, "share", row=crosses, names=names),
        "uneven": Figure(round(max(crosses) / min(crosses), 3), EXACT, wanted=UNEVEN),
        "income": Figure(min(income), EXACT, "francs", row=income, names=names),
        "start": Figure(round(car.stop_paris, 4), EXACT, "share"),
    }
    yield Figures(known, ALONE)
    yield from simulated(BotTable("rallye_code", board_options(document), "works", SECONDS), GAMES, known, ALONE)


BOARD: Final = Kind(
    "board",
    blank_board,
    check_drawn_board,
    board_options,
    under("board", house_board),
    board_facts,
    measure_board,
    draw_board,
)


# --- decks ---


def blank_deck() -> Document:
    return {"name": "deck", "title": "Contraventions", "cards": []}


def check_drawn_deck(document: Document) -> list[Finding]:
    """What stops it, then where a Gendarme would stop people always rightly, or never (RC-18)."""
    faults = check_deck(document)
    if faults:
        return findings_of(faults)
    offences = Counter(card.offence for card in read_deck(document))
    return [
        Finding("cards", False, "RC-18", key)
        for offence, key in ((True, "no_offence"), (False, "no_indemnity"))
        if not offences[offence]
    ]


def deck_options(document: Document) -> dict[str, Value]:
    return {"deck": document}


def deck_facts(document: Document) -> Figures:
    """Counts and mean amounts against the house's deck."""
    own, house = _amounts(document), _amounts(house_deck())
    return Figures({name: Figure(value, EXACT, _unit(name), wanted=house[name]) for name, value in own.items()})


def _unit(name: str) -> str:
    return "francs" if name in ("fine", "indemnity", "stop") else ""


def _amounts(document: Document) -> dict[str, float]:
    cards = read_deck(document)
    fines = [card.amount for card in cards if card.offence]
    returned = [card.amount for card in cards if not card.offence]
    return {
        "cards": len(cards),
        "offences": len(fines),
        "fine": _mean(sum(fines), len(fines)),
        "indemnity": _mean(sum(returned), len(returned)),
        "stop": _mean(sum(fines) - sum(returned), len(cards)),  # what a stop brings the Gendarme
    }


def _mean(total: int, count: int) -> float:
    return round(total / count, 1) if count else 0.0


def measure_deck(document: Document) -> Iterator[Figures]:
    yield from simulated(BotTable("rallye_code", deck_options(document), "works", SECONDS), GAMES, {})


DECK: Final = Kind(
    "deck", blank_deck, check_drawn_deck, deck_options, under("deck", house_deck), deck_facts, measure_deck
)
STUDIO: Final[dict[str, Kind]] = {BOARD.name: BOARD, DECK.name: DECK}
