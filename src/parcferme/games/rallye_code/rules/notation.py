"""The notation of a position (POSITION.md) and which positions there can be.

What a position only remembers for speed (who decides, the legal actions, the top card) is not written: it is worked out
again when a position is read.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from parcferme.core.errors import BadRecord
from parcferme.core.position import (
    PLACE,
    Field,
    Note,
    flag,
    list_at,
    note,
    number_at,
    object_at,
    places,
    shown,
    take,
    whole,
    wholes,
    word,
    word_at,
)
from parcferme.games.rallye_code.actions import BOX_NAMES, GERANCES, car_name
from parcferme.games.rallye_code.board.pieces import MOST_FRANCS, UNIT
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.mechanics.dice import DICE_NAMES, TOTAL
from parcferme.games.rallye_code.rules.cards import can_be_called_in
from parcferme.games.rallye_code.rules.gerances import TAKEOVER
from parcferme.games.rallye_code.rules.money import REASON_NAMES, boxes_to_halve, ways_out
from parcferme.games.rallye_code.rules.move import sides
from parcferme.games.rallye_code.rules.phases import PHASE_NAMES
from parcferme.games.rallye_code.rules.setup import MOST_REROLLS, draws_lots, lowest, tied
from parcferme.games.rallye_code.rules.turn import ROLL_EITHER, ROLL_ONLY, car_due
from parcferme.games.rallye_code.rules.window import SPEAKERS, offers
from parcferme.games.rallye_code.state import (
    C_ARRIVAL,
    CARD_NAMES,
    ENDS,
    IN_THE_NO_ENTRY,
    MISPLACED_NAMES,
    NOBODY,
    P_CARD,
    P_DICE,
    P_FIRST_ROLL,
    P_HOLDER_ROLL,
    P_NEWCOMER_ROLL,
    P_OVER,
    P_PLACE,
    P_SHORTFALL,
    P_TAKEOVER,
    P_TURN,
    P_WINDOW,
    ROLES,
    S_WAIT,
    STAGE_NAMES,
    TO_BOX,
    Blow,
    Car,
    Debt,
    OpenTurn,
    Position,
    closed_turn,
    top_cards,
)

MOST_DRAWS: Final = 1_000_000
MOST_BLOWS: Final = 1_000
MOST_DEBTS: Final = 100

CAR: Final = (
    flag("garage"), flag("first_aid"), flag("hotel"), flag("petrol"), flag("misses_turn"), flag("left_side"),
)  # fmt: skip
BLOW: Final = (whole("by", 5), whole("rate", MOST_FRANCS))
PAYEES: Final = (*[f"seat:{seat}" for seat in range(6)], *[f"box:{number}" for number in range(2, 6)], "table")
DEBT: Final = (whole("debtor", 5), word("to", PAYEES), whole("amount", MOST_FRANCS), word("reason", REASON_NAMES))
OPEN_TURN: Final = (
    whole("gendarme", 5),
    flag("red"),
    whole("overtaken", 5),
    word("misplaced", MISPLACED_NAMES),
    wholes("dues", MOST_FRANCS, least=GERANCES, most=GERANCES, usual=(0,) * GERANCES),
)


def fields_of(t: Tables) -> tuple[Field, ...]:
    return _fields(t.players, t.each, t.last_round, t.tariff.provision * t.each)


@cache
def _fields(players: int, each: int, rounds: int, provision: int) -> tuple[Field, ...]:
    """The fields of a position with so many players and cars."""
    last = players - 1
    return (
        word("phase", PHASE_NAMES),
        word("then", STAGE_NAMES),
        whole("seat", last),
        word("car", tuple([car_name(car, each) for car in range(players * each)])),
        whole("round", rounds),
        whole("starter", last),
        whole("gendarme", last, low=NOBODY, usual=NOBODY),
        flag("allotted"),
        places("out", last),
        places("called", last),
        word("ended", tuple([name or "no" for name, _ in ENDS])),
        word("contested", BOX_NAMES),
        whole("holder_total", 12),
        places("rollers", last),
        places("best_rollers", last),
        whole("best", 12),
        whole("rerolls", MOST_REROLLS),
        word("card_for", CARD_NAMES),
        whole("challenger", last),
        whole("table_money", MOST_FRANCS),
        wholes("purses", MOST_FRANCS, least=players, most=players, usual=(provision,) * players),
        wholes("boxes", MOST_FRANCS, least=GERANCES, most=GERANCES, usual=(0,) * GERANCES),
        wholes("holders", last, low=NOBODY, least=GERANCES, most=GERANCES, usual=(NOBODY,) * GERANCES),
    )


BESIDE: Final = ("dice", "draws", "drawn", "cars", "now", "before", "debts", "speakers", "said")


# --- writing ----------------------------------------------------------------------------------------------------------


def note_position(s: Position) -> Note:
    """The position in its notation, what is as usual left out."""
    t = s.tables
    cars = [_note_car(car, t) for car in s.cars]
    beside: Note = {
        "dice": DICE_NAMES[s.dice] if s.dice >= 0 else "",
        "draws": s.draws if s.draws != len(s.drawn) else 0,
        "drawn": [card + 1 for card in s.drawn],
        "cars": cars if any(cars) else [],
        "now": _note_open_turn(s.now, t),
        "before": _note_open_turn(s.before, t),
        "debts": [note(DEBT, debt) for debt in s.debts],
        "speakers": [[ROLES[one.role], int(one.seat)] for one in s.speakers],
        "said": [t.ids.actions.format(action) for action in s.said],
    }
    return {**note(fields_of(t), s), **{name: part for name, part in beside.items() if part}}


def _note_car(car: Car, t: Tables) -> Note:
    """Empty at Paris and free of everything, and for a car whose player is out."""
    found: Note = {"cell": t.cells[car.cell].id} if car.cell not in (t.paris, t.off) else {}
    found.update(note(CAR, car))
    if car.blows:
        found["blows"] = [note(BLOW, blow) for blow in car.blows]
    return found


def _note_open_turn(turn: OpenTurn, t: Tables) -> Note:
    return {"car": t.ids.car_names[turn.car], **note(OPEN_TURN, turn)} if turn.car >= 0 else {}


# --- reading ----------------------------------------------------------------------------------------------------------


def read_position(s: Position, dump: object) -> None:
    """Set a fresh position as the notation says; raises BadRecord for what no position can be."""
    t = s.tables
    take(fields_of(t), s, PLACE, dump, BESIDE)
    known = object_at(PLACE, dump)
    s.dice = word_at("position.dice", known["dice"], DICE_NAMES) if "dice" in known else -1
    s.total = TOTAL[s.dice] if s.dice >= 0 else 0
    _read_cars(s, known.get("cars", [{}] * t.cars))
    s.now = _read_open_turn(t, "position.now", known.get("now", {}))
    s.before = _read_open_turn(t, "position.before", known.get("before", {}))
    s.debts = tuple(_read_debts(known.get("debts", [])))
    _read_deck(s, known)
    _read_window(s, known)
    _must_be_possible(s)
    s.actor = _who_decides(s)
    s.moves = _choices(s)
    if s.phase == P_WINDOW and len(s.moves) < 2:
        raise BadRecord("position.speakers", "whoever is asked first has nothing to say")


def _read_cars(s: Position, given: object) -> None:
    for number, raw in enumerate(list_at("position.cars", given, s.tables.cars, s.tables.cars)):
        place = f"position.cars[{number}]"
        car = s.cars[number]
        take(CAR, car, place, raw, ("cell", "blows"))
        known = object_at(place, raw)
        car.cell = _cell(s.tables, f"{place}.cell", known.get("cell"))
        blows = list_at(f"{place}.blows", known.get("blows", []), 0, MOST_BLOWS)
        car.blows = tuple([_read_blow(s.tables, f"{place}.blows[{n}]", blow) for n, blow in enumerate(blows)])
        if not s.alive(s.tables.owner[number]):
            if known:
                raise BadRecord(place, "its player is out (RC-R30)")
            car.stands(s.tables.off)


def _cell(t: Tables, place: str, name: object) -> int:
    if name is None:
        return t.paris
    for number, cell in enumerate(t.cells):
        if cell.id == name:
            return number
    raise BadRecord(place, f"{shown(name)} is no cell of this board")


def _read_blow(t: Tables, place: str, raw: object) -> Blow:
    blow = Blow(0, 0)
    take(BLOW, blow, place, raw)
    number_at(f"{place}.by", int(blow.by), 0, t.players - 1)
    return blow


def _read_open_turn(t: Tables, place: str, raw: object) -> OpenTurn:
    turn = closed_turn()
    known = object_at(place, raw)
    if known:
        take(OPEN_TURN, turn, place, known, ("car",))
        turn.car = word_at(f"{place}.car", known.get("car"), tuple(t.ids.car_names))
        number_at(f"{place}.gendarme", int(turn.gendarme), 0, t.players - 1)
        if not t.table:
            raise BadRecord(place, "turns are left open in table mode only (RC-46)")
    return turn


def _read_debts(given: object) -> list[Debt]:
    found = []
    for number, raw in enumerate(list_at("position.debts", given, 0, MOST_DEBTS)):
        debt = Debt(0, 0, 0, 0)
        take(DEBT, debt, f"position.debts[{number}]", raw)
        found.append(debt)
    return found


def _read_deck(s: Position, known: Note) -> None:
    """Cards are drawn in any order once, then in that order again (RC-18)."""
    cards = len(s.tables.cards)
    given = list_at("position.drawn", known.get("drawn", []), 0, cards)
    drawn = [number_at(f"position.drawn[{n}]", card, 1, cards) - 1 for n, card in enumerate(given)]
    if len(set(drawn)) < len(drawn):
        raise BadRecord("position.drawn", "a card is drawn twice before all have been seen (RC-18)")
    most = MOST_DRAWS if len(drawn) == cards else len(drawn)
    s.drawn = tuple(drawn)
    s.draws = number_at("position.draws", known.get("draws", len(drawn)), len(drawn), most)
    s.top = [s.tables.ids.card + card for card in top_cards(s.drawn, s.draws, cards)]


def _read_window(s: Position, known: Note) -> None:
    speakers = []
    for number, raw in enumerate(list_at("position.speakers", known.get("speakers", []), 0, 3 * s.tables.players)):
        place = f"position.speakers[{number}]"
        role, seat = list_at(place, raw, 2, 2)
        speakers.append(
            SPEAKERS[word_at(f"{place}[0]", role, ROLES)][number_at(f"{place}[1]", seat, 0, s.tables.players - 1)]
        )
    s.speakers = tuple(speakers)
    names = tuple([s.tables.ids.actions.format(action) for action in range(len(s.tables.ids.actions))])
    said = list_at("position.said", known.get("said", []), 0, len(names))
    s.said = tuple([word_at(f"position.said[{number}]", text, names) for number, text in enumerate(said)])


# --- which positions there can be -------------------------------------------------------------------------------------


def _must_be_possible(s: Position) -> None:
    """Whatever the rules rely on; raises BadRecord naming the field."""
    faults = _money_faults(s) + _player_faults(s) + _phase_faults(s) + _table_faults(s)
    if faults:
        raise BadRecord(f"position.{faults[0][0]}", faults[0][1])


Faults = list[tuple[str, str]]  # field, reason


def _money_faults(s: Position) -> Faults:
    t = s.tables
    found = []
    amounts = [*s.purses, *s.boxes, int(s.table_money)]
    if sum(amounts) != t.tariff.provision * t.cars:
        found.append(("purses", f"purses, boxes and table hold {sum(amounts)}, not 50000 a car (RC-04)"))
    if any(amount % UNIT for amount in amounts):
        found.append(("purses", f"an amount is no multiple of {UNIT} (RC-05)"))
    return found


def _player_faults(s: Position) -> Faults:
    t = s.tables
    found = []
    seats = range(t.players)
    if any(s.purses[seat] and not s.alive(seat) for seat in seats):
        found.append(("purses", "a player who is out has money (RC-07)"))
    if any(holder >= 0 and not s.alive(holder) for holder in s.holders):
        found.append(("holders", "a player who is out holds a gérance (RC-R30)"))
    if s.players_left() < (1 if s.phase == P_OVER else 2):
        found.append(("out", "too few players are left (RC-09)"))
    if s.called and not t.clock:
        found.append(("called", "nobody calls time in a game without a clock (RC-08)"))
    return found


def _phase_faults(s: Position) -> Faults:
    """What the phase needs, and what may stand there in no other phase."""
    t = s.tables
    found = []
    needs = _needs(s)
    if (s.ended > 0) != (s.phase == P_OVER):
        found.append(("ended", "a game has an end exactly when it is over"))
    if (len(s.debts) > 0) != (s.phase == P_SHORTFALL) or (s.then != S_WAIT) != (s.phase == P_SHORTFALL):
        found.append(("debts", "debts wait exactly in a shortfall, and the rest of the turn with them (RC-65)"))
    if s.phase == P_FIRST_ROLL:
        if s.gendarme >= 0 or s.out or s.round:
            found.append(("gendarme", "there is none before the first rolls are done (RC-16)"))
    elif not (s.gendarme >= 0 and s.alive(s.gendarme) and s.round > 0) and s.phase != P_OVER:
        found.append(("gendarme", "somebody who is in must be Gendarme, and a round must have begun (RC-16)"))
    if s.phase in MOVING and not s.alive(s.seat):
        found.append(("seat", "a player who is out has no turn (RC-07)"))
    if s.phase in MOVING and t.owner[s.car] != s.seat and not (t.free and s.phase == P_TURN):
        found.append(("car", "it is not the car of the player whose turn it is"))
    if needs:
        found.append(("phase", needs))
    return found


MOVING: Final = (P_TURN, P_DICE, P_PLACE, P_TAKEOVER, P_HOLDER_ROLL, P_NEWCOMER_ROLL)
ROLLED: Final = (P_PLACE, P_CARD, P_TAKEOVER, P_HOLDER_ROLL, P_NEWCOMER_ROLL, P_SHORTFALL)


def _needs(s: Position) -> str:
    """What is missing for this phase; empty if nothing is."""
    t = s.tables
    holder = s.holders[s.contested]
    if s.phase in ROLLED and s.dice < 0:
        return "the dice have not been thrown"
    if draws_lots(s) and len(tied(s)) < 2:
        return "a lot is drawn among two or more (RC-R04)"
    if s.rollers and (s.seat != lowest(s.rollers) or s.rollers & s.best_rollers):
        return "a first roll is made by the lowest seat of those still to roll (RC-16)"
    if (s.best > 0) != (s.best_rollers > 0):
        return "the best first roll is somebody's (RC-16)"
    if s.phase == P_TURN and not t.free and s.car != car_due(s):
        return "another car is due (RC-R03)"
    if s.phase == P_PLACE and not (t.table and t.on_road[s.mover().cell]):
        return "only in table mode, and on the road, a car is placed (RC-15)"
    buying = s.phase in (P_TAKEOVER, P_HOLDER_ROLL, P_NEWCOMER_ROLL)
    if buying and (holder in (NOBODY, s.seat) or s.purses[s.seat] < s.price()):
        return "a gérance is bought from its holder by another who can pay (RC-60, RC-R22)"
    if s.phase == P_CARD and s.card_for == C_ARRIVAL and not s.alive(s.seat):
        return "a card is drawn for a player who is in (RC-18)"
    if s.phase == P_CARD and s.card_for != C_ARRIVAL and not can_be_called_in(s):
        return "the turn the card is drawn for is closed (RC-26)"
    if s.phase == P_SHORTFALL:
        return _shortfall_needs(s)
    if s.phase == P_WINDOW and not (t.table and s.speakers and s.alive(s.speakers[0].seat)):
        return "only in table mode somebody who is in is asked (RC-26)"
    return ""


def _shortfall_needs(s: Position) -> str:
    seats = range(s.tables.players)
    for debt in s.debts:
        if debt.debtor not in seats or (debt.to < TO_BOX and debt.to not in seats):
            return "a debt is between players who are not there"
    debtor = s.debts[0].debtor if s.debts else NOBODY
    if debtor < 0 or not s.alive(debtor) or s.purses[debtor] > s.debts[0].amount or not boxes_to_halve(s, debtor):
        return "a debtor who is short and holds a box is asked (RC-65)"
    return ""


def _table_faults(s: Position) -> Faults:
    """Turns left open for players who are in; cars astray in table mode only."""
    t = s.tables
    found = []
    for name, turn in (("now", s.now), ("before", s.before)):
        if turn.car >= 0 and not s.alive(t.owner[turn.car]):
            found.append((name, "its player is out (RC-R30)"))
        if turn.misplaced == IN_THE_NO_ENTRY and t.divert[s.cars[turn.car].cell] < 0:
            found.append((name, "its car stands in no no-entry (RC-22)"))
    if s.now.car >= 0 and s.now.car != s.car:
        found.append(("now", "it is not the turn of the car that moves"))
    if s.now.car >= 0 and s.now.car == s.before.car:
        found.append(("before", "no car has two turns in a row"))
    if not t.table and (s.speakers or s.said or any(car.left_side for car in s.cars) or s.card_for):
        found.append(("speakers", "there is no window but in table mode (RC-26)"))
    return found


# --- what follows from the rest ---------------------------------------------------------------------------------------


def _who_decides(s: Position) -> int:
    if s.phase == P_TAKEOVER:
        return s.holders[s.contested]
    if s.phase == P_SHORTFALL:
        return s.debts[0].debtor
    if s.phase == P_WINDOW:
        return s.speakers[0].seat
    return s.seat if s.phase in (P_TURN, P_PLACE) else NOBODY


def _choices(s: Position) -> list[int]:
    """The legal actions of whoever decides."""
    if s.phase == P_TURN:
        return ROLL_EITHER if s.tables.free else ROLL_ONLY
    if s.phase == P_PLACE:
        return sides(s)
    if s.phase == P_TAKEOVER:
        return TAKEOVER
    if s.phase == P_SHORTFALL:
        return ways_out(s, s.actor)
    return offers(s) if s.phase == P_WINDOW else []
