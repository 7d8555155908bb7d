"""Documents that people make: drafts are theirs alone, versions never change, and nothing is silently overwritten."""

from __future__ import annotations

from typing import Any

import pytest

from parcferme.core.content import content_hash
from parcferme.server.ops.verbs import promote
from parcferme.server.people import documents, retention
from parcferme.server.storage.clock import wall
from tests.server.conftest import Opener
from tests.server.house import House, Json, Person

ROAD = {"game": "toy_dash", "kind": "road"}
DAY = 86_400_000


def keep(person: Person, squares: int = 20, title: str = "My road", **more: object) -> Json:
    made: Json = person.post("/api/documents", {**ROAD, "title": title, "document": {"length": squares}, **more}, 201)
    return made


def saved(
    person: Person, draft: Json, squares: int, status: int | None = None, query: str = "", **more: object
) -> Json:
    body = {"revision": draft["revision"], "title": draft["title"], "document": {"length": squares}, **more}
    answer: Json = person.ask("PUT", f"/api/documents/{draft['id']}{query}", body, status)
    return answer


def published(person: Person, draft: Json, status: int | None = None) -> Json:
    answer: Json = person.post(f"/api/documents/{draft['id']}/publish", {"revision": draft["revision"]}, status)
    return answer


def account(house: House, name: str) -> Person:
    person = house.person()
    person.post("/api/account", {"name": name, "password": "correct horse"}, 201)
    return person


def shelf(person: Person, query: str = "") -> list[str]:
    """The titles on it."""
    return [row["title"] for row in person.get(f"/api/shelf?game=toy_dash{query}")["documents"]]


# --- drafts -----------------------------------------------------------------------------------------------------------


def test_a_draft_is_kept_changed_and_deleted(shared: House) -> None:
    ann = shared.person()
    draft = keep(ann, licence="CC-BY-4.0", source="a sketch of 1973")
    assert (draft["state"], draft["revision"], draft["stops"], draft["hash"]) == ("draft", 1, 0, "")
    assert draft["facts"]["squares"] == {"value": 20.0, "sure": "exact", "unit": "squares"}
    broken = saved(ann, draft, 0)
    assert (broken["revision"], broken["stops"], broken["facts"]) == (2, 1, {})
    assert ann.get(f"/api/documents/{draft['id']}")["document"] == {"length": 0}
    listed = ann.get("/api/documents")
    assert [(row["id"], row["stops"]) for row in listed["documents"]] == [(draft["id"], 1)]
    assert (listed["total"], listed["pages"]) == (1, 1)
    assert "document" not in listed["documents"][0]
    ann.ask("DELETE", f"/api/documents/{draft['id']}")
    assert ann.get("/api/documents")["total"] == 0


def test_a_later_save_does_not_overwrite_an_earlier_one(shared: House) -> None:
    ann = shared.person()
    draft = keep(ann)
    ann.post(f"/api/documents/{draft['id']}/share", {"shared": True})
    key = ann.get(f"/api/documents/{draft['id']}")["key"]
    bob = shared.person()
    keep(bob)
    theirs = bob.get(f"/api/documents/{draft['id']}?key={key}")
    assert theirs["key"] == ""
    saved(bob, theirs, 30, query=f"?key={key}")
    refused = saved(ann, draft, 40, 409)
    assert refused["code"] == "stale"
    assert (refused["newer"]["revision"], refused["newer"]["document"]) == (2, {"length": 30})
    assert ann.get(f"/api/documents/{draft['id']}")["document"] == {"length": 30}
    assert saved(ann, refused["newer"], 40)["revision"] == 3
    assert published(ann, draft, 409)["code"] == "stale"
    published(bob, refused["newer"], 404)  # who may draw along does not publish


def test_a_save_whose_answer_was_lost_is_sent_again(shared: House) -> None:
    ann = shared.person()
    draft = keep(ann)
    assert saved(ann, draft, 30)["revision"] == 2
    assert saved(ann, draft, 30)["revision"] == 2


def test_a_link_that_was_taken_back_opens_nothing(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    draft = keep(ann)
    share = f"/api/documents/{draft['id']}/share"
    first = ann.post(share, {"shared": True})["key"]
    second = ann.post(share, {"shared": True})["key"]
    assert bob.get(f"/api/documents/{draft['id']}?key={second}")["title"] == "My road"
    ann.post(share, {"shared": False})
    for key in (first, second):
        bob.get(f"/api/documents/{draft['id']}?key={key}", 404)


# --- who sees what ----------------------------------------------------------------------------------------------------


def everything_bob_sees(bob: Person, id: str, hash: str) -> list[Any]:
    """Every call by which somebody could learn of a document of another's."""
    paths = ["/api/shelf", "/api/shelf?q=secret", "/api/shelf?sort=used&difficulty=2", "/api/documents"]
    calls = [bob.http.get(path) for path in [*paths, f"/api/documents/{id}", f"/api/documents/hash/{hash}"]]
    calls += [bob.http.get(f"/api/documents/{id}?key={'0' * 32}")]
    body = {"revision": 1, "title": "Mine", "document": {"length": 3}}
    calls += [bob.http.put(f"/api/documents/{id}", json=body), bob.http.delete(f"/api/documents/{id}")]
    verbs: list[tuple[str, Json]] = [("publish", {"revision": 1}), ("share", {"shared": True}), ("withdraw", {})]
    verbs += [("rate", {"stars": 1}), ("report", {"why": "x"})]
    calls += [bob.http.post(f"/api/documents/{id}/{verb}", json=sent) for verb, sent in verbs]
    calls += [bob.http.post("/api/tables", json={"game": "toy_dash", "document": link}) for link in (id, hash)]
    return [(call.status_code, call.json()) for call in calls]


def test_a_draft_of_somebody_else_is_as_if_it_were_not_there(house: House) -> None:
    """Bob is told exactly the same before there is a draft, and whatever is done with it."""
    ann, bob = account(house, "Ann"), account(house, "Bob")
    before = everything_bob_sees(bob, "0" * 12, "0123456789abcdef")
    draft = keep(ann, title="secret road")
    assert everything_bob_sees(bob, draft["id"], content_hash(draft["document"])) == before
    draft = saved(ann, draft, 77)
    ann.post(f"/api/documents/{draft['id']}/share", {"shared": True})
    assert everything_bob_sees(bob, draft["id"], content_hash(draft["document"])) == before


def test_the_draft_behind_a_version_is_its_makers_alone(house: House) -> None:
    ann, bob = account(house, "Ann"), account(house, "Bob")
    first = published(ann, keep(ann, title="Old road"))
    saved(ann, first, 99, title="Next road")
    seen = bob.get(f"/api/documents/{first['id']}")
    assert (seen["title"], seen["document"], seen["facts"]["squares"]["value"]) == ("Old road", {"length": 20}, 20)
    assert (seen["revision"], seen["changed"]) == (0, False)
    assert "Next" not in bob.http.get("/api/shelf").text
    assert shelf(bob) == ["Old road"]
    mine = ann.get("/api/documents")["documents"][0]
    assert (mine["title"], mine["version"], mine["changed"]) == ("Next road", 1, True)


# --- publishing -------------------------------------------------------------------------------------------------------


def test_a_version_never_changes(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    one = published(ann, keep(ann, 20))
    assert published(ann, one)["versions"] == one["versions"]  # sent twice, published once
    two = published(ann, saved(ann, one, 30))
    assert [version["number"] for version in two["versions"]] == [2, 1]
    for version, length in zip(two["versions"], (30, 20), strict=True):
        answer = bob.http.get(f"/api/documents/hash/{version['hash']}")
        assert answer.json() == {"length": length}
        assert "immutable" in answer.headers["cache-control"]
    ann.ask("DELETE", f"/api/documents/{one['id']}", status=409)


def test_a_document_with_a_fault_is_not_published(shared: House) -> None:
    ann = shared.person()
    refused = published(ann, keep(ann, 0), 422)
    assert (refused["code"], refused["args"]) == ("unsettled", {"count": 1})


def test_what_was_opened_with_it_goes_on_after_it_was_withdrawn(house: House) -> None:
    ann, bob = account(house, "Ann"), account(house, "Bob")
    one = published(ann, keep(ann, 3))
    table = bob.open(document=one["hash"], options={"players": 1})
    assert (table["options"]["length"], table["document"]) == (3, one["hash"])
    assert ann.get(f"/api/documents/{one['id']}")["versions"][0]["used"] == 1
    ann.post(f"/api/documents/{one['id']}/withdraw")
    assert shelf(bob) == []
    bob.get(f"/api/documents/{one['id']}", 404)
    bob.get(f"/api/documents/hash/{one['hash']}", 404)
    bob.post("/api/tables", {"game": "toy_dash", "document": one["hash"]}, 404)
    while bob.position(table["id"])["status"] == "playing":
        bob.play_first(table["id"])
    record = bob.get(f"/api/tables/{table['id']}/record")
    assert record["options"]["length"] == 3
    assert bob.post("/api/records", record, 201)["over"]
    published(ann, ann.get(f"/api/documents/{one['id']}"))
    assert shelf(bob) == ["My road"]


def test_a_draft_is_tried_out_at_a_table(shared: House) -> None:
    ann = shared.person()
    draft = keep(ann, 7)
    table = ann.open(document=draft["id"], options={"surface": "wet"})
    assert (table["document"], table["options"]["length"], table["options"]["surface"]) == ("draft", 7, "wet")
    broken = saved(ann, draft, 0)
    assert ann.post("/api/tables", {"game": "toy_dash", "document": broken["id"]}, 422)["code"] == "unsettled"
    assert ann.post("/api/tables", {"game": "toy_bids", "document": broken["id"]}, 422)["code"] == "bad_setup"


# --- the shelf --------------------------------------------------------------------------------------------------------


def test_the_shelf_is_searched_sorted_and_paged(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = account(house, "Ann"), account(house, "Bob")
    roads = (("Low road", 9, "short", 1), ("High road", 30, "long", 3), ("Pass_", 40, "long", 1))
    made = {
        title: published(ann, keep(ann, squares, title, length=length, difficulty=hard))
        for title, squares, length, hard in roads
    }
    assert shelf(bob) == ["Pass_", "High road", "Low road"]
    assert shelf(bob, "&length=long&difficulty=3") == ["High road"]
    assert shelf(bob, "&q=ROAD") == ["High road", "Low road"]
    assert shelf(bob, "&q=_") == ["Pass_"]  # no wild card
    assert shelf(bob, "&kind=bare") == []
    bob.open(document=made["Low road"]["hash"])
    assert shelf(bob, "&sort=used")[0] == "Low road"
    rated = bob.post(f"/api/documents/{made['High road']['id']}/rate", {"stars": 5})
    assert (rated["stars"], rated["votes"], rated["rated"]) == (5.0, 1, 5)
    assert shelf(bob, "&sort=rated")[0] == "High road"
    assert shelf(bob, "&stars=4") == ["High road"]
    bob.post(f"/api/documents/{made['High road']['id']}/rate", {"stars": 1})
    assert shelf(bob, "&sort=rated")[-1] == "High road"
    assert (shelf(bob, "&stars=2"), shelf(bob, "&stars=1")) == ([], ["High road"])
    monkeypatch.setattr("parcferme.server.people.shelf.SHOWN", 2)
    second = bob.get("/api/shelf?game=toy_dash&page=2")
    assert ([row["title"] for row in second["documents"]], second["pages"], second["total"]) == (["Low road"], 2, 3)


def test_who_may_rate(shared: House) -> None:
    ann, guest = account(shared, "Rater"), shared.person()
    mine = published(ann, keep(ann))
    keep(guest)
    assert ann.post(f"/api/documents/{mine['id']}/rate", {"stars": 5}, 403)["code"] == "own_work"
    assert guest.post(f"/api/documents/{mine['id']}/rate", {"stars": 5}, 403)["code"] == "needs_account"
    ann.post(f"/api/documents/{mine['id']}/rate", {"stars": 6}, 400)


def test_a_report_reaches_the_desk_and_the_document_leaves_the_shelf(house: House) -> None:
    ann, bob, eve = (account(house, name) for name in ("Ann", "Bob", "Eve"))
    one = published(eve, keep(eve, title="Rude words"))
    for _ in range(2):
        bob.post(f"/api/documents/{one['id']}/report", {"why": "the title"}, 202)
    promote("ann", "admin", house.settings.database)
    (report,) = ann.get("/api/moderation/reports")["reports"]
    assert (report["document"], report["said"], report["name"]) == (one["id"], "Rude words", "Eve")
    assert ann.get(f"/api/moderation/reports/{report['id']}")["report"]["why"] == "the title"
    bob.post(f"/api/moderation/documents/{one['id']}/withdraw", {"reason": "no rude words"}, 403)
    ann.post(f"/api/moderation/documents/{one['id']}/withdraw", {"reason": "no rude words"})
    assert shelf(bob) == []
    assert ann.get("/api/moderation/reports")["reports"] == []
    assert ann.get(f"/api/documents/{one['id']}")["title"] == "Rude words"  # the desk can still look
    assert published(eve, eve.get(f"/api/documents/{one['id']}"), 403)["code"] == "barred"
    assert eve.get("/api/account/steps")[0]["reason"] == "no rude words"


# --- limits -----------------------------------------------------------------------------------------------------------


def test_documents_have_limits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.person()
    big = {"length": 5, "more": ["x" * 900] * 300}
    assert ann.post("/api/documents", {**ROAD, "title": "Big", "document": big}, 413)["code"] == "too_large"
    assert ann.post("/api/studio/check", {**ROAD, "document": big}, 413)["code"] == "too_large"
    for title in ("", "x" * 61):
        ann.post("/api/documents", {**ROAD, "title": title, "document": {}}, 400)
    for title in ("\u0007", "  ", "a\u202eb", "Z" + 6 * "\u0301"):
        assert ann.post("/api/documents", {**ROAD, "title": title, "document": {}}, 422)["code"] == "bad_title"
    assert ann.post("/api/documents", {**ROAD, "kind": "moon", "title": "x", "document": {}}, 404)["code"] == "no_kind"
    monkeypatch.setattr(documents, "GUESTS_MOST", 2)
    draft = keep(ann)
    keep(ann)
    assert ann.post("/api/documents", {**ROAD, "title": "x", "document": {}}, 409)["code"] == "full_shelf"
    monkeypatch.setattr(documents, "CHARACTERS_MOST", 30)  # {"length":20} twice, and a little more
    assert saved(ann, draft, 4)["revision"] == 2
    assert published(ann, ann.get(f"/api/documents/{draft['id']}"), 409)["code"] == "full_shelf"


def test_the_operator_says_how_many_documents_an_account_keeps(database: str, opener: Opener) -> None:
    house = opener(database, documents=1)
    ann = account(house, "Ann")
    keep(ann)
    assert ann.post("/api/documents", {**ROAD, "title": "x", "document": {}}, 409)["code"] == "full_shelf"


def test_nobody_saves_or_measures_without_end(database: str, opener: Opener) -> None:
    house = opener(database, limits=True)
    ann = house.person()
    answers = [ann.http.post("/api/studio/measure", json={**ROAD, "document": {"length": 3}}) for _ in range(14)]
    assert answers[0].status_code == 202
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


# --- people who come and go -------------------------------------------------------------------------------------------


def test_a_guests_documents_stay_when_they_register_or_log_in(house: House) -> None:
    ann = house.person()
    draft = keep(ann, name="Ann")
    ann.post("/api/account", {"name": "Ann", "password": "correct horse"}, 201)
    assert ann.get("/api/documents")["total"] == 1
    other = house.person()
    keep(other, title="On the train")
    other.post("/api/account/login", {"name": "Ann", "password": "correct horse"})
    assert {row["title"] for row in other.get("/api/documents")["documents"]} == {"My road", "On the train"}
    assert saved(other, other.get(f"/api/documents/{draft['id']}"), 31)["revision"] == 2


def test_documents_are_exported_and_go_with_their_maker(house: House) -> None:
    ann, bob = account(house, "Ann"), account(house, "Bob")
    mine, theirs = published(ann, keep(ann, 20)), published(bob, keep(bob, 30, "Bob's"))
    ann.post(f"/api/documents/{theirs['id']}/rate", {"stars": 2})
    opened = bob.open(document=mine["hash"])["id"]
    told = ann.get("/api/account/export")
    assert [one["document"] for one in told["documents"]] == [{"length": 20}]
    assert [one["hash"] for one in told["document_versions"]] == [mine["hash"]]
    assert [one["stars"] for one in told["document_ratings"]] == [2]
    ann.post("/api/account/delete", {"password": "correct horse"})
    assert shelf(bob) == ["Bob's"]
    assert bob.get(f"/api/documents/{theirs['id']}")["votes"] == 0
    assert bob.get(f"/api/tables/{opened}")["options"]["length"] == 20


def test_drafts_of_guests_are_not_kept_for_ever(house: House) -> None:
    ann, eve = house.person(), account(house, "Eve")
    draft, shown = keep(ann), published(ann, keep(ann, title="Shown"))
    lasting = keep(eve)
    later = wall() + (house.settings.keep_guest_matches + 1) * DAY
    with house.server.store.engine.begin() as connection:
        assert retention.prune_some(connection, house.settings, later)["documents"] == 1
    ann.get(f"/api/documents/{draft['id']}", 404)
    assert eve.get(f"/api/documents/{shown['id']}")["title"] == "Shown"
    assert eve.get(f"/api/documents/{lasting['id']}")["title"] == "My road"


# --- events -----------------------------------------------------------------------------------------------------------


def test_an_event_is_written_down_from_a_document(house: House) -> None:
    ann = account(house, "Ann")
    made = ann.post("/api/studio/surprise", {"game": "lunar_rally", "kind": "scenario", "length": "short", "seed": "7"})
    scenario = finished(ann, "surprise", made["id"])["document"]
    body = {"game": "lunar_rally", "kind": "scenario", "title": "Mare", "document": scenario}
    one = published(ann, ann.post("/api/documents", body, 201))
    lines = {"title": "Moon day", "opens": "2020-01-01T00:00:00Z", "closes": "2090-01-02T00:00:00Z"}
    event = ann.post("/api/events", {"regulations": lines, "document": one["hash"]}, 201)["id"]
    ann.post(f"/api/documents/{one['id']}/withdraw")
    assert {"document": one["hash"]} in ann.post(f"/api/events/{event}/announce")["options"].values()
    ann.post(f"/api/events/{event}/enter")
    drive = ann.post(f"/api/events/{event}/drives")["table"]
    assert scenario in ann.get(f"/api/tables/{drive}")["options"].values()
    ann.post("/api/events", {"regulations": {**lines, "game": "rally"}, "document": one["hash"]}, 422)


def finished(person: Person, sort: str, id: str) -> Json:
    state: Json = {"done": False}
    while not state["done"]:
        state = person.get(f"/api/studio/{sort}/{id}")
    return state
