"""The languages stand in one list, which the browser's is made from (tools/wire_types.py), and nothing lacks one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.clauses import read_clauses
from parcferme.core.text import LANGUAGES
from parcferme.server.people import letters

SOURCES = Path(__file__).parents[1] / "src"
WEB = Path(__file__).parents[1] / "web" / "src"
FOLDERS = [registry.folder(id) / "text" for id in registry.game_ids()]
FOLDERS += [letters.FOLDER, WEB / "text", *sorted(WEB.glob("boards/*/text"))]


def test_no_program_lists_the_languages_for_itself() -> None:
    codes = r"\W+".join(LANGUAGES)
    sources = [*SOURCES.rglob("*.py"), *WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
    programs = [path for path in sources if ".test." not in path.name]
    listing = [path.name for path in programs if re.search(rf"\b{codes}\b", path.read_text("utf-8"))]
    assert listing == []


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


@pytest.mark.parametrize("folder", FOLDERS, ids=[f"{folder.parent.name}" for folder in FOLDERS])
def test_apostrophes_are_curved(folder: Path) -> None:
    """A page sets French and Italian by itself; letters, terminals and English say what is written."""
    beside = [*folder.parent.glob("overview/*.json"), *folder.parent.glob("tutorial/stops.*.json")]
    read = [json.loads(path.read_text("utf-8")) for path in [*folder.glob("*.json"), *beside]]
    assert [text for document in read for text in every_text(document) if "'" in text] == []


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
    ("rally", "fr"): r"étape|\bdues?\b|Cliquez (?:la|une|des) |deux rapports|un rang",  # épreuve, vitesse, cran
    ("rally", "it"): r"vettur|tapp[ae]\b|\bdovut[ae]\b|[Cc]licca|[Ss]tendi|[Pp]iazza",  # auto, prova, posare
    ("rally_round", "fr"): (  # marqueur, parcours, chemin, kit, Aléa, secteur routier, temps imparti, par
        r"repère|itinéraire|piste|Rally Kit|Junction Caller|Hazard|secteurs? de route|temps cible|référence"
    ),
    ("rally_round", "it"): (  # auto, segnalino, sentiero, kit, Imprevisto, settore stradale, tempo imposto, mappa, par
        r"vettur|\bsegnal[ei]\b|pist[ae] nascost|selettiv[oi]\b|Rally Kit|Junction Caller"
        r"|Hazard|settor[ei] di strada|tempo previsto|sulla carta\b|riferimento"
    ),
    ("rallye_code", "fr"): r"[Pp]arking|[Ss]tations?-service|[Pp]anneaux? cerclé|[Cc]haussée",  # parcage, signal
    ("rallye_code", "it"): r"gérance|gérant|gerenz|macchin|divieti? d.accesso|\bgarage|tappeto|\b[Vv]ostr[aoie]\b",
    ("rallyman", "fr"): r"\bSS[{\d]|\bcoupes?\b|\bglisse|\bboue\b|dés bloqués",  # ES, raccourci, dérapage, terre
    ("rallyman", "it"): (  # PS, taglio, terra, round, auto, fissare
        r"\bSS[{\d]|[Ss]corciatoi|\bfango\b|\bGiro \{|\b[Pp]rov[ae]\b|vettur|dadi bloccati"
    ),
}
PAGES = {
    "fr": r"[ée]v[èée]nement|la reprise\b|liaison|copies\}|référence",  # épreuve, replay, feuille, par
    "it": r"\bevent[oi]\b|estrazione|(?:la|tua|una) guida\b|collegamento|riferimento|macchin",  # gara, sorteggio, corsa
}


@pytest.mark.parametrize("language", PAGES)
def test_one_thing_has_one_word_on_the_pages(language: str) -> None:
    said: dict[str, str] = json.loads((WEB / "text" / f"{language}.json").read_text("utf-8"))
    assert {key: text for key, text in said.items() if re.search(PAGES[language], text)} == {}


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
