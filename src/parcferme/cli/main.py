"""`parcferme`: the verbs, and how errors end: one message and exit code 2, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import parcferme
from parcferme.cli import (
    advice,
    arena,
    catalogue,
    events,
    moderating,
    puzzles,
    records,
    replay,
    serving,
    site,
    start,
    tools,
)
from parcferme.cli.console import complain
from parcferme.core.errors import ParcFermeError


class Verbs(TyperGroup):
    """Shows every error the engine raises on purpose as a sentence."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except ParcFermeError as error:
            complain(str(error))
            raise typer.Exit(2) from error


app = typer.Typer(
    cls=Verbs,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"parcferme {parcferme.__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rally board games: play them, check records, read the rules, let bots compete."""


VERBS: dict[str, Callable[..., None]] = {
    "games": catalogue.games,
    "play": start.play,
    "rules": catalogue.rules,
    "options": catalogue.options,
    "bots": catalogue.bots,
    "new": records.new,
    "show": records.show,
    "replay": replay.replay,
    "verify": records.verify,
    "position": records.position,
    "review": advice.review,
    "check": catalogue.check,
    "content": catalogue.content,
    "arena": arena.arena,
    "puzzles": puzzles.puzzles,
    "tool": tools.tool,
    "serve": serving.serve,
    "site": site.site,
    "backup": serving.backup,
    "restore": serving.restore,
    "check-backup": serving.check_backup,
    "check-database": serving.check_database,
    "prune": serving.prune,
    "ratings": serving.ratings,
    "promote": serving.promote,
    "password": serving.password,
}

GROUPS: dict[str, typer.Typer] = {"event": events.app, "moderate": moderating.app}  # verbs with verbs of their own

for name, group in GROUPS.items():
    app.add_typer(group, name=name)

for name, verb in VERBS.items():
    settings = {"ignore_unknown_options": True} if verb is tools.tool else {}
    app.command(name, context_settings=settings)(verb)


def run() -> None:
    app()
