"""Event files: every number in them can be worked out again, and a changed one is found and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.trial import Par
from parcferme.games.rally_round.board.check import house_route
from parcferme.organise import commands, desk
from parcferme.organise.differences import compare
from parcferme.organise.event import RECORD, SHEET, Event
from parcferme.organise.files import read_event, write_event
from parcferme.organise.journal import START, link, read_notes
from parcferme.organise.moments import read_moment
from parcferme.organise.pars import prove, wanted
from parcferme.organise.verify import verify
from parcferme.table.errors import Denied
from tests.organise.helpers import CODE, HOST, JUDGE, RALLYMAN, ROUND, Desk, driven

SHEET_TEXT = "Crew,Bob\nKit,S3 A5 D2 DR3 N3 E4\nRoute to,Distance,Target,Taken,Penalty,1,2\nTC2,19,7,,,10,90\n"


def proved(event: Event) -> Par:
    asked = wanted(event)
    assert asked is not None
    found = prove(asked, lambda: True)
    assert found is not None
    return found


def rallyman() -> Desk:
    made = Desk({**RALLYMAN, "classes": ["novice", "expert"]})
    made.enter("ann", "bob", klass="novice").enter("eve", klass="expert").open()
    for seed, name in enumerate(("ann", "bob", "eve")):
        made.drive(name, seed)
    made.close()
    made.do(commands.note_par(made.event, proved(made.event), made.now))
    made.publish()
    made.do(desk.protest(made.event, "ann", "Too fast", "person-bob", made.now))
    made.do(desk.rule(made.event, 1, False, "No", JUDGE, made.now))
    return made.finish()


def rally_round() -> Desk:
    made = Desk({**ROUND, "options": {"marked_map": house_route()}}).enter("ann", "bob").open()
    made.hand_in("ann", RECORD, driven(made.event, "ann", 1, 3))
    made.hand_in("bob", SHEET, SHEET_TEXT)
    made.do(desk.bulletin(made.event, "Snow", {"about": "Mind the snow"}, {}, HOST, made.now))
    made.close()
    made.do(desk.decide(made.event, "bob", 1, "slip", "A slip", JUDGE, made.now))
    return made.publish()


def league() -> Desk:
    made = Desk(CODE).enter("ann", "bob", "cid", "dan").open()
    made.do(commands.draw(made.event, HOST, made.now))
    made.result(1, 1, [1, 2])
    made.result(1, 2, [2, 1], made.outcome().drawn[0][1][0])
    return made.close().publish()


MAKERS = {"rallyman": rallyman, "rally_round": rally_round, "league": league}


@pytest.mark.parametrize("name", MAKERS)
def test_a_file_holds_and_reads_back(name: str) -> None:
    made = MAKERS[name]()
    text = write_event(made.outcome())
    checked = verify(text)
    assert checked.notes == len(made.event.journal)
    again = read_event(text)
    assert (again.chain, again.status) == (made.event.chain, made.event.status)


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Every leaf of a document."""
    if isinstance(value, dict):
        return [leaf for name, inner in value.items() for leaf in places(inner, (*path, name))]
    if isinstance(value, list):
        return [leaf for number, inner in enumerate(value) for leaf in places(inner, (*path, number))]
    return [path]


def spoil(document: object, path: tuple[object, ...]) -> None:
    for step in path[:-1]:
        document = document[step]  # type: ignore[index]
    old = document[path[-1]]  # type: ignore[index]
    new: object = old + 1 if type(old) is int else not old if isinstance(old, bool) else f"{old}x"
    document[path[-1]] = new  # type: ignore[index]


@pytest.mark.parametrize("name", MAKERS)
def test_a_file_with_anything_changed_is_refused_by_its_place(name: str) -> None:
    text = write_event(MAKERS[name]().outcome())
    leaves = places(json.loads(text))
    for path in Random(3).sample(leaves, min(60, len(leaves))):
        if path[0] == "signature":
            continue
        document = json.loads(text)
        spoil(document, path)
        with pytest.raises(ParcFermeError) as error:
            verify(json.dumps(document))
        assert str(path[0]) in str(error.value) or path[0] in ("secret", "id"), (path, error.value)


ODD: list[object] = [None, True, -1, 10**30, 0.5, "", "x" * 50, "ann", [], [[]], {}, {"a": 1}, ["ann"], "final"]


@pytest.mark.parametrize("name", MAKERS)
def test_whatever_a_file_holds_it_is_refused_in_words(name: str) -> None:
    """Anything anywhere, with the chain made to fit: a sentence that names a place, never a crash."""
    rng, refused = Random(5), 0
    text = write_event(MAKERS[name]().outcome())
    leaves = [path for path in places(json.loads(text)) if path[0] != "signature"]
    for path in rng.sample(leaves, min(60, len(leaves))):
        document = json.loads(text)
        depth = rng.randrange(len(path))
        part: Any = document
        for step in path[:depth]:
            part = part[step]
        part[path[depth]] = rng.choice(ODD)
        _chain_again(document)
        try:
            verify(json.dumps(document))
        except ParcFermeError:
            refused += 1
    assert refused >= 50  # a few changes make another event that holds: an answer, a bulletin's words


def test_a_par_is_refused_by_name_however_it_was_changed() -> None:
    text = write_event(rallyman().outcome())
    document = json.loads(text)
    assert document["par"]["low"] == document["par"]["high"] > 0
    note = next(note for note in document["journal"] if note["kind"] == "par")
    document["par"]["low"] -= 1
    with pytest.raises(BadRecord) as shown:
        verify(json.dumps(document))
    assert shown.value.place == "par.low"
    document["par"]["high"] -= 1
    note["body"] = document["par"]
    with pytest.raises(BadRecord) as noted:
        verify(json.dumps(document))
    assert noted.value.place == f"journal[{note['seq'] - 1}].chain"
    _chain_again(document)  # whoever forges everything has still to convince the rules
    with pytest.raises(BadRecord, match="perfect play expects") as forged:
        verify(json.dumps(document))
    assert forged.value.place == "par"


def test_a_par_is_noted_after_the_closing_and_falls_with_its_task() -> None:
    made = Desk({**ROUND, "options": {"marked_map": house_route()}}).enter("ann").open()
    assert wanted(made.event) is None
    with pytest.raises(Denied):
        commands.note_par(made.event, Par(0, 60, {}), made.now)
    made.close()
    made.do(commands.note_par(made.event, Par(0, 60, {}), made.now))
    assert wanted(made.event) is None
    made.do(desk.bulletin(made.event, "Later", {"about": "No matter"}, {}, HOST, made.now))
    assert made.event.par is not None
    made.do(desk.bulletin(made.event, "Standard cars", {"options": {"kits": "standard"}}, {}, HOST, made.now))
    assert made.event.par is None
    assert wanted(made.event) is not None
    assert wanted(league().event) is None


def test_files_from_before_there_was_a_par_still_hold() -> None:
    document = json.loads(write_event(rally_round().outcome()))
    assert document.pop("par") is None
    verify(json.dumps(document))


def _chain_again(document: Any) -> None:
    chain = START
    for note in document["journal"] if isinstance(document["journal"], list) else []:
        try:
            at = read_moment("at", note["at"])
            chain = link(chain, note["seq"], at, note["by"], note["kind"], note["body"])
            note["chain"] = chain
        except (ParcFermeError, KeyError, TypeError):
            return


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ('"score": [', "score"),
        ('"place": 2', "classification.classes.novice[1].place"),
    ],
)
def test_the_number_that_differs_is_named(change: str, place: str) -> None:
    text = write_event(rallyman().outcome())
    assert change in text
    spoiled = text.replace(change, f"{change[:-1]}{'[7, ' if change.endswith('[') else '9'}", 1)
    with pytest.raises(BadRecord, match=r"the file says|lines") as error:
        verify(spoiled)
    assert place in error.value.place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "file"),
        ("[]", "file"),
        ("[" * 100_000, "file"),
        ('{"format": "parcferme-event/2"}', "format"),
        ('{"format": "parcferme-event/1", "a": NaN}', "file"),
        ('{"format": "parcferme-event/1", "colour": 1}', "colour"),
        ('{"format": "parcferme-event/1", "id": "x", "journal": []}', "journal"),
        ('{"format": "parcferme-event/1", "id": "x", "journal": [3]}', "journal[0]"),
        ('{"format": "parcferme-event/1", "id": "x", "secret": "00", "journal": []}', "secret"),
        ('{"format": "parcferme-event/1", "id": 5, "journal": []}', "id"),
        ('{"format": "parcferme-event/1", "id": "x", "documents": [], "journal": []}', "documents"),
    ],
)
def test_files_that_are_none_are_refused_by_place(text: str, place: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_event(text)
    assert error.value.place == place


def test_a_line_of_the_journal_that_was_changed_is_named() -> None:
    document = json.loads(write_event(rallyman().outcome()))
    document["journal"][3]["body"]["name"] = "Eva"
    with pytest.raises(BadRecord, match=r"journal\[3\].chain"):
        verify(json.dumps(document))


def test_a_number_of_the_journal_that_was_changed_is_named() -> None:
    text = write_event(rally_round().outcome())
    record, sheet = (index for index, note in enumerate(json.loads(text)["journal"]) if note["kind"] == "submit")

    def refused(index: int, change: Callable[[Any], None]) -> str:
        document = json.loads(text)
        change(document["journal"][index]["body"])
        with pytest.raises(BadRecord, match="the file says") as error:
            verify(json.dumps(document))
        return error.value.place

    assert refused(0, lambda body: body["regulations"].update(submissions=7)) == (
        "journal[0].body.regulations.submissions"
    )
    assert refused(record, lambda body: body.update(number=2)) == f"journal[{record}].body.number"
    assert refused(sheet, lambda body: body.update(text=body["text"].replace("90", "80"))) == (
        f"journal[{sheet}].body.text"
    )


def test_a_closed_event_without_its_secret_is_not_whole() -> None:
    document = json.loads(write_event(rallyman().outcome()))
    document["secret"] = ""
    with pytest.raises(BadRecord, match="secret"):
        verify(json.dumps(document))


def test_an_exchanged_secret_is_found_by_the_hash() -> None:
    document = json.loads(write_event(rallyman().outcome()))
    document["secret"] = "ff" * 32
    with pytest.raises(BadRecord, match="is not the hash"):
        verify(json.dumps(document))


def test_comparing_names_the_first_difference() -> None:
    for given, right, place in (
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a[1].b"),
        ({"a": 1}, {"a": 1, "c": 1}, "c"),
        ({"a": 1, "d": 1}, {"a": 1}, "d"),
        ({"a": [1]}, {"a": [1, 2]}, "a"),
        ({"a": True}, {"a": 1}, "a"),
    ):
        with pytest.raises(BadRecord) as error:
            compare("", given, right)
        assert error.value.place == place


def test_a_large_number_that_was_changed_a_little_is_named() -> None:
    event = Desk(ROUND).event
    note = event.write("ask", {"number": 1_388_775, "text": "How far?"}, "ann", event.at)
    journal = [
        *[one.to_json() for one in event.journal],
        {**note.to_json(), "body": {**note.body, "number": 1_388_776}},
    ]
    with pytest.raises(BadRecord, match="the file says 1388776; it is 1388775") as error:
        read_notes("journal", journal)
    assert error.value.place == f"journal[{len(event.journal)}].body.number"
