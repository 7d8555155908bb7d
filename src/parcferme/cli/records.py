"""Verbs on records: new, show, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from parcferme.cli import parts
from parcferme.cli.console import out, print_json
from parcferme.cli.files import load_play, must_be_free, naming, position_text, write_text
from parcferme.cli.params import AsJson, Force, Language, RecordFile, Seats, Seed, Settings, Variant, make_game
from parcferme.cli.screen import Screen
from parcferme.cli.seats import fill, fresh_seed
from parcferme.core import registry
from parcferme.core.contract import KIND_NAMES
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.play import Play
from parcferme.core.record import Record, fingerprint, record_of
from parcferme.house.frames import Replay
from parcferme.table import fairness

Viewer = Annotated[
    int | None, typer.Option("--seat", help="See it as this seat does (counted from 0); else as a spectator.")
]


def new(
    variant: Variant,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the record.")],
    settings: Settings = None,
    seats: Seats = None,
    seed: Seed = None,
    force: Force = False,
) -> None:
    """Write the record of a game that has not begun; `parcferme play --resume FILE` plays it."""
    must_be_free(file, force)
    game = make_game(variant, settings, len(seats) if seats else None)
    seed = fresh_seed() if seed is None else seed
    names = [seat.recorded for seat in fill(game, seats or [], seed)]
    write_text(file, record_of(Play(game), names, {"seed": seed}).to_text(), force)
    out.print(f"{escape(str(file))}: {escape(registry.variant_of(game))} with {escape(', '.join(names))}")


def show(file: RecordFile, viewer: Viewer = None, as_json: AsJson = False, language: Language = "en") -> None:
    """Show a record: what is played, by whom, how it stands."""
    record, play = load_play(file)
    must_be_seat(play, viewer)
    if as_json:
        print_json(summary(record, play, viewer))
        return
    screen = Screen(play.game, registry.meta(record.game).title, parts.texts(record.game, language), record.seats)
    out.print(f"[bold]{escape(registry.variant_of(play.game))}[/]  rules version {record.rules}")
    out.print(f"seats: {escape(', '.join(record.seats))}; {len(record.log)} entries, {len(play.live)} of them count")
    screen.board(play.state, viewer)
    result = play.state.result()
    if result is not None:
        screen.result(result)
    else:
        out.print(f"\nNot over: {_turn(record, play)}")


def _turn(record: Record, play: Play) -> str:
    deciding = [escape(record.seats[seat]) for seat in play.state.to_act()]
    return f"{' and '.join(deciding)} to decide" if deciding else "chance is next"


def must_be_seat(play: Play, viewer: int | None) -> None:
    if viewer is not None and not 0 <= viewer < play.game.players:
        raise ParcFermeError(f"there is no seat {viewer}: they are counted from 0 to {play.game.players - 1}")


def position(
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="After the first N entries; else the last.")
    ] = None,
) -> None:
    """Print a position of a record in the game's notation; `parcferme play --from FILE` plays on from it."""
    record, play = load_play(file)
    entries = len(record.log) if at is None else at
    if not 0 <= entries <= len(record.log):
        raise ParcFermeError(f"{file}: --at {at}: the record has {len(record.log)} entries")
    print(position_text(play.game, Replay(play.game, record.log, record.start).at(entries).state.dump()), end="")


def summary(record: Record, play: Play, viewer: int | None) -> dict[str, object]:
    state = play.state
    return {
        "game": record.game,
        "rules": record.rules,
        "variant": registry.variant_of(play.game),
        "options": record.options,
        "seats": record.seats,
        "notes": record.notes,
        "entries": len(record.log),
        "live": len(play.live),
        "kind": KIND_NAMES[state.kind()],
        "to_act": list(state.to_act()),
        "fingerprint": fingerprint(state),
        "view": state.view(viewer),
        "result": record.result,
    }


def verify(file: RecordFile, as_json: AsJson = False) -> None:
    """Replay a record through the rules and compare every mark, the result and, if published, the table's dice."""
    try:
        record, play = load_play(file)
        with naming(file):
            rolls = fairness.verify(record) if dice_published(record) else None
            fairness.must_be_whole(record)
    except ParcFermeError as error:
        if not as_json:
            raise
        place = error.place if isinstance(error, BadRecord) else str(file)
        reason = error.reason if isinstance(error, BadRecord) else str(error)
        print_json({"ok": False, "place": place, "reason": reason})
        raise typer.Exit(2) from error
    mark = fingerprint(play.state)
    found = {"ok": True, "entries": len(record.log), "marks": len(record.marks), "fingerprint": mark, "rolls": rolls}
    if as_json:
        print_json(found)
        return
    checked = f"{len(record.log)} entries replayed, {len(record.marks)} marks agree, position {mark}"
    over = "" if record.result is not None else ", not over"
    out.print(f"{escape(str(file))}: [green]holds[/]: {checked}{over}{escape(_dice(record, rolls))}")


def _dice(record: Record, rolls: int | None) -> str:
    """What was found about a table's dice. Whoever noted the commitment before the start compares it with this one."""
    fair = record.notes.get("fair_dice")
    if rolls is None:
        return ", no table's dice to check" if fair is None else ", the table's dice are not published yet: not checked"
    commitment = fair["commitment"] if isinstance(fair, dict) else ""
    if rolls == 0:
        return f", nothing was rolled: no dice to check, of the commitment {commitment}"
    return f", {rolls} rolls are the table's own, of the commitment {commitment}"


def dice_published(record: Record) -> bool:
    """Was it played with a table's fair dice, and is their secret out, as it must be when the match is over?"""
    fair = record.notes.get("fair_dice")
    return fair is not None and (record.result is not None or (isinstance(fair, dict) and "secret" in fair))
