"""The adjudicator: drives a typed time sheet again, turn by turn, and stops at the first cell that cannot be right.

It plays the sheet through the same rules as any game, in a competition of one (RR-14): what a speed does, what a
section costs and what was missed follow from the route, the kit and the announcements alone.
"""

from __future__ import annotations

from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.cards import ALLOWANCE, DRY, PER_TYPE, PROTEST, TYPES, Deck
from parcferme.games.rally_round.board.map import NOWHERE, Board
from parcferme.games.rally_round.board.route import BLACK_OPEN, TRACKS_OPEN, Route, Section
from parcferme.games.rally_round.board.route_file import distance
from parcferme.games.rally_round.board.tables import FREE, STANDARD, Tables
from parcferme.games.rally_round.mechanics.timing import clock, read_clock, whole
from parcferme.games.rally_round.meta import META
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.show.sheets import Row, Sheet, minutes, sheet_of
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_FAULT,
    E_LEG,
    FINISHED,
    N_DRAW,
    N_FEATHER,
    N_FORK,
    N_OVER,
    N_PUSH,
    N_ROLL,
    N_SPEED,
    N_STOP,
)

MOST_TURNS = 200  # on one section: as many as any option allows
CHOICES = {
    N_ROLL: ("roll", "hold"),
    N_STOP: ("stop", "carry"),
    N_DRAW: ("draw", "decline"),
}  # what is done when the cell is silent, and the word that asks for the other


class Finding(Exception):
    """The first wrong cell: row, cell, why, and the rule."""

    def __init__(self, row: str, cell: str, reason: str, clause: str, disqualifies: bool = False) -> None:
        super().__init__(f"{row}, {cell}: {reason} ({clause})")
        self.row = row
        self.cell = cell
        self.reason = reason
        self.clause = clause
        self.disqualifies = disqualifies


class Verdict:
    """What the adjudicator found: accepted, or the first wrong cell; and the sheet as far as it could be driven."""

    def __init__(self, finding: Finding | None, driven: Sheet, total: int, totals: list[int]) -> None:
        self.finding = finding
        self.driven = driven
        self.total = total  # seconds
        self.totals = totals  # running, after each section

    def accepted(self) -> bool:
        return self.finding is None


def competition_game(board: Board, deck: Deck, route: Route, standard: bool) -> RallyGame:
    """A competition of one on this route."""
    tables = Tables(board, deck, route, STANDARD if standard else FREE, MOST_TURNS, competition=True)
    return RallyGame({}, tables, META.version)


def adjudicate(sheet: Sheet, board: Board, deck: Deck, route: Route) -> Verdict:
    """Judge a sheet. The sheet itself is never changed."""
    judge = Judge(sheet, competition_game(board, deck, route, not sheet.kit), route)
    finding: Finding | None = None
    try:
        judge.run()
    except Finding as found:
        finding = found
    state = judge.state
    total = state.cars[0].score + state.cars[0].other
    return Verdict(finding, sheet_of(state, 0, sheet.crew), total, judge.totals)


class Judge:
    """One sheet being driven."""

    def __init__(self, sheet: Sheet, game: RallyGame, route: Route) -> None:
        self.sheet = sheet
        self.game = game
        self.route = route
        self.state: RallyState = game.start()
        self.totals: list[int] = []

    def run(self) -> None:
        self._take_kit()
        sections = self._sections()
        if len(sections) < len(self.route.sections):
            missing = self.route.sections[len(sections)].label
            raise Finding(missing, "Route to", "the row is missing", "RR-39")
        for section, rows in zip(self.route.sections, sections, strict=False):
            self._drive(section, rows)
            self._compare(section, rows)
        self._compare_totals()

    # --- kit and layout ---

    def _take_kit(self) -> None:
        if not self.sheet.kit:
            return
        if len(self.sheet.kit) != len(TYPES):
            raise Finding("Kit", "cards", f"{len(self.sheet.kit)} cards, not one of each of the six types", "RR-45")
        ids = self.game.tables.deck.kit_ids
        for card in self.sheet.kit:
            if card not in ids:
                raise Finding("Kit", card, "there is no such card", "RR-01")
            action = act.TAKE + ids.index(card)
            if action not in self.state.legal(0):
                kind = TYPES[ids.index(card) // PER_TYPE]
                raise Finding("Kit", card, f"a second card of type {kind}", "RR-45")
            self.state.apply(action)

    def _sections(self) -> list[list[Row]]:
        """The rows of each section: its Passage Controls and its Time Control, in the route's order."""
        found: list[list[Row]] = []
        rows: list[Row] = []
        for row in self.sheet.rows:
            number = len(found)
            if number >= len(self.route.sections):
                raise Finding(row.to, "Route to", "the route ends before this control", "RR-39")
            section = self.route.sections[number]
            label = row.to.split(" ")[0]
            here = label in (section.label, f"TC{section.label.lstrip('STRCF')}")  # a plain TC will do
            if not here and label not in section.pc_labels:
                raise Finding(row.to, "Route to", f"the next control is {section.label}", "RR-23")
            rows.append(row)
            if here:
                self._check_rows(section, rows)
                found.append(rows)
                rows = []
        if rows:
            raise Finding(rows[-1].to, "Route to", "no Time Control follows", "RR-39")
        return found

    def _check_rows(self, section: Section, rows: list[Row]) -> None:
        """The Passage Controls once each and in order, and a Regularity's average as it was chosen."""
        labels = [row.to.split(" ")[0] for row in rows[:-1]]
        for label in section.pc_labels:
            if label not in labels:
                raise Finding(label, "Route to", "the row is missing", "RR-39")
        for label, right in zip(labels, [*section.pc_labels, ""], strict=False):
            if label != right:
                raise Finding(label, "Route to", "controls are listed once each, in running order", "RR-23")
        average = rows[-1].to.partition("(")[2].partition("mph")[0].strip()
        if average and average != str(section.mph):
            raise Finding(rows[-1].to, "Route to", f"the section is driven at {section.mph or 'no'} mph", "RR-31")

    # --- driving ---

    def _drive(self, section: Section, rows: list[Row]) -> None:
        before = self._booked()
        cells = self._cells(rows)
        number = 0
        while number < len(cells):
            row, text = cells[number]
            where = f"turn {number + 1}"
            if self._booked() > before:
                raise Finding(row, where, f"{section.label} was reached a turn earlier", "RR-68")
            written = self._turns()
            self._turn(row, where, text)
            # the turns the engine has missed by itself must stand on the sheet as zeros
            for missed in range(self._turns() - written - 1):
                number += 1
                label, zero = cells[number] if number < len(cells) else (row, "")
                if zero != "0":
                    reason = f"{missed + 1} of the turns to miss is not written as 0"
                    raise Finding(label, f"turn {number + 1}", reason, "RR-60")
            number += 1
        if self._booked() == before:
            raise Finding(rows[-1].to, f"turn {len(cells) + 1}", f"{section.label} has not been reached yet", "RR-66")

    def _cells(self, rows: list[Row]) -> list[tuple[str, str]]:
        """(row, text) of each turn of a section, whichever row it stands in."""
        turns = max(len(row.cells) for row in rows)
        cells: list[tuple[str, str]] = []
        for turn in range(turns):
            filled = [(row.to, row.cells[turn]) for row in rows if turn < len(row.cells) and row.cells[turn]]
            if len(filled) != 1:
                reason = "is empty" if not filled else f"is filled in twice, also for {filled[1][0]}"
                raise Finding(filled[0][0] if filled else rows[-1].to, f"turn {turn + 1}", reason, "RR-60")
            cells.append(filled[0])
        return cells

    def _turn(self, row: str, where: str, text: str) -> None:
        """One cell: cards declared, speed announced, everything that follows from it."""
        body, *words = text.split("+")
        speed_text, _, path_text = body.partition("@")
        path = path_text.split("/") if path_text else []
        state = self.state
        if state.phase == N_PUSH and self._misses(row, where, speed_text.strip(), words):
            return
        self._declare(row, where, words)
        self._announce(row, where, speed_text.strip())
        while state.phase not in (N_SPEED, N_OVER, N_PUSH):
            if state.phase == N_FORK:
                self._fork(row, where, path)
            else:
                self._reply(row, where, words)
        if path:
            raise self._closed(row, where, path[0], f"the way over {path[0]} was not open in this move", "RR-61")
        self._none_left(row, where, words)

    def _misses(self, row: str, where: str, text: str, words: list[str]) -> bool:
        """A turn to be missed, with a card in hand that may cancel it; True if it is missed all the same."""
        written = self._turns()
        self._reply(row, where, words)
        if self._turns() == written:
            return False
        if text != "0":
            raise Finding(row, where, f"the turn is missed and written as 0, not {text!r}", "RR-60")
        self._none_left(row, where, words)
        return True

    def _none_left(self, row: str, where: str, words: list[str]) -> None:
        """Every word of the cell must have been of use; cards kept for an event may wait for it in vain."""
        deck = self.game.tables.deck
        waiting = deck.having[DRY] | deck.having[PROTEST] | deck.having[ALLOWANCE]
        for word in words:
            if word not in deck.hazard_ids or not waiting >> deck.hazard_ids.index(word) & 1:
                raise Finding(row, where, f"+{word} could not be used in this turn", "RR-80")

    def _closed(self, row: str, where: str, wanted: str, reason: str, clause: str) -> Finding:
        """A way that was not open: taking a Hidden Track or Black Spot without a card disqualifies (RR-77, RR-78)."""
        state, board = self.state, self.game.tables.board
        number = whole(wanted)
        square = NOWHERE if number is None else board.index.get(number, NOWHERE)
        rights = state.cars[0].kit.rights
        track = square >= board.roads and not rights & TRACKS_OPEN
        black = square != NOWHERE and self.route.is_black[square] and not rights & BLACK_OPEN
        if not (track or black) or not any(board.edge_between(here, square) != NOWHERE for here in self._driven()):
            return Finding(row, where, reason, clause)
        which, clause = ("a Hidden Track", "RR-78") if track else ("a Black Spot", "RR-77")
        return Finding(
            row, where, f"{wanted} is {which}, and no card allows it; that disqualifies the crew", clause, True
        )

    def _driven(self) -> list[int]:
        """The squares of the move just made, the one it left included."""
        car, head = self.state.cars[0], self.game.tables.board.head
        return [head[car.trail[place & 15]] for place in range(self.state.depart, car.at + 1)]

    def _declare(self, row: str, where: str, words: list[str]) -> None:
        ids = self.game.tables.deck.hazard_ids
        for word in list(words):
            card = word.removesuffix("more").removesuffix("fewer")
            if card not in ids or act.CARD + ids.index(card) not in self.state.legal(0):
                if card in ids and not self._held(ids.index(card)):
                    raise Finding(row, where, f"card {card} is not held", "RR-80")
                continue
            words.remove(word)
            self.state.apply(act.CARD + ids.index(card))
            if self.state.phase == N_FEATHER:
                self.state.apply(act.FEWER if word.endswith("fewer") else act.MORE)

    def _held(self, card: int) -> bool:
        held = self.game.tables.deck.hazard_ids[card]
        crews = self.state.view(0)["crews"]
        assert isinstance(crews, list)
        return held in crews[0]["hand"]

    def _announce(self, row: str, where: str, text: str) -> None:
        if text in ("T", "0T"):
            action = act.TURN
        elif text == "0":
            raise Finding(row, where, "no turn is missed here, and a speed of 0 may not be chosen", "RR-57")
        else:
            speed = whole(text)
            if speed is None or speed % 10 or not 10 <= speed <= 10 * act.SPEEDS:
                raise Finding(row, where, f"{text!r} is no speed (a multiple of 10)", "RR-08")
            action = speed // 10 - 1
        refusal = self.state.explain(0, action)
        if refusal is None:
            self.state.apply(action)
            return
        least, most = refusal.args.get("least"), refusal.args.get("most")
        bounds = f"at most {most}" if most is not None else f"at least {least}" if least is not None else refusal.code
        reason = f"{text} mph cannot be announced here ({bounds}); the turn would be missed, RR-59"
        raise Finding(row, where, reason, refusal.clause)

    def _fork(self, row: str, where: str, path: list[str]) -> None:
        """The way written in the cell, else the Correct Route, else nobody knows."""
        state, t = self.state, self.game.tables
        legal = state.legal(0)
        here = t.board.ids[state.square(0)]
        if path:
            wanted = path.pop(0)
            number = whole(wanted)
            if number is None or number not in t.board.index:
                raise Finding(row, where, f"{wanted!r} is no square", "RR-61")
            action = t.square_base + t.board.index[number]
            refusal = state.explain(0, action)
            if refusal is not None:
                raise self._closed(row, where, wanted, f"no way from {here} to {wanted}", refusal.clause)
            state.apply(action)
            return
        action = state.default(0)
        if action != t.square_base + self.route.along(self._section(), state.square(0)):
            ways = ", ".join(self.game.format(way).removeprefix("sq:") for way in legal)
            raise Finding(row, where, f"the car is off the route at {here}: write @ and the way ({ways})", "RR-61")
        state.apply(action)

    def _section(self) -> int:
        return min(self._booked(), len(self.route.sections) - 1)

    def _reply(self, row: str, where: str, words: list[str]) -> None:
        """A choice inside the move: as the cell's words say, else the harmless default."""
        state = self.state
        node = state.phase
        if node in CHOICES:
            silent, other = CHOICES[node]
            if other in words:
                words.remove(other)
                silent = other
            state.apply(self.game.parse(silent))
            return
        for action in state.legal(0)[1:]:
            card = self.game.format(action).removeprefix("card:")
            if card in words:
                words.remove(card)
                state.apply(action)
                return
        state.apply(act.PASS)

    # --- reading back ---

    def _turns(self) -> int:
        """Turns written on the engine's own sheet so far."""
        return sum(1 for kind, _, _ in self.state.cars[0].entries() if kind not in (E_BOOKED, E_FAULT, E_LEG))

    def _booked(self) -> int:
        return sum(1 for kind, _, _ in self.state.cars[0].entries() if kind == E_BOOKED)

    # --- figures ---

    def _compare(self, section: Section, rows: list[Row]) -> None:
        taken, owed = [(one, two) for kind, one, two in self.state.cars[0].entries() if kind == E_BOOKED][-1]
        self.totals.append(self.state.cars[0].score + self.state.cars[0].other)
        for row in rows:
            label = row.to.split(" ")[0]
            squares = distance(section, label if label in section.pc_labels else section.label)
            if row.distance.strip("() ") not in ("", str(squares)):
                raise Finding(row.to, "Distance", f"is {row.distance}; the Correct Route has {squares}", "RR-39")
        last = rows[-1]
        self._figure(last.to, "Target", last.target, section.target, minutes(section, section.target), "RR-39")
        clause = "RR-68" if section.kind == 0 else "RR-71"
        self._figure(last.to, "Taken", last.taken, taken, minutes(section, taken), clause)
        clause = "RR-69" if section.kind == 0 else "RR-73" if taken < section.target else "RR-72"
        self._figure(last.to, "Penalty", last.penalty, owed, clock(owed), clause)

    def _figure(self, row: str, cell: str, written: str, right: int, shown: str, clause: str) -> None:
        """An empty cell is left to the adjudicator; a filled one must be right."""
        if not written.strip():
            return
        value = read_clock(written)
        if value is None:
            raise Finding(row, cell, f"{written!r} is no time", "RR-99")
        if value != right:
            raise Finding(row, cell, f"says {written}; it is {shown}", clause)

    def _compare_totals(self) -> None:
        state = self.state
        if state.cars[0].status != FINISHED:
            raise Finding("sheet", "Route to", "the rally is not finished", "RR-101")
        other, total = state.cars[0].other, state.cars[0].score + state.cars[0].other
        self._figure("Other penalties", "total", self.sheet.other, other, clock(other), "RR-99")
        self._figure("Total penalties", "total", self.sheet.total, total, clock(total), "RR-101")
