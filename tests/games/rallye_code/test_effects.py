"""What a sale, half a box, giving up or a roll does is told before, and is what happens then."""

from __future__ import annotations

import pytest

from parcferme.core.position import Note

from .helpers import Scene


def told(scene: Scene, text: str) -> Note:
    return scene.state.effect(int(scene.state.actor), scene.game.parse(text))


@pytest.mark.rule("RC-60", "RC-61")
def test_a_sale_brings_the_price_and_takes_the_box() -> None:
    scene = Scene().put(c1="M7").box(2, 7000, holder=2)
    scene.roll(9)
    assert told(scene, "accept") == {"gains": 4500, "loses": 7000}
    assert told(scene, "refuse") == {"opens": "dice"}
    before = scene.cash(2)
    scene.go("accept")
    assert (scene.cash(2) - before, scene.in_box(2)) == (4500, 0)


@pytest.mark.rule("RC-65", "RC-R27", "RC-R29")
def test_half_a_box_and_giving_up() -> None:
    scene = Scene().put(c1="M16").box(5, 7500, holder=0).purse(0, 500)
    scene.roll(2)
    assert told(scene, "half:5") == {"gains": 3500, "left": 4000}
    assert told(scene, "give-up") == {"price": 500, "ends": "game"}
    scene.go("half:5")
    assert scene.in_box(5) == 4000


@pytest.mark.rule("RC-R03", "RC-37")
def test_a_roll_names_its_car_and_a_turn_that_would_only_be_missed() -> None:
    assert told(Scene(), "roll") == {"car": "1"}
    free = Scene(players=2, car_order="free").bind("c1_2", "misses_turn")
    assert told(free, "roll:1") == {"car": "1.1"}
    assert told(free, "roll:2") == {"car": "1.2", "happens": [["missed_turn", {}]]}
    free.go("roll:2")
    assert free.state.seat == 1


@pytest.mark.rule("RC-26")
def test_an_accusation_does_not_tell_whether_it_is_founded() -> None:
    scene = Scene(enforcement="table").put(c1="M7")
    scene.roll(7, "place:left")
    texts = [scene.game.format(action) for action in scene.state.legal(int(scene.state.actor))]
    assert "fine:1" in texts
    assert [told(scene, text) for text in texts] == [{}] * len(texts)
