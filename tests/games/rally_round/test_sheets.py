"""Time sheets: layout, reading, the adjudicator, and what it says about sheets that cannot be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.rally_round.roads import Road, alone, say
from tests.games.rally_round.samples import ROAD_SHEET, STAGE_SHEET, road_rally, stage_rally

from parcferme.core.errors import BadContent, ParcFermeError
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import create
from parcferme.core.trial import SheetFinding
from parcferme.games.rally_round.par.adjudicate import Verdict, adjudicate
from parcferme.games.rally_round.par.sheets import blank, parse_csv, parse_toml, sheet_of, to_csv
from parcferme.games.rally_round.show.commands import COMMANDS
from parcferme.games.rally_round.show.sheets import to_table
from parcferme.games.rally_round.state import DISQUALIFIED


def judge(road: Road, text: str, toml: bool = False) -> Verdict:
    tables = road.game().tables
    assert tables.route is not None
    sheet = parse_toml(text, "typed") if toml else parse_csv(text, "typed")
    return adjudicate(sheet, tables.board, tables.deck, tables.route)


def first_wrong(road: Road, text: str) -> SheetFinding:
    finding = judge(road, text).finding
    assert finding is not None
    return finding


SHORT = Road().section("road", "R12").section("stage", "R18", {5: "Ford"}, pcs=(3,))
SHORT_SHEET = """\
Kit,
Route to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7
TC2,12,4,5,1:00,10,20,30,30,30
PC3,(3),,,,10,20
SSF4,18,3:00,5:00,2:00,,,30,40,50,60,50
Other penalties,-
Total penalties,3:00
"""


@pytest.mark.rule("RR-39", "RR-41", "RR-44", "RR-60")
def test_a_sheet_built_from_a_game_has_the_books_layout() -> None:
    game, state = alone(SHORT)
    say(game, state, 10, 20, 30, 30, 30, 10, 20, 30, 40)
    lines = to_csv(sheet_of(state, 0)).splitlines()
    assert lines[3:6] == ["TC2,12,4,5,1:00,10,20,30,30,30", "PC3,(3),,,,10,20", "SSF4,18,3:00,,,,,30,40"]
    assert "standard car" in to_table(sheet_of(state, 0))


@pytest.mark.rule("RR-39")
def test_a_blank_sheet_lists_controls_distances_and_targets() -> None:
    route = road_rally().game().tables.route
    assert route is not None
    rows = blank(route).rows
    assert [row.to for row in rows] == [
        "TC2", "PC3", "TC4", "RTC5 (25 mph)", "PC6", "TC7", "TC8", "STC9", "TC10", "PC11", "TC12", "TC13", "TC14",
    ]  # fmt: skip
    assert [row.target for row in rows if row.target] == ["4", "5", "6:24", "5", "6", "6:40", "5", "8", "5", "6"]


@pytest.mark.rule("RR-101", "RR-60")
def test_what_the_engine_writes_the_adjudicator_accepts() -> None:
    for road, text in ((road_rally(), ROAD_SHEET), (stage_rally(), STAGE_SHEET)):
        verdict = judge(road, text)
        assert verdict.accepted()
        written = to_csv(verdict.driven).replace(",40,40\n", ",40@900,40\n") if road.tracks else to_csv(verdict.driven)
        assert judge(road, written).accepted()


@pytest.mark.rule("RR-60")
def test_toml_sheets_say_the_same() -> None:
    text = """
kit = "S1 A2 D1 DR1 N2 E1"
total = "7:19"
"""
    for row in parse_csv(STAGE_SHEET, "x").rows:
        text += f'[[row]]\nto = "{row.to}"\ndistance = {row.distance}\ntarget = "{row.target}"\n'
        text += f'taken = "{row.taken}"\npenalty = "{row.penalty}"\nspeeds = [{", ".join(row.cells)}]\n'
    assert judge(stage_rally(), text, toml=True).accepted()


CHANGES = [
    ("TC2,12,4,5,1:00", "TC2,13,4,5,1:00", "TC2", "Distance", "RR-39"),
    ("TC2,12,4,5,1:00", "TC2,12,5,5,1:00", "TC2", "Target", "RR-39"),
    ("TC2,12,4,5,1:00", "TC2,12,4,4,1:00", "TC2", "Taken", "RR-68"),
    ("TC2,12,4,5,1:00", "TC2,12,4,5,-", "TC2", "Penalty", "RR-69"),
    ("TC2,12,4,5,1:00", "TC2,12,4,x,1:00", "TC2", "Taken", "RR-99"),
    ("6:24,6:20,0:04", "6:24,6:24,0:04", "RTC5 (25 mph)", "Taken", "RR-71"),
    ("6:24,6:20,0:04", "6:24,6:20,0:05", "RTC5 (25 mph)", "Penalty", "RR-73"),
    ("1:00,10,20,30,30,30", "1:00,10,20,30,70,30", "TC2", "turn 4", "RR-56"),
    ("1:00,10,20,30,30,30", "1:00,40,20,30,30,30", "TC2", "turn 1", "RR-54"),
    ("1:00,10,20,30,30,30", "1:00,10,20,0,30,30", "TC2", "turn 3", "RR-57"),
    ("1:00,10,20,30,30,30", "1:00,10,25,30,30,30", "TC2", "turn 2", "RR-08"),
    ("1:00,10,20,30,30,30", "1:00,10,20,30,30", "TC2", "turn 5", "RR-66"),
    ("1:00,10,20,30,30,30", "1:00,10,20,30,30,30,10", "TC2", "turn 6", "RR-68"),
    ("3:00,10,20,0,0,10", "3:00,10,20,0,10,10", "TC10", "turn 4", "RR-60"),
    ("40@900", "40@118", "TC12", "turn 8", "RR-57"),
    ("40@900", "40@777", "TC12", "turn 7", "RR-61"),
    ("TC8,17", "TC9,17", "TC9", "Route to", "RR-23"),
    ("TC14,17,6,6,-,10,20,30,40,40,30\n", "", "TC14", "Route to", "RR-39"),
    ("Other penalties,120:00", "Other penalties,90:00", "Other penalties", "total", "RR-99"),
    ("Total penalties,130:39", "Total penalties,130:38", "Total penalties", "total", "RR-101"),
    ("Kit,S6 A5", "Kit,S6 S5", "Kit", "S5", "RR-45"),
    ("Kit,S6 A5", "Kit,S6 A9", "Kit", "A9", "RR-01"),
    ("Kit,S6 A5 ", "Kit,S6 ", "Kit", "cards", "RR-45"),
    ("10,20,30,30,30\n", "10,20+H3,30,30,30\n", "TC2", "turn 2", "RR-80"),
]


@pytest.mark.rule("RR-100", "RR-R51", "RR-R17")
@pytest.mark.parametrize(("old", "new", "row", "cell", "clause"), CHANGES)
def test_the_first_wrong_cell_is_named_with_its_rule(old: str, new: str, row: str, cell: str, clause: str) -> None:
    assert old in ROAD_SHEET
    finding = first_wrong(road_rally(), ROAD_SHEET.replace(old, new, 1))
    if (row, cell) == ("TC12", "turn 8"):  # without the short cut the control is far away
        assert finding.row.startswith("TC12")
        return
    assert (finding.row, finding.cell, finding.clause) == (row, cell, clause)
    assert clause in str(finding)


@pytest.mark.rule("RR-77", "RR-78", "RR-100", "RR-R51")
@pytest.mark.parametrize(("way", "clause"), [("900", "RR-78"), ("50", "RR-77")])
def test_a_sheet_over_a_closed_way_disqualifies(way: str, clause: str) -> None:
    road = Road().section("road", "R20").hidden_track(4, 12).side_road((4, 14), "W12", 50).side_road((4, 0), "R9", 70)
    road.blacks = [50]
    text = f"Kit,\nRoute to,Distance,Target,Taken,Penalty,1\nTC2,20,7,7,-,10,20,30@{way}\n"
    verdict = judge(road, text)
    assert verdict.finding is not None
    assert (verdict.finding.cell, verdict.finding.clause) == ("turn 3", clause)
    assert (verdict.status, verdict.clause) == (DISQUALIFIED, clause)


@pytest.mark.rule("RR-80", "RR-81")
def test_cards_and_choices_are_written_in_the_cell() -> None:
    road = Road().section("road", "R16", {3: "!", 5: "!", 9: "Ford"})
    text = """\
Kit,
Route to,Distance,Target,Taken,Penalty,1,2,3
TC2,16,6,12,6:00,10,20,0,0,10,10,20,20+H2,10,10,20,30
Total penalties,6:00
"""
    assert judge(road, text).finding is None  # H1 on square 3: miss two; H2 on square 5, kept for the ford
    finding = first_wrong(road, text.replace("20+H2", "20"))
    assert (finding.cell, finding.clause) == ("turn 9", "RR-60")


def run(name: str, *args: str | Path) -> str:
    return COMMANDS[name][1]([str(arg) for arg in args])


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    import json

    road = road_rally()
    made = {"map": road.map(), "route": road.route()}
    paths = {name: tmp_path / f"{name}.json" for name in made}
    for name, document in made.items():
        paths[name].write_text(json.dumps(document))
    paths["sheet"] = tmp_path / "sheet.csv"
    paths["sheet"].write_text(ROAD_SHEET)
    paths["forged"] = tmp_path / "forged.csv"
    paths["forged"].write_text(ROAD_SHEET.replace("6:24,6:20,0:04", "6:24,6:24,-"))
    return paths


@pytest.mark.rule("RR-100", "RR-101")
def test_the_adjudicate_command_leaves_the_file_as_it_was(files: dict[str, Path]) -> None:
    assert "Accepted" in run("adjudicate", files["sheet"], files["route"], files["map"])
    before = files["forged"].read_bytes()
    answer = run("adjudicate", files["forged"], files["route"], files["map"])
    assert "row RTC5 (25 mph), Taken: says 6:24; it is 6:20 (RR-71)" in answer
    assert files["forged"].read_bytes() == before


@pytest.mark.rule("RR-39", "RR-15")
def test_the_route_and_blank_commands(files: dict[str, Path]) -> None:
    from parcferme.games.rally_round.board.check import CONTENT

    answer = run("route", CONTENT / "route-example.json")
    assert "STC6   selective: 23 squares, target 7:40, PC5 at 9" in answer
    assert "warning: STC6" in answer
    assert run("blank").splitlines()[3] == "TC2,19,7,,"


@pytest.mark.rule("RR-02", "RR-102")
def test_the_classify_command_ranks_any_number_of_sheets(tmp_path: Path) -> None:
    texts = {
        "good": "Crew,Good\nKit,S3 A5 D2 DR3 N3 E4\n",
        "bad": "Crew,Bad\nKit,S3 A5 D2 DR3 N3 E4\n",
    }
    game, state = alone(Road().section("road", "R12"))
    assert game.tables.crews == state.t.crews
    sheet = run("blank").splitlines()[2:]
    for name, head in texts.items():
        (tmp_path / f"{name}.csv").write_text(head + "\n".join(sheet))
    answer = run("classify", "-", *[tmp_path / f"{name}.csv" for name in texts])
    assert answer.count("RR-") == 2  # blank sheets: not finished, named with the rule
    with pytest.raises(ParcFermeError):
        run("classify")


@pytest.mark.rule("RR-60")
def test_the_sheet_command_reads_records(tmp_path: Path) -> None:
    game = create("rally_round", {"players": 1, "mode": "competition", "kits": "standard"})
    play = Play(game)
    for text in ("speed:10", "sq:2", "speed:10", "speed:20"):
        play.act(0, game.parse(text))
    path = tmp_path / "game.json"
    path.write_text(record_of(play, ["Ann"]).to_text())
    assert "TC2" in run("sheet", path)
    assert "10  10  20" in run("sheet", path, "1")
    with pytest.raises(ParcFermeError, match="no crew"):
        run("sheet", path, "2")
    with pytest.raises(BadContent, match="cannot be read"):
        run("sheet", tmp_path / "none.json")


@pytest.mark.rule("RR-39")
@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "no rows"), ("Oops,1\n", "stands before"), ("Crew,x\nRoute to,Distance\n", "no rows")],
)
def test_files_that_are_no_sheets(text: str, reason: str) -> None:
    with pytest.raises(BadContent, match=reason):
        parse_csv(text, "file")
    with pytest.raises(BadContent):
        parse_toml("row = 3", "file")
    with pytest.raises(BadContent, match="not TOML"):
        parse_toml("= 3", "file")
