"""`parcferme tool`: the verbs that single games bring along."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from parcferme.cli import parts
from parcferme.cli.console import out
from parcferme.cli.params import complete_game, typed_game
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError


def complete_verb(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    game = typed_game(ctx, "game_id")
    known = parts.commands(game) if game is not None else {}
    return [(verb, help) for verb, (help, _) in known.items() if verb.startswith(incomplete)]


def tool(
    game_id: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's id.", autocompletion=complete_game)
    ] = None,
    verb: Annotated[
        str | None, typer.Argument(metavar="[VERB]", help="One of the game's verbs.", autocompletion=complete_verb)
    ] = None,
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[ARGUMENT]...", help="What the verb takes.")] = None,
) -> None:
    """Run a verb that one game brings along; without one, list them."""
    if game_id is None or verb is None:
        _list([game_id] if game_id is not None else registry.game_ids())
        return
    known = parts.commands(game_id)
    if verb not in known:
        verbs = ", ".join(known) or "none"
        raise ParcFermeError(f"{game_id} has no verb {verb!r}; its verbs: {verbs}")
    print(known[verb][1](arguments or []))


def _list(ids: list[str]) -> None:
    table = Table("game", "verb", "what it does", box=None, header_style="bold")
    for game_id in ids:
        for verb, (help, _) in parts.commands(game_id).items():
            table.add_row(f"[bold cyan]{game_id}[/]", verb, escape(help))
    if table.row_count:
        out.print(table)
    else:
        out.print("no verbs of their own")
