"""What stays the same through a whole race: seats, colours, maps, options."""

from __future__ import annotations

from typing import Final, final

from parcferme.core.errors import BadOption
from parcferme.core.options import Options
from parcferme.games.lunar_rally.actions import place_action, program_action
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import CELLS
from parcferme.games.lunar_rally.board.maps import ground_of, house_map
from parcferme.games.lunar_rally.mechanics.programs import programs
from parcferme.games.lunar_rally.meta import COLOURS

GAME: Final = "lunar_rally"
LETTERS: Final = "BGRY"  # of the colours, as in Rover names


@final
class Race:
    """A race's fixed facts, shared by all its positions."""

    def __init__(self, options: Options) -> None:
        self.players = _number(options, "players")
        self.everyone = (1 << self.players) - 1  # all seats, as bits
        self.colours = _colours(options, self.players)  # seat → colour, 0 blue … 3 yellow
        self.letters = [LETTERS[colour] for colour in self.colours]
        self.throws_for_map = options["map"] is None and options["scenario"] == "tokens"
        self.map_names, self.grounds = _maps(options)
        self.agreed_first = options["first"] == "agreed"
        self.replacement = bool(options["replacement"])
        self.replacement_limit = _number(options, "replacement_limit")
        self.push_finish = bool(options["push_finish"])
        self.play_on = bool(options["play_on"])
        self.loose_cards = bool(options["loose_cards"])
        self.round_cap = _number(options, "round_cap")
        self.starts = sorted({cell for ground in self.grounds for cell in ground.starts})
        self.place_actions = [self._place_actions(ground) for ground in self.grounds]  # [map][cell], LR-26 to LR-28
        # See rules/placing_lists.py: [map][taken start hexes and whether one may decline], empty until one is asked for
        self.placing_lists: list[list[list[int]]] = [[[]] * (2 << len(ground.starts)) for ground in self.grounds]
        # [Rover number][phases] → program actions (LR-37 to LR-39)
        self.program_actions = [[self._program_actions(number, p) for p in range(4)] for number in range(3)]

    def who(self, seat: int) -> dict[str, object]:
        """A player in an event: the seat and the letter of its colour."""
        return {"seat": seat, "letter": self.letters[seat]}

    def _place_actions(self, ground: Ground) -> list[list[int]]:
        index = {cell: place for place, cell in enumerate(self.starts)}
        return [[place_action(index[cell], facing) for facing in ground.facings[cell]] for cell in range(CELLS)]

    def _program_actions(self, number: int, phases: int) -> list[int]:
        if phases == 0:
            return []
        return [program_action(program) for program in programs(number, phases, self.loose_cards)]


def _number(options: Options, name: str) -> int:
    value = options[name]
    assert isinstance(value, int)
    return value


def _colours(options: Options, players: int) -> list[int]:
    """LR-13: every player takes a colour, all different; who names none gets the next one that is free."""
    chosen = options["colours"]
    assert isinstance(chosen, list)
    if len(set(chosen)) != len(chosen):
        raise BadOption(GAME, "colours", "gives one colour to two players (LR-13)")
    wanted = [COLOURS.index(colour) for colour in chosen]
    return (wanted + [colour for colour in range(4) if colour not in wanted])[:players]


def _maps(options: Options) -> tuple[list[str], list[Ground]]:
    """LR-20: the agreed map, or all four when the tokens choose; LR-23: or one of the players' own."""
    own = options["map"]
    scenario = str(options["scenario"])
    if own is not None:
        assert isinstance(own, dict)
        if scenario != "blue":
            raise BadOption(GAME, "scenario", f"{scenario!r} is chosen, but a map of your own is given too (LR-23)")
        return ["own"], [ground_of(own)]
    names = list(COLOURS) if scenario == "tokens" else [scenario]
    return names, [house_map(name) for name in names]
