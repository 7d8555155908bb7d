"""Rare meetings of rules: each case here was once decided wrongly, or seen by no other test."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, is_over, kinds, names, put, say, speeds, together
from tests.games.rally_round.samples import ROAD_SHEET, road_rally

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, BadOption
from parcferme.core.registry import create
from parcferme.core.trial import SheetFinding
from parcferme.games.rally_round.board.cards import Deck
from parcferme.games.rally_round.board.check import CONTENT, check, house_deck, house_map
from parcferme.games.rally_round.board.map import Board
from parcferme.games.rally_round.board.route_file import examine
from parcferme.games.rally_round.par.adjudicate import Verdict, adjudicate
from parcferme.games.rally_round.par.sheets import parse_csv, parse_toml, sheet_of, to_csv
from parcferme.games.rally_round.rules import RallyState
from parcferme.games.rally_round.state import DISQUALIFIED, RETIRED, Pack

Document = dict[str, object]
QUICK = "S1 A1 D1 DR1 N1 E1"


def give(state: RallyState, card: int, crew: int = 0) -> None:
    """A Hazard! card from the pack into a hand."""
    pack = state.pack
    bit = 1 << (card - 1)
    queue = tuple(c for c in pack.queue if c != card - 1)
    state.pack = Pack(pack.unseen & ~bit, queue)
    state.cars[crew].hand |= bit
    state.moves = []


# --- order on the road ---


@pytest.mark.rule("RR-53")
def test_cars_that_share_a_passage_control_of_a_stage_leave_it_in_the_order_they_came() -> None:
    game, state = together(Road().section("stage", "R14", pcs=(5,)), QUICK, "S2 A1 D1 DR1 N1 E1")
    say(game, state, 10, 10, 30)  # car 1 to 2 and 3, car 2 to 4
    say(game, state, 20, 30)  # car 2 reaches the control, then car 1
    assert (at(state, 0), at(state, 1)) == (6, 6)
    assert state.crew == 1


@pytest.mark.rule("RR-97", "RR-R37")
def test_a_car_pushed_back_onto_the_road_occupies_its_square_again() -> None:
    game, state = together(Road().section("stage", "R30", {4: "20"}), QUICK, "S2 A1 D1 DR1 N1 E1")
    give(state, 27)
    say(game, state, 40)
    assert (at(state), field(state, "off"), field(state, "misses")) == (5, 1, 2)
    say(game, state, "card:H27", 10)
    assert (at(state), field(state, "off")) == (6, 0)
    put(state, 4, 3, crew=1, speed=20)
    say(game, state, 20)  # car 2 would end on square 6
    assert names(game, state) == ["advance", "retreat"]


# --- closed ways ---


@pytest.mark.rule("RR-78", "RR-92", "RR-R51")
def test_turning_round_does_not_open_the_hidden_track_a_spent_card_was_used_for() -> None:
    game, state = alone(Road().section("road", "W14").hidden_track(4, 8), "S5 A1 D1 DR1 N2 E1")
    give(state, 6)
    put(state, 4, 3)
    say(game, state, "card:H6", 20, "sq:900")
    assert at(state) == 8
    say(game, state, "turn")
    assert names(game, state) == ["turn"]
    say(game, state, "turn", 10, "sq:9")
    assert at(state) == 9


@pytest.mark.rule("RR-78", "RR-92")
def test_a_track_finder_may_turn_round_and_take_the_hidden_track_back() -> None:
    game, state = alone(Road().section("road", "W14").hidden_track(4, 8), "S5 A1 D1 DR1 N1 E1")
    put(state, 8, 900)
    say(game, state, "turn", 20)
    assert at(state) == 4


@pytest.mark.rule("RR-78", "RR-R57")
def test_a_hidden_track_with_too_little_road_behind_it_is_refused_for_that_and_not_for_want_of_a_card() -> None:
    road = Road().section("road", "W14").side_road((4, 12), "W9", 300).side_road((3, 0), "W2", 400).hidden_track(4, 401)
    road.blacks = [400]
    game, state = alone(road, "S5 A1 D1 DR1 N1 E1")
    put(state, 4, 3, speed=50)
    say(game, state, 50)
    assert names(game, state) == ["sq:5", "sq:300"]
    refusal = state.explain(0, game.parse("sq:900"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("too_short", "RR-61")


@pytest.mark.rule("RR-R28")
@pytest.mark.parametrize(("gradient", "where"), [({6: "<"}, 7), ({7: "<<"}, 7)])
def test_rolling_back_stops_short_of_a_black_spot(gradient: dict[int, str], where: int) -> None:
    road = Road().section("road", "W14", gradient).side_road((3, 12), "W12", 300)
    road.blacks = [6]
    game, state = alone(road, "S5 A1 D1 DR1 N2 E1")
    put(state, min(gradient) - 2, min(gradient) - 3, speed=30)
    say(game, state, 30)
    assert at(state) == where


# --- a strict table, cards and controls ---


@pytest.mark.rule("RR-59", "RR-80")
def test_cards_declared_with_an_illegal_speed_are_spent() -> None:
    game, state = alone(Road().section("road", "W14"), "S5 A1 D1 DR1 N2 E1", strict=True)
    for card in (14, 21):
        give(state, card)
    say(game, state, "card:H14", "card:H21", "more", 150)
    assert (field(state, "declared"), field(state, "feather"), field(state, "hand")) == (0, 0, 0)


@pytest.mark.rule("RR-R56", "RR-92")
@pytest.mark.parametrize(("equipment", "highest"), [("E1", 10), ("E5", 50)])
def test_cards_declared_before_turning_round_are_spent_with_the_turn(equipment: str, highest: int) -> None:
    game, state = alone(Road().section("road", "R14"), f"S5 A1 D1 DR1 N2 {equipment}")
    put(state, 8, 7)
    for card in (3, 21):
        give(state, card)
    say(game, state, "card:H21", "more", "card:H3", "turn")  # with the handbrake the turn goes on
    assert max(speeds(game, state)) == highest
    say(game, state, 10)
    assert at(state) == (7 if highest == 10 else 6)


@pytest.mark.rule("RR-64", "RR-73")
def test_a_control_passed_on_a_stage_and_an_early_time_cite_their_own_clauses() -> None:
    game, state = alone(Road().section("stage", "R14", pcs=(4,)), "S1 A1 D1 DR1 N1 E1")
    events = say(game, state, 40, 50, 60)
    clauses = {event.kind: event.clause for event in events}
    assert (clauses["visited"], clauses["booked"]) == ("RR-64", "RR-72")
    game, state = alone(Road().section("regularity", "R14", mph=20), "S1 A1 D1 DR1 N1 E1")
    assert {event.kind: event.clause for event in say(game, state, 40, 70, 100)}["booked"] == "RR-73"


@pytest.mark.rule("RR-R50")
def test_who_has_gone_does_not_draw_a_card_he_may_decline() -> None:
    game, state = alone(Road().section("road", "W14", {2: "!"}), "S5 A1 D1 DR1 N6 E1")
    put(state, 2, 1, speed=10)
    say(game, state, 10)
    assert names(game, state) == ["draw", "decline"]
    assert game.format(state.default(0)) == "decline"


@pytest.mark.rule("RR-101", "RR-103")
def test_a_longer_rally_ends_with_the_part_that_nobody_finishes() -> None:
    options = {"players": 1, "route": "laid", "kits": "standard", "parts": 2, "max_section_turns": 10}
    game = create("rally_round", options)
    state = game.start()
    while game.format(state.legal(0)[0]) != "speed:10":
        state.apply(game.parse("lay:close") if game.parse("lay:close") in state.legal(0) else state.default(0))
    while not is_over(state):  # type: ignore[arg-type]
        state.apply(game.parse("turn") if game.parse("turn") in state.legal(0) else state.legal(0)[0])
    result = state.result()
    assert result is not None
    assert result.reason == "nobody"


# --- who is asked ---


@pytest.mark.rule("RR-13", "RR-16", "RR-46")
def test_out_of_turn_the_clause_that_names_whose_turn_it_is_is_cited() -> None:
    game = create("rally_round", {"players": 2, "route": "laid"})
    state = game.start()
    found = [state.explain(0, 0)]
    state.apply(state.chance()[0][0])
    found.append(state.explain(1 - state.to_act()[0], 0))
    drafting = create("rally_round", {"players": 2}).start()
    drafting.apply(drafting.chance()[0][0])
    found.append(drafting.explain(1 - drafting.to_act()[0], 0))
    assert [refusal.clause for refusal in found if refusal is not None] == ["RR-13", "RR-16", "RR-46"]


# --- organisers' files ---


@pytest.mark.rule("RR-15", "RR-27", "RR-28")
def test_an_organiser_is_warned_of_short_distances_and_may_keep_them() -> None:
    road = Road().section("road", "R5", pcs=(2,)).section("stage", "R3").section("road", "R12").section("road", "R12")
    marked = examine(road.route(), Board(road.map()))
    assert [(w.place, w.clause) for w in marked.warnings] == [
        ("PC2", "RR-27"), ("TC3", "RR-28"), ("SSF4", "RR-28"),
    ]  # fmt: skip
    game, state = alone(road)
    events = say(game, state, 10, 10, 10, 20, 10, 10, 10)
    assert kinds(events).count("booked") == 2


Edit = Callable[[Document], object]


def featured(document: Document, kind: str) -> Document:
    """The first feature of a kind on the map."""
    squares = document["squares"]
    assert isinstance(squares, list)
    found: Document = next(s["feature"] for s in squares if (s.get("feature") or {}).get("type") == kind)
    return found


def first(document: Document, name: str) -> Document:
    items = document[name]
    assert isinstance(items, list)
    found: Document = items[0]
    return found


ODD_MAPS: list[tuple[Edit, str]] = [
    (lambda d: featured(d, "gradient").update(to=[1]), "RR-82"),
    (lambda d: featured(d, "gradient").update(strength=1.0), "RR-82"),
    (lambda d: featured(d, "giveway").update(major=[[1]]), "RR-75"),
    (lambda d: featured(d, "giveway").update(major=[1.5]), "RR-75"),
    (lambda d: first(d, "hidden_tracks").update(ends=[[1], 2]), "RR-78"),
    (lambda d: first(d, "hidden_tracks").update(id=True), "RR-78"),
    (lambda d: first(d, "rivers").update(crossings=[[1]]), ""),
    (lambda d: first(d, "places").update(square=[1]), ""),
    (lambda d: first(d, "places").pop("name"), ""),
    (lambda d: first(d, "squares").update(x=float("nan")), ""),
    (lambda d: first(d, "squares").update(id=True), ""),
    (lambda d: first(d, "squares").update(chequered=False), "RR-16"),
]


@pytest.mark.rule("RR-16", "RR-75", "RR-78", "RR-82")
@pytest.mark.parametrize(("edit", "clause"), ODD_MAPS)
def test_odd_values_in_a_map_are_faults_and_never_a_crash(edit: Edit, clause: str) -> None:
    document = copy.deepcopy(house_map())
    edit(document)
    assert clause in [fault.clause for fault in check(document)]
    with pytest.raises((BadContent, BadOption)):
        create("rally_round", {"map": document, "route": "laid"})


@pytest.mark.rule("RR-10", "RR-80")
@pytest.mark.parametrize(
    ("pile", "place", "name", "value"),
    [
        ("kit", 23, "steady", False),
        ("hazards", 0, "amount", True),
        ("hazards", 1, "amount", "x"),
        ("hazards", 0, "turns", "x"),
    ],
)
def test_odd_values_on_a_card_are_faults(pile: str, place: int, name: str, value: object) -> None:
    document = read_document(CONTENT / "cards.json")
    cards = document[pile]
    assert isinstance(cards, list)
    cards[place][name] = value
    assert [fault.place for fault in check(document)] == [
        f"{'kit' if pile == 'kit' else 'hazard'} card {cards[place]['id']}"
    ]


# --- judging sheets ---


def verdict(road: Road, text: str, deck: Deck | None = None) -> Verdict:
    board = Board(road.map())
    route = examine(road.route(), board).route
    assert route is not None
    return adjudicate(parse_csv(text, "sheet"), board, deck or house_deck(), route)


def finding(road: Road, text: str, deck: Deck | None = None) -> SheetFinding | None:
    return verdict(road, text, deck).finding


@pytest.mark.rule("RR-78", "RR-100", "RR-R51")
def test_a_hidden_track_on_a_straight_road_disqualifies_a_crew_that_has_no_card_for_it() -> None:
    judged = verdict(road_rally(), ROAD_SHEET.replace("N1", "N2"))
    assert judged.finding is not None
    assert (judged.finding.row, judged.finding.cell, judged.finding.clause) == ("TC12", "turn 7", "RR-78")
    assert (judged.status, judged.clause) == (DISQUALIFIED, "RR-78")


@pytest.mark.rule("RR-77", "RR-100", "RR-R51")
def test_a_black_spot_that_leaves_one_way_open_disqualifies_who_writes_it_down() -> None:
    road = Road().section("road", "W14").side_road((4, 0), "W3", 300)
    road.blacks = [300]
    head = "Crew,A\nKit,S5 A5 D2 DR1 N1 E1\nRoute to,Distance,Target,Taken,Penalty,1,2,3\n"
    judged = verdict(road, head + "TC2,14,5,,,10,40@300,\n")
    assert judged.finding is not None
    assert (judged.finding.row, judged.finding.cell, judged.finding.clause) == ("TC2", "turn 2", "RR-77")
    assert judged.status == DISQUALIFIED
    judged = verdict(road, head + "TC2,14,5,,,10,40@9,\n")
    assert judged.finding is not None
    assert (judged.finding.clause, judged.status) == ("RR-61", RETIRED)


FORGED: list[tuple[str, str, str, str, str]] = [
    ("TC2,12,4,5,1:00,10,20", "TC2,12,4,5,1:00,10,\u00b20", "TC2", "turn 2", "RR-08"),
    ("TC2,12,4,5,1:00,10,20", f"TC2,12,4,5,1:00,10,{'1' * 5000}", "TC2", "turn 2", "RR-08"),
    ("TC2,12,4,5", "TC2,12,4,\u00b2", "TC2", "Taken", "RR-99"),
    ("TC2,12,4,5,1:00", f"TC2,12,4,5,{'9' * 5000}", "TC2", "Penalty", "RR-99"),
    ("40@900", "40@\u00b2", "TC12", "turn 7", "RR-61"),
    ("PC3,(5),,,,10,30,30\nTC4,13,5,6,1:00,,,,", "TC4,13,5,6,1:00,10,30,30,", "PC3", "Route to", "RR-39"),
    ("PC3,(5),,,,10,30,30\n", "PC3,(5),,,,10,30,30\nPC3,(5)\n", "PC3", "Route to", "RR-23"),
    ("RTC5 (25 mph)", "RTC5 (24 mph)", "RTC5 (24 mph)", "Route to", "RR-31"),
]


@pytest.mark.rule("RR-08", "RR-23", "RR-31", "RR-39", "RR-99")
@pytest.mark.parametrize(("old", "new", "row", "cell", "clause"), FORGED)
def test_odd_and_forged_cells_are_named(old: str, new: str, row: str, cell: str, clause: str) -> None:
    assert old in ROAD_SHEET
    found = finding(road_rally(), ROAD_SHEET.replace(old, new, 1))
    assert found is not None
    assert (found.row, found.cell, found.clause) == (row, cell, clause)


@pytest.mark.rule("RR-39", "RR-45")
@pytest.mark.parametrize("crew", ["Crew,A\rB", f"Crew,{'x' * 200_000}"])
def test_a_sheet_that_is_no_csv_or_has_no_kit_is_refused(crew: str) -> None:
    with pytest.raises(BadContent, match="not CSV"):
        parse_csv(ROAD_SHEET.replace("Crew,Last of all", crew), "sheet")
    with pytest.raises(BadContent, match="kit"):
        parse_toml('kit = 5\n[[row]]\nto = "TC2"', "sheet")
    assert parse_toml('[[row]]\nto = "TC2"\nspeeds = [10, "", ""]', "sheet").rows[0].cells == ["10"]


@pytest.mark.rule("RR-60", "RR-80")
@pytest.mark.parametrize(
    ("cells", "wrong"),
    [("0,0,40,40", ""), ("0,40+H1,40", ""), ("40+H1,40", ""), ("0,40,40", "turn 5"), ("0+H1,40,40", "turn 4")],
)
def test_a_sheet_tells_turns_missed_from_those_a_kept_card_cancels(cells: str, wrong: str) -> None:
    document = read_document(CONTENT / "cards.json")
    hazards = document["hazards"]
    assert isinstance(hazards, list)
    hazards.insert(0, hazards.pop(26))  # the push comes first
    for number, card in enumerate(hazards, 1):
        card["id"] = f"H{number}"
    road = Road().section("road", "W14", {2: "!", 6: "20"})
    head = "Crew,A\nKit,S5 A5 D2 DR1 N1 E1\nRoute to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7\n"
    found = finding(road, f"{head}TC2,14,5,,,10,10,40,{cells}\n", Deck(document))
    assert (found.cell if found is not None else "") == wrong


@pytest.mark.rule("RR-60", "RR-80")
def test_a_sheet_the_game_kept_is_accepted_though_a_card_was_not_played() -> None:
    document = read_document(CONTENT / "cards.json")
    hazards = document["hazards"]
    assert isinstance(hazards, list)
    hazards.insert(0, hazards.pop(26))
    for number, card in enumerate(hazards, 1):
        card["id"] = f"H{number}"
    road = Road().section("road", "W14", {2: "!", 6: "20"})
    game, state = alone(road, "S5 A5 D2 DR1 N1 E1", cards=document)
    say(game, state, 10, 10, 40, "pass", "pass", 40, 40)
    assert is_over(state)
    assert finding(road, to_csv(sheet_of(state, 0)), Deck(document)) is None
