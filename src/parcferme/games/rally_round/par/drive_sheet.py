"""A line of play and its time sheet: what a competitor would write down, ready for the adjudicator."""

from __future__ import annotations

from parcferme.core.errors import ParcFermeError
from parcferme.core.play import Entry
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.mechanics.timing import clock
from parcferme.games.rally_round.par.sheets import MISSED, Row, Sheet, section_rows
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_ILLEGAL,
    E_MISSED,
    E_ROUND,
    E_SPEED,
    N_FEATHER,
    N_KIT,
)

SPOKEN = {act.HOLD: "hold", act.CARRY: "carry", act.DECLINE: "decline"}  # the other replies go without saying


def begin(game: RallyGame, kit: list[str]) -> RallyState:
    """A competition of one, with its kit chosen (none: the standard car), before the first announcement."""
    state = game.start()
    for card in kit:
        take(game, state, game.parse(f"take:{card}"))
    if state.phase == N_KIT:
        raise ParcFermeError(f"{len(kit)} cards are no complete kit (RR-45)")
    return state


def replay(game: RallyGame, kit: list[str], line: list[int]) -> RallyState:
    """The position after a line; raises ParcFermeError at the first action that the rules refuse."""
    state = begin(game, kit)
    for action in line:
        take(game, state, action)
    return state


def take(game: RallyGame, state: RallyState, action: int) -> None:
    refusal = state.explain(0, action)
    if refusal is not None:
        raise ParcFermeError(f"{game.format(action)} is not possible there: {refusal.code} ({refusal.clause})")
    state.apply(action)


def sheet_of_log(game: RallyGame, log: list[Entry], crew: str) -> Sheet:
    """The sheet of a competition of one that was driven to its end: marked, it gives the same log again."""
    actions = [game.parse(str(what)) for _, what in log]
    kit = [game.format(action).removeprefix("take:") for action in actions if act.TAKE <= action < act.CARD]
    return sheet_of_line(game, kit, actions[len(kit) :], crew)


def sheet_of_line(game: RallyGame, kit: list[str], line: list[int], crew: str) -> Sheet:
    """The sheet on which a line would be handed in, with the ways, cards and replies an adjudicator needs."""
    writer = Writer(game, begin(game, kit))
    for action in line:
        writer.write(action)
    writer.leave_off()
    state = writer.state
    return Sheet(crew, kit, writer.rows, clock(state.cars[0].other), clock(state.cars[0].penalty()))


class Writer:
    """Drives a line and keeps its sheet. A cell is closed when the rules' own sheet gets its next entry."""

    def __init__(self, game: RallyGame, state: RallyState) -> None:
        self.game = game
        self.state = state
        self.rows: list[Row] = []
        self.cells: list[str] = []
        self.running: list[int] = []  # squares of the section after each cell
        self.speed = ""
        self.ways: list[str] = []  # taken at forks
        self.words: list[str] = []  # cards and replies

    def write(self, action: int) -> None:
        node = self.state.phase
        written = len(self.state.cars[0].entries())
        self._note(node, action)
        take(self.game, self.state, action)
        new = self.state.cars[0].entries()[written:]
        if action == act.TURN and not new:
            self._close(self.state.cars[0].run)  # turned round without missing a turn
        for kind, one, two in new:
            if kind in (E_SPEED, E_ROUND):
                self._close(two)
            elif kind == E_ILLEGAL:
                self.speed = f"{MISSED}{self.speed}"
                self._close(two)
            elif kind == E_MISSED:
                self._add("+".join(["0", *self.words]), two)
                self.words = []
            elif kind == E_BOOKED:
                self._book(one, two)

    def leave_off(self) -> None:
        """Of a crew that is not home: the turns of its last section, then the controls it never saw."""
        sections = self.state.drives_on().sections
        booked = sum([1 for kind, _, _ in self.state.cars[0].entries() if kind == E_BOOKED])
        if self.speed:
            self._close(self.state.cars[0].run)  # disqualified in the middle of a move
        for section in sections[booked:]:
            self.rows += section_rows(section, self.cells, self.running, None)
            self.cells, self.running = [], []

    def _note(self, node: int, action: int) -> None:
        t = self.game.tables
        if action < act.SPEEDS:
            self.speed = str(10 * action + 10)
        elif action == act.TURN:
            self.speed = "T"
        elif action >= t.square_base:
            self.ways.append(str(t.board.ids[action - t.square_base]))
        elif action >= act.CARD:
            self.words.append(t.deck.hazard_ids[action - act.CARD])
        elif node == N_FEATHER:
            self.words[-1] += "more" if action == act.MORE else "fewer"
        elif action in SPOKEN:
            self.words.append(SPOKEN[action])

    def _close(self, running: int) -> None:
        path = "@" + "/".join(self.ways) if self.ways else ""
        self._add("+".join([self.speed + path, *self.words]), running)
        self.speed, self.ways, self.words = "", [], []

    def _add(self, text: str, running: int) -> None:
        self.cells.append(text)
        self.running.append(running)

    def _book(self, taken: int, owed: int) -> None:
        booked = sum(1 for kind, _, _ in self.state.cars[0].entries() if kind == E_BOOKED)
        section = self.state.drives_on().sections[booked - 1]
        self.rows += section_rows(section, self.cells, self.running, (taken, owed))
        self.cells, self.running = [], []
