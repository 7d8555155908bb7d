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
from typing import Annotated, Any, Final, TypedDict

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, convert

from parcferme.core import registry
from parcferme.core.clauses import read_clauses
from parcferme.core.content import read_document
from parcferme.core.contract import Game, State, View
from parcferme.core.courses import courses_of
from parcferme.core.errors import UnknownGame
from parcferme.core.options import Options
from parcferme.core.record import canonical
from parcferme.core.text import LANGUAGES, Texts, read_texts
from parcferme.house.codec import decode, encode
from parcferme.solve.puzzle_sets import FILE as PUZZLES
from parcferme.table.errors import Denied
from parcferme.table.names import DRIVERS
from parcferme.table.setup import Setup

TITLE_SHOWN = 40  # characters of a document's title in a variant's name
VARIANT_SHOWN = 300  # characters of a variant's name


class GameInfo(Struct):
    """A game on offer."""

    id: str
    title: str
    seats: list[int]
    version: int
    about: str
    year: int
    authors: str
    options: Annotated[dict[str, Any], Meta(description="a JSON schema of what a table's `options` may hold")]
    bots: Annotated[list[str], Meta(description="levels, weakest first")]
    drivers: Annotated[dict[str, list[str]], Meta(description="what the bots of each level are called")]
    languages: list[str]
    kit: str


class RuleClause(Struct):
    """One clause of the rules, in our own words."""

    id: str
    heading: str
    text: str


class Kit(Struct):
    """What a board is drawn and described from."""

    title: str
    texts: dict[str, str]
    content: dict[str, Any]


class Course(Struct):
    """Something to drive that the house offers: options to take as they are. Texts: `course.ID`, `figure.NAME`."""

    id: str
    title: str
    length: Annotated[str, Meta(description="short, standard or long")]
    difficulty: Annotated[int, Meta(description="from 1, easy, to 3, hard")]
    options: dict[str, Any]
    figures: dict[str, int]


class Courses(Struct):
    """What a game offers to drive, and its presets: options by length, texts `preset.LENGTH`."""

    courses: list[Course]
    presets: dict[str, dict[str, Any]]
    minutes: Annotated[dict[str, int], Meta(description="about how long two people sit over a preset")]


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
    spoken = read_texts(registry.folder(game), language)
    return Texts({**english.entries, **spoken.entries}, spoken.language)


@lru_cache(maxsize=32)
def clauses(game: str) -> list[RuleClause]:
    """The rules as the app shows them."""
    path = registry.folder(game) / "RULES.md"
    return [convert(clause.to_json(), RuleClause) for clause in read_clauses(path).values()] if path.exists() else []


@lru_cache(maxsize=32)
def courses(game: str) -> bytes:
    """The game's courses and presets as JSON, their documents whole."""
    known = courses_of(game)
    return encode(Courses([convert(one.to_json(), Course) for one in known.courses], known.presets, known.minutes))


@lru_cache(maxsize=32)
def view_fields(game: str) -> dict[str, str]:
    """What each top-level field of the game's view means, for authors of bots."""
    path = registry.folder(game) / "view.json"
    return {name: str(meaning) for name, meaning in read_document(path).items()} if path.exists() else {}


def info(game: str) -> GameInfo:
    """A game's door plate with its bots, by levels and by name, and the languages of its texts."""
    folder = registry.folder(game)
    languages = [language for language in LANGUAGES if (folder / "text" / f"{language}.json").exists()]
    drivers = {level: DRIVERS.get(level, []) for level in levels(game)}
    known = {"bots": levels(game), "drivers": drivers, "languages": languages, "kit": kit_digest(game)}
    return convert({**registry.meta(game).to_json(), **known}, GameInfo)


def variant(game: str, options: Mapping[str, object]) -> str:
    """A variant's name, short enough for a list: a document of somebody's own is named by its title and hash."""
    named = {name: _document_name(value) if isinstance(value, dict) else value for name, value in options.items()}
    name = registry.meta(game).options.name(named)
    return name if len(name) <= VARIANT_SHOWN else name[: VARIANT_SHOWN - 1] + "…"


def _document_name(document: dict[str, Any]) -> str:
    titles = [document[key] for key in ("title", "name") if isinstance(document.get(key), str)]
    digest = hashlib.sha256(canonical(document).encode()).hexdigest()[:8]
    return f"{titles[0][:TITLE_SHOWN]} #{digest}" if titles else f"#{digest}"


class Summary(Struct, omit_defaults=True):
    """All that a list tells of a table's setup; kept beside it, so that no list reads documents or needs the game."""

    variant: str
    title: str
    pace: dict[str, Any]
    players: int
    rated: bool = False


def summary(setup: Setup) -> Summary:
    players = setup.options["players"]
    assert isinstance(players, int)  # every game has this option
    return Summary(variant(setup.game, setup.options), setup.title, setup.pace.to_json(), players, setup.rated)


def title(game: str) -> str:
    return registry.meta(game).title


def levels(game: str) -> list[str]:
    """The levels of its bots in the order the game lists them."""
    return list(registry.bots(game)) if registry.part(game, "bots") is not None else []


def content_files(game: str) -> list[str]:
    """The names of a game's content files, as paths below its content folder; its puzzles hold their answers and are
    not for everybody to read."""
    folder = registry.folder(game) / "content"
    found = [path for path in folder.rglob("*") if path.suffix in (".json", ".toml") and path.is_file()]
    return sorted(str(path.relative_to(folder).as_posix()) for path in found if path.name != PUZZLES)


@lru_cache(maxsize=128)
def content(game: str, name: str) -> bytes:
    """A content file as JSON, whatever it was written in."""
    if name not in content_files(game):
        raise Denied("not_found", f"{game} has no content file {name!r}")
    return encode(read_document(registry.folder(game) / "content" / Path(name)))


@lru_cache(maxsize=64)
def kit(game: str, language: str) -> bytes:
    """Everything a board is drawn and described from: the game's title, texts and content files.

    Courses are left out: who sits at a board has chosen.
    """
    files = {name: msgspec.Raw(content(game, name)) for name in content_files(game) if not name.startswith("courses")}
    return encode(Kit(title(game), texts(game, language).entries, files))


@lru_cache(maxsize=64)
def packed_kit(game: str, language: str) -> bytes:
    return gzip.compress(kit(game, language), mtime=0)


@lru_cache(maxsize=32)
def kit_digest(game: str) -> str:
    """Changes with any of a game's kits, so that a browser may keep what it has under this name."""
    return hashlib.sha256(b"".join(kit(game, language) for language in LANGUAGES)).hexdigest()[:12]


class Fact(Struct):
    """A text by its key in the game's texts, and what to put in its braces."""

    key: str
    args: dict[str, Any]


class Effect(TypedDict, total=False):
    """What an action does on the board, in the words all games share (docs/games.md): a fact, never advice."""

    to: int | str
    path: list[int | str]
    facing: str | list[str]
    gear: int
    speed: int
    car: str
    least: int
    most: int
    lowest: int
    highest: int
    price: int
    gains: int
    loses: int | str
    left: int
    factor: int
    level: int
    safe: bool
    brakes: list[list[int]]
    helpers: int
    tyres: str
    lower: int
    flats: int
    opens: str
    ends: str
    happens: list[Any]


class Action(Struct, omit_defaults=True):
    """An action on offer. Act by its `notation`; `form` is the same in parts, `effect` what it does on the board, in
    words that all games share; `text` and `odds` come on wish."""

    id: Annotated[int, Meta(description="the same number for the same action in every position of this variant")]
    notation: str
    form: dict[str, Any]
    effect: Effect
    text: str | UnsetType = UNSET
    odds: list[Fact] | UnsetType = UNSET


class Actions:
    """What is told of each action of a game in every position, made once."""

    def __init__(self, game: Game, language: str | None) -> None:
        self.game = game
        self.texts = texts(game.id, language) if language is not None else None
        self.made: dict[int, Action] = {}

    def of(self, action: int) -> Action:
        """The action without its effect."""
        known = self.made.get(action)
        if known is None:
            text = UNSET if self.texts is None else self.texts.action(self.game, action)
            known = self.made[action] = Action(action, self.game.format(action), self.game.form(action), {}, text)
        return known


@lru_cache(maxsize=256)
def actions(game: Game, language: str | None) -> Actions:
    return Actions(game, language)


@lru_cache(maxsize=32)
def _odds_function(game: str) -> Any:
    module = registry.part(game, "odds")
    return getattr(module, "odds", None)


class _Drawn(Exception):
    """Something was drawn."""


class _Undrawn(Random):
    """Chance of which nothing may be drawn."""

    def random(self) -> float:
        raise _Drawn

    def getrandbits(self, k: int, /) -> int:
        raise _Drawn


_UNDRAWN: Final = _Undrawn()


def known_to(state: State, seat: int) -> State:
    """The position with all that the seat cannot know redrawn. In most games that is nothing, and to seed a generator
    would take longer than all that is told of the actions: one is seeded where something is drawn."""
    try:
        return state.resample(seat, _UNDRAWN)
    except _Drawn:
        return state.resample(seat, Random(0))


def odds(state: State, game: Game, seat: int, action: int) -> list[Fact]:
    """What to know before taking an action, in a position that holds no more than the seat may know."""
    function = _odds_function(game.id)
    if function is None:
        return []
    facts = function(state, seat, action)
    return [Fact(key, args) for key, args in facts]


@lru_cache(maxsize=32)
def _asks(game: str) -> Any:
    return registry.part(game, "asks")


@lru_cache(maxsize=128)
def _kinds(game: Game) -> list[str]:
    """The kind of each action: those a seat is offered tell what it is asked."""
    return [str(game.form(action)["kind"]) for action in range(game.actions())]


def asked(game: Game, view: View, seat: int, actions: list[int]) -> Fact | None:
    """What a seat is asked, as the key of a text with its arguments; read off what the seat is sent anyway."""
    asks = _asks(game.id)
    if asks is None:
        return None
    kinds = _kinds(game)
    key, args = asks.asked(view, seat, {kinds[action] for action in actions})
    return Fact(key, args)


def following(game: str, view: View) -> list[int]:
    """The seats that play next, each once, as far as the game tells."""
    asks = _asks(game)
    return list(dict.fromkeys(asks.following(view))) if asks is not None else []


def must_exist(game: str) -> None:
    if game not in registry.game_ids():
        raise UnknownGame(f"there is no game {game!r}; the games are {', '.join(registry.game_ids())}")
