"""Components, scenario, first player, placing, initial programming (LR-01 to LR-30)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support import follow, names

from parcferme.core import registry
from parcferme.core.content import read_document
from parcferme.core.contract import CHANCE, DECISION, JOINT
from parcferme.core.errors import BadOption
from parcferme.games.lunar_rally.board.check import CRATER_PIECES, DUST_PIECES, MOST_CACHES, MOST_STATIONS, check
from parcferme.games.lunar_rally.board.decks import CARDS, DECKS
from parcferme.games.lunar_rally.board.hexes import FACINGS, HEXES, LABELS, board_cells
from parcferme.games.lunar_rally.board.maps import house_map
from parcferme.games.lunar_rally.mechanics.programs import programs
from parcferme.games.lunar_rally.meta import COLOURS, META
from parcferme.games.lunar_rally.rules.tokens import MOST_THROWS, shown
from parcferme.games.lunar_rally.show.terminal import SYMBOLS
from parcferme.lib.hexgrid import distance, step

from .helpers import health, idle, kinds, lunar, placed, position, program, refused, rover, rover_view, run, scenario


@pytest.mark.rule("LR-01")
@pytest.mark.parametrize("players", [0, 5])
def test_two_to_four_play_or_one_alone(players: int) -> None:
    assert META.seats == (1, 4)
    with pytest.raises(BadOption, match="players"):
        lunar(players=players)


@pytest.mark.rule("LR-03", "LR-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_drives_two_rovers_with_a_board_and_a_deck(players: int) -> None:
    state = placed(lunar(players=players))
    rovers = state.view(None)["rovers"]
    assert isinstance(rovers, list)
    assert Counter((described["seat"], described["number"]) for described in rovers) == Counter(
        {(seat, number): 1 for seat in range(players) for number in (1, 2)}
    )
    assert all(len(described["program"]) == 3 for described in rovers)
    assert [sum(DECKS[number].copies) for number in (1, 2)] == [8, 8]


@pytest.mark.rule("LR-05", "LR-22")
def test_the_board_has_three_sections_and_blue_leaves_one_out() -> None:
    assert [len(board_cells(sections)) for sections in (2, 3)] == [184, 276]
    assert {colour: house_map(colour).sections for colour in COLOURS} == {"blue": 2, "green": 3, "red": 3, "yellow": 3}
    assert LABELS[house_map("blue").cells[-1]] == "P11"
    assert LABELS[house_map("green").cells[-1]] == "X11"


@pytest.mark.rule("LR-06", "LR-24")
def test_four_maps_lie_as_drawn() -> None:
    titles = [house_map(colour).title for colour in COLOURS]
    assert titles == ["Tranquillity", "Ocean of Storms", "Tycho Gates", "Copernicus Slalom"]
    sizes = {
        colour: [len(part) for part in (g.cells, g.craters, g.dust, g.stations, g.caches, g.starts, g.finishes)]
        for colour in COLOURS
        for g in [house_map(colour)]
    }
    assert sizes == {
        "blue": [184, 17, 9, 2, 4, 8, 8],
        "green": [276, 27, 15, 4, 6, 8, 8],
        "red": [276, 33, 21, 4, 8, 8, 8],
        "yellow": [276, 33, 27, 6, 10, 8, 8],
    }
    shown_map = lunar().start().view(None)["map"]
    assert isinstance(shown_map, dict)
    assert shown_map["repair"] == ["H6", "L3"]
    assert shown_map["caches"] == ["D6", "G11", "J4", "K10"]


@pytest.mark.rule("LR-08", "LR-09", "LR-11", "LR-R01")
def test_the_pieces_in_the_box() -> None:
    assert CRATER_PIECES == {7: 2, 6: 2, 3: 2, 1: 2}
    assert DUST_PIECES == {6: 3, 3: 3}
    assert (MOST_STATIONS, MOST_CACHES) == (6, 24 - 2 - 4 * 3)
    eight = [["C1"], ["C3"], ["E1", "E2", "F1"], ["E5", "E6", "F5"]]
    assert check(scenario(craters=eight)) == []
    assert "LR-08" in {fault.clause for fault in check(scenario(craters=[*eight, ["K6"]]))}
    for colour in COLOURS:
        craters = house_map(colour)
        assert len(craters.craters) <= 33


@pytest.mark.rule("LR-10")
def test_the_lines_are_four_pieces_of_two_hexes() -> None:
    for colour in COLOURS:
        assert len(house_map(colour).starts) == len(house_map(colour).finishes) == 8
    assert "LR-10" in {fault.clause for fault in check(scenario(start=["A1", "A2"]))}
    assert "LR-10" in {fault.clause for fault in check(scenario(finish=[f"X{row}" for row in range(1, 10)]))}


@pytest.mark.rule("LR-12")
def test_four_colours_each_with_a_symbol() -> None:
    assert COLOURS == ("blue", "green", "red", "yellow")
    assert sorted(SYMBOLS) == sorted(colour[0].upper() for colour in COLOURS)
    assert len(set(SYMBOLS.values())) == 4


@pytest.mark.rule("LR-13")
def test_players_take_different_colours() -> None:
    game = lunar(players=3, colours=["yellow", "green"])
    assert [rover.name for rover in game.start().position.rovers] == ["Y1", "G1", "B1", "Y2", "G2", "B2"]
    with pytest.raises(BadOption, match="LR-13"):
        lunar(players=2, colours=["red", "red"])


@pytest.mark.rule("LR-14", "LR-15")
def test_rovers_begin_complete() -> None:
    game = lunar(players=4)
    state = placed(game)
    for name in [one.name for one in state.position.rovers]:
        assert health(game, state, name) == ("P3 S1 M1" if name[1] == "1" else "P3 S2 M2")


@pytest.mark.rule("LR-16")
def test_decks_do_not_mix() -> None:
    game = lunar()
    state = placed(game)
    assert refused(game, state, 0, "1:F1.XX.TL") == ("wrong_deck", "LR-16")
    assert refused(game, state, 0, "1:F1.RV.TL") == ("wrong_deck", "LR-16")
    idle(state)
    assert refused(game, state, 0, "2:XX.AT.TL") == ("wrong_deck", "LR-16")


@pytest.mark.rule("LR-17", "LR-18", "LR-19", "LR-R02")
def test_the_decks() -> None:
    decks = [{card: count for card, count in zip(CARDS, DECKS[n].copies, strict=True) if count} for n in (1, 2)]
    assert decks[0] == {"AT": 1, "F1": 2, "TL": 1, "TR": 1, "LA": 1, "MI": 1, "ST": 1}
    assert decks[1] == {"AT": 1, "F1": 1, "RV": 1, "TL": 1, "TR": 1, "LA": 1, "MI": 1, "ST": 1}


@pytest.mark.rule("LR-R02", "LR-39")
@pytest.mark.parametrize(("number", "counts"), [(1, [7, 43, 228]), (2, [8, 56, 336])])
def test_programs_are_counted(number: int, counts: list[int]) -> None:
    assert [len(programs(number, length)) for length in (1, 2, 3)] == counts


@pytest.mark.rule("LR-20")
def test_the_tokens_choose_the_map_or_it_is_agreed() -> None:
    game = lunar(scenario="tokens")
    for outcome, colour in enumerate(COLOURS):
        state = game.start()
        assert state.kind() == CHANCE
        assert state.chance() == [(0, 1), (1, 1), (2, 1), (3, 1)]
        assert state.view(None)["map"] is None
        state.apply(outcome)
        chosen = state.view(None)["map"]
        assert isinstance(chosen, dict)
        assert chosen["scenario"] == colour
    agreed = lunar(scenario="red").start().view(None)["map"]
    assert isinstance(agreed, dict)
    assert agreed["scenario"] == "red"


@pytest.mark.rule("LR-21")
def test_newcomers_are_pointed_to_blue_and_green() -> None:
    folder = registry.folder("lunar_rally") / "content"
    marked = [c for c in COLOURS if read_document(folder / f"{c}.json")["recommended_for_beginners"]]
    assert marked == ["blue", "green"]
    assert META.options.options["scenario"].default in marked


@pytest.mark.rule("LR-23")
def test_a_map_of_ones_own_is_played() -> None:
    game = lunar(map=scenario(title="Sea of Serenity", caches=["K6"]))
    shown_map = game.start().view(None)["map"]
    assert isinstance(shown_map, dict)
    assert (shown_map["title"], shown_map["scenario"], shown_map["caches"]) == ("Sea of Serenity", "own", ["K6"])
    with pytest.raises(BadOption, match="LR-23"):
        lunar(map=scenario(), scenario="red")


@pytest.mark.rule("LR-R04")
def test_every_throw_shows_one_colour_twice_and_its_opposite_never() -> None:
    sides = ({"B", "G"}, {"R", "Y"}), ({"B", "R"}, {"G", "Y"})
    game = lunar()
    for outcome in range(4):
        first_side, second_side = game.format_outcome(outcome).split("/")
        assert set(first_side) in sides[0]
        assert set(second_side) in sides[1]
        assert [shown(outcome, colour) for colour in range(4)] == [
            (first_side + second_side).count(letter) for letter in "BGRY"
        ]


@pytest.mark.rule("LR-25", "LR-R05")
@pytest.mark.parametrize(
    ("colours", "again"),
    [
        (["blue", "green", "red", "yellow"], []),
        (["blue", "green", "red"], ["RY/GY"]),
        (["blue", "yellow"], ["BG/GY", "RY/BR"]),
        (["green", "red"], ["BG/BR", "RY/GY"]),
        (["blue", "green"], []),
        (["red", "yellow"], []),
    ],
)
def test_the_colour_shown_most_begins_and_draws_are_thrown_again(colours: list[str], again: list[str]) -> None:
    game = lunar(players=len(colours), colours=colours)
    redone = []
    for outcome in range(4):
        state = game.start()
        state.apply(outcome)
        if state.kind() == CHANCE:
            redone.append(game.format_outcome(outcome))
            continue
        counts = [shown(outcome, COLOURS.index(colour)) for colour in colours]
        assert state.to_act() == (counts.index(max(counts)),)
        assert counts.count(max(counts)) == 1
    assert redone == again


@pytest.mark.rule("LR-25")
def test_throwing_again_comes_to_an_end_without_changing_the_odds() -> None:
    game = lunar(colours=["blue", "yellow"])
    state = game.start()
    for _ in range(MOST_THROWS - 1):
        assert len(state.chance()) == 4
        state.apply(game.parse_outcome("BG/GY"))
    assert state.position.throws == MOST_THROWS - 1
    assert state.chance() == [(0, 1), (3, 1)]


def test_the_first_player_can_be_agreed() -> None:
    state = lunar(players=3, first="agreed").start()
    assert state.kind() == DECISION
    assert state.to_act() == (0,)


@pytest.mark.rule("LR-26", "LR-R07")
@pytest.mark.parametrize("colour", COLOURS)
def test_start_facings_lead_off_the_line_and_nearer(colour: str) -> None:
    ground = house_map(colour)
    finish = [HEXES[cell] for cell in ground.finishes]
    for cell in ground.starts:
        assert [FACINGS[f] for f in ground.facings[cell]] == ["NE", "SE"]
        for facing in ground.facings[cell]:
            ahead = step(HEXES[cell], facing)
            assert ahead not in [HEXES[start] for start in ground.starts]
            assert min(distance(ahead, f) for f in finish) < min(distance(HEXES[cell], f) for f in finish)
    game = lunar(scenario=colour)
    state = game.start()
    state.apply(0)
    hex = LABELS[ground.starts[2]]
    for along in ("N", "S", "SW", "NW"):
        assert refused(game, state, 0, f"place:{hex}/{along}") == ("facing", "LR-26")


@pytest.mark.rule("LR-26")
def test_only_the_start_line_takes_rovers() -> None:
    game = lunar(scenario="tokens")
    state = game.start()
    follow(game, state, "BG/BR", "BG/BR")
    assert refused(game, state, 0, "place:A11/NE") == ("not_start", "LR-26")
    assert "place:A11/NE" not in names(game, state)
    assert "place:A3/NE" in names(game, state)


@pytest.mark.rule("LR-27", "LR-28", "LR-R06")
@pytest.mark.parametrize(("throw", "order"), [("BG/BR", [0, 1, 2, 3, 3, 2, 1, 0]), ("RY/BR", [2, 3, 0, 1, 1, 0, 3, 2])])
def test_placing_goes_left_and_comes_back(throw: str, order: list[int]) -> None:
    game = lunar(players=4)
    state = game.start()
    state.apply(game.parse_outcome(throw))
    placed_by, rovers = [], []
    while state.kind() == DECISION:
        placed_by.append(state.to_act()[0])
        events = follow(game, state, game.format(state.legal(state.to_act()[0])[0]))
        rovers.append(str(events[0].args["rover"])[1])
        if state.kind() == DECISION:
            assert refused(game, state, (state.to_act()[0] + 1) % 4, "place:A10/NE")[0] == "not_asked"
    assert placed_by == order
    assert rovers == ["1"] * 4 + ["2"] * 4


@pytest.mark.rule("LR-R06", "LR-49")
def test_a_start_hex_takes_one_rover() -> None:
    game = lunar()
    state = game.start()
    follow(game, state, "BG/BR", "place:A5/NE")
    assert refused(game, state, 1, "place:A5/SE") == ("taken", "LR-R06")
    assert len(state.legal(1)) == 14
    assert refused(game, state, 1, "decline") == ("must_place", "LR-27")


@pytest.mark.rule("LR-29")
def test_everyone_programs_three_cards_for_both_rovers() -> None:
    game = lunar(players=3)
    state = placed(game)
    for number, count in ((1, 228), (2, 336)):
        assert state.kind() == JOINT
        assert state.to_act() == (0, 1, 2)
        assert all(len(state.legal(seat)) == count for seat in range(3))
        assert refused(game, state, 0, f"{number}:F1.AT") == ("length", "LR-29")
        assert refused(game, state, 0, f"{3 - number}:F1.AT.TL") == ("other_rover", "LR-29")
        if number == 1:
            program(game, state, "F1.AT.TL", "F1.F1.AT", "TL.TR.ST")
    assert rover_view(state, "B1", 0)["program"] == ["F1", "AT", "TL"]


@pytest.mark.rule("LR-30")
def test_rover_1_begins() -> None:
    game = lunar()
    state = placed(game)
    assert state.position.moon == 1
    idle(state)
    events = idle(state)
    moons = [event.args["number"] for event in events if event.kind == "moon"]
    assert moons == [1]
    assert {str(event.args["rover"])[1] for event in events if event.kind == "reveal"} == {"1"}


@pytest.mark.rule("LR-R03")
def test_all_terrain_works_on_plain_ground_too() -> None:
    game = lunar(players=2, map=scenario())
    state = position(game, {"B1": rover((10, 0), "SE")})
    assert kinds(run(game, state, {"B1": "AT"})) == ["reveal", "move"]
