"""What the server knows of the games: shared game objects, texts, rules, content. No game is named here.

Games are frozen, so all tables of one variant share one object and its static tables.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parcferme.core import registry
from parcferme.core.clauses import read_clauses
from parcferme.core.content import read_document
from parcferme.core.contract import Game, State, View
from parcferme.core.errors import ParcFermeError, UnknownGame
from parcferme.core.options import Options
from parcferme.core.record import canonical
from parcferme.core.text import LANGUAGES, Texts, read_texts
from parcferme.house.codec import DecodeError, decode, decode_object, encode
from parcferme.table.errors import Denied
from parcferme.table.names import DRIVERS
from parcferme.table.setup import Setup, read

TITLE_SHOWN = 40  # characters of a document's title in a variant's name
VARIANT_SHOWN = 300  # characters of a variant's name
Summary = dict[str, Any]


def shared_game(setup: Setup) -> Game:
    """The game of a setup; raises UnknownGame or BadOption."""
    return game_of(setup.game, setup.rules, setup.options)


def game_of(game: str, rules: int, options: Options) -> Game:
    return _shared(game, rules, canonical(options))


@lru_cache(maxsize=128)
def _shared(game: str, rules: int, options: str) -> Game:
    return registry.create(game, decode(options), rules)


@lru_cache(maxsize=64)
def texts(game: str, language: str) -> Texts:
    """A game's catalogue, English where the language has no entry."""
    english = read_texts(registry.folder(game))
    if language not in LANGUAGES or language == "en":
        return english
    return Texts({**english.entries, **read_texts(registry.folder(game), language).entries})


@lru_cache(maxsize=32)
def clauses(game: str) -> list[dict[str, str]]:
    """The rules as the app shows them."""
    path = registry.folder(game) / "RULES.md"
    return [clause.to_json() for clause in read_clauses(path).values()] if path.exists() else []


@lru_cache(maxsize=32)
def view_fields(game: str) -> dict[str, str]:
    """What each top-level field of the game's view means, for authors of bots."""
    path = registry.folder(game) / "view.json"
    return {name: str(meaning) for name, meaning in read_document(path).items()} if path.exists() else {}


def info(game: str) -> dict[str, object]:
    """A game's door plate with its bots, by levels and by name, and the languages of its texts."""
    folder = registry.folder(game)
    languages = [language for language in LANGUAGES if (folder / "text" / f"{language}.json").exists()]
    drivers = {level: DRIVERS.get(level, []) for level in levels(game)}
    known = {"bots": levels(game), "drivers": drivers, "languages": languages, "kit": kit_digest(game)}
    return {**registry.meta(game).to_json(), **known}


def variant(game: str, options: Mapping[str, object]) -> str:
    """A variant's name, short enough for a list: a document of somebody's own is named by its title and hash."""
    named = {name: _document_name(value) if isinstance(value, dict) else value for name, value in options.items()}
    name = registry.meta(game).options.name(named)
    return name if len(name) <= VARIANT_SHOWN else name[: VARIANT_SHOWN - 1] + "…"


def _document_name(document: dict[str, Any]) -> str:
    titles = [document[key] for key in ("title", "name") if isinstance(document.get(key), str)]
    digest = hashlib.sha256(canonical(document).encode()).hexdigest()[:8]
    return f"{titles[0][:TITLE_SHOWN]} #{digest}" if titles else f"#{digest}"


def summary(setup: Setup) -> Summary:
    """All that a list tells of a table's setup; kept beside it, so that no list reads documents or needs the game."""
    return {
        "variant": variant(setup.game, setup.options),
        "title": setup.title,
        "pace": setup.pace.to_json(),
        "players": setup.options["players"],
    }


def kept_summary(game: str, setup: str, pace: str) -> Summary:
    """… of a table that was kept without one; of a game that is not known any more as much as can be told."""
    try:
        return summary(read(decode_object(setup)))
    except (ParcFermeError, DecodeError, KeyError, TypeError, ValueError):
        return {"variant": game, "title": "", "pace": {"kind": pace}, "players": 0}


def title(game: str) -> str:
    return registry.meta(game).title


def levels(game: str) -> list[str]:
    """The levels of its bots in the order the game lists them."""
    return list(registry.bots(game)) if registry.part(game, "bots") is not None else []


def content_files(game: str) -> list[str]:
    """The names of a game's content files, as paths below its content folder."""
    folder = registry.folder(game) / "content"
    found = [path for path in folder.rglob("*") if path.suffix in (".json", ".toml") and path.is_file()]
    return sorted(str(path.relative_to(folder).as_posix()) for path in found)


@lru_cache(maxsize=128)
def content(game: str, name: str) -> bytes:
    """A content file as JSON, whatever it was written in."""
    if name not in content_files(game):
        raise Denied("not_found", f"{game} has no content file {name!r}")
    return encode(read_document(registry.folder(game) / "content" / Path(name)))


@lru_cache(maxsize=64)
def kit(game: str, language: str) -> bytes:
    """Everything a board is drawn and described from: the game's title, texts and content files."""
    files = {name: msgspec.Raw(content(game, name)) for name in content_files(game)}
    return encode({"title": title(game), "texts": texts(game, language).entries, "content": files})


@lru_cache(maxsize=64)
def packed_kit(game: str, language: str) -> bytes:
    return gzip.compress(kit(game, language), mtime=0)


@lru_cache(maxsize=32)
def kit_digest(game: str) -> str:
    """Changes with any of a game's kits, so that a browser may keep what it has under this name."""
    return hashlib.sha256(b"".join(kit(game, language) for language in LANGUAGES)).hexdigest()[:12]


class ActionFragments:
    """The JSON of each action of a game, made once."""

    def __init__(self, game: Game, language: str | None) -> None:
        self.game = game
        self.texts = texts(game.id, language) if language is not None else None
        self.made: dict[int, msgspec.Raw] = {}

    def of(self, action: int) -> msgspec.Raw:
        known = self.made.get(action)
        if known is None:
            known = self.made[action] = msgspec.Raw(encode(self.plain(action)))
        return known

    def plain(self, action: int) -> dict[str, object]:
        told = {"id": action, "notation": self.game.format(action), "form": self.game.form(action)}
        return told if self.texts is None else {**told, "text": self.texts.action(self.game, action)}


@lru_cache(maxsize=256)
def fragments(game: Game, language: str | None) -> ActionFragments:
    return ActionFragments(game, language)


@lru_cache(maxsize=32)
def _odds_function(game: str) -> Any:
    module = registry.part(game, "odds")
    return getattr(module, "odds", None)


def odds(state: State, game: Game, seat: int, action: int) -> list[dict[str, object]]:
    """What to know before taking an action. Worked out on a redrawn position: nothing hidden can shine through."""
    function = _odds_function(game.id)
    if function is None:
        return []
    facts = function(state.resample(seat, Random(0)), seat, action)
    return [{"key": key, "args": args} for key, args in facts]


@lru_cache(maxsize=32)
def _asks(game: str) -> Any:
    return registry.part(game, "asks")


@lru_cache(maxsize=128)
def _kinds(game: Game) -> list[str]:
    """The kind of each action: those a seat is offered tell what it is asked."""
    return [str(game.form(action)["kind"]) for action in range(game.actions())]


def asked(game: Game, view: View, seat: int, actions: list[int]) -> dict[str, object] | None:
    """What a seat is asked, as the key of a text with its arguments; read off what the seat is sent anyway."""
    asks = _asks(game.id)
    if asks is None:
        return None
    kinds = _kinds(game)
    key, args = asks.asked(view, seat, {kinds[action] for action in actions})
    return {"key": key, "args": args}


def following(game: str, view: View) -> list[int]:
    """The seats that play next, each once, as far as the game tells."""
    asks = _asks(game)
    return list(dict.fromkeys(asks.following(view))) if asks is not None else []


def must_exist(game: str) -> None:
    if game not in registry.game_ids():
        raise UnknownGame(f"there is no game {game!r}; the games are {', '.join(registry.game_ids())}")
