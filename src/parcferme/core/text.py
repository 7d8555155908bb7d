"""Texts: every sentence a game shows, by key, one catalogue (`text/en.json`) per language.

Keys are `event.KIND`, `refusal.CODE`, `action.KIND`, `effect.WORD`, `ask.DECISION`, `reason.CODE`, `option.NAME`. A
text may name the arguments in braces: "{car} rolls {die}". An argument that is a code, such as `rain`, is said as
`word.rain` where the catalogue has it; one that stands for a driver, such as `car`, as `who.car` ("car {car}") where
nobody knows the name. A missing key reads as the key with its arguments, so that nothing is ever silent; a test makes
sure that none is missing.

A word that goes with a number is written in both forms, the one for one thing first: "{turns} {turns:turn|turns}".
Which numbers take the first form is the language's rule: one in English and Italian, nought and one in French.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from parcferme.core.contract import Game
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.position import Note

LANGUAGES: Final = (
    "en",
    "fr",
    "it",
)  # of all programs; the browser's list is in web/src/lib/settings.svelte.ts
_COUNTED: Final = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")  # the same in web/src/lib/i18n.svelte.ts


class Texts:
    """One game's catalogue in one language."""

    def __init__(self, entries: dict[str, str], language: str = "en") -> None:
        self.entries = entries
        self.language = language

    def say(self, key: str, args: dict[str, object]) -> str:
        template = self.entries.get(key)
        if template is None:
            return f"{key} {args}" if args else key
        counted = agreed(template, args, self.language)
        said = counted.format_map(_Filled({name: self.called(name, value) for name, value in args.items()}))
        return said[:1].upper() + said[1:] if template.startswith("{") else said

    def called(self, name: str, value: object) -> object:
        """A driver by number, anything else in words."""
        who = self.entries.get(f"who.{name}")
        return self.worded(value) if who is None or isinstance(value, list) else who.format_map({name: value})

    def worded(self, value: object) -> object:
        """A code in words, anything else as it is."""
        return self.entries.get(f"word.{value}", value) if isinstance(value, str) else value

    def event(self, event: Event) -> str:
        return self.say(f"event.{event.kind}", event.args)

    def refusal(self, refusal: Refusal) -> str:
        return self.say(f"refusal.{refusal.code}", refusal.args)

    def action(self, game: Game, action: int) -> str:
        form = game.form(action)
        return self.say(f"action.{form['kind']}", form)

    def effect(self, effect: Note) -> list[str]:
        """What an action does (`State.effect`): a sentence for each of its words that has one, then for what happens,
        in the words for the event itself where there are no shorter ones."""
        args = {word: " ".join(map(str, told)) if isinstance(told, list) else told for word, told in effect.items()}
        said = [self.say(f"effect.{word}", args) for word in effect if f"effect.{word}" in self.entries]
        happens = effect.get("happens")
        for happening in happens if isinstance(happens, list) else []:
            key = f"effect.{happening[0]}"
            said.append(self.say(key if key in self.entries else f"event.{happening[0]}", happening[1]))
        return said


def agreed(template: str, args: dict[str, object], language: str) -> str:
    """The text with each word that goes with a number in the form the number asks for."""
    if "|" not in template:
        return template
    return _COUNTED.sub(lambda found: found[2] if is_one(args.get(found[1]), language) else found[3], template)


def is_one(count: object, language: str) -> bool:
    """Does this number take the form for one thing?"""
    if not isinstance(count, (int, float)):
        return count == "1"
    return -2 < count < 2 if language == "fr" else count in (1, -1)


class _Filled(dict[str, object]):
    """Arguments of a text; one that is missing shows its name instead of failing."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def read_texts(folder: Path, language: str = "en") -> Texts:
    """The catalogue of a game's folder, English where the language has none."""
    spoken = language if (folder / "text" / f"{language}.json").exists() else "en"
    entries: dict[str, str] = json.loads((folder / "text" / f"{spoken}.json").read_text("utf-8"))
    return Texts(entries, spoken)
