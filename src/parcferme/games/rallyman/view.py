"""What everybody sees: Rallyman has no secrets, so a seat's view differs from a spectator's only in naming the seat.

Spaces are named by their stable ids (`C0-C9:4`, its shortcut `C0-C9:4k`, `START`, `FINISH`).
"""

# isort: skip_file
from __future__ import annotations

from parcferme.core.contract import View
from parcferme.games.rallyman.actions import DIE_NAMES, PATH_NAMES, dice_text
from parcferme.games.rallyman.load import CORNER, KIND_NAMES, Space
from parcferme.games.rallyman.chrono_log import CARD_FLIPPED, SPLIT, TYRE_CHANGED, entry_parts
from parcferme.games.rallyman.board.road import NODE_AT, Road, notes
from parcferme.games.rallyman.rules.stage import order_of_play, result, start_order, total
from parcferme.games.rallyman.rules.step import hazard_limit
from parcferme.games.rallyman.show.sheets import course_sheet
from parcferme.games.rallyman.state import (
    CAR, CARD_DUE, CARS, CHRONO, DAMAGE, DIE, DIRT, DONE, FACES_DUE, FLATS, GEAR, MARKERS, NODE, OVER_PHASE,
    PHASE_NAMES, POSE, POSE_NAMES, QUEUE, QUEUE_AT, ROUND, SISU_HELD, SNOW_ON, SPARE_HELD, SPECIAL, STATUS,
    STATUS_NAMES, STEP, STEP_DIE, TIME, TURN, TYRES, WEATHER, ZONE_DUE, Position, decks_at,
)  # fmt: skip


def view(p: Position, seat: int | None) -> View:
    """The position as JSON values."""
    v = p.v
    phase = p.phase
    in_turn = TURN <= phase < OVER_PHASE
    ended = result(p).to_json() if phase == OVER_PHASE else None
    return {
        "game": "rallyman",
        "you": seat,
        "phase": PHASE_NAMES[phase],
        "special": v[SPECIAL] + 1,
        "round": v[ROUND],
        "actor": p.actor if p.actor >= 0 else None,
        "road": _road(p),
        "cars": [_car(p, other) for other in range(p.rally.players)],
        "order": _order(p, in_turn),
        "turn": _turn(p) if in_turn else None,
        "decks": _decks(p),
        "sheet": course_sheet(p),
        "result": ended,
    }


def _road(p: Position) -> dict[str, object]:
    road, v = p.road, p.v
    special = v[SPECIAL]
    known = v[ZONE_DUE] if p.phase == WEATHER else len(p.rally.zones[special])
    surfaces: dict[str, object] = {}
    for index, zone in enumerate(p.rally.zones[special]):
        surfaces[zone] = None if index >= known else "snow" if v[SNOW_ON + special] >> index & 1 else "asphalt"
    points = [
        {"number": number + 1, "progress": point, "space": road.ids[point]}
        for number, point in enumerate(p.rally.checkpoints[special])
    ]
    spaces = road_spaces(road)
    if p.phase == WEATHER:
        spaces = [_unsettled(space, surfaces) for space in spaces]
    dirty = [index for index in range(1, road.finish) if v[DIRT] >> index & 1]
    return {
        "route": road.name,
        "length": road.length,
        "spaces": spaces,
        "surfaces": surfaces,
        "checkpoints": points,
        "dirt": [
            {"space": road.ids[i], "in": notes(road, i, 1)[0], "out": notes(road, i, 1)[1] or None} for i in dirty
        ],
    }


def road_spaces(road: Road) -> list[object]:
    """Every space in driving order; worked out once for each road."""
    if not road.shown:
        for index, space in enumerate(road.spaces, 1):
            road.shown.append(_space(road, index, space))
    return road.shown


def _unsettled(space: object, surfaces: dict[str, object]) -> object:
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
            {"id": f"{space.id}k", "note": space.cut, "xy": space.drawn.get("cut_xy")} if road.cut_node[index] else None
        )
    if space.note:
        shown["note"] = space.note
    shown.update({key: value for key, value in space.drawn.items() if key != "cut_xy"})
    return shown


def _car(p: Position, seat: int) -> dict[str, object]:
    v, road = p.v, p.road
    car = CARS + seat * CAR
    chrono: list[object] = []
    splits: list[object] = []
    for number in p.entries():
        kind, who, special, value, seconds = entry_parts(number)
        if who != seat or special != v[SPECIAL]:
            continue
        if kind == SPLIT:
            splits.append({"checkpoint": value + 1, "seconds": seconds})
        elif kind == TYRE_CHANGED:
            chrono.append({"gear": None, "seconds": seconds, "flipped": False})
        else:
            chrono.append({"gear": value, "seconds": seconds, "flipped": kind == CARD_FLIPPED})
    return {
        "seat": seat,
        "driver": p.rally.driver(seat),
        "status": STATUS_NAMES[v[car + STATUS]],
        "space": road.ids[v[car + NODE]],
        "progress": road.at[v[car + NODE]],
        "pose": POSE_NAMES[v[car + POSE]],
        "gear": v[car + GEAR],
        "markers": v[car + MARKERS],
        "dashboard": {
            "black": 5 - v[car + DAMAGE],
            "white": max(0, 2 - v[car + FLATS]),
            "damage": v[car + DAMAGE],
            "flats": v[car + FLATS],
            "tyres": "snow" if v[car + TYRES] else "asphalt",
            "sisu": v[car + SISU_HELD] == 1,
            "spare": v[car + SPARE_HELD] == 1,
        },
        "chrono": chrono,
        "seconds": v[car + CHRONO],
        "net": v[car + CHRONO] - v[car + MARKERS],
        "splits": splits,
        "times": [v[car + TIME + special] for special in range(v[car + DONE])],
        "total": total(p, seat),
    }


def _order(p: Position, in_turn: bool) -> dict[str, object]:
    """Who acts now, who still acts in this round, and the next round as it would be now."""
    v = p.v
    waiting = [seat for seat in v[QUEUE + v[QUEUE_AT] : QUEUE + 4] if seat >= 0] if in_turn else []
    return {
        "start": start_order(p, v[SPECIAL]),
        "now": p.actor if in_turn else None,
        "waiting": waiting,
        "next_round": order_of_play(p, v[ROUND] + 1) if in_turn else [],
    }


def _turn(p: Position) -> dict[str, object]:
    v, road = p.v, p.road
    car = CARS + p.actor * CAR
    phase = p.phase
    attack = None
    if p.attacking:
        rolled = phase != FACES_DUE
        black, clean, bad = p.dice_left()
        attack = {
            "left": dice_text(black, clean + bad),
            "hazards": dice_text(p.shown & black, bad) if rolled else None,
            "earned": p.earned,
        }
    step = None
    if phase in (DIE, CARD_DUE):
        step = {"die": DIE_NAMES[v[STEP_DIE]], "path": PATH_NAMES[v[STEP] & 7], "space": road.ids[v[STEP] >> NODE_AT]}
    return {
        "car": p.actor,
        "technique": "attack" if p.attacking else "basic" if p.used or p.whites else None,
        "used": dice_text(p.used, p.whites),
        "black_left": 5 - v[car + DAMAGE] - p.used.bit_count(),
        "white_left": max(0, 2 - v[car + FLATS] - p.whites),
        "hazards": p.hazards,
        "limit": hazard_limit(road, v[car + NODE], v[car + TYRES]),
        "limit_ahead": hazard_limit(road, min(road.at[v[car + NODE]] + 1, road.finish), v[car + TYRES]),
        "locks": p.locks,
        "lock_price": p.locks + 1 if p.rally.locking else None,
        "sisu_on": p.sisu_on == 1,
        "attack": attack,
        "step": step,
    }


def _decks(p: Position) -> dict[str, object] | None:
    """RM-R42: with physical decks, what is left in them is public."""
    if not p.rally.physical:
        return None
    at = decks_at(p.rally.players)
    rows = [p.v[at + 3 * deck : at + 3 * deck + 3] for deck in range(6)]
    backs = [{"gear": gear + 1, "spin": row[0], "left": row[1], "right": row[2]} for gear, row in enumerate(rows[:5])]
    return {"gears": backs, "shortcut": {"good": rows[5][0], "dirty": rows[5][1], "puncture": rows[5][2]}}
