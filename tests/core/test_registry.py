"""Games are found because their folder exists: here one made in a temporary folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import parcferme.games
from parcferme.core import registry
from parcferme.core.errors import BadOption, UnknownGame
from parcferme.core.meta import Meta
from parcferme.core.options import OptionSpec
from parcferme.core.play import Play
from parcferme.core.record import read_record, record_of
from tests.contract import toys

META = "from tests.contract import toys\nMETA = toys.meta('dash')\n"
RULES = "from tests.contract.toys import Dash as create\n"
BOTS = "from parcferme.core.bot import RandomBot\nBOTS = {'novice': lambda game, rng: RandomBot(rng)}\n"


@pytest.fixture(autouse=True)
def dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game folder `dash` beside the true ones, for the length of a test."""
    folder = tmp_path / "dash"
    for room in ("", "rules", "drive"):
        (folder / room).mkdir(exist_ok=True)
        (folder / room / "__init__.py").write_text("", "utf-8")
    for name, source in {"meta": META, "rules/game": RULES, "drive/bots": BOTS}.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    (tmp_path / "notes").mkdir()  # no package, no game
    monkeypatch.setattr(parcferme.games, "__path__", [*parcferme.games.__path__, str(tmp_path)])
    yield folder
    for name in [name for name in sys.modules if name.startswith("parcferme.games.dash")]:
        del sys.modules[name]


def test_a_folder_is_a_game() -> None:
    ids = registry.game_ids()
    assert "dash" in ids
    assert "notes" not in ids
    assert ids == sorted(ids)


def test_meta_is_read_without_the_rules() -> None:
    assert registry.meta("dash").title == "Dash"
    assert "parcferme.games.dash.rules" not in sys.modules


def test_options_say_what_a_game_is_called_and_how_many_may_play() -> None:
    made = toys.meta("dash")
    assert (made.id, made.seats, made.versions) == ("dash", (1, 3), (1,))
    with pytest.raises(BadOption, match="how many may play"):
        Meta(title="Nobody's", prefix="NO", about="A game without seats.", options=OptionSpec("nobodys", []))


def test_meta_is_written_as_json() -> None:
    plate = registry.meta("dash").to_json()
    assert plate["id"] == "dash"
    assert plate["seats"] == [1, 3]
    assert plate["options"] == toys.meta("dash").options.schema()


def test_a_game_is_made_from_options_and_by_the_name_of_its_variant() -> None:
    game = registry.create("dash", {"players": 3})
    assert (game.id, game.players, game.options["turns"]) == ("dash", 3, 2)
    assert registry.variant_of(game) == "dash(players=3)"
    assert registry.create_variant("dash(players=3)").options == game.options
    assert registry.create("dash").players == 2


def test_a_game_that_another_thread_still_loads_is_waited_for(dash: Path) -> None:
    (dash / "rules" / "game.py").write_text(f"import time\ntime.sleep(0.5)\n{RULES}", "utf-8")
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(registry.create, "dash")
        while "parcferme.games.dash.rules.game" not in sys.modules:
            assert not first.done()
        assert pool.submit(registry.create, "dash").result(10).id == first.result(10).id == "dash"


def test_a_record_makes_its_game_again() -> None:
    play = Play(registry.create("dash", {"players": 3}))
    play.act(0, toys.STOP)
    record = read_record(record_of(play, ["a", "b", "c"]).to_text())
    assert record.replay(registry.create_recorded(record)).log == play.log
    record.rules = 9
    with pytest.raises(UnknownGame, match="dash: rules version 9 is not known here; this program plays 1"):
        registry.create_recorded(record)


def test_what_is_not_there_is_refused() -> None:
    for call in (registry.meta, registry.create, registry.bots, registry.folder, registry.create_variant):
        with pytest.raises(UnknownGame, match=r"there is no game 'dush'; the games are .*dash"):
            call("dush")
    with pytest.raises(BadOption, match="dash: option 'wings': unknown"):
        registry.create("dash", {"wings": True})
    with pytest.raises(BadOption, match="dash: option 'players': 9 is not between"):
        registry.create_variant("dash(players=9)")


def test_bots_folder_and_parts_are_found(dash: Path) -> None:
    assert list(registry.bots("dash")) == ["novice"]
    assert registry.folder("dash") == dash
    part = registry.part("dash", "bots")
    assert part is not None
    assert "novice" in part.BOTS
    assert registry.part("dash", "terminal") is None
