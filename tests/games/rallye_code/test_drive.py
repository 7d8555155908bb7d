"""The drivers: legal, and paying attention according to their level."""

from __future__ import annotations

from random import Random

import pytest
from tests.support import driven

from parcferme.core.bot import Bot
from parcferme.core.contract import OVER
from parcferme.core.registry import bots, create
from parcferme.games.rallye_code.drive.bots import Clubman, Novice, Works
from parcferme.solve.arena import play_bots

from .helpers import Scene

LEVELS = ("novice", "clubman", "works")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options",
    [
        {"players": 4, "edition": "B", "rounds": 40},
        {"players": 3, "enforcement": "table", "rounds": 8},
        {"players": 2, "car_order": "free", "rounds": 15},
    ],
)
def test_bots_play_whole_games(level: str, options: dict[str, object]) -> None:
    game = create("rallye_code", options)
    rng = Random(4)
    bot = bots("rallye_code")[level](game, rng)
    assert driven(game.start(), [bot] * game.players, rng).kind() == OVER


def takeover(edition: str, box: int, total: int, rounds: int = 30, at: int = 1) -> Scene:
    scene = Scene(edition, rounds=rounds).put(c1=f"M{16 - total}", c3="M60").box(2, box, holder=2)
    scene.state.round = at
    scene.roll(total)
    return scene


def choice(scene: Scene, bot: Clubman | Works | Novice) -> str:
    return scene.game.format(bot.choose(scene.state.copy(), scene.actor()))


def test_clubman_refuses_low_offers_and_fat_boxes() -> None:
    for edition, box, total, expected in [
        ("A", 0, 3, "refuse"),
        ("A", 0, 9, "accept"),
        ("A", 60_000, 9, "refuse"),
        ("B", 0, 7, "accept"),
        ("B", 30_000, 7, "refuse"),
    ]:
        scene = takeover(edition, box, total)
        assert choice(scene, Clubman(scene.game, Random(0))) == expected, (edition, box, total)


def test_works_sells_at_the_bell_what_it_would_keep_with_time() -> None:
    early, late = takeover("A", 0, 4), takeover("A", 0, 4, at=30)
    assert choice(early, Works(early.game, Random(0))) == "refuse"
    assert choice(late, Works(late.game, Random(0))) == "accept"


@pytest.mark.rule("RC-65")
def test_nobody_gives_up_and_the_fullest_box_is_halved_first() -> None:
    scene = Scene().put(c1="M16").box(3, 3000, holder=0).box(5, 7500, holder=0).purse(0, 500)
    scene.roll(2)
    for maker in (Clubman, Works):
        assert choice(scene, maker(scene.game, Random(0))) == "half:5"
    assert choice(scene, Novice(scene.game, Random(0))) != "give-up"


def test_at_the_table_a_good_driver_speaks_when_there_is_something_to_say() -> None:
    scene = Scene(enforcement="table").put(c1="M16").box(2, 0, holder=2)
    scene.roll(2)
    driver = Works(scene.game, Random(0))
    assert choice(scene, driver) == "pass"  # nothing for the Gendarme: box 2 has a gérant
    scene.go("pass")
    assert choice(scene, driver) == "claim:2/1"
    red = Scene(enforcement="table")
    red.roll(2, "place:right")
    assert choice(red, Works(red.game, Random(0))) == "fine:1"


def test_works_forgets_a_card_that_would_cost_the_gendarme() -> None:
    cards = [{"offence": False, "amount": 1000, "text": {"en": "in order"}}]
    scene = Scene(enforcement="table", deck={"cards": cards})
    scene.roll(2, "place:right")
    assert choice(scene, Works(scene.game, Random(0))) == "pass"


@pytest.mark.parametrize(("maker", "least", "most"), [(Novice, 1, 14), (Clubman, 12, 30), (Works, 60, 60)])
def test_attention_grows_with_the_level(
    maker: type[Novice] | type[Clubman] | type[Works], least: int, most: int
) -> None:
    scene = Scene(enforcement="table")
    scene.roll(2, "place:right")
    said = [choice(scene, maker(scene.game, Random(seed))) for seed in range(60)]
    assert least <= said.count("fine:1") <= most


def test_vigilance_pays() -> None:
    """Two works drivers against two novices at the table, seats rotated: the works drivers end richer."""
    game = create("rallye_code", {"players": 4, "enforcement": "table", "rounds": 20})
    works = novice = 0
    for number in range(16):
        rng = Random(number)
        drivers: list[Bot] = [(Works if (seat + number) % 2 else Novice)(game, rng) for seat in range(4)]
        result = play_bots(game, drivers, f"vigilance {number}")
        works += sum(result.scores[seat] for seat in range(4) if (seat + number) % 2)
        novice += sum(result.scores[seat] for seat in range(4) if not (seat + number) % 2)
    assert works > novice * 1.05
