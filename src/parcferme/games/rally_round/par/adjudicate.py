"""The adjudicator: drives a typed time sheet again, turn by turn, to its end, and reports every cell taken differently.

It plays the sheet through the same rules as any game, in a competition of one (RR-14): what a speed does, what a
section costs and what was missed follow from the route, the kit and the announcements alone. A wrong cell does not void
a sheet. An illegal speed loses its turn and a Starting Speed follows (RR-59, RR-R17), a missed turn that was not
written is put in (RR-60), a word that cannot be used is passed over. Where the cells end before a control is reached,
the crew retires there; a way that was closed to it disqualifies it (RR-77, RR-78).

A sheet without an illegal announcement is driven under the game's own options, so that its log is a record of that
game; only one that has any is driven again as at a strict table, which accepts mistakes and punishes them.
"""

from __future__ import annotations

from parcferme.core.options import Options
from parcferme.core.play import Entry
from parcferme.core.trial import SheetFinding
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.cards import (
    ALLOWANCE,
    BLACK_SPOT,
    DRY,
    HIDDEN_TRACK,
    PER_TYPE,
    PROTEST,
    TYPES,
    Deck,
)
from parcferme.games.rally_round.board.map import NOWHERE, Board
from parcferme.games.rally_round.board.route import BLACK_OPEN, TRACKS_OPEN, Route
from parcferme.games.rally_round.board.tables import FREE, STANDARD, Tables
from parcferme.games.rally_round.mechanics.timing import whole
from parcferme.games.rally_round.meta import META
from parcferme.games.rally_round.par.sheet_figures import compare_section, compare_totals
from parcferme.games.rally_round.par.sheet_layout import Turns, lay_out
from parcferme.games.rally_round.par.sheets import MISSED, Sheet, sheet_of
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.rules.speeds import speed_range
from parcferme.games.rally_round.state import (
    DISQUALIFIED,
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
    RETIRED,
)

MOST_TURNS = 200  # on one section: as many as any option allows
CHOICES = {
    N_ROLL: ("roll", "hold"),
    N_STOP: ("stop", "carry"),
    N_DRAW: ("draw", "decline"),
}  # what is done when the cell is silent, and the word that asks for the other


class Retires(Exception):
    """The drive ends here: why, and the rule."""

    def __init__(self, reason: str, clause: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause


class Mistake(Exception):
    """The sheet asks for something the rules forbid: it must be driven as at a strict table."""


class Verdict:
    """A marked sheet.

    findings  every cell taken differently; none: accepted
    driven    the sheet as it was taken; `log` is the drive, under `options`
    total     seconds; `totals` running, after each section
    status    FINISHED, RETIRED or DISQUALIFIED, with the reason and its clause
    """

    def __init__(self, judge: Judge, crew: str) -> None:
        car = judge.state.cars[0]
        self.findings = judge.findings
        self.finding = judge.findings[0] if judge.findings else None
        self.driven = sheet_of(judge.state, 0, crew)
        self.total = car.penalty()
        self.totals = judge.totals
        self.squares = [section.squares for section in judge.route.sections]
        self.status = int(car.status) if car.status in (FINISHED, DISQUALIFIED) else RETIRED
        self.reason, self.clause = judge.ended
        self.log: list[Entry] = [[0, judge.game.format(action)] for action in judge.line]
        self.options = judge.game.options

    def accepted(self) -> bool:
        return self.finding is None and self.status == FINISHED


def competition_game(board: Board, deck: Deck, route: Route, standard: bool) -> RallyGame:
    """A competition of one on this route."""
    tables = Tables(board, deck, route, STANDARD if standard else FREE, MOST_TURNS, competition=True)
    return RallyGame({}, tables, META.version)


def strict(game: RallyGame) -> RallyGame:
    """The same competition at a strict table."""
    t = game.tables
    tables = Tables(t.board, t.deck, t.route, t.kits, t.max_turns, competition=True, strict=True, printed=t.printed)
    options: Options = {**game.options, "strict": True}
    return RallyGame(options, tables, game.version)


def adjudicate(sheet: Sheet, board: Board, deck: Deck, route: Route) -> Verdict:
    """Judge a sheet on a route: a sheet without a kit is the standard car's."""
    return mark_sheet(sheet, competition_game(board, deck, route, not sheet.kit))


def mark_sheet(sheet: Sheet, game: RallyGame) -> Verdict:
    """Judge a sheet of a competition of one. The sheet itself is never changed."""
    try:
        judge = Judge(sheet, game)
        judge.run()
    except Mistake:
        judge = Judge(sheet, strict(game), game)
        judge.run()
    return Verdict(judge, sheet.crew)


class Judge:
    """One sheet being driven."""

    def __init__(self, sheet: Sheet, game: RallyGame, plain: RallyGame | None = None) -> None:
        assert game.tables.route is not None
        self.sheet = sheet
        self.game = game
        self.plain = plain  # the table that is not strict, for which this one stands in
        self.route: Route = game.tables.route
        self.state: RallyState = game.start()
        self.line: list[int] = []  # the actions taken
        self.totals: list[int] = []
        self.findings: list[SheetFinding] = []
        self.ended = ("", "")  # why it is not home
        self.row = ""  # the cell in hand: its row,
        self.where = ""  # which it is,
        self.text = ""  # and what it says

    def run(self) -> None:
        try:
            self._take_kit()
            for turns in lay_out(self.sheet, self.route, self.findings):
                self._drive(turns)
                self._compare(turns)
            car = self.state.cars[0]
            compare_totals(self.sheet, car.other, car.penalty(), self.findings)
        except Retires as end:
            self.ended = end.reason, end.clause

    def _report(self, reason: str, clause: str) -> None:
        self.findings.append(SheetFinding(self.row, self.where, self.text, reason, clause))

    def _apply(self, action: int) -> None:
        self.line.append(action)
        self.state.apply(action)

    # --- kit ---

    def _take_kit(self) -> None:
        cards = self.sheet.kit
        if self.game.tables.kits == STANDARD:
            if cards:
                self.findings.append(
                    SheetFinding("Kit", "cards", " ".join(cards), "all drive the standard car", "RR-45")
                )
            return
        if len(cards) != len(TYPES):
            reason = f"the kit has {len(cards)}, not one card of each of the six types"
            self._refuse_kit("cards", " ".join(cards), reason, "RR-45")
        ids = self.game.tables.deck.kit_ids
        for card in cards:
            if card not in ids:
                self._refuse_kit(card, card, "there is no such card", "RR-01")
            action = act.TAKE + ids.index(card)
            if action not in self.state.legal(0):
                kind = TYPES[ids.index(card) // PER_TYPE]
                self._refuse_kit(card, card, f"a second card of type {kind}", "RR-45")
            self._apply(action)

    def _refuse_kit(self, cell: str, written: str, reason: str, clause: str) -> None:
        self.findings.append(SheetFinding("Kit", cell, written, reason, clause))
        raise Retires("without a kit nobody starts", clause)

    # --- driving ---

    def _drive(self, turns: Turns) -> None:
        """A section, cell by cell."""
        before = self._booked()
        number = 0
        while number < len(turns.cells) and self._booked() == before:
            self._take_cell(turns, number)
            written = self._turns()
            self._turn()
            self._must_be_in()
            number += 1 + self._zeros(turns, number + 1, self._turns() - written - 1)
        if self._booked() == before:
            last = turns.rows[-1].to if turns.rows else turns.section.label
            reason = f"{turns.section.label} has not been reached yet"
            self.findings.append(SheetFinding(last, f"turn {len(turns.cells) + 1}", "", reason, "RR-66"))
            raise Retires(f"the sheet ends before {turns.section.label}", "RR-66")
        for left in range(number, len(turns.cells)):
            self._take_cell(turns, left)
            self._report(f"{turns.section.label} was reached a turn earlier", "RR-68")

    def _take_cell(self, turns: Turns, number: int) -> None:
        self.row, self.text = turns.cells[number]
        self.where = f"turn {number + 1}"

    def _zeros(self, turns: Turns, number: int, missed: int) -> int:
        """The turns the rules have missed must stand on the sheet as zeros; how many do? Those left out are put in."""
        for zero in range(missed):
            if number + zero < len(turns.cells) and turns.cells[number + zero][1] == "0":
                continue
            row, text = turns.cells[number + zero] if number + zero < len(turns.cells) else (self.row, "")
            reason = f"{zero + 1} of the turns to miss is not written as 0"
            self.findings.append(SheetFinding(row, f"turn {number + zero + 1}", text, reason, "RR-60"))
            return zero
        return max(0, missed)

    def _must_be_in(self) -> None:
        """Is the crew still driving, or home?"""
        car = self.state.cars[0]
        if car.status == RETIRED:
            raise Retires("too many turns on one section", "RR-R60")
        if car.status == DISQUALIFIED:
            if not self.findings or (self.findings[-1].row, self.findings[-1].cell) != (self.row, self.where):
                self._report("the road leads into a way that is closed; that disqualifies the crew", "RR-100")
            raise Retires(self.findings[-1].reason, self.findings[-1].clause)

    def _turn(self) -> None:
        """One cell: cards declared, speed announced, everything that follows from it."""
        body, *words = self.text.split("+")
        speed_text, _, path_text = body.partition("@")
        path = path_text.split("/") if path_text else []
        state = self.state
        if state.phase == N_PUSH and self._misses(speed_text.strip(), words):
            return
        self._declare(words)
        if not self._announce(speed_text.strip(), path):
            return
        while state.phase not in (N_SPEED, N_OVER, N_PUSH):
            if state.phase == N_FORK:
                self._fork(path)
            else:
                self._reply(words)
        self._pass_over(path)
        if path and state.cars[0].status != DISQUALIFIED:
            self._not_taken(path[0], f"the way over {path[0]} was not open in this move", "RR-61")
        self._none_left(words)

    def _misses(self, text: str, words: list[str]) -> bool:
        """A turn to be missed, with a card in hand that may cancel it; True if it is missed all the same."""
        written = self._turns()
        self._reply(words)
        if self._turns() == written:
            return False
        if text != "0":
            self._report(f"the turn is missed and written as 0, not {text!r}", "RR-60")
        self._none_left(words)
        return True

    def _none_left(self, words: list[str]) -> None:
        """Every word of the cell must have been of use; cards kept for an event may wait for it in vain."""
        deck = self.game.tables.deck
        waiting = deck.having[DRY] | deck.having[PROTEST] | deck.having[ALLOWANCE]
        for word in words:
            if word not in deck.hazard_ids or not waiting >> deck.hazard_ids.index(word) & 1:
                self._report(f"+{word} could not be used in this turn", "RR-80")

    def _declare(self, words: list[str]) -> None:
        ids = self.game.tables.deck.hazard_ids
        for word in list(words):
            card = word.removesuffix("more").removesuffix("fewer")
            if card not in ids or act.CARD + ids.index(card) not in self.state.legal(0):
                if card in ids and not self.state.cars[0].hand >> ids.index(card) & 1:
                    words.remove(word)
                    self._report(f"card {card} is not held", "RR-80")
                continue
            words.remove(word)
            self._apply(act.CARD + ids.index(card))
            if self.state.phase == N_FEATHER:
                self._apply(act.FEWER if word.endswith("fewer") else act.MORE)

    # --- announcing ---

    def _announce(self, text: str, path: list[str]) -> bool:
        """The speed of a cell; False if the turn was lost by it."""
        known = text.startswith(MISSED)
        action = self._read(text.removeprefix(MISSED))
        if action is not None and self._is_legal(action, path):
            if known:
                self._report(f"{text[1:]} mph may be announced here: no turn is missed", "RR-60")
            self._apply(action)
            return True
        if not known:
            self._report(*self._why_not(action, text))
        self._lose_turn(action)
        return False

    def _read(self, text: str) -> int | None:
        """The action a cell asks for; `None`: none at all."""
        if text in ("T", "0T"):
            return act.TURN
        speed = whole(text)
        return None if speed is None or speed % 10 or not 10 <= speed <= 10 * act.SPEEDS else speed // 10 - 1

    def _is_legal(self, action: int, path: list[str]) -> bool:
        """By the rules, not by what a strict table accepts; a cell that asks for a closed way has its road there."""
        state = self.state
        if action not in state.legal(0):
            return False
        if action >= act.SPEEDS or not self.game.tables.strict:
            return True
        low, high = speed_range(state, 0)
        if not low <= 10 * action + 10 <= high:
            return False
        asked = any(self._is_closed(self._square(way)) for way in path)
        return self.plain is None or asked or action in self.plain.restore(state.dump()).legal(0)

    def _why_not(self, action: int | None, text: str) -> tuple[str, str]:
        if text == "0":
            return "no turn is missed here, and a speed of 0 may not be chosen; the turn is missed, RR-59", "RR-57"
        if action is None:
            return f"{text[:20]!r} is no speed (a multiple of 10); the turn is missed, RR-59", "RR-08"
        low, high = speed_range(self.state, 0)
        speed = 10 * action + 10
        if action < act.SPEEDS and not low <= speed <= high:
            clause = "RR-54" if self.state.cars[0].speed == 0 else "RR-56"
            bounds = f"at most {high}" if speed > high else f"at least {low}"
        else:
            refusal = self.state.explain(0, action)
            bounds, clause = (refusal.code, refusal.clause) if refusal is not None else ("no_road", "RR-R57")
        what = "turning round" if action == act.TURN else f"{text} mph"
        return f"{what} cannot be announced here ({bounds}); the turn is missed, RR-59", clause

    def _lose_turn(self, action: int | None) -> None:
        """RR-59: announced wrongly. What cannot even be announced is taken for a speed that can, and is as wrong."""
        if not self.game.tables.strict:
            raise Mistake
        low, high = speed_range(self.state, 0)
        wrong = [a for a in self.state.legal(0) if a < act.SPEEDS and not low <= 10 * a + 10 <= high]
        if not wrong:
            raise Retires("there is no road for such an announcement", "RR-R57")
        self._apply(action if action is not None and action in wrong else wrong[-1])

    # --- ways and replies ---

    def _fork(self, path: list[str]) -> None:
        """The way written in the cell, else the Correct Route, else nobody knows."""
        state, t = self.state, self.game.tables
        self._pass_over(path)
        ways = state.legal(0)
        open_ways = [way for way in ways if not self._is_closed(way - t.square_base)]
        wanted = self._square(path[0]) + t.square_base if path else NOWHERE
        if t.strict and wanted in ways and wanted not in open_ways:
            self._take_closed_way(path.pop(0))
        elif len(open_ways) == 1:  # at a strict table only: elsewhere this is no fork
            if wanted == open_ways[0]:
                path.pop(0)
            self._apply(open_ways[0])
        elif path:
            self._take_way(path.pop(0))
        else:
            self._follow_route()

    def _pass_over(self, path: list[str]) -> None:
        """Ways that were written although there was no choice, and taken."""
        driven = self._driven()
        while path and self._square(path[0]) in driven:
            path.pop(0)

    def _take_way(self, wanted: str) -> None:
        """A way that was written down; where there is none, the Correct Route is followed."""
        state, t = self.state, self.game.tables
        if self._square(wanted) == NOWHERE:
            self._report(f"{wanted[:20]!r} is no square", "RR-61")
            self._apply(state.default(0))
            return
        action = t.square_base + self._square(wanted)
        refusal = state.explain(0, action)
        if refusal is None:
            self._apply(action)
            return
        here = t.board.ids[state.square(0)]
        self._not_taken(wanted, f"no way from {here} to {wanted}", refusal.clause)
        self._apply(state.default(0))

    def _follow_route(self) -> None:
        state, t = self.state, self.game.tables
        action = state.default(0)
        if action != t.square_base + self.route.along(self._section(), state.square(0)):
            here = t.board.ids[state.square(0)]
            ways = ", ".join(self.game.format(way).removeprefix("sq:") for way in state.legal(0))
            taken = self.game.format(action).removeprefix("sq:")
            self._report(f"the car is off the route at {here}: write @ and the way ({ways}); {taken} is taken", "RR-61")
        self._apply(action)

    def _square(self, text: str) -> int:
        """The square of a number as it was written; NOWHERE if there is none."""
        number = whole(text)
        return NOWHERE if number is None else self.game.tables.board.index.get(number, NOWHERE)

    def _is_closed(self, square: int) -> bool:
        """Is it a Hidden Track or Black Spot that no card of the crew opens?"""
        return square != NOWHERE and (self._is_track(square) or self._is_black(square))

    def _is_track(self, square: int) -> bool:
        return square >= self.game.tables.board.roads and not self._rights() & TRACKS_OPEN

    def _is_black(self, square: int) -> bool:
        return self.route.is_black[square] and not self._rights() & BLACK_OPEN

    def _rights(self) -> int:
        """What the kit and the cards declared for this move open."""
        car, deck = self.state.cars[0], self.game.tables.deck
        rights = int(car.kit.rights)
        if car.declared & deck.having[BLACK_SPOT]:
            rights |= BLACK_OPEN
        if car.declared & deck.having[HIDDEN_TRACK]:
            rights |= TRACKS_OPEN
        return rights

    def _not_taken(self, wanted: str, reason: str, clause: str) -> None:
        """A way that was written and not driven; only a strict table knows whether a closed one would have been."""
        board = self.game.tables.board
        square = self._square(wanted)
        beside = square != NOWHERE and any(board.edge_between(h, square) != NOWHERE for h in self._driven())
        if beside and self._is_closed(square) and not self.game.tables.strict:
            raise Mistake
        self._report(reason, clause)

    def _take_closed_way(self, wanted: str) -> None:
        """Taking a Hidden Track or Black Spot without a card disqualifies (RR-77, RR-78)."""
        square = self._square(wanted)
        which, clause = ("a Hidden Track", "RR-78") if self._is_track(square) else ("a Black Spot", "RR-77")
        self._report(f"{wanted} is {which}, and no card allows it; that disqualifies the crew", clause)
        self._apply(self.game.tables.square_base + square)

    def _driven(self) -> list[int]:
        """The squares of the move just made, the one it left included."""
        car, head = self.state.cars[0], self.game.tables.board.head
        return [head[car.trail[place & 15]] for place in range(self.state.depart, car.at + 1)]

    def _section(self) -> int:
        return min(self._booked(), len(self.route.sections) - 1)

    def _reply(self, words: list[str]) -> None:
        """A choice inside the move: as the cell's words say, else the harmless default."""
        state = self.state
        if int(state.phase) in CHOICES:
            silent, other = CHOICES[int(state.phase)]
            if other in words:
                words.remove(other)
                silent = other
            self._apply(self.game.parse(silent))
            return
        for action in state.legal(0)[1:]:
            card = self.game.format(action).removeprefix("card:")
            if card in words:
                words.remove(card)
                self._apply(action)
                return
        self._apply(act.PASS)

    # --- reading back ---

    def _turns(self) -> int:
        """Turns written on the engine's own sheet so far."""
        return sum([1 for kind, _, _ in self.state.cars[0].entries() if kind not in (E_BOOKED, E_FAULT, E_LEG)])

    def _booked(self) -> int:
        return sum([1 for kind, _, _ in self.state.cars[0].entries() if kind == E_BOOKED])

    # --- figures ---

    def _compare(self, turns: Turns) -> None:
        car = self.state.cars[0]
        self.totals.append(car.penalty())
        taken, owed = [(one, two) for kind, one, two in car.entries() if kind == E_BOOKED][-1]
        compare_section(turns, taken, owed, self.findings)
