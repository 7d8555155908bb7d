"""Which games there are. A game is found because its folder lies under `parcferme/games`; nothing lists them by hand.

The folder's modules follow one convention, and this file is the only one that knows it:

    meta.py     META: Meta
    rules.py    create(options: Options) -> Game        (or the package rules/)
    bots.py     BOTS: dict[str, BotMaker]               one maker per level
    RULES.md    the clauses, see core/clauses.py
    text/       one catalogue per language, see core/text.py

and, for whoever shows the game: asks.py, terminal.py, analysis.py, load.py, commands.py (docs/games.md says what each
offers).
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
from parcferme.core.errors import UnknownGame
from parcferme.core.meta import Meta
from parcferme.core.options import Value, split_variant
from parcferme.core.record import Record

GAMES_PACKAGE = "parcferme.games"
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
    """A game with the given options; raises UnknownGame or BadOption (or BadContent for an own board)."""
    known = meta(game_id)
    if version is not None and version != known.version:
        raise UnknownGame(f"{game_id}: rules version {version} is not known here; this program plays {known.version}")
    options = known.options.read(given if given is not None else {})
    game: Game = _module(game_id, "rules").create(options)
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
    found: dict[str, BotMaker] = _module(game_id, "bots").BOTS
    return found


def folder(game_id: str) -> Path:
    """Where the game's files lie."""
    return Path(str(_module(game_id, "meta").__file__)).parent


def part(game_id: str, name: str) -> ModuleType | None:
    """One of the game's modules by its file name, or `None` when the game has none; raises UnknownGame."""
    meta(game_id)
    if importlib.util.find_spec(f"{GAMES_PACKAGE}.{game_id}.{name}") is None:
        return None
    return _module(game_id, name)


def _module(game_id: str, name: str) -> ModuleType:
    full = f"{GAMES_PACKAGE}.{game_id}.{name}"
    known = _loaded.get(full)
    if known is not None and sys.modules.get(full) is known:  # the usual case, without looking through the folder
        return known
    if game_id not in game_ids():
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(game_ids())}")
    _loaded[full] = importlib.import_module(full)
    return _loaded[full]
