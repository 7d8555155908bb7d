"""What everybody sees: Rallyman has no secrets, so a seat's view differs from a spectator's only in naming the seat.

Spaces are named by their stable ids (`C0-C9:4`, its shortcut `C0-C9:4k`, `START`, `FINISH`).
"""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.actions import DIE_NAMES, PATH_NAMES, dice_text
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.board.spaces import CORNER, KIND_NAMES, Space
from parcferme.games.rallyman.chrono_log import CARD_FLIPPED, SPLIT, TYRE_CHANGED, entries
from parcferme.games.rallyman.mechanics.dice import black_dice, hazard_limit, lock_price, white_dice
from parcferme.games.rallyman.mechanics.paths import notes
from parcferme.games.rallyman.rules.results import result, total
from parcferme.games.rallyman.rules.rounds import order_of_play
from parcferme.games.rallyman.state import (
    CARD_DUE, DIE, FACES_DUE, OVER_PHASE, PHASE_NAMES, POSE_NAMES, RETIRED, STATUS_NAMES, TURN, TYRE_NAMES, WEATHER,
    Position,
)  # fmt: skip
from parcferme.games.rallyman.state import Car as CarState
from parcferme.games.rallyman.view_types import (
    Attack, Car, Checkpoint, Dashboard, Decks, Driver, GearDeck, Order, RallymanView, Road as RoadShown, Sheet,
    SheetSplit, Special, Step, Surface, TimeCard, Turn,
)  # fmt: skip


def view(p: Position, seat: int | None) -> RallymanView:
    """The position as JSON values."""
    phase = p.phase
    in_turn = TURN <= phase < OVER_PHASE
    ended = result(p).to_json() if phase == OVER_PHASE else None
    return {
        "game": "rallyman",
        "you": seat,
        "phase": PHASE_NAMES[phase],
        "special": p.special + 1,
        "round": p.round,
        "actor": p.actor if p.actor >= 0 else None,
        "road": _road(p),
        "cars": [_car(p, other) for other in range(p.rally.players)],
        "order": _order(p, in_turn),
        "turn": _turn(p) if in_turn else None,
        "decks": _decks(p),
        "sheet": _sheet(p),
        "result": ended,
    }


def _road(p: Position) -> RoadShown:
    road = p.road
    zones, snow = p.rally.zones[p.special], p.snow[p.special]
    known = p.zones_rolled if p.phase == WEATHER else len(zones)
    surfaces: dict[str, Surface | None] = {
        zone: None if index >= known else TYRE_NAMES[snow >> index & 1] for index, zone in enumerate(zones)
    }
    points: list[Checkpoint] = [
        {"number": number + 1, "progress": point, "space": road.ids[point]}
        for number, point in enumerate(p.rally.checkpoints[p.special])
    ]
    spaces = road_spaces(road)
    if p.phase == WEATHER:
        spaces = [_unsettled(space, surfaces) for space in spaces]
    dirty = [index for index in range(1, road.finish) if p.dirt >> index & 1]
    return {
        "route": road.name,
        "length": road.length,
        "spaces": spaces,
        "surfaces": surfaces,
        "checkpoints": points,
        "dirt": [
            {"space": road.ids[i], "in": notes(road, i, True)[0], "out": notes(road, i, True)[1] or None} for i in dirty
        ],
    }


def road_spaces(road: Road) -> list[object]:
    """Every space in driving order; worked out once for each road."""
    if not road.shown:
        for index, space in enumerate(road.spaces, 1):
            road.shown.append(_space(road, index, space))
    return road.shown


def _unsettled(space: object, surfaces: dict[str, Surface | None]) -> object:
    """A space while the weather is rolled: its surface is known once its zone's die lies."""
    return {**space, "surface": surfaces[space["zone"]]} if isinstance(space, dict) else space


def _space(road: Road, index: int, space: Space) -> dict[str, object]:
    shown: dict[str, object] = {
        "id": space.id,
        "progress": index,
        "kind": KIND_NAMES[space.kind],
        "zone": space.zone,
        "surface": "snow" if road.snow[index] else "asphalt",
        "room": road.room[index],
        "left": space.left,
        "right": space.right,
    }
    if space.kind == CORNER:
        shown["in"] = space.inside
        shown["out"] = space.outside or None
        shown["cut"] = (
            {"id": f"{space.id}k", "note": space.cut, "xy": space.drawn.get("cut_xy")} if road.cut_note[index] else None
        )
    if space.note:
        shown["note"] = space.note
    shown.update({key: value for key, value in space.drawn.items() if key != "cut_xy"})
    return shown


def _car(p: Position, seat: int) -> Car:
    car, road = p.cars[seat], p.road
    return {
        "seat": seat,
        "driver": p.rally.driver(seat),
        "status": STATUS_NAMES[car.status],
        "space": road.id(car.space, car.cut),
        "progress": car.space,
        "pose": POSE_NAMES[car.pose],
        "gear": car.gear,
        "markers": car.markers,
        "dashboard": _dashboard(car, p.rally.sisu),
        "chrono": _pile(car, p.special),
        "seconds": car.chrono,
        "net": car.net(),
        "splits": [
            {"checkpoint": entry.value + 1, "seconds": entry.seconds}
            for entry in entries(car.log)
            if entry.special == p.special and entry.kind == SPLIT
        ],
        "times": list(car.times),
        "total": total(p, seat),
    }


def _dashboard(car: CarState, with_sisu: bool) -> Dashboard:
    """RM-09: the dice left, the tyres and the cards held."""
    return {
        "black": black_dice(car.damage),
        "white": white_dice(car.flats),
        "damage": car.damage,
        "flats": car.flats,
        "tyres": TYRE_NAMES[car.tyres],
        "sisu": car.sisu if with_sisu else None,
        "spare": car.spare,
    }


def _pile(car: CarState, special: int) -> list[TimeCard]:
    """The cards of this special, oldest first; a changed tyre that cost time lies among them."""
    return [
        {
            "gear": None if entry.kind == TYRE_CHANGED else entry.value,
            "seconds": entry.seconds,
            "flipped": entry.kind == CARD_FLIPPED,
        }
        for entry in entries(car.log)
        if entry.special == special and entry.kind != SPLIT
    ]


def _order(p: Position, in_turn: bool) -> Order:
    """Who acts now, who still acts in this round, and the next round as it would be now."""
    return {
        "start": p.orders[p.special] if p.orders else [],
        "now": p.actor if in_turn else None,
        "waiting": p.waiting() if in_turn else [],
        "next_round": order_of_play(p, p.round + 1) if in_turn else [],
    }


def _turn(p: Position) -> Turn:
    car, turn, road, phase = p.car, p.turn, p.road, p.phase
    step: Step | None = None
    if phase in (DIE, CARD_DUE):
        place = road.id(turn.step.space, turn.step.cut)
        step = {"die": DIE_NAMES[turn.die], "path": PATH_NAMES[turn.step.path], "space": place}
    ahead = min(car.space + 1, road.finish)
    return {
        "car": p.actor,
        "technique": "attack" if turn.attacking else "basic" if turn.used or turn.whites else None,
        "used": dice_text(turn.used, turn.whites),
        "black_left": black_dice(car.damage) - int(turn.used).bit_count(),
        "white_left": max(0, white_dice(car.flats) - turn.whites),
        "hazards": turn.hazards,
        "limit": hazard_limit(road.snow[car.space], car.tyres),
        "limit_ahead": hazard_limit(road.snow[ahead], car.tyres),
        "locks": turn.locks,
        "lock_price": lock_price(turn.locks) if p.rally.locking else None,
        "sisu_on": turn.sisu_on,
        "attack": _attack(p) if turn.attacking else None,
        "step": step,
    }


def _attack(p: Position) -> Attack:
    turn = p.turn
    shown = int(turn.shown & turn.left)
    return {
        "left": dice_text(turn.left, turn.clean + turn.bad),
        "hazards": dice_text(shown, turn.bad) if p.phase != FACES_DUE else None,
        "earned": turn.earned,
    }


def _decks(p: Position) -> Decks | None:
    """RM-R42: with physical decks, what is left in them is public."""
    if not p.rally.physical:
        return None
    *gears, shortcut = p.decks
    backs: list[GearDeck] = [
        {"gear": gear, "spin": row[0], "left": row[1], "right": row[2]} for gear, row in enumerate(gears, 1)
    ]
    return {"gears": backs, "shortcut": {"good": shortcut[0], "dirty": shortcut[1], "puncture": shortcut[2]}}


def _sheet(p: Position) -> Sheet:
    """The course sheet (RM-15, RM-19, RM-20, RM-99); times in seconds, None where there is none (yet)."""
    options = p.rally.options
    places = result(p).places if p.phase == OVER_PHASE else None
    return {
        "name": str(options["name"]),
        "date": str(options["date"]),
        "specials": [_special(p, special) for special in range(SPECIALS)],
        "drivers": [_driver(p, seat, places) for seat in range(p.rally.players)],
    }


def _special(p: Position, special: int) -> Special:
    rally = p.rally
    return {
        "number": special + 1,
        "route": rally.roadbooks[special],
        "spaces": len(rally.spaces[special]),
        "checkpoints": rally.checkpoints[special],
        "assistance_after": special + 1 < SPECIALS and rally.assisted[special + 1],
        "start_order": p.orders[special] if special < len(p.orders) else [],
    }


def _driver(p: Position, seat: int, places: list[int] | None) -> Driver:
    car = p.cars[seat]
    return {
        "seat": seat,
        "name": p.rally.driver(seat),
        "times": [*car.times, *[None] * (SPECIALS - len(car.times))],
        "splits": _splits(p, seat),
        "total": total(p, seat) if car.times else None,
        "retired": car.status == RETIRED,
        "place": places[seat] if places is not None else None,
    }


def _splits(p: Position, seat: int) -> list[SheetSplit]:
    return [
        {"special": entry.special + 1, "checkpoint": entry.value + 1, "seconds": entry.seconds}
        for entry in entries(p.cars[seat].log)
        if entry.kind == SPLIT
    ]
