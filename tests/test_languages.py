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


# What is called one way at the table is not called another way in the log, the lesson or the studio. The words on the
# right are the ones that once stood beside the one in the comment.
OTHER_WORDS = {
    ("lunar_rally", "fr"): r"réserve|\bcases?\b|\bcaches?\b",  # dépôt, hexagone
    ("lunar_rally", "it"): r"\bGiro \{n|giri\b",  # round: a giro is a lap
    ("rally", "fr"): r"étape|\bdues?\b|Cliquez (?:la|une|des) ",  # épreuve, obligatoire, cliquer sur
    ("rally", "it"): r"vettur|tapp[ae]\b|\bdovut[ae]\b|[Cc]licca|[Ss]tendi|[Pp]iazza",  # auto, prova, posare
    ("rally_round", "fr"): r"repère|itinéraire|piste|Rally Kit|Junction Caller",  # marqueur, parcours, chemin, kit
    ("rally_round", "it"): r"vettur|\bsegnal[ei]\b|pist[ae] nascost|selettiv[oi]\b|Rally Kit|Junction Caller",
    ("rallye_code", "fr"): r"[Pp]arking|[Ss]tations?-service",  # parcage, poste d’essence
    ("rallye_code", "it"): r"gérance|gérant|gerenz|macchin|divieti? d.accesso|\bgarage|tappeto|\b[Vv]ostr[aoie]\b",
    ("rallyman", "fr"): r"\bSS[{\d]|\bcoupes?\b|\bglisse|\bboue\b",  # ES, raccourci, dérapage, terre
    (
        "rallyman",
        "it",
    ): r"\bSS[{\d]|scorciatoi|\bfango\b|\bGiro \{|\b[Pp]rov[ae]\b",  # PS, taglio, terra, round
}


@pytest.mark.parametrize(("game", "language"), OTHER_WORDS)
def test_one_thing_has_one_word(game: str, language: str) -> None:
    board = WEB / "boards" / game
    files = [registry.folder(game) / "text" / f"{language}.json", board / "text" / f"{language}.json"]
    files += [board / "tutorial" / f"stops.{language}.json", board / "overview" / f"{language}.json"]
    said = [text for path in files for text in every_text(json.loads(path.read_text("utf-8")))]
    assert said
    assert [text for text in said if re.search(OTHER_WORDS[game, language], text)] == []


def every_text(document: object) -> list[str]:
    """Everything that a catalogue, a lesson or an overview says."""
    if isinstance(document, str):
        return [document]
    inner = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    return [text for one in inner for text in every_text(one)]
