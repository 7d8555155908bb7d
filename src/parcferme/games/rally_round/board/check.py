"""Reading and checking content: maps here, cards in `cards.py`, marked maps in `route_file.py`.

`check(document)` finds everything that makes a file unusable; `map_check.py` compares a usable map with the make-up of
the published board.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from pathlib import Path

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rally_round.board.cards import Deck, check_cards
from parcferme.games.rally_round.board.map import COLOURS, FEATURES, Board

CONTENT = Path(__file__).parent.parent / "content"
# What bounds the work of every rule, whatever the map: the published one has 300 squares, 54 roads between junctions,
# three roads at most from a square, and six Hidden Tracks.
MOST_SQUARES = 600
MOST_ROADS = 100
MOST_WAYS = 6
MOST_TRACKS = 30

Item = dict[str, object]


def check(document: Item) -> list[Fault]:
    """Everything that is wrong with a map or a card file, by its format line."""
    if document.get("format") == "rally-round-cards/1":
        return check_cards(document)
    return check_map(document)


@lru_cache(maxsize=1)
def house_map() -> Item:
    return read_document(CONTENT / "map.json")


@lru_cache(maxsize=1)
def house_board() -> Board:
    return read_board(house_map(), "map.json")


@lru_cache(maxsize=1)
def house_deck() -> Deck:
    return read_deck(read_document(CONTENT / "cards.json"), "cards.json")


def house_route() -> Item:
    return read_document(CONTENT / "route-example.json")


def read_board(document: Item, source: str) -> Board:
    """The board of a map document; raises BadContent with all faults."""
    faults = check_map(document)
    if faults:
        raise BadContent(source, faults)
    return Board(document)


def read_deck(document: Item, source: str) -> Deck:
    """The cards of a card document; raises BadContent with all faults."""
    faults = check_cards(document)
    if faults:
        raise BadContent(source, faults)
    return Deck(document)


def check_map(document: Item) -> list[Fault]:
    """Everything that makes a map unusable."""
    if document.get("format") != "rally-round-map/1":
        return [Fault("format", "is not 'rally-round-map/1'")]
    faults = [
        Fault(field, "is missing")
        for field in ("name", "source", "licence")
        if not isinstance(document.get(field), str)
    ]
    squares, edges = document.get("squares"), document.get("edges")
    if not isinstance(squares, list) or not 2 <= len(squares) <= MOST_SQUARES:
        return [*faults, Fault("squares", f"is not a list of 2 to {MOST_SQUARES} squares", "RR-06")]
    if not isinstance(edges, list):
        return [*faults, Fault("edges", "is not a list of pairs of squares")]
    ids: set[int] = set()
    for place, item in enumerate(squares):
        faults += _check_square(place, item, ids)
    near: dict[int, set[int]] = {number: set() for number in ids}
    for place, pair in enumerate(edges):
        faults += _check_edge(place, pair, near)
    if faults:
        return faults
    faults += _check_connected(near) + _check_size(near)
    by_id = {square["id"]: square for square in squares}
    for item in squares:
        faults += _check_feature(item, near, by_id)
    faults += _check_tracks(document, near)
    faults += _check_rivers(document, squares, ids)
    return faults + _check_places(document, ids)


def _check_square(place: int, item: object, ids: set[int]) -> list[Fault]:
    where = f"square at place {place + 1}"
    if not isinstance(item, dict) or not _is_whole(item.get("id")) or item["id"] < 1:
        return [Fault(where, "has no id (a whole number above 0)")]
    where = f"square {item['id']}"
    faults: list[Fault] = []
    if item["id"] in ids:
        faults.append(Fault(where, "is listed twice"))
    ids.add(item["id"])
    if item.get("colour") not in tuple(COLOURS):
        faults.append(Fault(where, f"colour {item.get('colour')!r} is none of R, O, Y, W", "RR-05"))
    if not _has_place(item):
        faults.append(Fault(where, "has no x and y"))
    if "chequered" in item and not (isinstance(item["chequered"], str) and item["chequered"]):
        faults.append(Fault(where, "chequered needs the name of the place", "RR-16"))
    feature = item.get("feature")
    if feature is not None and not (isinstance(feature, dict) and feature.get("type") in FEATURES[1:]):
        faults.append(Fault(where, f"feature is none of {', '.join(FEATURES[1:])}"))
    return faults


def _check_edge(place: int, pair: object, near: dict[int, set[int]]) -> list[Fault]:
    where = f"edge {place + 1}"
    if not isinstance(pair, list) or len(pair) != 2 or not all(_is_whole(end) for end in pair):
        return [Fault(where, "is not a pair of squares")]
    one, two = pair
    unknown = [end for end in pair if end not in near]
    if unknown:
        return [Fault(where, f"names square {unknown[0]}, which does not exist")]
    if one == two or two in near[one]:
        return [Fault(where, f"{one}–{two} joins a square to itself or is listed twice")]
    near[one].add(two)
    near[two].add(one)
    return []


def _check_connected(near: dict[int, set[int]]) -> list[Fault]:
    start = min(near)
    seen = {start}
    queue = [start]
    for here in queue:
        fresh = near[here] - seen
        seen |= fresh
        queue += sorted(fresh)
    lost = sorted(set(near) - seen)
    return [Fault(f"square {lost[0]}", f"cannot be reached from square {start}", "RR-06")] if lost else []


def _check_size(near: dict[int, set[int]]) -> list[Fault]:
    """Roads between junctions (or dead ends), and those that meet on one square, are bounded."""
    faults = [
        Fault(f"square {number}", f"{len(ways)} roads meet here; {MOST_WAYS} is the most", "RR-06")
        for number, ways in near.items()
        if len(ways) > MOST_WAYS
    ]
    nodes = [number for number, ways in near.items() if len(ways) != 2]
    roads = sum([len(near[number]) for number in nodes]) // 2
    if roads > MOST_ROADS:
        reason = f"{roads} roads lead from junction to junction; {MOST_ROADS} is the most"
        faults.append(Fault(f"square {nodes[-1]}", reason, "RR-06"))
    return faults


def _check_feature(item: Item, near: dict[int, set[int]], squares: dict[int, Item]) -> list[Fault]:
    feature = item.get("feature")
    if not isinstance(feature, dict):
        return []
    number = item["id"]
    assert isinstance(number, int)
    where, kind, here = f"square {number}", feature["type"], near[number]
    if "chequered" in item:
        return [Fault(where, "is chequered and carries a feature", "RR-16")]
    if kind == "bend" and not _is_limit(feature.get("limit")):
        return [Fault(where, "a bend's limit is a multiple of 10 from 10 to 100", "RR-87")]
    if kind == "rough" and item["colour"] != "W":
        return [Fault(where, "rough sections lie on White roads", "RR-86")]
    down, strength = feature.get("to"), feature.get("strength")
    if kind == "gradient" and not (_all_in([down], here) and _all_in([strength], {1, 2})):
        return [Fault(where, "a gradient needs a neighbour to point at and strength 1 or 2", "RR-82")]
    if kind == "giveway":
        return _check_give_way(where, item, feature.get("major"), here, squares)
    return []


def _check_give_way(where: str, item: Item, majors: object, here: set[int], squares: dict[int, Item]) -> list[Fault]:
    if not isinstance(majors, list) or not majors or not _all_in(majors, here):
        return [Fault(where, "a Give Way needs the neighbouring squares of its major road", "RR-75")]
    if item["colour"] not in ("Y", "W") or any(squares[major]["colour"] not in ("R", "O") for major in majors):
        return [Fault(where, "a Give Way leads from a Yellow or White road to a Red or Orange one", "RR-75")]
    return []


def _check_tracks(document: Item, near: dict[int, set[int]]) -> list[Fault]:
    tracks = document.get("hidden_tracks", [])
    if not isinstance(tracks, list) or len(tracks) > MOST_TRACKS:
        return [Fault("hidden_tracks", f"is not a list of at most {MOST_TRACKS}", "RR-78")]
    faults: list[Fault] = []
    seen = set(near)
    ways = {number: len(roads) for number, roads in near.items()}
    for place, item in enumerate(tracks):
        where = f"hidden track {place + 1}"
        if not isinstance(item, dict) or not _is_whole(item.get("id")) or item["id"] < 1 or item["id"] in seen:
            faults.append(Fault(where, "needs an id of its own", "RR-78"))
            continue
        seen.add(item["id"])
        ends = item.get("ends")
        if not (isinstance(ends, list) and len(ends) == 2 and ends[0] != ends[1] and _all_in(ends, set(near))):
            faults.append(Fault(where, "needs two different road squares as its ends", "RR-78"))
        else:
            faults += _check_ways(where, ends, ways)
        if item.get("colour", "W") != "W" or not _has_place(item):
            faults.append(Fault(where, "is one White square with x and y", "RR-78"))
    return faults


def _check_ways(where: str, ends: list[int], ways: dict[int, int]) -> list[Fault]:
    for end in ends:
        ways[end] += 1
    full = [end for end in ends if ways[end] > MOST_WAYS]
    return (
        [Fault(where, f"is one way too many from square {full[0]}; {MOST_WAYS} is the most", "RR-78")] if full else []
    )


def _check_rivers(document: Item, squares: list[Item], ids: set[int]) -> list[Fault]:
    """Where rivers are drawn, fords and bridges lie on them, and nothing else does."""
    if "rivers" not in document:
        return []
    rivers = document["rivers"]
    if not isinstance(rivers, list) or not all(isinstance(river, dict) for river in rivers):
        return [Fault("rivers", "is not a list of rivers")]
    crossed: set[int] = set()
    for river in rivers:
        crossings = river.get("crossings", [])
        if not isinstance(crossings, list) or not _all_in(crossings, ids):
            return [Fault(f"river {river.get('name')}", "crosses a square that does not exist")]
        crossed |= set(crossings)
    wet: dict[object, bool] = {}
    for item in squares:
        feature = item.get("feature")
        wet[item["id"]] = isinstance(feature, dict) and feature["type"] in ("ford", "bridge")
    faults = [Fault(f"square {n}", "is a ford or bridge, but no river is there", "RR-79") for n in wet if
              wet[n] and n not in crossed]  # fmt: skip
    return faults + [
        Fault(f"square {n}", "is crossed by a river without ford or bridge", "RR-79") for n in sorted(crossed) if
        not wet[n]
    ]  # fmt: skip


def _check_places(document: Item, ids: set[int]) -> list[Fault]:
    places = document.get("places", [])
    if not isinstance(places, list) or not all(isinstance(item, dict) for item in places):
        return [Fault("places", "is not a list of places")]
    nameless = [Fault(f"place {at + 1}", "has no name") for at, item in enumerate(places) if not _is_name(item)]
    return nameless + [
        Fault(f"place {item.get('name')}", f"lies on square {item['square']}, which does not exist")
        for item in places
        if item.get("square") is not None and not _all_in([item["square"]], ids)
    ]


def _is_name(item: Item) -> bool:
    return isinstance(item.get("name"), str) and item["name"] != ""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all_in(values: list[object], known: set[int]) -> bool:
    """Are these whole numbers, each of them known?"""
    return all(_is_whole(value) and value in known for value in values)


def _has_place(item: Item) -> bool:
    return _is_number(item.get("x")) and _is_number(item.get("y"))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def _is_limit(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 10 <= value <= 100 and value % 10 == 0
