"""Rally Round in an event: a marked map, driven alone or on a time sheet with any kit, the fewest penalties win (RR-02,
RR-14, RR-81, RR-101). This is what the rulebook is about: competitions by letter and on the Internet."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.errors import BadContent, BadOption, Fault, ParcFermeError
from parcferme.core.options import Options
from parcferme.core.play import Entry, replay
from parcferme.core.trial import DISQUALIFIED, HOME, RETIRED, GoOn, Mark, Marked, Par, Parted, Trial, with_fixed
from parcferme.games.rally_round import state as position
from parcferme.games.rally_round.actions import SPEEDS
from parcferme.games.rally_round.board.cards import TYPES
from parcferme.games.rally_round.board.tables import STANDARD
from parcferme.games.rally_round.mechanics.ties import part_tied
from parcferme.games.rally_round.mechanics.timing import whole
from parcferme.games.rally_round.meta import META
from parcferme.games.rally_round.par.adjudicate import CHOICES, Verdict
from parcferme.games.rally_round.par.adjudicate import mark_sheet as adjudicate
from parcferme.games.rally_round.par.checker import check
from parcferme.games.rally_round.par.sheet_layout import foreign, lay_out
from parcferme.games.rally_round.par.sheets import MISSED, Sheet, blank, parse_csv, parse_toml, to_csv
from parcferme.games.rally_round.par.solver import Solver
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.rules.scoring import running_totals, section_lengths

FIXED: Final[dict[str, object]] = {"players": 1, "mode": "competition", "route": "marked"}
WORDS: Final = {other for _, other in CHOICES.values()}
OUT: Final = {position.RETIRED: (RETIRED, "RR-R48"), position.DISQUALIFIED: (DISQUALIFIED, "RR-100")}


def task(given: dict[str, object]) -> Options:
    """A competition of one on a marked map, with any kit or the standard car (RR-48)."""
    chosen = with_fixed("rally_round", given, FIXED)
    kits = given.get("kits", "free")
    if kits not in ("free", "standard"):
        raise BadOption("rally_round", "kits", "in a competition kits are free or standard (RR-48)")
    return META.options.read({**chosen, "kits": kits})


def judge(game: Game, log: list[Entry], legs: int) -> Mark | None:
    """A drive from the kit to the Finish (RR-101)."""
    state = replay(game, log).state
    assert isinstance(state, RallyState)
    if state.phase != position.N_OVER:
        return None
    detail = {"running": running_totals(state, 0), "squares": section_lengths(state, 0)}
    status = int(state.cars[0].status)
    if status in OUT:
        word, clause = OUT[status]
        return Mark(word, [], detail, reason=word, clause=clause)
    return Mark(HOME, [state.cars[0].penalty()], detail)


# --- time sheets ------------------------------------------------------------------------------------------------------


def mark_sheet(game: Game, text: str) -> Marked:
    """A typed sheet, marked to its end."""
    assert isinstance(game, RallyGame)
    verdict = adjudicate(read(text), game)
    return Marked(_mark_of(verdict), verdict.log, to_csv(verdict.driven), verdict.options)


def _mark_of(verdict: Verdict) -> Mark:
    detail = {"running": verdict.totals, "squares": verdict.squares}
    if verdict.status == position.FINISHED:
        return Mark(HOME, [verdict.total], detail, verdict.findings)
    word = OUT[verdict.status][0]
    return Mark(word, [], detail, verdict.findings, verdict.reason, verdict.clause)


def blank_sheet(game: Game) -> str:
    """Controls, distances and targets, to be filled in (RR-39)."""
    assert isinstance(game, RallyGame)
    assert game.tables.route is not None
    return to_csv(blank(game.tables.route))


def read(text: str) -> Sheet:
    """A sheet as CSV in the book's layout, or as TOML."""
    is_toml = text.lstrip().startswith("[[") or "\n[[row]]" in text
    return parse_toml(text, "sheet") if is_toml else parse_csv(text, "sheet")


def check_sheet(game: Game, text: str) -> list[Fault]:
    """What is wrong with a sheet's form: kit, rows of another route, cells. Nothing is driven, so nothing is told that
    would help."""
    assert isinstance(game, RallyGame)
    try:
        sheet = read(text)
    except BadContent as error:
        return error.faults
    faults = _check_kit(game, sheet)
    route = game.tables.route
    assert route is not None
    faults += foreign(sheet, route)
    for turns in lay_out(sheet, route, []):
        for number, (row, cell) in enumerate(turns.cells, 1):
            faults += [Fault(f"row {row}, turn {number}", reason, clause) for reason, clause in _cell(game, cell)]
    return faults


def _check_kit(game: RallyGame, sheet: Sheet) -> list[Fault]:
    if game.tables.kits == STANDARD:
        return []
    unknown = [card for card in sheet.kit if card not in game.tables.deck.kit_ids]
    if unknown:
        return [Fault("Kit", f"{unknown[0][:20]!r} is no card", "RR-01")]
    if len(sheet.kit) != len(TYPES):
        return [Fault("Kit", f"the kit has {len(sheet.kit)}, not one card of each of the six types", "RR-45")]
    return []


def _cell(game: RallyGame, text: str) -> list[tuple[str, str]]:
    """What is wrong with the form of one cell, with the clause."""
    body, *words = text.split("+")
    speed, _, path = body.partition("@")
    number = whole(speed.strip().removeprefix(MISSED))
    wrong: list[tuple[str, str]] = []
    if speed.strip() not in ("T", "0T", "0") and (number is None or number % 10 or not 10 <= number <= 10 * SPEEDS):
        wrong.append((f"{speed[:20]!r} is no speed (a multiple of 10), 0 or T", "RR-08"))
    for square in path.split("/") if path else []:
        if whole(square) is None or whole(square) not in game.tables.board.index:
            wrong.append((f"{square[:20]!r} is no square", "RR-61"))
    for word in words:
        card = word.removesuffix("more").removesuffix("fewer")
        if word not in WORDS and card not in game.tables.deck.hazard_ids:
            wrong.append((f"{word[:20]!r} is neither a card nor a reply", "RR-80"))
    return wrong


# --- ties and par -----------------------------------------------------------------------------------------------------


def part(marks: list[Mark]) -> list[Parted]:
    """RR-102, RR-R47: who led for the greater distance comes first; `figure` is that distance, in squares."""
    groups = part_tied([mark.detail["running"] for mark in marks], marks[0].detail["squares"])
    return [Parted(group.crews, group.led, group.credit) for group in groups]


class Interrupter:
    """Hears of the solver's progress, and stops it where nobody wants to wait any longer: what is proved by then
    stands."""

    def __init__(self, go_on: GoOn) -> None:
        self.go_on = go_on
        self.done = False

    def hear(self, message: str) -> None:
        if not self.done and not self.go_on():
            self.done = True
            raise KeyboardInterrupt


def par(game: Game, legs: int, go_on: GoOn) -> Par | None:
    """The best score over all kits, or of the standard car."""
    assert isinstance(game, RallyGame)
    t = game.tables
    assert t.route is not None
    solver = Solver(t.route, t.deck, t.max_turns, Interrupter(go_on).hear)
    try:
        solution = solver.solve_kit(()) if t.kits == STANDARD else solver.solve()
    except (KeyboardInterrupt, ParcFermeError):
        return None  # interrupted before there was a line, or there is none
    return Par(solution.bound, solution.cost, solution.certificate(t.deck, game.format))


def check_par(game: Game, legs: int, given: Par) -> list[str]:
    """The line is driven by the rules, and the families of kits that were judged must hold every kit."""
    assert isinstance(game, RallyGame)
    told = given.certificate
    if (given.low, given.high) != (told.get("bound"), told.get("par")):
        return [f"{given.low} to {given.high} is not what the certificate says"]
    return check(told, game)


TRIAL: Final = Trial(
    measure="penalty",
    unit="seconds",
    task=task,
    judge=judge,
    check_sheet=check_sheet,
    mark_sheet=mark_sheet,
    blank_sheet=blank_sheet,
    part=part,
    parted_by=("led", "RR-102"),
    false_entry="RR-100",
    par=par,
    check_par=check_par,
)
