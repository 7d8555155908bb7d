"""Reading and checking content: maps here, cards in `cards.py`, marked maps in `route_file.py`.

`check(document)` finds everything that makes a file unusable; `map_check.py` compares a usable map with the make-up of
the published board.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rally_round.board.cards import Deck, check_cards, is_tens
from parcferme.games.rally_round.board.land import MOST_MARKS, MOST_SIDE, check_land, is_drawable, is_name, is_within
from parcferme.games.rally_round.board.map import COLOURS, FEATURES, Board
from parcferme.lib.documents import is_whole

CONTENT = Path(__file__).parent.parent / "content"
# What bounds the work of every rule, whatever the map: the published one has 300 squares, 54 roads between junctions,
# three roads at most from a square, and six Hidden Tracks.
MOST_SQUARES = 600
MOST_ROADS = 100
MOST_WAYS = 6
MOST_TRACKS = 30
HEAD = {"name": 60, "title": 120, "version": 20, "source": 500, "licence": 60, "licence_note": 500}  # longest texts

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
        Fault(field, "is missing", key="missing", args={"part": field})
        for field in ("name", "source", "licence")
        if not isinstance(document.get(field), str)
    ] or _check_head(document)
    squares, edges = document.get("squares"), document.get("edges")
    if not isinstance(squares, list) or not 2 <= len(squares) <= MOST_SQUARES:
        reason, args = f"is not a list of 2 to {MOST_SQUARES} squares", {"low": 2, "most": MOST_SQUARES}
        return [*faults, Fault("squares", reason, "RR-06", key="map_squares", args={**args})]
    if not isinstance(edges, list):
        return [*faults, Fault("edges", "is not a list of pairs of squares")]
    ids: set[int] = set()
    for place, item in enumerate(squares):
        faults += _check_square(place, item, ids)
    near: dict[int, set[int]] = {number: set() for number in ids}
    for place, pair in enumerate(edges):
        faults += _check_edge(place, pair, near)
    return faults or _check_network(document, squares, near)


def _check_head(document: Item) -> list[Fault]:
    """What a map says of itself."""
    return [
        Fault(field, f"is not a text of at most {most} letters", path=field)
        for field, most in HEAD.items()
        if not isinstance(document.get(field, ""), str) or len(str(document.get(field))) > most
    ]


def _check_network(document: Item, squares: list[Any], near: dict[int, set[int]]) -> list[Fault]:
    """How squares and edges that are sound one by one hang together, and what lies on them."""
    ids = set(near)
    paths = {square["id"]: f"squares[{place}]" for place, square in enumerate(squares)}
    faults = _check_connected(near, paths) + _check_size(near, paths)
    by_id = {square["id"]: square for square in squares}
    for place, item in enumerate(squares):
        faults += _check_feature(item, f"squares[{place}]", near, by_id)
    faults += _check_tracks(document, near)
    faults += _check_rivers(document, squares, paths)
    return faults + _check_places(document, ids) + check_land(document, ids)


def _check_square(place: int, item: object, ids: set[int]) -> list[Fault]:
    where, path = f"square at place {place + 1}", f"squares[{place}]"
    if not isinstance(item, dict) or not is_whole(item.get("id"), 1):
        return [Fault(where, "has no id (a whole number above 0)", path=path)]
    where, args = f"square {item['id']}", {"square": item["id"]}
    faults: list[Fault] = []
    if item["id"] in ids:
        faults.append(Fault(where, "is listed twice", path=path, key="square_twice", args=args))
    ids.add(item["id"])
    if item.get("colour") not in tuple(COLOURS):
        reason = f"colour {item.get('colour')!r} is none of R, O, Y, W"
        faults.append(Fault(where, reason, "RR-05", path=f"{path}.colour", key="colour", args=args))
    if not _has_place(item):
        faults.append(Fault(where, "has no x and y", path=path))
    if not is_drawable(item):
        faults.append(Fault(where, "has no such road or reference", path=path))
    if "chequered" in item and not is_name(item["chequered"]):
        reason = "chequered needs the name of the place"
        faults.append(Fault(where, reason, "RR-16", path=f"{path}.chequered", key="chequered_name", args=args))
    feature = item.get("feature")
    if feature is not None and not (isinstance(feature, dict) and feature.get("type") in FEATURES[1:]):
        faults.append(Fault(where, f"feature is none of {', '.join(FEATURES[1:])}", path=f"{path}.feature"))
    return faults


def _check_edge(place: int, pair: object, near: dict[int, set[int]]) -> list[Fault]:
    where, path = f"edge {place + 1}", f"edges[{place}]"
    if not isinstance(pair, list) or len(pair) != 2 or not all(is_whole(end) for end in pair):
        return [Fault(where, "is not a pair of squares", path=path)]
    one, two = pair
    unknown = [end for end in pair if end not in near]
    if unknown:
        reason, args = f"names square {unknown[0]}, which does not exist", {"square": unknown[0]}
        return [Fault(where, reason, path=path, key="edge_nowhere", args=args)]
    if one == two or two in near[one]:
        reason, args = f"{one}–{two} joins a square to itself or is listed twice", {"one": one, "two": two}
        return [Fault(where, reason, path=path, key="edge_twice", args=args)]
    near[one].add(two)
    near[two].add(one)
    return []


def _check_connected(near: dict[int, set[int]], paths: dict[int, str]) -> list[Fault]:
    start = min(near)
    seen = {start}
    queue = [start]
    for here in queue:
        fresh = near[here] - seen
        seen |= fresh
        queue += sorted(fresh)
    lost = sorted(set(near) - seen)
    if not lost:
        return []
    reason, args = f"cannot be reached from square {start}", {"square": lost[0], "start": start}
    return [Fault(f"square {lost[0]}", reason, "RR-06", path=paths[lost[0]], key="map_in_pieces", args={**args})]


def _check_size(near: dict[int, set[int]], paths: dict[int, str]) -> list[Fault]:
    """Roads between junctions (or dead ends), and those that meet on one square, are bounded."""
    faults: list[Fault] = []
    for number, ways in near.items():
        if len(ways) > MOST_WAYS:
            reason, args = (
                f"{len(ways)} roads meet here; {MOST_WAYS} is the most",
                {"square": number, "most": MOST_WAYS},
            )
            faults.append(Fault(f"square {number}", reason, "RR-06", path=paths[number], key="ways", args={**args}))
    nodes = [number for number, ways in near.items() if len(ways) != 2]
    roads = sum([len(near[number]) for number in nodes]) // 2
    if roads > MOST_ROADS:
        reason = f"{roads} roads lead from junction to junction; {MOST_ROADS} is the most"
        where, args = f"square {nodes[-1]}", {"count": roads, "most": MOST_ROADS}
        faults.append(Fault(where, reason, "RR-06", path=paths[nodes[-1]], key="roads", args={**args}))
    return faults


def _check_feature(item: Item, path: str, near: dict[int, set[int]], squares: dict[int, Item]) -> list[Fault]:
    feature = item.get("feature")
    if not isinstance(feature, dict):
        return []
    number = item["id"]
    assert isinstance(number, int)
    kind, here = feature["type"], near[number]
    if "chequered" in item:
        return [_feature_fault(item, path, "is chequered and carries a feature", "RR-16", "chequered_feature")]
    if kind == "bend" and not is_tens(feature.get("limit"), 10, 100):
        return [_feature_fault(item, path, "a bend's limit is a multiple of 10 from 10 to 100", "RR-87", "bend")]
    if kind == "rough" and item["colour"] != "W":
        return [_feature_fault(item, path, "rough sections lie on White roads", "RR-86", "rough")]
    down, strength = feature.get("to"), feature.get("strength")
    if kind == "gradient" and not (_all_in([down], here) and _all_in([strength], {1, 2})):
        reason = "a gradient needs a neighbour to point at and strength 1 or 2"
        return [_feature_fault(item, path, reason, "RR-82", "gradient")]
    if kind == "giveway":
        return _check_give_way(item, path, feature.get("major"), here, squares)
    return []


def _feature_fault(item: Item, path: str, reason: str, clause: str, key: str) -> Fault:
    number = item["id"]
    return Fault(f"square {number}", reason, clause, path=f"{path}.feature", key=key, args={"square": number})


def _check_give_way(item: Item, path: str, majors: object, here: set[int], squares: dict[int, Item]) -> list[Fault]:
    if not isinstance(majors, list) or not majors or not _all_in(majors, here):
        reason = "a Give Way needs the neighbouring squares of its major road"
        return [_feature_fault(item, path, reason, "RR-75", "give_way")]
    if item["colour"] not in ("Y", "W") or any(squares[major]["colour"] not in ("R", "O") for major in majors):
        reason = "a Give Way leads from a Yellow or White road to a Red or Orange one"
        return [_feature_fault(item, path, reason, "RR-75", "give_way_colours")]
    return []


def _check_tracks(document: Item, near: dict[int, set[int]]) -> list[Fault]:
    tracks = document.get("hidden_tracks", [])
    if not isinstance(tracks, list) or len(tracks) > MOST_TRACKS:
        return [Fault("hidden_tracks", f"is not a list of at most {MOST_TRACKS}", "RR-78")]
    faults: list[Fault] = []
    seen = set(near)
    ways = {number: len(roads) for number, roads in near.items()}
    for place, item in enumerate(tracks):
        where, path = f"hidden track {place + 1}", f"hidden_tracks[{place}]"
        if not isinstance(item, dict) or not is_whole(item.get("id"), 1) or item["id"] in seen:
            faults.append(Fault(where, "needs an id of its own", "RR-78", path=path, key="track_id"))
            continue
        seen.add(item["id"])
        ends = item.get("ends")
        if not (isinstance(ends, list) and len(ends) == 2 and ends[0] != ends[1] and _all_in(ends, set(near))):
            reason = "needs two different road squares as its ends"
            faults.append(Fault(where, reason, "RR-78", path=path, key="track_ends"))
        else:
            faults += _check_ways(where, path, ends, ways)
        if item.get("colour", "W") != "W" or not (_has_place(item) and is_drawable(item)):
            faults.append(Fault(where, "is one White square with x and y", "RR-78", path=path, key="track_white"))
    return faults


def _check_ways(where: str, path: str, ends: list[int], ways: dict[int, int]) -> list[Fault]:
    for end in ends:
        ways[end] += 1
    full = [end for end in ends if ways[end] > MOST_WAYS]
    if not full:
        return []
    reason, args = f"is one way too many from square {full[0]}; {MOST_WAYS} is the most", {"square": full[0]}
    return [Fault(where, reason, "RR-78", path=path, key="ways", args={**args, "most": MOST_WAYS})]


def _check_rivers(document: Item, squares: list[Item], paths: dict[int, str]) -> list[Fault]:
    """Where rivers are drawn, fords and bridges lie on them, and nothing else does."""
    if "rivers" not in document:
        return []
    rivers = document["rivers"]
    if not isinstance(rivers, list) or not all(isinstance(river, dict) for river in rivers):
        return [Fault("rivers", "is not a list of rivers")]
    crossed: set[int] = set()
    for place, river in enumerate(rivers):
        crossings = river.get("crossings", [])
        if not isinstance(crossings, list) or not _all_in(crossings, set(paths)):
            where, path = f"river {river.get('name')}", f"rivers[{place}]"
            return [Fault(where, "crosses a square that does not exist", path=path, key="river_nowhere")]
        crossed |= set(crossings)
    wet: set[int] = set()
    for item in squares:
        feature = item.get("feature")
        if isinstance(feature, dict) and feature["type"] in ("ford", "bridge"):
            wet.add(int(str(item["id"])))
    dry = [_river_fault(n, paths, "is a ford or bridge, but no river is there", "no_river") for n in paths if
           n in wet - crossed]  # fmt: skip
    return dry + [
        _river_fault(n, paths, "is crossed by a river without ford or bridge", "no_ford") for n in
        sorted(crossed - wet)
    ]  # fmt: skip


def _river_fault(number: int, paths: dict[int, str], reason: str, key: str) -> Fault:
    return Fault(f"square {number}", reason, "RR-79", path=paths[number], key=key, args={"square": number})


def _check_places(document: Item, ids: set[int]) -> list[Fault]:
    places = document.get("places", [])
    if not isinstance(places, list) or len(places) > MOST_MARKS or not all(isinstance(item, dict) for item in places):
        return [Fault("places", f"is not a list of at most {MOST_MARKS} places", path="places")]
    faults: list[Fault] = []
    for at, item in enumerate(places):
        path = f"places[{at}]"
        if not is_name(item.get("name")):
            faults.append(Fault(f"place {at + 1}", "has no name", path=path, key="place_name"))
        elif not (is_drawable(item) and _has_place(item)):
            faults.append(Fault(f"place {at + 1}", "cannot be drawn: no x and y, or no such kind or label", path=path))
        if item.get("square") is not None and not _all_in([item["square"]], ids):
            reason = f"lies on square {item['square']}, which does not exist"
            faults.append(Fault(f"place {item.get('name')}", reason, path=path, key="place_nowhere"))
    return faults


def _all_in(values: list[object], known: set[int]) -> bool:
    """Are these whole numbers, each of them known?"""
    return all(is_whole(value) and value in known for value in values)


def _has_place(item: Item) -> bool:
    return is_within(item.get("x"), MOST_SIDE) and is_within(item.get("y"), MOST_SIDE)
