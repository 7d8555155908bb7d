"""`parcferme event …`: events as files, for a club that meets by mail.

The organiser's file holds everything, the secret of the dice too; `export` writes what may be given away. What the
clock brings is noted whenever a verb looks at the file.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.markup import escape
from rich.table import Table

from parcferme.cli.console import out, print_json
from parcferme.cli.drives import Drive, attempt_of
from parcferme.cli.files import must_be_free, naming, read_text, write_text
from parcferme.cli.params import AsJson, Force, Language
from parcferme.core.content import read_document
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.record import read_record
from parcferme.core.registry import meta
from parcferme.core.trial import HOME, Mark
from parcferme.organise import commands, desk
from parcferme.organise.classification import Row, Tie
from parcferme.organise.decisions import by_decisions
from parcferme.organise.draws import tables_of
from parcferme.organise.event import CLOSED, OPEN, PROVISIONAL, RECORD, SHEET, Entry, Event, Protest, Submission
from parcferme.organise.files import is_public, read_event, write_event
from parcferme.organise.journal import Note
from parcferme.organise.marking import mark
from parcferme.organise.moments import read_moment, write_moment
from parcferme.organise.outcome import Outcome, outcome_of
from parcferme.organise.pars import prove, prove_again, wanted
from parcferme.organise.regulations import NO_DICE, OPEN_RESULTS
from parcferme.organise.sealed import view
from parcferme.organise.verify import verify as verify_file

UPHELD = "upheld"
DISMISSED = "dismissed"

app = typer.Typer(no_args_is_help=True, help="Events as files: trials and matches of a club that meets by mail.")

Why = Annotated[str, typer.Argument(metavar="TEXT", help="Why; everybody will read it.")]
EventFile = Annotated[Path, typer.Argument(metavar="FILE", help="An event's file.")]
At = Annotated[
    str | None, typer.Option("--at", metavar="MOMENT", help="When it arrived, such as 2026-11-17T20:00:00Z; else now.")
]
Steward = Annotated[
    str | None,
    typer.Option("--steward", metavar="NAME", help="Who decides instead, in an event the organiser drives in."),
]


def _now() -> int:
    return time.time_ns() // 1_000_000


def _load(file: Path) -> Event:
    """The event as it stands now: openings and closings that have passed are noted."""
    with naming(file):
        event = read_event(read_text(file))
        while event.secret is not None and (note := commands.due(event, _now())) is not None:
            event.fold(note)
        return event


def _save(file: Path, event: Event) -> Outcome:
    outcome = outcome_of(event)
    write_text(file, write_event(outcome), True)
    return outcome


def _do(file: Path, wish: Callable[[Event], Note]) -> Event:
    """One note more in the file; a wish that is not granted leaves it as it was."""
    event = _load(file)
    with naming(file):
        event.fold(wish(event))
    _save(file, event)
    return event


# --- from an idea to an open event ------------------------------------------------------------------------------------


@app.command()
def new(
    file: EventFile,
    regulations: Annotated[Path, typer.Argument(metavar="REGULATIONS", help="Its regulations, as TOML or JSON.")],
    force: Force = False,
) -> None:
    """Make an event of its regulations and announce it."""
    must_be_free(file, force)
    document = _with_documents(read_document(regulations), regulations.parent)
    event = Event(_id_of(file), secrets.token_bytes(32), {})
    with naming(regulations):
        event.fold(commands.write(event, document, {}, str(document.get("organiser")), _now()))
        event.fold(commands.announce(event, event.organiser, _now()))
    write_text(file, write_event(outcome_of(event)), force)
    out.print(f"{escape(str(file))}: announced. {escape(_told(event))}")


def _id_of(file: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")[:40] or "event"


def _with_documents(document: dict[str, object], folder: Path) -> dict[str, object]:
    """Options such as marked_map = "@route.json" stand for the file beside the regulations."""
    options = document.get("options")
    if not isinstance(options, dict):
        return document
    named = {name: text[1:] for name, text in options.items() if isinstance(text, str) and text.startswith("@")}
    files = {name: read_document(folder / path) for name, path in named.items()}
    return {**document, "options": {**options, **files}}


def _told(event: Event) -> str:
    made = event.regulations
    window = f"{write_moment(made.opens)} to {write_moment(made.closes)}"
    return (
        f"{made.title}: {meta(made.game).title}, {made.kind}, {window}, "
        f"{len(event.starters())} entered, {event.status}."
    )


@app.command()
def check(
    file: EventFile,
    paper: Annotated[Path | None, typer.Argument(metavar="PAPER", help="A sheet or record to look at.")] = None,
) -> None:
    """Is the event sound, and how far has it come? With PAPER: has that the right form? Nothing is marked."""
    event = _load(file)
    if paper is None:
        out.print(f"{escape(str(file))}: {escape(_told(event))}")
        for number, bulletin in enumerate(event.bulletins, 1):
            out.print(f"bulletin {number}: {escape(bulletin.text)}")
        for number, case in enumerate(event.protests, 1):
            out.print(f"protest {number}: {escape(_about(event, case))}")
        return
    kind, text = _paper(paper)
    with naming(paper):
        commands.must_fit(event.written, kind, text)
    out.print(f"{escape(str(paper))}: a {kind} of this event; nothing was marked")


def _about(event: Event, case: Protest) -> str:
    by, against = event.entries[case.entry].name, event.entries[case.against].name
    verdict = "open" if case.upheld is None else f"{UPHELD if case.upheld else DISMISSED}: {case.ruling}"
    return f"{by} against {against}, {case.text}: {verdict}"


def _paper(path: Path) -> tuple[str, str]:
    text = read_text(path)
    return (RECORD if text.lstrip().startswith("{") else SHEET), text


# --- papers -----------------------------------------------------------------------------------------------------------


@app.command(name="mark")
def mark_papers(
    file: EventFile,
    papers: Annotated[list[Path], typer.Argument(metavar="PAPER…", help="Sheets (CSV, TOML) or records.")],
    name: Annotated[str | None, typer.Option("--name", help="Whose it is; else as the paper says.")] = None,
    klass: Annotated[str, typer.Option("--class", help="The class to enter in, where there are any.")] = "",
    attempt: Annotated[int, typer.Option("--attempt", help="Of a drive with the event's dice: which.")] = 1,
    at: At = None,
) -> None:
    """Take papers in and mark them. Who has not entered is entered; a paper that is refused changes nothing, and one
    that was taken in before is not taken in again."""
    event = _load(file)
    arrived = _now() if at is None else read_moment("--at", at)
    for paper in papers:
        kind, text = _paper(paper)
        with naming(paper):
            who = name if name is not None else _name_on(kind, text)
            submission = _take_in(event, who, klass, kind, text, arrived, attempt)
            found = mark(event, event.regulations.task(), submission.entry, submission.paper)
        _show_mark(event, paper, who, found, text if kind == SHEET else "")
    _save(file, event)


class _Taken(NamedTuple):
    """A submission that was taken in."""

    entry: str
    paper: Submission


def _take_in(event: Event, who: str, klass: str, kind: str, text: str, arrived: int, attempt: int) -> _Taken:
    commands.must_fit(event.written, kind, text)
    known = event.entry_of(who)
    if known is None:
        event.fold(commands.enter(event, _free_id(event, who), who, klass, who, arrived))
    same = next((paper for paper in known.submissions if paper.text == text), None) if known is not None else None
    if known is not None and same is not None:
        out.print(f"paper {same.number} of {escape(who)}, handed in before:")
        return _Taken(known.id, same)
    dice = event.regulations.dice != NO_DICE
    note = commands.submit(event, kind, text, who, arrived, _now(), attempt if dice else 0)
    event.fold(note)
    entry = str(note.body["entry"])
    return _Taken(entry, event.entries[entry].submissions[-1])


def _free_id(event: Event, who: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", who.lower()).strip("-")[:36] or "crew"
    numbered = [plain, *[f"{plain}-{number}" for number in range(2, len(event.entries) + 3)]]
    return next(id for id in numbered if id not in event.entries)


def _name_on(kind: str, text: str) -> str:
    """The crew of a sheet, or the driver of a record."""
    if kind == RECORD:
        return read_record(text).seats[0]
    found = re.search(r"^\s*crew\s*[,=]\s*\"?([^,\"\n]+)", text, re.IGNORECASE | re.MULTILINE)
    if found is None:
        raise ParcFermeError("says nobody's name: give it with --name")
    return found.group(1).strip()


def _show_mark(event: Event, paper: Path, who: str, found: Mark, sheet: str) -> None:
    task = event.regulations.task()
    if sheet and task.trial.mark_sheet is not None:
        out.print(escape(task.trial.mark_sheet(task.game, sheet).text), soft_wrap=True)
    for finding in found.findings:
        out.print(f"  {escape(str(finding))}", soft_wrap=True)
    out.print(f"{escape(str(paper))}: {escape(who)}: {escape(_worth(event, found))}", soft_wrap=True)


def _worth(event: Event, found: Mark) -> str:
    if found.status != HOME:
        return f"{found.status}: {found.reason}" + (f" ({found.clause})" if found.clause else "")
    trial = event.regulations.task().trial
    first, *others = found.score
    parts = [f"{trial.measure} {_measured(first, trial.unit)}"]
    parts += [f"{name} {value}" for name, value in zip(trial.ties, others, strict=True)]
    faulty = f", cells taken differently: {len(found.findings)}" if found.findings else ""
    return ", ".join(parts) + faulty


def _measured(value: float, unit: str) -> str:
    """Minutes and seconds, or as many as it is."""
    return f"{int(value) // 60}:{int(value) % 60:02d}" if unit == "seconds" and value == int(value) else f"{value:g}"


@app.command()
def drive(
    file: EventFile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who drives; is entered where that is still to be done.")],
    klass: Annotated[str, typer.Option("--class", help="The class to enter in, where there are any.")] = "",
    language: Language = "en",
) -> None:
    """Drive a trial at this terminal, with the event's dice, and hand the drive in. With dice an attempt is used as
    soon as it begins; one that was left goes on."""
    event = _load(file)
    with naming(file):
        entry = _entered(event, name, klass)
        rolled = event.regulations.dice != NO_DICE
        if rolled and not attempt_of(event, entry):
            event.fold(commands.begin(event, entry.person, _now()))
        commands.must_be(event, "driven", OPEN)
    _save(file, event)
    attempt = attempt_of(event, entry)
    sitting = Drive(
        event, entry, attempt, file.with_name(f"{file.stem}-{entry.id}-{_next(entry, attempt)}.json"), language
    )
    sitting.run()
    if sitting.is_over():
        event = _load(file)
        with naming(file):
            text = sitting.record_text()
            event.fold(commands.submit(event, RECORD, text, entry.person, _now(), _now(), attempt))
        _save(file, event)
        out.print(f"handed in: paper {_next(entry, attempt)} of {escape(entry.name)}")


def _next(entry: Entry, attempt: int) -> int:
    """The number of the paper that a drive will be."""
    return attempt or len(entry.submissions) + 1


def _entered(event: Event, name: str, klass: str) -> Entry:
    if all(name not in (entry.name, entry.id) for entry in event.entries.values()):
        event.fold(commands.enter(event, _free_id(event, name), name, klass, name, _now()))
    return event.entries[_entry(event, name)]


# --- results ----------------------------------------------------------------------------------------------------------


@app.command()
def classify(
    file: EventFile,
    publish: Annotated[bool, typer.Option("--publish", help="Publish provisional results.")] = False,
    final: Annotated[bool, typer.Option("--final", help="Declare the results final.")] = False,
    decisions: Annotated[bool, typer.Option("--by-decisions", help="Also with luck taken out.")] = False,
    as_json: AsJson = False,
) -> None:
    """The classification with the reasons of ties, once the event has closed; --publish and --final publish it."""
    event = _load(file)
    with naming(file):
        if not event.is_unsealed() and event.regulations.results != OPEN_RESULTS:
            raise ParcFermeError(f"results are sealed until {write_moment(event.regulations.closes)}")
        if publish:
            event.fold(commands.publish(event, event.organiser, _now()))
        if final:
            event.fold(commands.finalise(event, event.organiser, _now()))
        outcome = _save(file, event)
    if as_json:
        print_json(_results(outcome))
        return
    out.print(f"[bold]{escape(event.regulations.title)}[/]  {event.status}")
    if outcome.classification is None:
        _show_standings(outcome)
        return
    _show_rows(event, "", outcome.classification.overall)
    for name, rows in outcome.classification.classes.items():
        _show_rows(event, name, rows)
    if decisions:
        _show_decisions(outcome)


def _results(outcome: Outcome) -> object:
    found = outcome.classification
    return found.to_json() if found is not None else [line.to_json() for line in outcome.standings]


def _show_rows(event: Event, title: str, rows: list[Row]) -> None:
    table = Table("", "crew", "result", "", box=None, title=title or None, title_justify="left", header_style="bold")
    for row in rows:
        drive = row.drive
        worth = escape(_worth(event, drive.mark))
        table.add_row(str(row.place or "-"), escape(drive.entry.name), worth, _parted(row.tie))
    out.print(table)


def _parted(tie: Tie | None) -> str:
    """What set equal measures apart."""
    if tie is None:
        return ""
    return "shared place" if tie.by == "shared" else f"{tie.by} {tie.own} to {tie.other} {tie.clause}".strip()


def _show_standings(outcome: Outcome) -> None:
    table = Table("", "crew", "points", "", box=None, header_style="bold")
    for line in outcome.standings:
        name = outcome.event.entries[line.who].name
        table.add_row(str(line.place), escape(name), str(line.points), line.tie)
    out.print(table)


def _show_decisions(outcome: Outcome) -> None:
    table = Table("", "crew", "decisions lost", "", box=None, title="by decisions", header_style="bold")
    for place, line in by_decisions(outcome.event, outcome.marks):
        doubt = "exact" if line.exact else f"estimated, ± {2 * line.error:.2f}"
        name = escape(outcome.event.entries[line.entry].name)
        table.add_row(str(place or "-"), name, f"{line.amount:.2f} {line.unit}", doubt)
    out.print(table)


@app.command()
def par(
    file: EventFile,
    seconds: Annotated[int, typer.Option("--seconds", min=1, max=86_400, help="Bounds are taken after so long.")] = 600,
) -> None:
    """Work out the best that can be done, once the event has closed, and note it with its certificate."""
    event = _load(file)
    with naming(file):
        asked = wanted(event)
        if asked is None:
            raise ParcFermeError(_why_no_par(event))
        until = time.monotonic() + seconds
        found = prove(asked, lambda: time.monotonic() < until)
        if found is None:
            raise ParcFermeError("no par was found: too much chance lies between, or too little time")
        event.fold(commands.note_par(event, found, _now()))
        _save(file, event)
    trial = event.regulations.task().trial
    low, high = _measured(found.low, trial.unit), _measured(found.high, trial.unit)
    out.print(f"par {low}, proved" if found.is_proved() else f"par between {low} and {high}", f"({trial.measure})")


def _why_no_par(event: Event) -> str:
    if event.par is not None:
        return "it has its par already"
    if event.status not in (CLOSED, PROVISIONAL):
        return f"the event is {event.status}: a par is noted once it has closed, until the results are final"
    return "nothing is proved about the best drive of this event"


@app.command()
def export(
    file: EventFile,
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The file to give away.")],
    force: Force = False,
) -> None:
    """Write what everybody may see: the announcement while papers are taken, the whole file once it has closed."""
    event = _load(file)
    outcome = _save(file, event)
    if is_public(event):
        write_text(target, write_event(outcome), force)
        out.print(f"{escape(str(target))}: the whole event, {event.status}; `parcferme event verify` checks it")
        return
    write_text(target, json.dumps(view(event, {}, ""), indent=1, ensure_ascii=False) + "\n", force)
    out.print(f"{escape(str(target))}: the announcement; everything else is sealed until the event has closed")


@app.command()
def verify(
    file: EventFile,
    again: Annotated[bool, typer.Option("--prove", help="Prove the par again, too, which may take minutes.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replay every record, mark every sheet, draw every draw and work out every table again; name what differs."""
    try:
        with naming(file):
            checked = verify_file(read_text(file))
            if again:
                prove_again(checked.event, lambda: True)
    except BadRecord as error:
        if not as_json:
            raise
        print_json({"ok": False, "place": error.place, "reason": error.reason})
        raise typer.Exit(2) from error
    found: dict[str, Any] = {
        "ok": True,
        "status": checked.event.status,
        "notes": checked.notes,
        "marks": checked.marks,
        "rounds": checked.rounds,
        "chain": checked.event.chain,
        "signer": checked.signer,
    }
    if as_json:
        print_json(found)
        return
    work = f"{checked.notes} notes folded, {checked.marks} papers marked, {checked.rounds} rounds drawn again"
    work += (", the par proved again" if again else ", the par checked") if checked.event.par is not None else ""
    signed = f"signed by {checked.signer}" if checked.signer else "not signed"
    out.print(
        f"{escape(str(file))}: [green]holds[/]: {work}; {checked.event.status}, chain {checked.event.chain}, {signed}"
    )


# --- match events -----------------------------------------------------------------------------------------------------


@app.command()
def enter(
    file: EventFile,
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="Who takes part.")],
    klass: Annotated[str, typer.Option("--class", help="The class to enter in, where there are any.")] = "",
) -> None:
    """Enter people; into a trial they are entered with their first paper as well."""
    event = _load(file)
    with naming(file):
        for name in names:
            event.fold(commands.enter(event, _free_id(event, name), name, klass, name, _now()))
    _save(file, event)
    out.print(f"{len(event.starters())} entered")


@app.command()
def draw(file: EventFile) -> None:
    """Draw the next round of a match event; anybody can draw it again from the published seed."""
    event = _do(file, lambda e: commands.draw(e, e.organiser, _now()))
    number = len(event.rounds)
    out.print(f"round {number}, seed {event.rounds[-1].seed}", soft_wrap=True)
    for table, seats in enumerate(tables_of(event, number), 1):
        who = ", ".join(event.entries[id].name for id in seats)
        out.print(f"  table {table}: {escape(who)}{' (bye)' if len(seats) == 1 else ''}")


@app.command()
def result(
    file: EventFile,
    round: Annotated[int, typer.Argument(metavar="ROUND", help="Which round, from 1.")],
    table: Annotated[int, typer.Argument(metavar="TABLE", help="Which table, from 1.")],
    places: Annotated[
        list[int] | None, typer.Argument(metavar="PLACE…", help="The places in the order of the draw; none: no result.")
    ] = None,
    absent: Annotated[list[str] | None, typer.Option("--absent", metavar="NAME", help="Who did not appear.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="The record of the match, which is replayed.")
    ] = None,
) -> None:
    """Note how a table of a match event ended."""
    text = read_text(record) if record is not None else ""
    _do(
        file,
        lambda e: desk.table_result(
            e,
            round,
            table,
            places or [],
            [_entry(e, name) for name in absent or []],
            e.organiser,
            _now(),
            text,
        ),
    )
    out.print(f"round {round}, table {table}: noted")


# --- the organiser's desk ---------------------------------------------------------------------------------------------


@app.command()
def bulletin(
    file: EventFile,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What changes and why.")],
    changes: Annotated[
        Path | None, typer.Option("--changes", metavar="FILE", help="The lines of the regulations that change.")
    ] = None,
) -> None:
    """A numbered bulletin; what it changes is marked anew for everybody."""
    given = _with_documents(read_document(changes), changes.parent) if changes is not None else {}
    event = _do(file, lambda e: desk.bulletin(e, text, given, {}, e.organiser, _now()))
    out.print(f"bulletin {len(event.bulletins)}: {escape(text)}")


@app.command()
def decide(
    file: EventFile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose paper.")],
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Which of them, from 1.")],
    verdict: Annotated[str, typer.Argument(metavar="VERDICT", help="slip or false_entry.")],
    text: Why,
    steward: Steward = None,
) -> None:
    """Decide about a wrong cell: a slip costs what it costs, a false entry disqualifies."""
    event = _do(file, lambda e: desk.decide(e, _entry(e, name), number, verdict, text, _judge(e, steward), _now()))
    out.print(f"{escape(name)}, paper {number}: {verdict}; {event.status}")


@app.command()
def protest(
    file: EventFile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who protests.")],
    against: Annotated[str, typer.Argument(metavar="AGAINST", help="Whose result it is about; perhaps their own.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What they write; everybody will read it.")],
    at: At = None,
) -> None:
    """Note a protest against a provisional result, within the days for it."""
    came = _now() if at is None else read_moment("--at", at)
    event = _do(file, lambda e: desk.protest(e, _entry(e, against), text, e.entries[_entry(e, name)].person, came))
    out.print(f"protest {len(event.protests)}: {escape(_about(event, event.protests[-1]))}")


@app.command()
def rule(
    file: EventFile,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Which protest, from 1.")],
    verdict: Annotated[str, typer.Argument(metavar="VERDICT", help=f"{UPHELD} or {DISMISSED}.")],
    text: Why,
    steward: Steward = None,
) -> None:
    """Decide a protest, once and in writing. What follows from it is a decision or a bulletin of its own."""
    if verdict not in (UPHELD, DISMISSED):
        raise ParcFermeError(f"{verdict!r} is neither {UPHELD} nor {DISMISSED}")
    event = _do(file, lambda e: desk.rule(e, number, verdict == UPHELD, text, _judge(e, steward), _now()))
    out.print(f"protest {number}: {escape(_about(event, event.protests[number - 1]))}")


@app.command()
def cancel(
    file: EventFile, reason: Annotated[str, typer.Argument(metavar="REASON", help="Why; everybody will read it.")]
) -> None:
    """Cancel the event, for good."""
    event = _do(file, lambda e: commands.cancel(e, reason, e.organiser, _now()))
    out.print(f"{escape(str(file))}: {event.status}: {escape(reason)}")


def _judge(event: Event, steward: str | None) -> desk.Judge:
    by = steward or event.organiser
    return desk.Judge(by, by, steward is not None)


def _entry(event: Event, name: str) -> str:
    found = [entry.id for entry in event.entries.values() if name in (entry.name, entry.id)]
    if not found:
        raise ParcFermeError(f"{name!r} has not entered")
    return found[0]
