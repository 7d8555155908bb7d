"""Verbs of Rally Round in the terminal: judge sheets, measure routes and maps, write sheets, find the best line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from parcferme.core.content import read_document, write_document, write_text
from parcferme.core.contract import State
from parcferme.core.errors import BadContent, Fault, ParcFermeError
from parcferme.core.play import replay
from parcferme.core.record import read_record, record_of
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES
from parcferme.games.rally_round.board.check import house_board, house_deck, house_route, read_board
from parcferme.games.rally_round.board.map import Board
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.board.route_file import examine, read_route, route_document
from parcferme.games.rally_round.mechanics.timing import KINDS, clock
from parcferme.games.rally_round.meta import META
from parcferme.games.rally_round.par.adjudicate import Verdict, adjudicate, competition_game, mark_sheet
from parcferme.games.rally_round.par.checker import check
from parcferme.games.rally_round.par.drive_sheet import sheet_of_line, sheet_of_log
from parcferme.games.rally_round.par.kit_families import ALL_KITS, size
from parcferme.games.rally_round.par.sheets import blank, minutes, sheet_of, to_csv
from parcferme.games.rally_round.par.solver import Solution, Solver
from parcferme.games.rally_round.rules import RallyGame, RallyState, SealedState, create
from parcferme.games.rally_round.rules.scoring import classify
from parcferme.games.rally_round.show.sheets import read_sheet, to_table
from parcferme.games.rally_round.state import DISQUALIFIED, FINISHED, Position
from parcferme.games.rally_round.trial import task
from parcferme.lib.certificates import must_hold

MAX_TURNS = 60  # the longest a crew may take for a section, as in the options


def adjudicate_command(args: list[str]) -> str:
    """adjudicate SHEET [ROUTE [MAP]]"""
    _need(args, 1, 3, "adjudicate SHEET [ROUTE [MAP]]")
    board, route = _route(args[1:])
    return _judged(adjudicate(read_sheet(Path(args[0])), board, house_deck(), route))


def _judged(verdict: Verdict) -> str:
    if verdict.accepted():
        return f"{to_table(verdict.driven)}\n\nAccepted: every cell is right, {clock(verdict.total)} in all."
    lines = [to_table(verdict.driven), ""]
    lines += [f"row {f.row}, {f.cell}: {f.reason} ({f.clause})" for f in verdict.findings]
    return "\n".join([*lines, f"{_outcome(verdict)} The file was left as it is."])


def _outcome(verdict: Verdict) -> str:
    """What a sheet that is not right in every cell comes to."""
    if verdict.status == FINISHED:
        return f"Faulty: marked as above, {clock(verdict.total)} in all."
    word = "Disqualified" if verdict.status == DISQUALIFIED else "Retired"
    return f"{word}: {verdict.reason} ({verdict.clause})."


def route_command(args: list[str]) -> str:
    """route FILE [MAP]"""
    _need(args, 1, 2, "route FILE [MAP]")
    board = _board(args[1:])
    document = read_document(Path(args[0]))
    marked = examine(document, board)
    if marked.route is None:
        raise BadContent(args[0], marked.faults)
    lines = [f"{document.get('name', args[0])} on {board.name}: {len(marked.path) - 1} squares"]
    for section in marked.route.sections:
        pcs = "".join(f", {label} at {at}" for label, at in zip(section.pc_labels, section.pc_at, strict=True))
        mph = f" {section.mph} mph" if section.mph else ""
        target = minutes(section, section.target)
        lines.append(f"  {section.label:6} {KINDS[section.kind]}{mph}: {section.squares} squares, target {target}{pcs}")
    lines += [f"  warning: {warning}" for warning in marked.warnings]
    return "\n".join(lines)


def sheet_command(args: list[str]) -> str:
    """sheet RECORD [CREW]"""
    _need(args, 1, 2, "sheet RECORD [CREW]")
    record = read_record(_text(args[0]))
    rallies = _rallies(record.replay(create(record.options, record.rules)).state)
    if rallies[0][0].route is None:
        raise ParcFermeError(f"{args[0]}: the route is not laid yet, so there are no time sheets")
    if len(args) > 1:
        if not args[1].isdigit() or not 1 <= int(args[1]) <= len(rallies):
            raise ParcFermeError(f"{args[1]!r} is no crew of this rally (1 to {len(rallies)})")
        rallies = [rallies[int(args[1]) - 1]]
    return "\n\n".join(to_table(sheet_of(rally, crew)) for rally, crew in rallies)


def _rallies(state: State) -> list[tuple[Position, int]]:
    """Every crew, with the position it drives in."""
    if isinstance(state, SealedState):
        return [(rally, 0) for rally in state.rallies]
    assert isinstance(state, RallyState)
    return [(state, crew) for crew in range(state.t.crews)]


def marked_command(args: list[str]) -> str:
    """marked RECORD FILE"""
    _need(args, 2, 2, "marked RECORD FILE")
    record = read_record(_text(args[0]))
    rally = _rallies(record.replay(create(record.options, record.rules)).state)[0][0]
    if rally.route is None:
        raise ParcFermeError(f"{args[0]}: the route is not laid yet")
    document = route_document(rally.route, Path(args[1]).stem)
    faults = examine(document, rally.route.board).faults
    if faults:  # ties that the players had agreed on are parted by a Black Spot on a marked map
        raise BadContent(args[0], faults)
    write_document(Path(args[1]), document)
    return f"{args[1]}: {len(rally.route.sections)} sections, a marked map that can be driven by marked_map=@{args[1]}"


def record_command(args: list[str]) -> str:
    """record SHEET FILE [ROUTE [MAP]]"""
    _need(args, 2, 4, "record SHEET FILE [ROUTE [MAP]]")
    sheet = read_sheet(Path(args[0]))
    given: dict[str, object] = {"kits": "free" if sheet.kit else "standard"}
    for name, path in zip(("marked_map", "map"), args[2:], strict=False):
        given |= {name: read_document(Path(path))} if path != "-" else {}
    game = create(task(given), META.version)
    assert isinstance(game, RallyGame)
    verdict = mark_sheet(sheet, game)
    play = replay(create(verdict.options, META.version), verdict.log)
    write_text(Path(args[1]), record_of(play, [sheet.crew or "Crew 1"]).to_text())
    return f"{args[1]}: {_outcome(verdict) if not verdict.accepted() else 'every cell is right.'}"


def csv_command(args: list[str]) -> str:
    """csv RECORD"""
    _need(args, 1, 1, "csv RECORD")
    record = read_record(_text(args[0]))
    game = create(record.options, record.rules)
    play = record.replay(game)
    if not isinstance(game, RallyGame) or not game.tables.competition:
        raise ParcFermeError(f"{args[0]}: only a competition of one is handed in on a sheet")
    log = [record.log[index] for index in play.live]
    return to_csv(sheet_of_log(game, log, record.seats[0])).rstrip("\n")


def blank_command(args: list[str]) -> str:
    """blank [ROUTE [MAP]]"""
    _need(args, 0, 2, "blank [ROUTE [MAP]]")
    return to_csv(blank(_route(args)[1])).rstrip("\n")


def classify_command(args: list[str]) -> str:
    """classify ROUTE SHEET SHEET …: any number of competitors (RR-02)"""
    if len(args) < 2:
        raise ParcFermeError("usage: classify ROUTE SHEET [SHEET …]")
    board, route = _route(args[:1] if args[0] != "-" else [])
    verdicts = [(name, adjudicate(read_sheet(Path(name)), board, house_deck(), route)) for name in args[1:]]
    good = [(name, verdict) for name, verdict in verdicts if verdict.status == FINISHED]
    places = classify([verdict.totals for _, verdict in good], [section.squares for section in route.sections])
    ranked = sorted(zip(places, good, strict=True), key=lambda item: (item[0], item[1][0]))
    lines = [
        f"{place:3}  {clock(verdict.total):>7}  {verdict.driven.crew or name}" for place, (name, verdict) in ranked
    ]
    lines += [f"  -           {name}: {_outcome(verdict)}" for name, verdict in verdicts if verdict.status != FINISHED]
    return "\n".join(lines)


def best_command(args: list[str]) -> str:
    """best KIT [ROUTE [MAP [CERTIFICATE]]]"""
    _need(args, 1, 4, "best KIT [ROUTE [MAP [CERTIFICATE]]]  (KIT: S3+A5+D2+DR3+N3+E4, standard or all)")
    deck = house_deck()
    board, route = _route(args[1:3])
    solver = Solver(route, deck, MAX_TURNS, _tell)
    solution = solver.solve() if args[0] == "all" else solver.solve_kit(_kit(args[0]))
    kit = [deck.kit_ids[card] for card in solution.kit]
    game = competition_game(board, deck, route, not kit)
    sheet = sheet_of_line(game, kit, solution.line, "Par")
    certificate = solution.certificate(deck, game.format)
    if len(args) == 4:
        write_document(Path(args[3]), certificate)
    return f"{to_table(sheet)}\n\n{_proof(solution)}\n{_judged(adjudicate(sheet, board, deck, route)).splitlines()[-1]}"


def _kit(text: str) -> tuple[int, ...]:
    if text == "standard":
        return ()
    ids = house_deck().kit_ids
    cards = text.split("+")
    for card in cards:
        if card not in ids:
            raise ParcFermeError(f"{card!r} is no kit card; a kit is written S3+A5+D2+DR3+N3+E4")
    numbers = tuple(sorted(ids.index(card) for card in cards))
    if [number // PER_TYPE for number in numbers] != list(range(len(TYPES))):
        raise ParcFermeError(f"{text}: a kit has one card of each of the six types (RR-45)")
    return numbers


def _proof(solution: Solution) -> str:
    """What is proved, in words; interrupted, between which scores the best one lies."""
    kits = sum(size(family) for family in solution.refuted)
    low, high = clock(solution.bound), clock(solution.cost)
    if solution.proved():
        whose = f"none of the {kits} kits can do better" if kits else "no line of this kit costs less"
        return f"Proved: {whose} than {high} ({solution.positions} positions)."
    if not (kits or solution.open):
        return f"Not proved: the best line of this kit costs between {low} and {high}."
    known = f"{kits} of {size(ALL_KITS)} kits are known to be no better than {high}"
    return f"Not proved: par is between {low} and {high}. No kit can do better than {low}, and {known}."


def _tell(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def check_command(args: list[str]) -> str:
    """check CERTIFICATE [ROUTE [MAP]]"""
    _need(args, 1, 3, "check CERTIFICATE [ROUTE [MAP]]")
    board, route = _route(args[1:])
    certificate = read_document(Path(args[0]))
    wrong = check(certificate, competition_game(board, house_deck(), route, not certificate.get("kit")))
    must_hold(args[0], wrong)
    found = "the line costs what it says, the adjudicator accepts its sheet, every kit is accounted for"
    return f"{args[0]} holds: {found}. {_claim(certificate)}"


def _claim(certificate: dict[str, object]) -> str:
    par, bound = certificate["par"], certificate["bound"]
    assert isinstance(par, int)
    assert isinstance(bound, int)
    if bound == par:
        return f"It says that par is {clock(par)}."
    return f"It says that par is between {clock(bound)} and {clock(par)}: the proof was interrupted."


def _route(args: list[str]) -> tuple[Board, Route]:
    """A hyphen stands for what comes with the game."""
    board = _board(args[1:])
    if not args or args[0] == "-":
        return board, read_route(house_route(), board, "route-example.json")
    return board, read_route(read_document(Path(args[0])), board, args[0])


def _board(args: list[str]) -> Board:
    return read_board(read_document(Path(args[0])), args[0]) if args and args[0] != "-" else house_board()


def _need(args: list[str], least: int, most: int, usage: str) -> None:
    if not least <= len(args) <= most:
        raise ParcFermeError(f"usage: {usage}")


def _text(name: str) -> str:
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(name, [Fault("file", f"cannot be read: {error}")]) from error


COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "adjudicate": (
        "SHEET [ROUTE [MAP]]: mark a typed time sheet to its end and name every wrong cell",
        adjudicate_command,
    ),
    "route": ("FILE [MAP]: check a marked map; distances, targets, warnings", route_command),
    "sheet": ("RECORD [CREW]: the time sheets of a recorded rally", sheet_command),
    "csv": ("RECORD: the time sheet of a competition of one as CSV, ready to be handed in", csv_command),
    "record": ("SHEET FILE [ROUTE [MAP]]: the drive a time sheet stands for, as a record", record_command),
    "marked": ("RECORD FILE: the route that was laid in a game, as a marked map", marked_command),
    "blank": ("[ROUTE [MAP]]: an empty time sheet as CSV", blank_command),
    "best": (
        "KIT [ROUTE [MAP [CERTIFICATE]]]: the provably best line of a kit (S3+A5+…, standard) or of all kits (all); "
        "Ctrl-C stops it and says between which scores par lies",
        best_command,
    ),
    "check": ("CERTIFICATE [ROUTE [MAP]]: verify what `best` has proved, by the rules alone", check_command),
    "classify": ("ROUTE SHEET …: judge and rank any number of sheets (ROUTE may be -)", classify_command),
}
