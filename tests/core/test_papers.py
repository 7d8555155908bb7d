"""Readers of what lies beside the rules: clauses, texts, content files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parcferme.core.clauses import read_clauses
from parcferme.core.content import content_hash, read_document
from parcferme.core.errors import BadContent, Fault, Refusal
from parcferme.core.events import Event
from parcferme.core.text import Texts, read_texts
from tests.contract import toys

RULES = """# A game

- **TY-00** before any chapter

## Rolling
- **TY-01** Roll the dice
  and read them.
  - a point below it
- **TY-R02** A ruling.
- **TY-100** A hundred.
Plain text ends the item.
  and this is not part of it.
* **TY-03** a star is not a clause
- **TY-4** one digit is not a clause
### Later
- **TY-05**
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "RULES.md"
    path.write_text(RULES, "utf-8")
    return path


def test_clauses_are_read_with_heading_and_continued_lines(rules: Path) -> None:
    clauses = read_clauses(rules)
    assert list(clauses) == ["TY-00", "TY-01", "TY-R02", "TY-100", "TY-05"]
    assert clauses["TY-01"].to_json() == {
        "id": "TY-01",
        "heading": "Rolling",
        "text": "Roll the dice and read them. - a point below it",
    }
    assert clauses["TY-00"].heading == "A game"
    assert clauses["TY-100"].text == "A hundred."
    assert (clauses["TY-05"].heading, clauses["TY-05"].text) == ("Later", "")


def test_a_clause_written_twice_is_an_error(rules: Path) -> None:
    rules.write_text(RULES + "- **TY-01** again\n", "utf-8")
    with pytest.raises(ValueError, match=r"RULES\.md: TY-01 is written twice"):
        read_clauses(rules)


def test_texts_fill_in_arguments() -> None:
    texts = Texts(toys.ENGLISH)
    assert texts.event(Event("scores", "TY-06", {"seat": 1, "bid": 2})) == "1 scores 2"
    assert texts.refusal(Refusal("not_asked", "TY-01", {"seat": 0})) == "seat 0 is not asked"
    game = toys.Garage(toys.meta("garage").options.read({}))
    assert texts.action(game, 4) == "shift to 1"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0 turns", "1 turn", "2 turns", "1.5 turns"]),
        ("fr", ["0 turn", "1 turn", "2 turns", "1.5 turn"]),
        ("it", ["0 turns", "1 turn", "2 turns", "1.5 turns"]),
    ],
)
def test_a_word_agrees_with_its_number_by_the_rule_of_the_language(language: str, told: list[str]) -> None:
    texts = Texts({"event.waits": "{n} {n:turn|turns}"}, language)
    assert [texts.say("event.waits", {"n": n}) for n in (0, 1, 2, 1.5)] == told


def test_a_number_that_was_written_already_counts_as_well() -> None:
    texts = Texts({"a": "{n} {n:turn|turns}{more:| more}"})
    told = [texts.say("a", {"n": n, "more": n}) for n in ("1", "12", "some")]
    assert told == ["1 turn", "12 turns more", "Some turns more"]


def test_a_driver_is_told_by_number_where_nobody_knows_the_name() -> None:
    texts = Texts({"event.past": "{car} passes {other}", "who.car": "car {car}", "who.other": "car {other}"})
    assert texts.say("event.past", {"car": 1, "other": "2.1"}) == "Car 1 passes car 2.1"


def test_a_missing_text_or_argument_is_never_silent() -> None:
    texts = Texts({"event.known": "{car} goes"})
    assert texts.say("event.unknown", {"car": 1}) == "event.unknown {'car': 1}"
    assert texts.say("event.unknown", {}) == "event.unknown"
    assert texts.say("event.known", {}) == "{car} goes"


def test_a_language_without_a_catalogue_reads_english(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.json").write_text('{"a": "hello"}', "utf-8")
    (tmp_path / "text" / "it.json").write_text('{"a": "ciao"}', "utf-8")
    assert read_texts(tmp_path).say("a", {}) == "hello"
    assert read_texts(tmp_path, "it").say("a", {}) == "ciao"
    assert read_texts(tmp_path, "eo").say("a", {}) == "hello"


def test_documents_are_read_as_json_or_toml(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"zone": [1, 2]}', "utf-8")
    (tmp_path / "a.toml").write_text("zone = [1, 2]", "utf-8")
    assert read_document(tmp_path / "a.json") == read_document(tmp_path / "a.toml") == {"zone": [1, 2]}


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.json", b'{"zone": [1,}', "is not JSON: .*line 1"),
        ("a.json", b"[" * 100_000, "is not JSON"),
        ("a.json", b"[1]", "does not hold an object"),
        ("a.toml", b"zone = ", "is not TOML"),
        ("a.json", b"\xff\xfe", "cannot be read"),
        ("b.json", None, "cannot be read"),
    ],
)
def test_documents_that_cannot_be_read_name_the_file(tmp_path: Path, name: str, data: bytes | None, says: str) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BadContent, match=says) as refused:
        read_document(path)
    assert refused.value.source == str(path)
    assert str(refused.value).startswith(f"{path}: file: ")


def test_all_faults_of_a_file_are_told() -> None:
    faults = [Fault("zone 3", "has no exit", "RM-12"), Fault("zone 4", "has no name")]
    error = BadContent("board.json", faults)
    assert str(error) == "board.json: zone 3: has no exit (RM-12)\nboard.json: zone 4: has no name"
    assert repr(faults[0]) == "Fault('zone 3', 'has no exit', 'RM-12')"


def test_a_content_hash_names_content_not_layout() -> None:
    one, two = '{"a": 1, "b": [2]}', '{"b":[2],\n"a":1}'
    assert content_hash(json.loads(one)) == content_hash(json.loads(two))
    assert content_hash(json.loads(one)) != content_hash({"a": 1, "b": [3]})
    assert len(content_hash({})) == 16


def test_codes_among_the_arguments_are_said_in_words() -> None:
    texts = Texts({"event.fit": "{car} fits {tyres}", "word.snow": "pneus neige"})
    assert texts.say("event.fit", {"car": 2, "tyres": "snow"}) == "2 fits pneus neige"
    assert texts.say("event.fit", {"car": 2, "tyres": "slicks"}) == "2 fits slicks"
