"""What is looked up is what the slow way would find."""

from __future__ import annotations

from random import Random

import pytest
from tests.support import step

from parcferme.core.contract import OVER
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.registry import create
from parcferme.games.rallye_code.board.pieces import CROSSING, GENDARMERIE, GERANCE, OFF_ROAD
from parcferme.games.rallye_code.board.tables import AT_GENDARMERIE
from parcferme.games.rallye_code.rules import turn
from parcferme.games.rallye_code.rules.game import RallyeCode
from parcferme.games.rallye_code.rules.phases import PHASES
from parcferme.games.rallye_code.state import P_DICE, P_TURN

from .helpers import Scene


@pytest.mark.rule("RC-R11", "RC-R26")
def test_what_a_roll_passes_is_what_stands_along_the_road() -> None:
    t = Scene().game.tables
    by_id = {cell.id: cell for cell in t.cells}
    for start, first in enumerate(t.cells):
        way = [first]
        for roll in range(1, 13):
            way.append(by_id[way[-1].next])
            tills = [cell for cell in way[1:] if cell.kind in (GENDARMERIE, GERANCE)]
            found = [AT_GENDARMERIE if cell.kind == GENDARMERIE else cell.gerance - 2 for cell in tills]
            between = [steps for steps in range(1, roll) if way[steps].kind == CROSSING]
            assert [t.cells[cell].id for cell in t.path[start][: roll + 1]] == [cell.id for cell in way]
            assert (t.passes[start][roll], t.crossings[start][roll]) == (found, between)
            assert t.quiet[start][roll] == (not found and not between)
            assert t.two_way[start][roll] == any(cell.facing for cell in way[1:roll])
            assert t.ahead[start][t.cells.index(way[-1])] == (0 if way[-1].kind in OFF_ROAD else roll)


@pytest.mark.parametrize("options", [{}, {"players": 6, "edition": "B"}, {"players": 3, "enforcement": "table"}])
def test_a_quiet_road_is_driven_as_an_eventful_one_would_be(options: dict[str, object]) -> None:
    fast, slow = create("rallye_code", options), create("rallye_code", options)
    assert isinstance(slow, RallyeCode)
    slow.tables.quiet = [[False] * 13 for _ in slow.tables.quiet]
    for seed in range(6):
        one, other = Play(fast), Play(slow)
        rngs = [Random(seed), Random(seed)]
        while one.state.kind() != OVER:
            told: list[list[Event]] = [[], []]
            step(one, rngs[0], None, told[0])
            step(other, rngs[1], None, told[1])
            assert told[0] == told[1]
            assert one.state.dump() == other.state.dump()


def test_rows_that_are_called_by_name_are_the_tables() -> None:
    assert PHASES[P_TURN].handler is turn.roll
    assert PHASES[P_DICE].handler is turn.dice
