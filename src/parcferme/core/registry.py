"""Which games there are. A game is found because its folder lies under `parcferme/games`; nothing lists them by hand.

The folder's modules follow one convention, and this file is the only one that knows it:

    meta.py            META: Meta
    rules/game.py      create(options: Options, version: int) -> Game
    drive/bots.py      BOTS: dict[str, BotMaker]        one maker per level
    RULES.md           the clauses, see core/clauses.py
    text/              one catalogue per language, see core/text.py

and further parts by name (PARTS), each of which a game may lack; docs/games.md says what each offers.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from parcferme.core.bot import BotMaker
from parcferme.core.contract import Game
from parcferme.core.errors import UnknownGame, UnknownVersion
from parcferme.core.meta import Meta
from parcferme.core.options import Value, split_variant
from parcferme.core.record import Record

GAMES_PACKAGE = "parcferme.games"
PARTS = {  # by name: where it lies
    "asks": "asks",
    "view_types": "view_types",
    "phases": "rules.phases",
    "bots": "drive.bots",
    "advice": "drive.advice",
    "proof": "drive.proof",
    "odds": "drive.odds",
    "check": "board.check",
    "terminal": "show.terminal",
    "commands": "show.commands",
    "trial": "trial",
    "courses": "courses",
    "figures": "figures",
    "race": "race",
    "studio": "studio",
}
_loaded: dict[str, ModuleType] = {}  # wholly: `sys.modules` has those, too, that another thread still reads


def game_ids() -> list[str]:
    """The ids of all games, in alphabetical order."""
    package = importlib.import_module(GAMES_PACKAGE)
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


def meta(game_id: str) -> Meta:
    """A game's Meta, without loading its rules; raises UnknownGame."""
    found: Meta = _module(game_id, "meta").META
    return found


def create(game_id: str, given: Mapping[str, Value] | None = None, version: int | None = None) -> Game:
    """A game with the given options, under the newest rules or those of `version`.

    Raises UnknownGame, UnknownVersion or BadOption (or BadContent for an own board).
    """
    known = meta(game_id)
    played = known.version if version is None else version
    if played not in known.versions:
        raise UnknownVersion(game_id, played, known.versions)
    options = known.options.read(given if given is not None else {})
    game: Game = _module(game_id, "rules.game").create(options, played)
    return game


def create_variant(variant: str) -> Game:
    """A game by its canonical name: `rallyman(players=2,weather=variable)`."""
    game_id, texts = split_variant(variant)
    return create(game_id, meta(game_id).options.parse_values(texts))


def create_recorded(record: Record) -> Game:
    """The game a record was played with."""
    return create(record.game, record.options, record.rules)


def variant_of(game: Game) -> str:
    """The canonical name of a game with its options."""
    return meta(game.id).options.name(game.options)


def bots(game_id: str) -> dict[str, BotMaker]:
    """The game's bots by level."""
    module = part(game_id, "bots")
    found: dict[str, BotMaker] = module.BOTS if module is not None else {}
    return found


def folder(game_id: str) -> Path:
    """Where the game's files lie."""
    return Path(str(_module(game_id, "meta").__file__)).parent


def part(game_id: str, name: str) -> ModuleType | None:
    """One of the game's PARTS, or `None` when the game has none; raises UnknownGame."""
    meta(game_id)
    try:
        found = importlib.util.find_spec(f"{GAMES_PACKAGE}.{game_id}.{PARTS[name]}")
    except ModuleNotFoundError:  # not even its folder
        return None
    return _module(game_id, PARTS[name]) if found is not None else None


def _module(game_id: str, name: str) -> ModuleType:
    full = f"{GAMES_PACKAGE}.{game_id}.{name}"
    known = _loaded.get(full)
    if known is not None and sys.modules.get(full) is known:  # the usual case, without looking through the folder
        return known
    if game_id not in game_ids():
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(game_ids())}")
    _loaded[full] = importlib.import_module(full)
    return _loaded[full]
