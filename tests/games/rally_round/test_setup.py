"""Components, start numbers, kits, and what is known before the start."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.rally_round.roads import Road, alone, at, field, names, say, speeds, together

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import BadOption
from parcferme.core.registry import create, meta
from parcferme.games.rally_round.board.cards import TYPES
from parcferme.games.rally_round.board.check import house_board, house_deck
from parcferme.games.rally_round.board.map import COLOURS, HAZARD, Board
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.state import N_KIT, N_SPEED
from parcferme.games.rally_round.view import CAR_COLOURS


def make(**options: object) -> tuple[RallyGame, RallyState]:
    game = create("rally_round", options)
    assert isinstance(game, RallyGame)
    return game, game.start()


@pytest.mark.rule("RR-01")
def test_components() -> None:
    deck = house_deck()
    assert Counter(card.rstrip("0123456789") for card in deck.kit_ids) == dict.fromkeys(TYPES, 6)
    assert len(deck.kit_ids) == 36
    assert deck.hazard_ids == [f"H{number}" for number in range(1, 33)]
    assert sum(deck.is_adverse(card) for card in range(32)) == 16


@pytest.mark.rule("RR-01")
def test_speed_cards_are_balanced_and_the_house_values_stand() -> None:
    cards = {str(card["id"]): card for card in house_deck().kit}
    for kind, field_name, total in (("S", "start", 90), ("A", "acceleration", 60), ("D", "deceleration", 80)):
        for number in range(1, 7):
            values = cards[f"{kind}{number}"][field_name]
            assert isinstance(values, list)
            assert sum(values) == total
    assert cards["S4"]["start"] == [10, 20, 30, 30]
    assert cards["A6"]["acceleration"] == [10, 10, 20, 20]
    assert cards["D5"]["deceleration"] == [10, 20, 20, 30]


@pytest.mark.rule("RR-02")
@pytest.mark.parametrize("players", range(1, 7))
def test_one_to_six_players(players: int) -> None:
    _, state = make(players=players, kits="standard")
    assert state.t.crews == players
    assert meta("rally_round").seats == (1, 6)


@pytest.mark.rule("RR-04", "RR-11", "RR-R46")
def test_a_laid_rally_is_of_one_type_and_a_marked_map_may_mix() -> None:
    _, road = make(route="laid")
    _, stage = make(route="laid", rally="stage")
    assert not road.t.stage
    assert stage.t.stage
    _, mixed = make(players=1, mode="competition")
    assert {section.kind for section in mixed.drives_on().sections} == {0, 1, 2, 3}


@pytest.mark.rule("RR-05", "RR-06")
def test_the_house_map_has_300_squares_evenly_coloured() -> None:
    board = house_board()
    assert board.roads == 300
    counts = Counter(COLOURS[colour] for colour in board.colour[:300])
    assert set(counts) == set("ROYW")
    assert all(72 <= count <= 78 for count in counts.values())
    hazards = Counter(board.colour[square] for square in range(300) if board.feature[square] == HAZARD)
    assert sum(hazards.values()) == 24
    assert all(5 <= count <= 7 for count in hazards.values())


@pytest.mark.rule("RR-07")
def test_the_game_runs_cars_route_kits_rally() -> None:
    game, state = make(players=2, route="laid")
    assert state.kind() == CHANCE
    say(game, state, "car:2")
    assert names(game, state)[0].startswith("sq:")
    say(game, state, "sq:1", "sq:72", "lay:close")
    while state.phase < N_KIT:
        say(game, state, names(game, state)[0])
    assert names(game, state)[0] == "take:S1"
    while state.phase == N_KIT:
        say(game, state, names(game, state)[0])
    assert state.phase == N_SPEED


@pytest.mark.rule("RR-12", "RR-13")
def test_players_draw_the_first_n_cars_unseen() -> None:
    game, state = make(players=3, kits="standard")
    assert [(game.format_outcome(outcome), weight) for outcome, weight in state.chance()] == [
        ("car:1", 1), ("car:2", 1), ("car:3", 1),
    ]  # fmt: skip
    say(game, state, "car:3")
    assert [game.format_outcome(outcome) for outcome, _ in state.chance()] == ["car:1", "car:2"]
    say(game, state, "car:1")
    assert [car.seat for car in state.cars] == [1, 2, 0]
    assert state.to_act() == (1,)  # car 1 drives first
    assert CAR_COLOURS == ("red", "blue", "yellow", "white", "green", "magenta")
    crews = state.view(None)["crews"]
    assert isinstance(crews, list)
    assert [crew["colour"] for crew in crews] == ["red", "blue", "yellow"]


@pytest.mark.rule("RR-17")
def test_a_chequered_square_counts_as_red() -> None:
    road = Road().section("road", "W20")
    road.squares[0]["colour"] = "W"
    game, state = alone(road, "S1 A1 D1 DR1 N1 E1")  # 40 on Red, 10 on White
    assert speeds(game, state) == [10, 20, 30, 40]
    assert Board(road.map()).colour[0] == 0


@pytest.mark.rule("RR-45", "RR-46")
def test_the_draft_runs_in_reverse_start_order() -> None:
    game, state = make(players=3)
    say(game, state, "car:1", "car:2")
    order: list[int] = []
    while state.phase == N_KIT:
        order.append(state.crew + 1)
        say(game, state, names(game, state)[-1])
    assert order == [3, 2, 1] * 6
    crews = state.view(None)["crews"]
    assert isinstance(crews, list)
    kits = [crew["kit"] for crew in crews]
    assert all([card.rstrip("0123456789") for card in kit] == list(TYPES) for kit in kits)
    assert len({card for kit in kits for card in kit}) == 18


@pytest.mark.rule("RR-45", "RR-46")
def test_a_card_is_taken_once_and_a_type_filled_once() -> None:
    game, state = make(players=2)
    say(game, state, "car:1", "take:S1")
    gone = state.explain(0, game.parse("take:S1"))
    assert gone is not None
    assert (gone.code, gone.clause) == ("card_gone", "RR-46")
    say(game, state, "take:A1")
    full = state.explain(1, game.parse("take:S2"))
    assert full is not None
    assert (full.code, full.clause) == ("type_complete", "RR-45")


@pytest.mark.rule("RR-47")
def test_dealt_kits_are_uniform_within_each_type() -> None:
    game, state = make(players=2, kits="deal")
    say(game, state, "car:1")
    assert state.kind() == CHANCE
    assert [game.format_outcome(outcome) for outcome, _ in state.chance()] == [f"kit:S{n}" for n in range(1, 7)]
    for card in ("S3", "A1", "D1", "DR1", "N1", "E1"):
        say(game, state, f"kit:{card}")
    assert [game.format_outcome(outcome) for outcome, _ in state.chance()] == [f"kit:S{n}" for n in (1, 2, 4, 5, 6)]
    assert {weight for _, weight in state.chance()} == {1}


@pytest.mark.rule("RR-49", "RR-R52")
def test_before_the_start_the_pack_is_unknown_and_everything_else_public() -> None:
    _, state = together(Road().section("road", "R20"), "", "")
    assert state.pack.unseen.bit_count() == 32
    assert state.pack.queue == ()
    assert [at(state, crew) for crew in range(2)] == [1, 1]
    views = [state.view(seat) for seat in (0, 1, None)]
    for view in views:
        view["seat"] = None
    assert views[0] == views[1] == views[2]
    route = views[0]["route"]
    assert isinstance(route, dict)
    assert route["sections"][0]["target"] == 420


@pytest.mark.rule("RR-104")
def test_solo_drives_every_crew() -> None:
    game, state = make(players=1, crews=3, kits="standard")
    assert state.t.crews == 3
    for _ in range(12):
        assert state.to_act() == (0,)
        say(game, state, names(game, state)[0])
    assert len({at(state, crew) for crew in range(3)}) > 1


@pytest.mark.rule("RR-105")
def test_competitive_solo_deals_six_kits_and_lets_the_player_adopt_one() -> None:
    game, state = make(players=1, competitive=True, max_section_turns=10)
    while state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    assert names(game, state) == [f"adopt:{crew}" for crew in range(1, 7)]
    say(game, state, "adopt:4")
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
        else:
            state.apply(state.default(0))
    result = state.result()
    assert result is not None
    assert result.measures["car"] == [4]
    assert result.reason in ("competitive_won", "competitive_lost")
    assert result.clause == "RR-105"


@pytest.mark.rule("RR-104", "RR-105", "RR-103", "RR-14")
@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"players": 2, "crews": 3}, "crews"),
        ({"players": 2, "competitive": True}, "competitive"),
        ({"players": 1, "competitive": True, "mode": "competition"}, "competitive"),
        ({"players": 1, "crews": 3, "mode": "competition"}, "crews"),
        ({"parts": 2}, "parts"),
        ({"players": 7}, "players"),
        ({"kits": "all"}, "kits"),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, object], option: str) -> None:
    with pytest.raises(BadOption) as caught:
        make(**options)
    assert caught.value.option == option


@pytest.mark.rule("RR-10")
def test_every_kit_card_changes_what_a_crew_may_do() -> None:
    deck = house_deck()
    standard = vars_of(deck.kit_of(()))
    for number, card in enumerate(deck.kit_ids):
        assert vars_of(deck.kit_of((number,))) != standard, card


def vars_of(kit: object) -> list[object]:
    names = [name for name in dir(kit) if not name.startswith("_")]
    return [getattr(kit, name) for name in names]


@pytest.mark.rule("RR-R50", "RR-38")
def test_when_the_clock_runs_out_the_harmless_default_is_played() -> None:
    game, state = make(players=2)
    say(game, state, "car:1")
    assert game.format(state.default(1)) == "take:S1"  # the lowest free card
    game, state = alone(Road().section("road", "R20"))
    assert game.format(state.default(0)) == "speed:10"
    say(game, state, 10, 20)
    assert game.format(state.default(0)) == "speed:20"
    assert field(state, "turns") == 2
