"""Chat: what may be said, and that it is said once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from parcferme.server.people import chat
from tests.server.house import House, Person


@pytest.fixture
def talk(shared: House) -> tuple[str, Person, Person]:
    ann, bob = shared.person(), shared.person()
    table = ann.open(chat="all", options={"players": 3})["id"]
    bob.join(table)
    return table, ann, bob


Talk = tuple[str, Person, Person]


def lines(person: Person, table: str) -> list[str]:
    return [line["text"] for line in person.get(f"/api/tables/{table}/chat")]


def test_a_line_sent_twice_is_kept_and_told_once(talk: Talk) -> None:
    table, ann, bob = talk
    listening = bob.line(table)
    listening.next("hello")
    first, again = (ann.post(f"/api/tables/{table}/chat", {"text": "hello", "id": "c1"}, 201) for _ in range(2))
    assert first == again
    ann.post(f"/api/tables/{table}/chat", {"text": "good luck", "id": "c2"}, 201)
    assert [listening.next("chat")["line"]["text"] for _ in range(2)] == ["hello", "good luck"]
    assert lines(bob, table) == ["hello", "good luck"]


def test_of_two_at_the_same_moment_one_is_said_and_both_hear_which(talk: Talk) -> None:
    table, ann, _ = talk
    wish = {"text": "go", "id": "c1"}
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(lambda _: ann.http.post(f"/api/tables/{table}/chat", json=wish).json()["n"], range(8)))
    assert said == [1] * 8
    assert lines(ann, table) == ["go"]


def test_others_lines_and_other_texts_are_not_taken_for_repetitions(talk: Talk) -> None:
    table, ann, bob = talk
    for person, text, client in ((ann, "hi", "1"), (bob, "hi", "1"), (ann, "hi", "2"), (ann, "ho", "1")):
        person.post(f"/api/tables/{table}/chat", {"text": text, "id": client}, 201)
    for _ in range(2):
        ann.post(f"/api/tables/{table}/chat", {"text": "hi"}, 201)  # without an id each one counts
    assert lines(ann, table) == ["hi", "hi", "hi", "ho", "hi", "hi"]


def test_a_line_that_was_refused_may_be_sent_again(talk: Talk, shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, _ = talk

    async def fail(*words: object) -> None:
        raise OSError("no disk")

    with monkeypatch.context() as broken:
        broken.setattr(chat, "say", fail)
        assert ann.post(f"/api/tables/{table}/chat", {"text": "hi", "id": "c1"}, 503)["code"] == "unavailable"
    assert ann.post(f"/api/tables/{table}/chat", {"text": "hi", "id": "c1"}, 201)["n"] == 1


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("👩\u200d🚀 and 🏳️\u200d🌈", "👩\u200d🚀 and 🏳️\u200d🌈"),
        ("❤️ ☺︎", "❤️ ☺︎"),
        ("à\u00a0bientôt\u202f!", "à bientôt !"),
        (" two\n lines ", "two lines"),
    ],
)
def test_emoji_may_be_joined_and_blanks_are_blanks(talk: Talk, text: str, kept: str) -> None:
    table, ann, _ = talk
    assert ann.post(f"/api/tables/{table}/chat", {"text": text}, 201)["text"] == kept


@pytest.mark.parametrize(
    "text", ["a\u202eb", "a\u2067b", "a\u0007b", "\u0000", "\u200d", "\ufe0f\u200d", " \u00a0 ", "Z" + 6 * "\u0301"]
)
def test_what_turns_the_writing_and_what_nobody_sees_is_refused(talk: Talk, text: str) -> None:
    table, ann, _ = talk
    assert ann.post(f"/api/tables/{table}/chat", {"text": text}, 422)["code"] == "bad_value"
    assert lines(ann, table) == []


def test_what_is_said_over_the_line_is_answered_and_said_once(talk: Talk) -> None:
    table, ann, bob = talk
    line, hearing = ann.line(table), bob.line(table)
    for one in (line, hearing):
        one.next("hello")
    for _ in range(2):
        line.send(do="say", id="c1", text="good luck")
        assert line.next("ok")["id"] == "c1"
    line.send(do="say", id="c2", text="\u200b")
    assert line.next("refused")["code"] == "bad_value"
    assert hearing.next("chat")["line"]["text"] == "good luck"
    assert lines(bob, table) == ["good luck"]
