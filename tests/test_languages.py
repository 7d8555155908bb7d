"""The languages stand in one list of the programs and one of the browser; both are the same, and nothing lacks one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.clauses import read_clauses
from parcferme.core.text import LANGUAGES
from parcferme.server.people import letters

WEB = Path(__file__).parents[1] / "web" / "src"
FOLDERS = [registry.folder(id) / "text" for id in registry.game_ids()]
FOLDERS += [letters.FOLDER, WEB / "text", *sorted(WEB.glob("boards/*/text"))]


def test_the_browser_speaks_what_the_programs_speak() -> None:
    listed = re.search(r"LANGUAGES = \{(.*?)\}", (WEB / "lib" / "settings.svelte.ts").read_text("utf-8"))
    assert listed is not None
    assert tuple(re.findall(r"(\w+): \"", listed[1])) == LANGUAGES


@pytest.mark.parametrize("folder", FOLDERS, ids=[f"{folder.parent.name}" for folder in FOLDERS])
def test_every_catalogue_is_there_in_every_language_and_in_no_other(folder: Path) -> None:
    assert sorted(path.stem for path in folder.glob("*.json")) == sorted(LANGUAGES)


COUNTED = {  # what is counted most: with a number before it, such a word has both its forms
    "en": "turns squares cards spaces seconds phases shields missiles stages sections minutes points moves rounds",
    "fr": "tours cases cartes secondes phases boucliers missiles épreuves secteurs minutes points freinages coups",
    "it": "turni caselle carte schede secondi fasi scudi missili prove settori minuti punti frenate mosse giocatori",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=[f"{folder.parent.name}" for folder in FOLDERS])
def test_words_agree_with_their_numbers(folder: Path, language: str) -> None:
    texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text("utf-8"))
    plain = re.compile(rf"\{{\w+\}} (?:{'|'.join(COUNTED[language].split())})\b|\w\(e?s\)")
    actors = re.compile(r"\{(?:rover|car|crew|player|driver|gear)\} (?:turns|moves|points)")  # who does it
    wrong = [key for key, text in texts.items() if plain.search(actors.sub("", text))]
    assert wrong == []


@pytest.mark.parametrize("folder", sorted(WEB.glob("boards/*/overview")), ids=lambda folder: folder.parent.name)
def test_every_overview_is_there_in_every_language_and_names_clauses_that_there_are(folder: Path) -> None:
    assert sorted(path.stem for path in folder.glob("*.json")) == sorted(LANGUAGES)
    clauses = read_clauses(registry.folder(folder.parent.name) / "RULES.md")
    for path in folder.glob("*.json"):
        named = [clause for part in json.loads(path.read_text("utf-8")) for clause in part["clauses"]]
        assert named
        assert set(named) <= set(clauses)


@pytest.mark.parametrize("folder", sorted(WEB.glob("boards/*/tutorial")), ids=lambda folder: folder.parent.name)
def test_every_tutorial_is_told_in_every_language(folder: Path) -> None:
    assert sorted(path.suffixes[0][1:] for path in folder.glob("stops.*.json")) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_say_the_same_with_the_same_blanks_in_every_language(language: str) -> None:
    ours, english = letters.texts(language), letters.texts("en")
    assert {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in ours.items()} == {
        key: sorted(re.findall(r"\{\w+\}", text)) for key, text in english.items()
    }
