"""Laying the route: markers, spacing, ties, closing, resolving."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally_round.roads import Road, grid, names, say

from parcferme.core.registry import create
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.check import check_map, house_board
from parcferme.games.rally_round.board.laying import MOST_CANDIDATES, Laying, Markers, first_laying
from parcferme.games.rally_round.board.map import QUIET, Board
from parcferme.games.rally_round.board.route import PC, TC, Control
from parcferme.games.rally_round.board.shortest_paths import shortest_legs
from parcferme.games.rally_round.mechanics.timing import ROAD, SELECTIVE
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.rules.markers import _sort_controls, legal_markers
from parcferme.games.rally_round.state import N_KIT, N_RESOLVE, N_SPEED, N_WHAT


def laid(players: int = 2, **options: object) -> tuple[RallyGame, RallyState]:
    game = create("rally_round", {"players": players, "route": "laid", "kits": "standard", **options})
    assert isinstance(game, RallyGame)
    state = game.start()
    for crew in range(players - 1):
        state.apply(game.parse_outcome(f"car:{crew + 1}"))
    return game, state


def refused(game: RallyGame, state: RallyState, text: str) -> tuple[str, str]:
    refusal = state.explain(state.to_act()[0], game.parse(text))
    assert refusal is not None
    return refusal.code, refusal.clause


def house(start: int = 1, finish: int = 72) -> Laying:
    board = house_board()
    return first_laying(board, board.index[start]).with_finish(board.index[finish])


def control(lay: Laying, type: int, square: int, side: int) -> Laying:
    index = lay.board.index
    return lay.with_control(Control(type, index[square], index[side], ROAD, 0))


def ids(lay: Laying, squares: object) -> list[int]:
    assert isinstance(squares, (list, tuple, dict))
    return [lay.board.ids[square] for square in squares]


@pytest.mark.rule("RR-16", "RR-18")
def test_start_and_finish_are_different_chequered_squares() -> None:
    game, state = laid()
    assert state.crew == 0
    assert names(game, state) == ["sq:1", "sq:47", "sq:48", "sq:72"]
    assert refused(game, state, "sq:2") == ("not_chequered", "RR-16")
    say(game, state, "sq:47")
    assert state.crew == 1
    assert names(game, state) == ["sq:1", "sq:48", "sq:72"]
    assert refused(game, state, "sq:47") == ("not_chequered", "RR-18")


@pytest.mark.rule("RR-19")
def test_markers_are_laid_in_number_order_round_and_round() -> None:
    game, state = laid(3)
    say(game, state, "sq:1", "sq:72")
    order: list[int] = []
    for square in (10, 20, 60, 100):
        order.append(state.crew + 1)
        say(game, state, "lay:black", f"sq:{square}")
    assert order == [3, 1, 2, 3]


@pytest.mark.rule("RR-20", "RR-R41")
def test_a_turn_lays_one_marker_on_a_free_road_square_and_nobody_passes() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72")
    assert names(game, state) == ["lay:tc", "lay:pc", "lay:black", "lay:close"]
    say(game, state, "lay:black", "sq:10", "lay:black")
    assert refused(game, state, "sq:10") == ("marked_already", "RR-20")
    assert refused(game, state, "sq:72") == ("marked_already", "RR-20")
    assert "pass" not in names(game, state)
    assert "sq:301" not in names(game, state)  # Hidden Tracks take no markers


@pytest.mark.rule("RR-21", "RR-R11")
def test_a_marker_switches_the_feature_beneath_it_off() -> None:
    road = Road().section("road", "W20", {9: "20", 5: "Ford"}, pcs=(9,)).section("road", "W12")
    road.side_road((2, 0), "Y3", 90)
    road.blacks = [91]
    route = road.game().tables.route
    assert route is not None
    assert route.feature[route.board.index[10]] == 0  # the bend beneath the Passage Control
    assert route.feature[route.board.index[6]] != 0
    assert route.is_black[route.board.index[91]]


@pytest.mark.rule("RR-22")
def test_a_black_spot_closes_a_square_off_the_route() -> None:
    lay = control(house(), TC, 155, 154)  # by Priors Lane, 9 squares: too near for a game, but a route
    way = lay.candidates[0]
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:black")
    state.lay = lay
    state.moves = []
    assert refused(game, state, f"sq:{lay.board.ids[way[3]]}") == ("on_route", "RR-22")
    assert f"sq:{lay.board.ids[way[3]]}" not in names(game, state)
    closed = lay.with_black(lay.board.index[20])
    assert lay.board.index[20] in closed.blacks
    assert closed.candidates == lay.candidates


@pytest.mark.rule("RR-23", "RR-24")
def test_controls_share_one_number_and_have_one_approach() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:pc", "sq:80", "from:79", "lay:tc", "sq:155", "kind:road")
    labels = [c.label(n + 1) for n, c in enumerate(state.laying().controls)]
    assert labels == ["TC1", "PC2", "TC3"]
    assert ids(state.laying(), [state.laying().controls[2].approach]) == [154]
    assert refused(game, state, "sq:5") == ("not_now", "RR-07")


@pytest.mark.rule("RR-25")
def test_the_correct_route_is_shortest_avoids_black_spots_and_used_squares() -> None:
    lay = house()
    free = control(lay, TC, 155, 154)
    assert len(free.candidates[0]) - 1 == 9
    forced = control(lay.with_black(lay.board.index[168]), TC, 155, 154)
    assert len(forced.candidates[0]) - 1 == 19
    onward = control(forced, TC, 96, 95)
    way = onward.candidates[0]
    assert len(way) == len(set(way))


@pytest.mark.rule("RR-25", "RR-27", "RR-28", "RR-22")
@pytest.mark.parametrize("seed", range(4))
def test_legal_markers_agree_with_a_plain_search_of_every_square(seed: int) -> None:
    """The reduced map of `markers.py` against one shortest-route search per square and side."""
    rng = Random(seed)
    board = house_board()
    ends = rng.sample(board.chequered, 2)
    lay = first_laying(board, ends[0]).with_finish(ends[1])
    for _ in range(4):
        markers, plain = legal_markers(lay), plain_markers(lay)
        assert markers.tc == plain.tc
        assert markers.pc == plain.pc
        assert markers.black == plain.black
        if rng.random() < 0.4 or not markers.tc:
            lay = lay.with_black(rng.choice(markers.black))
        else:
            square = rng.choice(sorted(markers.tc))
            lay = lay.with_control(Control(TC, square, rng.choice(markers.tc[square]), ROAD, 0))
        assert lay.candidates


@pytest.mark.rule("RR-25", "RR-22", "RR-R59")
@pytest.mark.parametrize("seed", range(12))
def test_legal_markers_agree_with_a_plain_search_where_roads_branch_and_tie(seed: int) -> None:
    rng = Random(seed)
    document = grid(4, 4)
    edges = document["edges"]
    assert isinstance(edges, list)
    for edge in rng.sample(edges, len(edges) // 5):
        edges.remove(edge)
    if check_map(document):
        return  # torn apart
    board = Board(document)
    lay = first_laying(board, 0).with_finish(15)
    for _ in range(4):
        markers, plain = legal_markers(lay), plain_markers(lay)
        assert (markers.tc, markers.pc, markers.black) == (plain.tc, plain.pc, plain.black)
        places = sorted({**markers.tc, **markers.pc}.items())
        if not places:
            return
        square, sides = rng.choice(places)
        lay = lay.with_control(Control(PC, square, rng.choice(sides), ROAD, 0))
        assert lay.candidates


def plain_markers(lay: Laying) -> Markers:
    """What may be laid, the slow way."""
    markers = Markers()
    legs: dict[tuple[int, int], int] = {}
    on_route = {square for way in lay.candidates for square in way}
    for way in lay.candidates:
        closed = lay.closed_to(way, lay.blacks)
        since = len(way) - 1 - way.index(lay.last_time_control())
        for square in range(lay.board.roads):
            if square in on_route or square in lay.blacks or square == lay.finish:
                continue
            for side in lay.board.near[square]:
                found = shortest_legs(lay.board, way[-1], square, side, closed, 16)
                if any(lay._can_finish((*way, *leg[1:]), lay.blacks) for leg in found):
                    length = since + len(found[0]) - 1
                    legs[square, side] = min(length, legs.get((square, side), length))
    _sort_controls(lay, legs, markers)
    marked = {c.square for c in lay.controls} | set(lay.blacks) | {lay.finish}
    for square in range(lay.board.roads):
        if square not in marked and lay.with_black(square).candidates:
            markers.black.append(square)
    return markers


def fork(length: int = 14) -> Board:
    """Two equally long roads from square 1 to square 2, with a common last stretch to square 3, a chequered one."""
    road = Road()
    road.squares = [{"id": n, "x": n, "y": 0, "colour": "R"} for n in (1, 2, 3)]
    road.squares[0]["chequered"] = "A"
    road.squares[2]["chequered"] = "B"
    road.side_road((1, 2), f"Y{length}", 100)
    road.side_road((1, 2), f"W{length}", 200)
    road.side_road((2, 3), "O14", 300)
    return Board(road.map())


@pytest.mark.rule("RR-26", "RR-36", "RR-R45")
def test_ties_stay_open_until_black_spots_leave_one_route() -> None:
    board = fork()
    lay = first_laying(board, board.index[1]).with_finish(board.index[3])
    lay = control(lay, TC, 2, 113)
    assert len(lay.candidates) == 1  # the arrow decides
    lay = first_laying(board, board.index[1]).with_finish(board.index[3])
    lay = control(lay, TC, 305, 304)
    assert len(lay.candidates) == 2
    lay = control(lay, TC, 3, 313)
    assert lay.complete
    assert len(lay.candidates) == 2
    one = lay.with_black(board.index[205])
    assert [board.ids[square] for square in one.candidates[0]][:2] == [1, 100]
    assert len(one.candidates) == 1


@pytest.mark.rule("RR-36", "RR-R45", "RR-34", "RR-R41")
def test_resolving_in_play_comes_before_the_kits() -> None:
    road = Road()
    road.squares = [{"id": n, "x": n, "y": 0, "colour": "R"} for n in (1, 2, 3)]
    road.squares[0]["chequered"] = "A"
    road.squares[2]["chequered"] = "B"
    road.side_road((1, 2), "Y14", 100).side_road((1, 2), "W14", 200).side_road((2, 3), "O14", 300)
    game, state = laid(map=road.map())
    say(game, state, "sq:1", "sq:3", "lay:close", "kind:road")
    assert state.phase == N_RESOLVE
    assert "sq:300" not in names(game, state)
    assert refused(game, state, "sq:300") == ("resolves_nothing", "RR-36")
    assert refused(game, state, "lay:tc") == ("only_black_spots", "RR-36")
    assert refused(game, state, "pass") == ("no_passing", "RR-R41")
    say(game, state, "sq:107")
    assert state.phase == N_SPEED
    assert len(state.drives_on().path) - 1 == 30
    assert state.drives_on().controls[-1].label(2) == "TC2"


@pytest.mark.rule("RR-27", "RR-R42")
def test_a_passage_control_keeps_three_squares_from_every_other_control() -> None:
    lay = house()
    markers = legal_markers(lay)
    assert not {2, 3, 166, 167} & set(ids(lay, markers.pc))  # one or two squares from the Start
    assert {4, 168} <= set(ids(lay, markers.pc))
    assert not {71, 73, 70, 74} & set(ids(lay, markers.pc))  # … and from the Finish
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:pc")
    assert refused(game, state, "sq:3") == ("too_near", "RR-27")  # two squares from the Start
    assert refused(game, state, "sq:73") == ("too_near", "RR-27")  # … and one from the Finish
    after = control(lay, PC, 80, 79)
    near = set(ids(after, legal_markers(after).tc))
    assert not {78, 79, 81, 82} & near
    # Black Spots do not count: 167 stays two squares from the Start although 166 is closed
    sorted_out = Markers()
    index = lay.board.index
    legs = {(index[167], index[168]): 40, (index[168], index[169]): 39}
    _sort_controls(lay.with_black(index[166]), legs, sorted_out)
    assert ids(lay, sorted_out.pc) == [168]
    assert ids(lay, sorted_out.tc) == [167, 168]


@pytest.mark.rule("RR-28", "RR-R42")
def test_time_controls_keep_twelve_squares_along_the_route() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:tc")
    lay = state.laying()
    far = lay.board.distances(lay.start)
    markers = legal_markers(lay)
    for square, sides in markers.tc.items():
        for side in sides:
            legs = shortest_legs(lay.board, lay.start, square, side, lay.closed_to(lay.candidates[0], ()), 4)
            assert len(legs[0]) - 1 >= 12
    assert far[lay.board.index[7]] == 6
    assert refused(game, state, "sq:4") == ("too_near", "RR-28")


@pytest.mark.rule("RR-29", "RR-30", "RR-31")
def test_the_layer_of_a_time_control_chooses_its_kind() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:black", "sq:168", "lay:tc", "sq:155")
    assert names(game, state) == ["kind:road", "kind:regularity"]  # Red and Orange on the way
    assert refused(game, state, "kind:selective") == ("not_selective", "RR-30")
    say(game, state, "kind:regularity")
    assert names(game, state) == [f"mph:{mph}" for mph in range(20, 31)]
    say(game, state, "mph:24")
    assert state.laying().controls[-1].mph == 24
    assert state.laying().controls[-1].label(2) == "RTC2"


def lane(tints: str, features: dict[int, str], pcs: tuple[int, ...] = ()) -> Laying:
    """A straight road from a Red Start, laid with a Time Control at its last square but fourteen."""
    road = Road().section("road", tints, features)
    end = len(road.squares)
    road.section("road", "Y14")
    road.squares[-1]["chequered"] = "End"
    board = Board(road.map())
    lay = first_laying(board, 0).with_finish(len(road.squares) - 1)
    for at in pcs:
        lay = lay.with_control(Control(PC, at, at - 1, ROAD, 0))
    return lay.with_control(Control(TC, end - 1, end - 2, SELECTIVE, 0))


@pytest.mark.rule("RR-30", "RR-R44", "RR-R21")
def test_what_a_selective_may_use() -> None:
    assert lane("Y8 W8", {}).may_be_selective()  # the Red square it leaves does not count
    assert not lane("Y8 O1 W7", {}).may_be_selective()
    assert not lane("Y8 W8", {5: "QZ"}).may_be_selective()
    assert lane("Y8 W8", {5: "QZ"}, pcs=(5,)).may_be_selective()  # beneath a marker
    assert lane("Y8 W8", {5: "QZ"}).board.feature[5] == QUIET
    assert lane("Y16", {}).controls[-1].label(2) == "STC2"


@pytest.mark.rule("RR-32", "RR-R46")
def test_stage_rallies_have_special_stages_only() -> None:
    game, state = laid(rally="stage")
    say(game, state, "sq:1", "sq:72", "lay:black", "sq:168", "lay:tc", "sq:155")
    assert state.phase == N_WHAT
    assert state.laying().controls[-1].label(2) == "SSF2"


@pytest.mark.rule("RR-33")
def test_a_strict_table_takes_wrong_markers_back_and_passes_the_turn() -> None:
    game, state = laid(strict=True)
    say(game, state, "sq:1", "sq:72")
    before = state.crew
    events = say(game, state, "lay:tc", "sq:2")
    assert events[-1].kind == "misplaced"
    assert events[-1].clause == "RR-33"
    assert len(state.laying().controls) == 1
    assert state.crew == (before + 1) % 2
    assert state.phase == N_WHAT
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:tc")
    assert "sq:2" not in names(game, state)


@pytest.mark.rule("RR-33", "RR-30")
@pytest.mark.parametrize(("tints", "features"), [("Y10 O2 Y12", {}), ("Y24", {6: "QZ"})])
def test_a_strict_table_takes_a_wrong_selective_back(tints: str, features: dict[int, str]) -> None:
    road = Road().section("road", tints, features).section("road", "R14")
    road.squares[-1]["chequered"] = "End"
    game, state = laid(strict=True, map=road.map())
    say(game, state, "sq:1", "sq:39", "lay:tc", "sq:25")
    events = say(game, state, "kind:selective")
    assert [(event.kind, event.clause) for event in events] == [("misplaced", "RR-33")]
    assert len(state.laying().controls) == 1
    assert (state.crew, state.phase) == (1, N_WHAT)
    game, state = laid(map=road.map())
    say(game, state, "sq:1", "sq:39", "lay:tc", "sq:25")
    assert refused(game, state, "kind:selective") == ("not_selective", "RR-30")


@pytest.mark.rule("RR-33", "RR-35")
def test_a_strict_table_takes_an_early_closing_back() -> None:
    road = Road().section("road", "R20").section("road", "R9")
    road.squares[-1]["chequered"] = "End"
    game, state = laid(strict=True, map=road.map())
    say(game, state, "sq:1", "sq:30", "lay:tc", "sq:21", "kind:road")
    events = say(game, state, "lay:close")
    assert [(event.kind, event.clause) for event in events] == [("misplaced", "RR-33")]
    assert not state.laying().complete
    assert (state.crew, state.phase) == (0, N_WHAT)


@pytest.mark.rule("RR-34", "RR-35", "RR-R43")
def test_closing_names_the_finish_as_next_time_control() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72", "lay:close")
    assert names(game, state) == ["from:71", "from:73"]
    say(game, state, "from:73", "kind:road")
    assert state.phase == N_SPEED
    assert state.drives_on().controls[-1].square == house_board().index[72]
    lay = house()
    for square, sides in legal_markers(lay).tc.items():
        grown = lay.with_control(Control(TC, square, sides[0], ROAD, 0))
        assert all(lay.finish not in way for way in grown.candidates)


@pytest.mark.rule("RR-35", "RR-R53")
def test_closing_too_early_is_refused_unless_nothing_else_can_be_done() -> None:
    road = Road().section("road", "R20").section("road", "R9")
    road.squares[-1]["chequered"] = "End"
    game, state = laid(map=road.map())
    say(game, state, "sq:1", "sq:30", "lay:tc", "sq:21", "kind:road")
    assert legal_markers(state.laying()).pc  # a Passage Control still fits in between
    assert refused(game, state, "lay:close") == ("too_early_to_close", "RR-35")
    say(game, state, "lay:pc", "sq:26")
    assert not legal_markers(state.laying()).tc
    assert not legal_markers(state.laying()).pc
    assert "lay:close" in names(game, state)


@pytest.mark.rule("RR-R32")
def test_correct_routes_never_use_hidden_tracks() -> None:
    road = Road().section("road", "W30").hidden_track(5, 25)
    route = road.game().tables.route
    assert route is not None
    assert route.sections[0].squares == 30
    assert all(square < route.board.roads for square in route.path)


@pytest.mark.rule("RR-22", "RR-35")
def test_a_black_spot_may_not_cut_the_finish_off() -> None:
    road = Road().section("road", "R20").section("road", "R14")
    road.squares[-1]["chequered"] = "End"
    game, state = laid(map=road.map())
    say(game, state, "sq:1", "sq:35")
    assert "lay:black" not in names(game, state)  # the only road is needed
    assert refused(game, state, "lay:black") == ("no_place_left", "RR-20")


@pytest.mark.rule("RR-20")
def test_no_passage_control_is_laid_after_sixty_in_a_section() -> None:
    road = Road().section("road", "R260")
    road.squares[-1]["chequered"] = "End"
    board = Board(road.map())
    lay = first_laying(board, 0).with_finish(len(road.squares) - 1)
    for at in range(3, 180, 3):
        lay = lay.with_control(Control(PC, at, at - 1, ROAD, 0))
    assert legal_markers(lay).pc  # 59 so far
    lay = lay.with_control(Control(PC, 180, 179, ROAD, 0))
    assert legal_markers(lay).pc == {}
    assert 240 in legal_markers(lay).tc
    lay = lay.with_control(Control(TC, 200, 199, ROAD, 0))
    assert legal_markers(lay).pc


@pytest.mark.rule("RR-R59")
def test_no_more_than_16_tied_routes_are_followed() -> None:
    board = Board(grid(9, 9))
    lay = first_laying(board, 0).with_finish(80)
    lay = lay.with_control(Control(TC, 80, 79, ROAD, 0))
    assert len(lay.candidates) == MOST_CANDIDATES == 16


@pytest.mark.rule("RR-37")
def test_few_time_controls_are_only_warned_of() -> None:
    from parcferme.games.rally_round.board.route_file import examine

    road = Road().section("road", "R20").section("road", "R20")
    marked = examine(road.route(), Board(road.map()))
    assert marked.route is not None
    assert [(warning.place, warning.clause) for warning in marked.warnings] == [("controls", "RR-37")]


@pytest.mark.rule("RR-R41")
def test_the_default_of_a_player_who_is_gone_lays_a_harmless_black_spot() -> None:
    game, state = laid()
    say(game, state, "sq:1", "sq:72")
    assert state.default(state.to_act()[0]) == act.LAY_BLACK
    say(game, state, "lay:black")
    before = state.laying().candidates
    state.apply(state.default(state.to_act()[0]))
    assert state.laying().candidates == before
    assert state.phase < N_KIT
