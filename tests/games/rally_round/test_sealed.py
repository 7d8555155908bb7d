"""Several at one competition: sealed from each other until all sheets are handed in."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally_round.roads import Road, kinds

from parcferme.core.contract import JOINT, OVER
from parcferme.core.events import Event
from parcferme.core.record import canonical
from parcferme.core.registry import bots, create
from parcferme.games.rally_round.actions import HAND_IN
from parcferme.games.rally_round.rules import SealedGame, SealedState

KIT = ["take:S4", "take:A6", "take:D2", "take:DR2", "take:N4", "take:E4"]


def competition(road: Road, players: int, **options: object) -> tuple[SealedGame, SealedState]:
    given = {"players": players, "mode": "competition", "kits": "standard", **options}
    game = create("rally_round", {**given, "map": road.map(), "marked_map": road.route()})
    assert isinstance(game, SealedGame)
    return game, game.start()


def together(game: SealedGame, state: SealedState, *texts: str) -> list[Event]:
    """One joint move."""
    events: list[Event] = []
    moves = [game.parse(text) for text in texts]
    for seat, move in zip(state.to_act(), moves, strict=True):
        assert state.explain(seat, move) is None, f"{seat}: {state.explain(seat, move)}"
    state.apply_joint(moves, events)
    return events


def crew(state: SealedState, viewer: int | None, number: int) -> dict[str, object]:
    crews = state.view(viewer)["crews"]
    assert isinstance(crews, list)
    row = crews[number]
    assert isinstance(row, dict)
    return row


@pytest.mark.rule("RR-14", "RR-93", "RR-R61")
def test_all_drive_at_once_as_car_0_and_share_every_square() -> None:
    game, state = competition(Road().section("road", "R20"), 3)
    assert (state.kind(), state.to_act()) == (JOINT, (0, 1, 2))
    together(game, state, "speed:10", "speed:10", "speed:10")
    assert [crew(state, seat, seat)["square"] for seat in range(3)] == [2, 2, 2]
    assert [crew(state, 0, seat)["number"] for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("RR-48", "RR-R61")
def test_everybody_may_take_the_same_cards_and_sees_only_the_own() -> None:
    game, state = competition(Road().section("road", "R20"), 2, kits="free")
    for text in KIT:
        together(game, state, text, text)
    assert crew(state, 0, 0)["kit"] == crew(state, 1, 1)["kit"] == [text[5:] for text in KIT]
    assert crew(state, 0, 1)["kit"] == crew(state, None, 0)["kit"] == []


@pytest.mark.rule("RR-R61")
def test_nothing_another_does_can_be_seen_before_all_have_handed_in() -> None:
    """Two competitions in which seat 1 does the same and seat 0 does not are one to seat 1 and to spectators."""
    game = create("rally_round", {"players": 2, "mode": "competition", "max_section_turns": 20})
    assert isinstance(game, SealedGame)
    one, two = game.start(), game.start()
    rng, other = Random(1), Random(2)
    for _ in range(400):
        mine = one.legal(1)
        if one.rallies[1].kind() == OVER or two.rallies[0].kind() == OVER or one.rallies[0].kind() == OVER:
            break
        move = rng.choice(mine)
        heard: list[list[Event]] = [[], []]
        one.apply_joint([rng.choice(one.legal(0)), move], heard[0])
        two.apply_joint([other.choice(two.legal(0)), move], heard[1])
        for viewer in (1, None):
            assert canonical(one.view(viewer)) == canonical(two.view(viewer))
            told = [[event.to_json() for event in events if event.visible_to(viewer)] for events in heard]
            assert told[0] == told[1]
        assert one.to_act() == two.to_act()
        assert one.legal(1) == two.legal(1)
    assert canonical(one.view(0)) != canonical(two.view(0))
    assert one.steps > 20


@pytest.mark.rule("RR-R61", "RR-101")
def test_sheets_are_handed_in_and_then_open() -> None:
    game, state = competition(Road().section("stage", "R3"), 2)
    together(game, state, "speed:10", "speed:10")
    events = together(game, state, "speed:20", "speed:10")
    assert [event.only for event in events if event.kind == "finished"] == [(0,)]
    assert state.view(0)["node"] == "hand_in"
    assert [game.format(action) for action in state.legal(0)] == ["hand_in"]
    refusal = state.explain(0, game.parse("speed:10"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_now", "RR-R61")
    assert state.explain(1, HAND_IN) is not None
    assert crew(state, 1, 0)["status"] == "driving"  # nobody knows that it is home
    events = together(game, state, "hand_in", "speed:10")
    assert "hands_in" in kinds([event for event in events if event.visible_to(None)])
    assert crew(state, 1, 0)["status"] == "finished"
    assert crew(state, 1, 0)["sheet"] == []
    assert state.view(0)["node"] == "sealed"
    refusal = state.explain(0, HAND_IN)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("handed_in", "RR-R61")
    assert (state.kind(), state.to_act()) == (JOINT, (1,))
    assert state.result() is None
    together(game, state, "hand_in")
    assert state.kind() == OVER
    result = state.result()
    assert result is not None
    assert result.places == [1, 2]
    assert crew(state, 1, 0)["sheet"] != []
    assert crew(state, None, 1)["penalty"] == result.measures["penalty"][1]


@pytest.mark.rule("RR-R61")
def test_every_choice_but_handing_in_is_secret() -> None:
    game, _ = competition(Road().section("road", "R20"), 2)
    assert [game.format(action) for action in range(game.actions()) if not game.secret(action)] == ["hand_in"]


@pytest.mark.long
@pytest.mark.rule("RR-48")
def test_bots_drive_their_own_rallies() -> None:
    game = create("rally_round", {"players": 2, "mode": "competition"})
    assert isinstance(game, SealedGame)
    state = game.start()
    drivers = [bots("rally_round")[level](game, Random(1)) for level in ("clubman", "works")]
    while state.kind() != OVER:
        state.apply_joint([drivers[seat].choose(state.copy(), seat) for seat in state.to_act()])
    result = state.result()
    assert result is not None
    assert result.reason == "finished"
    assert result.places == [2, 1]
