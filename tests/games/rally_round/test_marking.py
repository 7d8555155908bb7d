"""Sheets are marked to their end: what each wrong cell costs; and a sheet and a record are two forms of one drive."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rally_round.roads import Road, alone, say
from tests.games.rally_round.samples import ODILE, ROAD_SHEET, STAGE_SHEET, road_rally, stage_rally
from tests.support import random_play

from parcferme.core.content import read_document
from parcferme.core.contract import OVER
from parcferme.core.play import Play, replay
from parcferme.core.record import read_record, record_of
from parcferme.core.registry import bots, create
from parcferme.core.trial import DISQUALIFIED, HOME, RETIRED, Mark
from parcferme.games.rally_round.board.check import CONTENT, house_route
from parcferme.games.rally_round.board.route_file import examine, route_document
from parcferme.games.rally_round.mechanics.timing import clock
from parcferme.games.rally_round.par.adjudicate import strict
from parcferme.games.rally_round.par.drive_sheet import sheet_of_log
from parcferme.games.rally_round.par.sheets import to_csv
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.show.commands import COMMANDS
from parcferme.games.rally_round.state import N_SPEED
from parcferme.games.rally_round.trial import TRIAL, check_sheet, judge, mark_sheet, task

HEAD = "Crew,A\nKit,\nRoute to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7,8\n"
TWO = Road().section("road", "R12").section("stage", "R12")
TWO_SHEET = HEAD + "TC2,12,4,4,-,10,20,40,50\nSSF3,12,2:00,3:20,1:20,10,30,50,90\nTotal penalties,1:20\n"


def game_of(road: Road, **options: object) -> RallyGame:
    return road.game(**{"kits": "standard", **options})


def marked(road: Road, text: str, **options: object) -> Mark:
    return mark_sheet(game_of(road, **options), text).mark


def cells(mark: Mark) -> list[tuple[str, str, str]]:
    return [(finding.row, finding.cell, finding.clause) for finding in mark.findings]


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(name))


@pytest.mark.rule("RR-59", "RR-R17")
def test_an_illegal_speed_loses_its_turn_and_a_starting_speed_follows() -> None:
    """As at a table: 60 is too fast for the standard car, the turn is missed, and only 10 is a Starting Speed."""
    sheet = HEAD + "TC2,12,,,,10,60,10,20,30,30,20\nSSF3,12,,,,10,20,30,40,50\n"
    found = mark_sheet(game_of(TWO), sheet)
    assert cells(found.mark) == [("TC2", "turn 2", "RR-56")]
    assert "at most" in found.mark.findings[0].reason
    assert "RR-59" in found.mark.findings[0].reason
    assert row(found.text, "TC2").split(",")[5:] == ["10", "0", "10", "20", "30", "30", "20"]


@pytest.mark.rule("RR-56", "RR-59", "RR-R17")
def test_a_slip_in_the_example_route_costs_what_the_rules_say_and_no_other_cell_is_wrong() -> None:
    """From 40 the brakes allow 20: with 10 the turn is missed, and the stage takes 6:00 instead of 5:00."""
    assert isinstance(EXAMPLE, RallyGame)
    found = mark_sheet(EXAMPLE, ODILE.format(name="Odile", third="10"))
    assert cells(found.mark) == [("SSF7", "turn 3", "RR-56")]
    assert "at least 20" in found.mark.findings[0].reason
    assert row(found.text, "SSF7") == "SSF7,17,2:50,6:00,3:10,30,40,0,20,20,40"
    assert clock(found.mark.score[0]) == "3:10"


@pytest.mark.rule("RR-46", "RR-01")
def test_own_cards_are_respected() -> None:
    """With brakes of one's own the same cell is right."""
    cards = read_document(CONTENT / "cards.json")
    kit = cards["kit"]
    assert isinstance(kit, list)
    strong = [{**card, "deceleration": [30, 30, 30, 30]} if card["id"] == "D2" else card for card in kit]
    game = create("rally_round", task({"cards": {**cards, "kit": strong}}))
    assert isinstance(game, RallyGame)
    assert mark_sheet(game, ODILE.format(name="Odile", third="10")).mark.findings == []


@pytest.mark.rule("RR-59", "RR-54")
def test_every_illegal_announcement_loses_its_turn_however_often() -> None:
    found = marked(TWO, HEAD + "TC2,12,,,,90,90,90,10,20,30,30,30\nSSF3,12,,,,10,20,30,40,50\n")
    assert cells(found)[:3] == [("TC2", f"turn {turn}", "RR-54") for turn in (1, 2, 3)]
    assert found.status == HOME


@pytest.mark.rule("RR-57", "RR-08", "RR-59")
@pytest.mark.parametrize(("cell", "clause"), [("0", "RR-57"), ("25", "RR-08"), ("x", "RR-08"), ("210", "RR-08")])
def test_what_is_no_speed_loses_the_turn_as_well(cell: str, clause: str) -> None:
    found = marked(TWO, HEAD + f"TC2,12,,,,10,{cell},10,20,30,30,20\nSSF3,12,,,,10,20,30,40,50\n")
    assert cells(found)[0] == ("TC2", "turn 2", clause)
    assert found.detail["running"] != []


@pytest.mark.rule("RR-60")
def test_a_missed_turn_that_was_not_written_is_put_in() -> None:
    road = Road().section("road", "R12", {3: "Ford"})
    right = "TC2,12,,,,10,20,0,0,10,20,30,30\n"
    assert marked(road, HEAD + right).findings == []
    found = mark_sheet(game_of(road), HEAD + right.replace(",0,0", ""))
    assert cells(found.mark) == [("TC2", "turn 3", "RR-60")]
    assert row(found.text, "TC2").split(",")[5:] == ["10", "20", "0", "0", "10", "20", "30", "30"]
    assert found.mark.score == marked(road, HEAD + right).score


@pytest.mark.rule("RR-66", "RR-R48")
def test_where_the_cells_end_too_soon_the_crew_retires() -> None:
    found = marked(TWO, HEAD + "TC2,12,,,,10,20,30,30,30\nSSF3,12,,,,10,20\n")
    assert (found.status, found.clause) == (RETIRED, "RR-66")
    assert cells(found) == [("SSF3", "turn 3", "RR-66")]
    assert len(found.detail["running"]) == 1


@pytest.mark.rule("RR-R60")
def test_a_crew_that_takes_too_long_retires() -> None:
    found = marked(TWO, HEAD + "TC2,12,,,," + ",".join(["90"] * 12) + "\n", max_section_turns=10)
    assert (found.status, found.clause) == (RETIRED, "RR-R60")


@pytest.mark.rule("RR-68")
def test_cells_after_the_control_are_named_and_passed_over() -> None:
    found = marked(TWO, HEAD + "TC2,12,,,,10,20,30,30,30,10,10\nSSF3,12,,,,10,20,30,40,50\n")
    assert cells(found) == [("TC2", "turn 6", "RR-68"), ("TC2", "turn 7", "RR-68")]
    assert found.status == HOME


@pytest.mark.rule("RR-39", "RR-68", "RR-69", "RR-99", "RR-101")
def test_every_wrong_figure_is_named_not_only_the_first() -> None:
    sheet = ROAD_SHEET.replace("TC2,12,4,5,1:00", "TC2,13,5,4,-").replace("130:39", "1:00")
    tables = road_rally().game().tables
    assert tables.route is not None
    found = mark_sheet(road_rally().game(kits="free"), sheet).mark
    assert cells(found) == [
        ("TC2", "Distance", "RR-39"),
        ("TC2", "Target", "RR-39"),
        ("TC2", "Taken", "RR-68"),
        ("TC2", "Penalty", "RR-69"),
        ("Total penalties", "total", "RR-101"),
    ]
    assert clock(found.score[0]) == "130:39"  # as printed: a wrong figure changes nothing


@pytest.mark.rule("RR-101")
@pytest.mark.parametrize(
    ("road", "text", "total"), [(road_rally(), ROAD_SHEET, "130:39"), (stage_rally(), STAGE_SHEET, "7:19")]
)
def test_the_books_own_sheets_are_marked_as_printed(road: Road, text: str, total: str) -> None:
    found = mark_sheet(road.game(kits="free"), text).mark
    assert (found.status, found.findings, clock(found.score[0])) == (HOME, [], total)


@pytest.mark.rule("RR-100", "RR-78", "RR-77")
def test_disqualified_faulty_and_retired_are_told_apart() -> None:
    free = road_rally().game(kits="free")
    closed = mark_sheet(free, ROAD_SHEET.replace("N1", "N2")).mark
    assert (closed.status, closed.clause) == (DISQUALIFIED, "RR-78")
    faulty = mark_sheet(free, ROAD_SHEET.replace("6:24,6:20", "6:24,6:24")).mark
    assert (faulty.status, bool(faulty.findings)) == (HOME, True)
    short = mark_sheet(free, ROAD_SHEET.replace("TC14,17,6,6,-,10,20,30,40,40,30", "TC14,17,6,6,-,10,20")).mark
    assert (short.status, short.clause) == (RETIRED, "RR-66")


@pytest.mark.rule("RR-45", "RR-01")
@pytest.mark.parametrize("kit", ["", "S1 A1", "S1 S2 D1 DR1 N1 E1", "S1 A1 D1 DR1 N1 X9"])
def test_without_a_kit_nobody_starts(kit: str) -> None:
    found = marked(TWO, TWO_SHEET.replace("Kit,", f"Kit,{kit}"), kits="free")
    assert found.status == RETIRED
    assert found.findings[0].row == "Kit"


@pytest.mark.rule("RR-R01", "RR-42")
def test_printed_regularity_is_respected() -> None:
    road = Road().section("regularity", "R12", mph=27)
    sheet = HEAD + "RTC2 (27 mph),12,{},,,10,20,30,40,40\n"
    assert cells(marked(road, sheet.format("4:26"))) == [("RTC2 (27 mph)", "Target", "RR-39")]
    assert marked(road, sheet.format("4:27")).findings == []
    assert marked(road, sheet.format("4:26"), printed_regularity=True).findings == []


def drive(game: RallyGame, seed: int, sense: float) -> Play:
    """By a bot as a rule, else by chance."""
    rng = Random(seed)
    play, bot = Play(game), bots("rally_round")["novice"](game, rng)
    while play.state.kind() != OVER:
        legal = play.state.legal(0)
        play.act(0, bot.choose(play.state.copy(), 0) if rng.random() < sense else rng.choice(legal))
    return play


EXAMPLE = create("rally_round", task({}))


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1.0, 0.9, 0.2]))
@pytest.mark.rule("RR-60")
def test_a_record_becomes_a_sheet_and_the_sheet_that_record(seed: int, sense: float) -> None:
    assert isinstance(EXAMPLE, RallyGame)
    play = drive(EXAMPLE, seed, sense)
    sheet = to_csv(sheet_of_log(EXAMPLE, play.log, "A"))
    assert check_sheet(EXAMPLE, sheet) == []
    again = mark_sheet(EXAMPLE, sheet)
    assert again.log == play.log
    assert again.options == EXAMPLE.options
    own = judge(EXAMPLE, play.log, 0)
    assert own is not None
    assert (again.mark.status, again.mark.score, again.mark.findings) == (own.status, own.score, [])
    assert again.mark.detail["running"] == own.detail["running"]


@pytest.mark.rule("RR-77", "RR-61")
def test_a_black_spot_written_behind_the_last_square_of_a_move_is_not_entered() -> None:
    road = Road().section("road", "R20").side_road((5, 12), "W9", 50)
    road.blacks = [52]
    found = marked(road, HEAD + "TC2,20,7,,,10,20,30@50/51/52\n")
    assert cells(found) == [("TC2", "turn 3", "RR-61"), ("TC2", "turn 4", "RR-66")]
    assert found.status == RETIRED


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
@pytest.mark.rule("RR-59", "RR-77", "RR-78")
def test_so_it_is_with_mistakes_at_a_strict_table(seed: int) -> None:
    assert isinstance(EXAMPLE, RallyGame)
    game, rng = strict(EXAMPLE), Random(seed)
    play = Play(game)
    while play.state.kind() != OVER:
        state = play.state
        assert isinstance(state, RallyState)
        plain = EXAMPLE.restore(state.dump()).legal(0) if state.phase == N_SPEED and rng.random() < 0.9 else []
        play.act(0, rng.choice(plain or state.legal(0)) if rng.random() < 0.5 else state.default(0))
    again = mark_sheet(game, to_csv(sheet_of_log(game, play.log, "A")))
    own = judge(game, play.log, 0)
    assert own is not None
    assert (again.log, again.mark.status, again.mark.score) == (play.log, own.status, own.score)
    assert bool(again.mark.findings) == (own.status == DISQUALIFIED)


ODD = (
    "0",
    "T",
    "90",
    "200",
    "!50",
    "30+H3",
    "20+carry",
    "@155",
    "20@301",
    "10@302/77",
    "10@9999",
    "x",
    "",
    "0T",
    "10@",
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(3, 10), st.integers(0, 13), st.sampled_from(ODD)), min_size=1, max_size=10))
@pytest.mark.rule("RR-59", "RR-60", "RR-61")
def test_whatever_is_typed_is_marked_and_what_was_driven_replays(changes: list[tuple[int, int, str]]) -> None:
    assert isinstance(EXAMPLE, RallyGame)
    rows = [line.split(",") for line in ODILE.format(name="Odile", third="20").splitlines()]
    for line, cell, text in changes:
        rows[line] += [""] * (cell + 1 - len(rows[line]))
        rows[line][cell] = text
    found = mark_sheet(EXAMPLE, "\n".join(",".join(cells) for cells in rows))
    game = create("rally_round", found.options)
    play = replay(game, found.log)
    own = judge(game, play.log, 0)
    assert found.mark.status == RETIRED or (own is not None and own.status == found.mark.status)
    if found.mark.status == HOME:
        assert own is not None
        assert own.score == found.mark.score


@pytest.mark.rule("RR-59")
def test_a_drive_with_a_mistake_has_a_sheet_without_a_fault() -> None:
    game, state = alone(TWO, strict=True)
    say(game, state, 10, 90, 10, 20)
    play = Play(game)
    for text in ("speed:10", "speed:90", "speed:10", "speed:20", "speed:30", "speed:40", "speed:20", "speed:10"):
        play.act(0, game.parse(text))
    while play.state.kind() != OVER:
        play.act(0, play.state.default(0))
    sheet = to_csv(sheet_of_log(game, play.log, "A"))
    assert ",10,!90,10," in sheet
    again = mark_sheet(game_of(TWO), sheet)
    assert again.mark.findings == []
    assert again.log == play.log
    assert again.options == {**game_of(TWO).options, "strict": True}


@pytest.mark.rule("RR-15", "RR-25")
@pytest.mark.parametrize("seed", range(3))
def test_a_laid_route_can_be_saved_as_a_marked_map(seed: int) -> None:
    game = create("rally_round", {"players": 2, "route": "laid", "kits": "standard", "max_section_turns": 10})
    state = random_play(game, seed).state
    assert isinstance(state, RallyState)
    assert state.route is not None
    document = route_document(state.route, "Ours")
    found = examine(document, state.t.board)
    if found.faults:  # the players may agree on one of several shortest routes, a marked map may not
        assert {fault.clause for fault in found.faults} == {"RR-26"}
        return
    assert found.route is not None
    assert found.route.path == state.route.path
    assert [s.target for s in found.route.sections] == [s.target for s in state.route.sections]


@pytest.mark.rule("RR-15")
def test_the_house_route_survives_being_written_down() -> None:
    assert isinstance(EXAMPLE, RallyGame)
    route = EXAMPLE.tables.route
    assert route is not None
    again = examine(route_document(route, "Again"), route.board).route
    assert again is not None
    assert (again.path, again.blacks) == (route.path, route.blacks)
    assert house_route()["map"] == route.board.name


@pytest.mark.rule("RR-60")
def test_the_commands_csv_record_and_marked(tmp_path: Path) -> None:
    assert isinstance(EXAMPLE, RallyGame)
    play = drive(EXAMPLE, 1, 1.0)
    (tmp_path / "a.json").write_text(record_of(play, ["Ann"]).to_text())
    (tmp_path / "a.csv").write_text(COMMANDS["csv"][1]([str(tmp_path / "a.json")]))
    assert "every cell is right" in COMMANDS["record"][1]([str(tmp_path / "a.csv"), str(tmp_path / "b.json")])
    assert read_record((tmp_path / "b.json").read_text()).log == play.log
    assert "6 sections" in COMMANDS["marked"][1]([str(tmp_path / "a.json"), str(tmp_path / "m.json")])
    assert json.loads((tmp_path / "m.json").read_text())["map"] == "Skeetshire"


@pytest.mark.rule("RR-48", "RR-14")
def test_a_trial_is_a_competition_of_one() -> None:
    assert task({})["kits"] == "free"
    assert task({"kits": "standard", "players": 1})["mode"] == "competition"
    assert TRIAL.chance is False
