"""Views as vectors of fixed length."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.bridge.encoding import LARGEST, SPILL, Layout, leaves, random_step
from parcferme.core import registry
from parcferme.core.contract import OVER, State, View
from tests.contract import toys


def layout_of(toy: str, **options: object) -> tuple[toys.Toy, Layout]:
    game = toys.TOYS[toy](toys.meta(toy).options.read(options))
    return game, Layout(game)


def test_leaves_are_named_by_their_path() -> None:
    view = {"a": [1, True], "b": {"c": "x", "d": None}, "e": 2.5, "f": 10**9}
    assert leaves(view, "v") == {
        "v.a.length": 2.0, "v.a.0": 1.0, "v.a.1": 1.0, "v.b.c=x": 1.0, "v.b.d=null": 1.0, "v.e": 2.5, "v.f": LARGEST,
    }  # fmt: skip


def test_what_changes_has_a_place_and_what_never_does_has_none() -> None:
    _, layout = layout_of("bids")
    assert layout.names[:4] == ["I am seat 0", "I am seat 1", "seat 0 is asked", "seat 1 is asked"]
    assert layout.names[4:-SPILL] == ["laps", "points.0", "points.1"]  # points.length is always 2


def test_numbers_stand_at_their_names() -> None:
    game, layout = layout_of("bids")
    state = game.start()
    state.apply_joint([2, 1])
    vector = dict(zip(layout.names, layout.encode(state, 1), strict=True))
    assert vector["I am seat 1"] == vector["seat 0 is asked"] == vector["seat 1 is asked"] == 1.0
    assert (vector["I am seat 0"], vector["laps"], vector["points.0"], vector["points.1"]) == (0.0, 1.0, 2.0, 0.0)
    assert sum(vector[f"spill {number}"] for number in range(SPILL)) == 0.0


def test_a_spectator_is_no_seat() -> None:
    game, layout = layout_of("bids")
    assert layout.encode(game.start(), None)[:2] == [0.0, 0.0]


def test_the_same_variant_gives_the_same_layout() -> None:
    assert layout_of("dash", players=3)[1].names == layout_of("dash", players=3)[1].names


def test_what_trial_play_never_met_is_counted_in_the_spill() -> None:
    class Surprising(toys.BidsState):
        surprise = False

        def view(self, seat: int | None) -> View:
            return {**super().view(seat), **({"weather": "snow", "depth": 3} if self.surprise else {"track": "dry"})}

    class SurprisingBids(toys.Bids):
        state_class = Surprising

    game = SurprisingBids(toys.meta("bids").options.read({}))
    layout = Layout(game)
    state = game.start()
    assert sum(layout.encode(state, 0)[-SPILL:]) == 0.0  # constant leaves are no surprise
    Surprising.surprise = True
    assert sum(layout.encode(state, 0)[-SPILL:]) == 2.0


def test_secrets_of_others_do_not_reach_the_vector() -> None:
    game, layout = layout_of("garage")
    state: State = game.start()
    state.apply(0)
    other: State = game.start()
    other.apply(2)
    assert layout.encode(state, 1) == layout.encode(other, 1)
    assert layout.encode(state, 0) != layout.encode(other, 0)


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_every_game_is_encoded_without_losing_positions(game_id: str) -> None:
    """Along a game that trial play did not see, the vector keeps its length and changes when the view does."""
    game = registry.create(game_id)
    layout = Layout(game)
    assert len(layout) > 2 * game.players + SPILL
    state, rng = game.start(), Random(99)
    kept: dict[str, str] = {}
    for _ in range(min(200, game.bound())):
        vector = layout.encode(state, 0)
        assert len(vector) == len(layout)
        kept.setdefault(repr(vector), repr((state.view(0), state.to_act())))
        assert kept[repr(vector)] == repr((state.view(0), state.to_act())), "two views, one vector"
        if state.kind() == OVER:
            break
        random_step(state, rng)
