"""Arguments that many verbs share, and what the shell completes for them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parcferme.core import registry
from parcferme.core.bot import LEVELS
from parcferme.core.content import read_document
from parcferme.core.contract import Game
from parcferme.core.courses import courses_of
from parcferme.core.errors import BadOption
from parcferme.core.options import Document, Value, split_variant
from parcferme.core.text import LANGUAGES


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    return [(id, registry.meta(id).title) for id in registry.game_ids() if id.startswith(incomplete)]


def typed_game(ctx: typer.Context, parameter: str) -> str | None:
    """The game that stands before the word being completed, if there is one."""
    words = [ctx.params.get(parameter), *ctx.args]  # an unfinished line may leave it among the arguments
    games = [str(word).partition("(")[0] for word in words]
    return next((game for game in games if game in registry.game_ids()), None)


def complete_option(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Names of the options of the game typed before."""
    game = typed_game(ctx, "variant")
    options = registry.meta(game).options.options.values() if game is not None else []
    return [(f"{option.name}=", option.help) for option in options if option.name.startswith(incomplete)]


def complete_seat(incomplete: str) -> list[str]:
    known = ["human", *(f"bot:{level}" for level in LEVELS)]
    return [seat for seat in known if seat.startswith(incomplete)]


def complete_bot(incomplete: str) -> list[str]:
    known = [*LEVELS, "random", "greedy", "search:400"]
    return [bot for bot in known if bot.startswith(incomplete)]


GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id.", autocompletion=complete_game)]
Variant = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's id, or a variant: 'game(players=3,key=value)'.", autocompletion=complete_game
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="An option of the game, see `parcferme options`; KEY=@FILE for a board or deck of your own; "
        "course=ID for one of the house's, see `parcferme content`.",
        autocompletion=complete_option,
    ),
]
Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT",
        help="Who sits in the next seat: human, human:NAME or bot:LEVEL. Repeat for each seat.",
        autocompletion=complete_seat,
    ),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes chance and bots repeatable.")]
Language = Annotated[
    str, typer.Option("--lang", envvar="PARCFERME_LANG", help=f"Language of the game's texts: {', '.join(LANGUAGES)}.")
]


def make_game(variant: str, settings: list[str] | None = None, seats: int | None = None) -> Game:
    """The game a person asked for. `seats` sets the number of players where the variant does not say it."""
    game_id, texts = split_variant(variant)
    meta = registry.meta(game_id)
    given: dict[str, Value] = {name: meta.options.parse_values(texts)[name] for name in texts}
    for setting in settings or []:
        for name, value in _read_setting(game_id, setting).items():
            if name in given:
                raise BadOption(game_id, name, "is given twice")
            given[name] = value
    if seats is not None and "players" not in given:
        given["players"] = seats
    return registry.create(game_id, given)


def _read_setting(game_id: str, setting: str) -> dict[str, Value]:
    name, equals, text = setting.partition("=")
    if not equals:
        raise BadOption(game_id, setting, "does not read as key=value")
    if name == "course":
        return courses_of(game_id).find(text).options
    spec = registry.meta(game_id).options
    if isinstance(spec.options.get(name), Document) and text.startswith("@"):
        return {name: read_document(Path(text[1:]))}
    return {name: spec.parse_values({name: text})[name]}
