"""The book's worked examples: example route, sample sheets, optima along the route, overtaking, staggered start."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, kinds, names, planner_for, put, say, speeds, together
from tests.games.rally_round.samples import (
    ROAD_KIT,
    ROAD_RUNNING,
    ROAD_SHEET,
    STAGE_KIT,
    STAGE_SHEET,
    road_rally,
    stage_rally,
)

from parcferme.core.registry import create
from parcferme.games.rally_round.board.check import house_board, house_deck, house_route
from parcferme.games.rally_round.board.map import BEND, Board
from parcferme.games.rally_round.board.route_file import examine, read_route
from parcferme.games.rally_round.mechanics.timing import clock
from parcferme.games.rally_round.par.adjudicate import adjudicate
from parcferme.games.rally_round.par.sheets import parse_csv
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.view import sheet_rows
from parcferme.games.rally_round.view_types import SheetRow

# --- 2.4: twenty-one squares in seven minutes ---


@pytest.mark.rule("RR-08", "RR-09", "RR-68")
def test_a_standard_car_drives_21_squares_on_time() -> None:
    game, state = alone(Road().section("road", "R21"))
    assert state.drives_on().sections[0].target == 420
    say(game, state, 10, 20, 30, 40, 40, 40)
    assert at(state) == 1 + 18
    say(game, state, 30)
    assert field(state, "score") == 0


# --- 4.13: the example route ---

EXAMPLE = [
    ("TC2", "S", 19, "7:00", "QZ > 40 ! Ford"),
    ("RTC3", "W", 16, "6:40", "Ford ! QZ GW Bridge"),
    ("TC4", "S", 15, "5:00", "GW 20 > Ford Ford"),
    ("PC5", "W", 9, None, "! !"),
    ("STC6", "N", 23, "7:40", "QZ Bridge ! 30 !"),
    ("SSF7", "N", 17, "2:50", "20 ! >> 20 Rough >>"),
    ("PC8", "W", 14, None, "< ! 30 Ford !"),
    ("TC9", "S", 27, "9:00", "Ford ! GW"),
]


@pytest.mark.rule("RR-15", "RR-39", "RR-44", "RR-R03", "RR-R13", "RR-R20", "RR-R21")
def test_the_example_route_gives_the_table_of_the_book() -> None:
    board = house_board()
    marked = examine(house_route(), board)
    assert marked.route is not None
    assert marked.labels == ["TC1", *[row[0] for row in EXAMPLE]]
    route = marked.route
    figures = {section.label: (section.squares, clock(section.target)) for section in route.sections}
    passages = {
        label: at for section in route.sections for label, at in zip(section.pc_labels, section.pc_at, strict=True)
    }
    for number, (label, side, squares, due, via) in enumerate(EXAMPLE, 1):
        assert (figures[label] if due else (passages[label], None)) == (squares, due)
        control = marked.controls[number]
        dx = board.x[control.approach] - board.x[control.square]
        dy = board.y[control.approach] - board.y[control.square]
        assert {(0.0, 1.0): "S", (0.0, -1.0): "N", (-1.0, 0.0): "W"}[dx, dy] == side
        assert " ".join(met(route.path, marked.controls[number - 1].square, control.square)) == via
    assert len(route.path) - 1 == 117
    assert [(fault.place, fault.clause) for fault in marked.warnings] == [("STC6", "RR-R21")]


def written(board: Board, place: int) -> str:
    """A feature as the book's table writes it, arrows apart: '!', '40', 'QZ', …"""
    kind = board.feature[place]
    if kind == BEND:
        return str(board.value[place])
    return ("", "!", "", ">", "GW", "Ford", "Bridge", "QZ", "Rough")[kind]


def met(path: list[int], begin: int, end: int) -> list[str]:
    """Features between two controls, as the book's table writes them."""
    board = house_board()
    signs: list[str] = []
    for place in range(path.index(begin) + 1, path.index(end)):
        sign = written(board, path[place])
        if sign == ">":
            sign = (">" if board.arrow[path[place]] == path[place + 1] else "<") * board.value[path[place]]
        if sign:
            signs.append(sign)
    return signs


# --- 9.1 and 9.2: the sample sheets ---


def driven(road: Road, kit: str, sheet: str) -> tuple[RallyGame, RallyState, list[str]]:
    """Drive a sheet's speeds through the rules; returns everything that happened."""
    game, state = alone(road, kit)
    happened: list[str] = []
    for row in parse_csv(sheet, "sample").rows:
        for cell in row.cells:
            if cell and cell != "0":
                speed, _, way = cell.partition("@")
                happened += kinds(say(game, state, int(speed), *([f"sq:{way}"] if way else [])))
                while state.kind() == 0 and names(game, state)[0].startswith("sq:"):
                    happened += kinds(say(game, state, game.format(state.default(0))))
    return game, state, happened


def clocks(row: SheetRow) -> list[str]:
    """Target, time taken and penalty."""
    return [clock(seconds) for seconds in row[1:4] if isinstance(seconds, int)]


@pytest.mark.rule("RR-65", "RR-74", "RR-76", "RR-79", "RR-84", "RR-88", "RR-R22", "RR-R25", "RR-R26", "RR-78")
def test_sample_sheet_9_1_row_by_row() -> None:
    _, state, happened = driven(road_rally(), ROAD_KIT, ROAD_SHEET)
    rows = sheet_rows(state, 0)
    figures = [(row[0], *clocks(row), row[4]) for row in rows]
    assert figures == [
        (12, "4:00", "5:00", "1:00", 0),
        (13, "5:00", "6:00", "1:00", 1),
        (16, "6:24", "6:20", "0:04", 0),
        (13, "5:00", "5:00", "0:00", 1),
        (17, "6:00", "5:00", "2:00", 0),
        (20, "6:40", "7:15", "0:35", 0),
        (13, "5:00", "8:00", "3:00", 0),
        (24, "8:00", "8:00", "0:00", 1),
        (15, "5:00", "8:00", "3:00", 0),
        (17, "6:00", "6:00", "0:00", 1),
    ]
    assert [row[6] for row in rows] == ROAD_RUNNING
    assert [kind for kind in happened if kind in ("missed_pc", "give_way", "wrong_side", "quiet_zone")] == [
        "missed_pc", "give_way", "wrong_side", "quiet_zone",
    ]  # fmt: skip
    assert happened.count("flooded") == 1
    assert happened.count("off") == 1
    assert clock(field(state, "score")) == "10:39"
    assert clock(field(state, "other")) == "120:00"
    assert clock(field(state, "score") + field(state, "other")) == "130:39"


@pytest.mark.rule("RR-70", "RR-72", "RR-73", "RR-87", "RR-88", "RR-R06")
def test_sample_sheet_9_2_row_by_row() -> None:
    _, state, happened = driven(stage_rally(), STAGE_KIT, STAGE_SHEET)
    figures = [(row[0], *clocks(row)) for row in sheet_rows(state, 0)]
    assert figures == [
        (19, "3:10", "4:10", "1:00"),
        (23, "3:50", "5:00", "1:10"),
        (34, "5:40", "7:24", "1:44"),
        (25, "4:10", "5:15", "1:05"),
        (18, "3:00", "5:20", "2:20"),
        (29, "4:50", "4:45", "0:00"),
    ]
    assert happened.count("off") == 1
    assert clock(field(state, "score")) == "7:19"
    assert field(state, "other") == 0


@pytest.mark.rule("RR-60", "RR-101")
@pytest.mark.parametrize(
    ("road", "text", "total"), [(road_rally(), ROAD_SHEET, "130:39"), (stage_rally(), STAGE_SHEET, "7:19")]
)
def test_the_adjudicator_accepts_both_sample_sheets(road: Road, text: str, total: str) -> None:
    tables = road.game().tables
    assert tables.route is not None
    verdict = adjudicate(parse_csv(text, "sample"), tables.board, tables.deck, tables.route)
    assert verdict.finding is None
    assert clock(verdict.total) == total


# --- the reference plans along the Correct Route ---

OPTIMA = {
    "": "0:00 1:20 3:00 3:20 4:10 4:00 15:50",
    "S1 A1 D1 DR1 N1 E1": "0:00 1:20 2:00 3:20 4:10 3:00 13:50",
    "S4 A6 D2 DR2 N4 E4": "0:00 0:00 0:00 0:00 2:10 0:00 2:10",
    "S3 A5 D2 DR3 N3 E4": "0:00 0:00 0:00 0:00 1:00 0:00 1:00",
}


def example_game(kit: str) -> tuple[RallyGame, RallyState]:
    game = create("rally_round", {"players": 1, "mode": "competition", "kits": "free" if kit else "standard"})
    assert isinstance(game, RallyGame)
    state = game.start()
    say(game, state, *[f"take:{card}" for card in kit.split()])
    return game, state


@pytest.mark.rule("RR-03", "RR-10", "RR-R14")
@pytest.mark.parametrize("kit", OPTIMA)
def test_optima_along_the_route_and_their_lines_through_the_engine(kit: str) -> None:
    route = read_route(house_route(), house_board(), "route")
    deck = house_deck()
    cards = deck.kit_of(tuple(deck.kit_ids.index(card) for card in kit.split()))
    planner = planner_for(route, deck, cards)
    figures = planner.par()
    assert figures is not None
    assert [clock(seconds) for seconds in [*figures, sum(figures)]] == OPTIMA[kit].split()
    game, state = example_game(kit)
    for number in range(len(route.sections)):
        plan = planner.section(number)
        assert plan is not None
        say(game, state, *[game.format(action) for action in plan.line()])
    assert field(state, "score") == sum(figures)
    assert field(state, "other") == 0


def drive_step(game: RallyGame, state: RallyState, speed: int) -> None:
    """Announce a speed, roll, stop, and follow the route."""
    say(game, state, speed)
    while state.kind() == 0 and not names(game, state)[0].startswith("speed:"):
        state.apply(state.default(0))


@pytest.mark.rule("RR-82", "RR-R07", "RR-R27")
def test_the_two_printed_lines_of_the_stage() -> None:
    for kit, line, taken in (("S3 A5 D2 DR3 N3 E4", [20, 50, 30, 60], 230), ("", [10, 10, 20, 30, 20, 20, 20], 420)):
        game, state = example_game(kit)
        route = state.drives_on()
        put(state, 190, 189)
        state.cars[0].section = 4  # on the stage, section 5 of 6
        state.cars[0].floor = state.cars[0].at
        for speed in line:
            drive_step(game, state, speed)
        row = sheet_rows(state, 0)[0]
        assert row[2] == taken
        assert route.sections[4].label == "SSF7"


# --- 6.2 and 6.6 ---


@pytest.mark.rule("RR-50")
def test_staggered_start() -> None:
    game, state = together(Road().section("road", "R40"), "", "", "")
    seen: list[tuple[int, int]] = []
    for _ in range(9):
        seen.append((state.minute, state.crew + 1))
        say(game, state, 10 if speeds(game, state)[0] == 10 else speeds(game, state)[0])
    assert seen[:3] == [(1, 1), (2, 1), (2, 2)]
    assert sorted(seen[3:6]) == [(3, 1), (3, 2), (3, 3)]
    assert {turn for turn, _ in seen[6:]} == {4}


def overtaking_road() -> Road:
    return Road().section("road", "Y5 R15", {5: "GW"})


@pytest.mark.rule("RR-95")
def test_example_1_of_overtaking_a_car_on_the_give_way() -> None:
    game, state = together(overtaking_road(), "", "")
    say(game, state, 10)  # car 1 in turn 1; square n of the road has id n + 1
    put(state, 3, 2, 0, 40)
    put(state, 6, 5, 1)
    assert state.crew == 0
    happened = kinds(say(game, state, 50))
    assert at(state, 0) == 8
    assert "give_way" not in happened
    assert field(state, "other") == 0


@pytest.mark.rule("RR-96", "RR-98")
@pytest.mark.parametrize("speed", [30, 40])
@pytest.mark.parametrize("hog", [None, 0, 1])
def test_example_2_of_overtaking_two_cars_in_a_row(speed: int, hog: int | None) -> None:
    plain, proud = "S1 A1 D1 DR1 N1 E1", "S1 A1 D1 DR5 N1 E1"
    kits = [proud if hog == 0 else plain, proud if hog == 1 else plain, plain]
    game, state = together(Road().section("road", "R30"), *kits)
    while state.minute < 4:
        say(game, state, "speed:10" if "speed:10" in names(game, state) else names(game, state)[0])
    put(state, 6, 5, 0, 10)
    put(state, 5, 4, 1, 10)
    put(state, 2, 1, 2, 30)
    state.crew = 2
    state.actor = 2
    say(game, state, speed)
    if hog is None or (speed == 30 and hog == 0):
        assert names(game, state) == ["advance", "retreat"]
        copy = state.copy()
        say(game, copy, "retreat")
        assert at(copy, 2) == 4
        say(game, state, "advance")
        if hog is None:
            assert at(state, 2) == 7
            assert field(state, "speed", 2) == speed
            return
    elif state.actor == 2:
        say(game, state, "advance")
    assert names(game, state) == ["block", "let"]
    say(game, state, "block")
    assert at(state, 2) == 4
    assert field(state, "speed", 2) == speed
