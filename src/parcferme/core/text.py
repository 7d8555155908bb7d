"""Texts: every sentence a game shows, by key, one catalogue (`text/en.json`) per language.

Keys are `event.KIND`, `refusal.CODE`, `action.KIND`, `effect.WORD`, `ask.DECISION`, `reason.CODE`, `option.NAME`. A
text may name the arguments in braces: "{car} rolls {die}". An argument that is a code, such as `rain`, is said as
`word.rain` where the catalogue has it; one that stands for a driver, such as `car`, as `who.car` ("car {car}") where
nobody knows the name. A missing key reads as the key with its arguments, so that nothing is ever silent; a test makes
sure that none is missing.

A word that goes with a number is written in both forms, the one for one thing first: "{turns} {turns:turn|turns}".
Which numbers take the first form is the language's rule: one in English and Italian, nought and one in French. A range
whose ends are the same is said as one number: "{least} to {most}". A little word before a name is put right, too:
French "de {town}" reads "d’Amiens" and "du Mans", Italian "a {town}" "ad Amiens".
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

LANGUAGES: Final = {"en": "English", "fr": "Français", "it": "Italiano"}  # as they call themselves
_COUNTED: Final = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")  # the same in web/src/lib/i18n.svelte.ts
_RANGE: Final = re.compile(r"(?:\bda )?\{(least|lowest)\}(?: to | à | a )\{(most|highest)\}")  # so is this
_PLACE: Final = r"\{(town|at|to)\}"  # whose article goes into the little word: people keep theirs
# a little word before a blank, how what is said there must begin, and what both become; the same in the browser
_LITTLE: Final[dict[str, list[tuple[re.Pattern[str], re.Pattern[str], str]]]] = {
    "fr": [
        (re.compile(r"\bde \{(\w+)\}"), re.compile(r"(?=[aeiouàâäéèêëîïôöûüœæ])", re.IGNORECASE), "d’"),
        (re.compile(rf"\bde {_PLACE}"), re.compile(r"Le "), "du "),
        (re.compile(rf"\bde {_PLACE}"), re.compile(r"Les "), "des "),
        (re.compile(rf"à {_PLACE}"), re.compile(r"Le "), "au "),
        (re.compile(rf"à {_PLACE}"), re.compile(r"Les "), "aux "),
    ],
    "it": [(re.compile(r"\ba \{(\w+)\}"), re.compile(r"(?=[aàâ])", re.IGNORECASE), "ad ")],
}


class Texts:
    """One game's catalogue in one language."""

    def __init__(self, entries: dict[str, str], language: str = "en") -> None:
        self.entries = entries
        self.language = language

    def say(self, key: str, args: dict[str, object]) -> str:
        template = self.entries.get(key)
        if template is None:
            return f"{key} {args}" if args else key
        called = {name: self.called(name, value) for name, value in args.items()}
        counted = joined(agreed(ranged(template, args), args, self.language), called, self.language)
        said = counted.format_map(_Filled(called))
        return said[:1].upper() + said[1:] if template.startswith("{") else said

    def called(self, name: str, value: object) -> object:
        """A driver by number, anything else in words."""
        who = self.entries.get(f"who.{name}")
        return self.worded(value) if who is None or isinstance(value, list) else who.format_map({name: value})

    def worded(self, value: object) -> object:
        """A code in words, or several of them; anything else as it is."""
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            return ", ".join(str(self.worded(one)) for one in value)
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


def ranged(template: str, args: dict[str, object]) -> str:
    """The text with a range whose ends are the same as the one number it is."""
    if "{least}" not in template and "{lowest}" not in template:
        return template
    return _RANGE.sub(lambda ends: f"{{{ends[2]}}}" if args.get(ends[1]) == args.get(ends[2]) else ends[0], template)


def agreed(template: str, args: dict[str, object], language: str) -> str:
    """The text with each word that goes with a number in the form the number asks for."""
    if "|" not in template:
        return template
    return _COUNTED.sub(lambda found: found[2] if is_one(args.get(found[1]), language) else found[3], template)


def joined(template: str, said: dict[str, object], language: str) -> str:
    """The text with its little words as the names after them ask for; an article that went into one leaves `said`."""
    for word, begins, both in _LITTLE.get(language, []):
        for found in word.finditer(template):
            name = said.get(found[1])
            if isinstance(name, str) and begins.match(name):
                template = template.replace(found[0], f"{both}{{{found[1]}}}")
                said[found[1]] = begins.sub("", name, count=1)
    return template


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
