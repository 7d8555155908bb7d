"""Hints and reviews over HTTP: what they say, who gets them, when they are refused, what they cost."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import Response

from parcferme.core.record import Record
from parcferme.house import advice as told
from parcferme.house.forms import LOOKS
from parcferme.server.live import advice
from parcferme.solve.mcts import Budget
from tests.server.conftest import Opener
from tests.server.house import House, Json, Person, wait_for

ME_AND_BOT = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "HINTS", tuple(Budget(300 * more) for more in (1, 2, 4)))


def against_a_bot(house: House, **more: Any) -> tuple[Person, str]:
    ann = house.person()
    return ann, ann.open(seats=ME_AND_BOT, **more)["id"]


def finished(house: House, **more: Any) -> tuple[Person, str]:
    """A match over after one push."""
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1}, **more)["id"]
    for node, action in enumerate(("gear:1", "push")):
        ann.act(table, action, node)
    return ann, table


def reviewed(person: Person, path: str) -> Json:
    wait_for(lambda: person.get(f"{path}/review")["state"] == "ready")
    told: Json = person.get(f"{path}/review")
    return told


def test_a_hint_ranks_every_action_of_the_asking_seat(shared: House) -> None:
    ann, table = against_a_bot(shared)
    told = ann.post(f"/api/tables/{table}/hint", {"node": 0})
    assert (told["node"], told["seat"], told["unit"], told["exact"]) == (0, 0, "percent", False)
    offered = [action["notation"] for action in ann.position(table)["actions"]]
    assert sorted(one["action"] for one in told["actions"]) == sorted(offered)
    losses = [one["loss"] for one in told["actions"]]
    assert losses[0] == 0
    assert losses == sorted(losses)
    assert told["looked"] == 300
    assert ann.position(table)["node"] == 0, "a hint changes nothing"


def test_asking_twice_is_thought_about_once(shared: House) -> None:
    ann, table = against_a_bot(shared)
    first = ann.post(f"/api/tables/{table}/hint", {"node": 0})
    before = len(shared.server.advice.hints)
    assert ann.post(f"/api/tables/{table}/hint", {"node": 0}) == first
    assert len(shared.server.advice.hints) == before


def test_later_looks_take_more_games_until_the_hint_is_settled(shared: House) -> None:
    ann, table = against_a_bot(shared)
    path = f"/api/tables/{table}/hint"
    told = [ann.post(path, {"node": 0, "look": look}) for look in range(LOOKS)]
    assert [(one["look"], one["settled"]) for one in told] == [(0, False), (1, False), (2, True)]
    looked = [one["looked"] for one in told]
    assert looked == sorted(set(looked))
    assert ann.post(path, {"node": 0, "look": 1}) == told[1]
    assert ann.post(path, {"node": 0, "look": LOOKS}, 400)["code"] == "bad_request"


def test_hints_are_for_the_seat_that_is_asked_now(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(aids=["hint"])["id"]
    bob.join(table)
    path = f"/api/tables/{table}/hint"
    assert bob.post(path, {"node": 0}, 409)["code"] == "not_asked"
    assert bob.post(path, {"node": 0, "seat": 0}, 403)["code"] == "not_seated"
    assert shared.person().post(path, {"node": 0}, 401)["code"] == "not_signed_in"
    assert ann.post(path, {"node": 3}, 409)["code"] == "early"
    ann.act(table, "gear:1", 0)
    assert ann.post(path, {"node": 0}, 409)["code"] == "late"
    assert ann.post("/api/tables/none/hint", {"node": 0}, 404)["code"] == "not_found"
    ann.post(f"/api/tables/{table}/leave")
    assert ann.post(path, {"node": 1}, 409)["code"] == "away"


def test_a_table_without_hints_refuses_them(shared: House) -> None:
    ann, table = against_a_bot(shared, aids=["odds", "review"])
    refused = ann.post(f"/api/tables/{table}/hint", {"node": 0}, 403)
    assert refused["code"] == "aid_off"
    assert "hint" in refused["reason"]


@pytest.mark.parametrize(
    ("wish", "allowed"),
    [
        ({}, ["odds", "review"]),  # strangers: nobody is told the best move
        ({"visibility": "private"}, ["odds", "hint", "review"]),
        ({"seats": ME_AND_BOT}, ["odds", "hint", "review"]),
        ({"seats": ME_AND_BOT, "aids": []}, []),
        ({"aids": ["review", "hint", "hint"]}, ["hint", "review"]),
    ],
)
def test_a_table_says_which_aids_it_allows(shared: House, wish: dict[str, Any], allowed: list[str]) -> None:
    ann = shared.person()
    made = ann.open(**wish)
    assert made["aids"] == allowed
    assert ann.get(f"/api/tables/{made['id']}")["aids"] == allowed


def test_an_unknown_aid_is_refused(shared: House) -> None:
    refused = shared.person().post("/api/tables", {"game": "toy_dash", "aids": ["crystal ball"]}, 400)
    assert refused["code"] == "bad_request"


def test_odds_obey_their_switch_in_positions_and_on_the_line(shared: House) -> None:
    for allowed in (["odds"], []):
        ann, table = against_a_bot(shared, aids=allowed)
        line = ann.line(table, "?odds=1")
        line.next("hello")
        ann.act(table, "gear:1", 0)
        pushed = ann.position(table, "?odds=true")["actions"][0]
        heard = line.next("play")["position"]["actions"][0]
        assert bool(pushed["odds"]) == bool(heard["odds"]) == bool(allowed)


def test_what_an_action_does_is_told_whatever_the_table_allows(shared: House) -> None:
    ann, table = against_a_bot(shared, aids=[])
    line = ann.line(table)
    offered = [line.next("hello")["position"], ann.position(table), ann.position(table, "?odds=true")]
    for position in offered:
        assert [action["effect"] for action in position["actions"]] == [{"gear": 1}, {"gear": 2}]
        assert [action["effect"] for action in position["interrupts"]] == [{}]
    ann.act(table, "gear:1", 0)
    heard = line.next("play")["position"]["actions"]
    assert {action["notation"]: action["effect"] for action in heard} == {"push": {}, "lift": {"ends": "turn"}}


def test_a_finished_match_is_reviewed_and_the_accounts_balance(shared: House) -> None:
    ann, table = finished(shared)
    told = reviewed(ann, f"/api/tables/{table}")
    assert told["done"] == told["total"] == 3
    made = told["review"]
    assert (made["unit"], made["judged"], made["entries"], made["at"]) == ("percent", 3, 3, [0, 1, 2, 3])
    for seat, account in enumerate(made["accounts"]):
        found = account["start"] + account["luck"] - account["decisions"] + account["others"] + account["noise"]
        assert found == pytest.approx(account["final"])
        assert made["series"][seat][-1] == account["final"]
    assert [account["final"] for account in made["accounts"]] == [100, 0]


def test_the_record_of_a_match_shares_its_review(shared: House) -> None:
    ann, table = finished(shared)
    from_table = reviewed(ann, f"/api/tables/{table}")["review"]
    before = len(shared.server.advice.reviews)
    record = ann.post("/api/records", ann.get(f"/api/tables/{table}/record"), 201)["id"]
    assert reviewed(ann, f"/api/records/{record}")["review"] == from_table
    assert len(shared.server.advice.reviews) == before


def test_who_waits_for_a_review_does_not_have_the_match_read_again(
    shared: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record may have two megabytes, and asking for its review has no limit of its own."""
    ann, table = finished(shared)
    record = ann.post("/api/records", ann.get(f"/api/tables/{table}/record"), 201)["id"]
    read: list[Record] = []

    def noted(record: Record) -> str:
        read.append(record)
        return told.record_hash(record)

    monkeypatch.setattr(advice, "record_hash", noted)
    for path in (f"/api/records/{record}", f"/api/tables/{table}"):
        reviewed(ann, path)
        reviewed(ann, path)
    assert len(read) == 2


def test_a_running_match_is_not_reviewed(shared: House) -> None:
    ann, table = against_a_bot(shared)
    assert ann.get(f"/api/tables/{table}/review", 409)["code"] == "not_over"
    record = ann.post("/api/records", ann.get(f"/api/tables/{table}/record"), 201)["id"]
    assert ann.get(f"/api/records/{record}/review", 409)["code"] == "not_over"


def test_a_table_without_review_refuses_it(shared: House) -> None:
    ann, table = finished(shared, aids=["odds"])
    assert ann.get(f"/api/tables/{table}/review", 403)["code"] == "aid_off"


def test_strangers_get_no_review_of_a_private_table(shared: House) -> None:
    _, table = finished(shared, visibility="private")
    assert shared.person().get(f"/api/tables/{table}/review", 404)["code"] == "not_found"


def test_reviews_wait_in_a_short_line(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "WAITING", 0)
    ann = shared.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1})["id"]
    for node, action in enumerate(("gear:2", "push")):
        ann.act(table, action, node)
    assert ann.get(f"/api/tables/{table}/review", 429)["code"] == "too_many"


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 2})["id"]
    while ann.position(table)["status"] == "playing":
        ann.play_first(table)
    with monkeypatch.context() as broken:
        broken.setattr(advice, "look_back", lambda text, number: 1 / 0)
        answers: list[Response] = []

        def refused() -> bool:
            answers.append(ann.http.get(f"/api/tables/{table}/review"))
            return answers[-1].status_code == 503

        wait_for(refused)
        assert answers[-1].json()["code"] == "unavailable"
    assert reviewed(ann, f"/api/tables/{table}")["review"]["judged"] > 0


def test_hints_and_reviews_are_limited(opener: Opener, tmp_path: object) -> None:
    house = opener(f"{tmp_path}/limited.db", limits=True)
    ann, table = against_a_bot(house)
    codes = [ann.http.post(f"/api/tables/{table}/hint", json={"node": 0}).status_code for _ in range(31)]
    assert codes == [200] * 30 + [429]


@pytest.mark.parametrize("secrets", [("hide:0", "hide:xxx3")])
def test_a_hint_is_the_same_whatever_the_rival_hides(
    shared: House, monkeypatch: pytest.MonkeyPatch, secrets: tuple[str, str]
) -> None:
    """Two matches with the same dice that differ in Ann's secret: Bob's hints are the same bytes."""
    monkeypatch.setattr("parcferme.server.api.tables.new_secret", lambda: bytes(32))
    told = []
    for secret in secrets:
        ann, bob = shared.person(), shared.person()
        table = ann.open("toy_hide", aids=["hint"])["id"]
        bob.join(table)
        ann.act(table, secret, 0)
        told.append(bob.http.post(f"/api/tables/{table}/hint", json={"node": 1}))
        assert told[-1].status_code == 200, told[-1].text
    assert told[0].content == told[1].content


def test_tables_kept_before_there_were_aids_have_no_hints() -> None:
    from parcferme.table import setup

    data = {k: v for k, v in setup.make("toy_dash").to_json().items() if k != "aids"}
    assert setup.read(data).aids == ("odds", "review")
    kept = setup.make("toy_dash", aids=["hint"])
    assert setup.read(kept.to_json()) == kept


def test_failed_reviews_do_not_stand_in_the_way_of_others(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "WAITING", 1)
    ann = shared.person()
    tables = [ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1})["id"] for _ in range(2)]
    for table, gear in zip(tables, ("gear:2", "gear:1"), strict=True):
        ann.act(table, gear, 0)
        ann.act(table, "push", 1)
    reviews = shared.server.advice.reviews
    reviews.clear()
    with monkeypatch.context() as broken:
        broken.setattr(advice, "look_back", lambda text, number: 1 / 0)
        ann.get(f"/api/tables/{tables[0]}/review")
        wait_for(lambda: [job.failed for job in reviews.values()] == [True])
    assert reviewed(ann, f"/api/tables/{tables[1]}")["review"]["judged"] > 0


STAGES = {"players": 2, "stages": ["J1-J4", "J1-J4", "J1-J4"], "start_order": [0, 1], "sisu": False}


def driven_stage(house: House, **more: Any) -> tuple[list[Person], str, int]:
    """Two people at the end of their first special, and the entry of the log that ended it."""
    people = [house.person(), house.person()]
    table = people[0].open("rallyman", **{"options": STAGES, "undo": "free", **more})["id"]
    people[1].join(table)
    first = people[0].position(table)["node"]
    people[0].play_first(table)
    people[0].post(f"/api/tables/{table}/undo", {"to": first})  # what was taken back is in no stage
    people[1].post(f"/api/tables/{table}/undo/answer", {"to": first, "yes": True})
    assert people[0].get(f"/api/tables/{table}/record")["log"][-1] == ["undo", first]
    for _ in range(600):
        at = people[0].position(table)
        if at["view"]["special"] > 1:
            break
        people[at["turn"]["seats"][0]].play_first(table)
    frames = people[0].get(f"/api/tables/{table}/frames?first=0&last=-1")
    ended = [frame["at"] for frame in frames for event in frame["events"] if event["kind"] == "stage_time"]
    return people, table, ended[0]


def test_a_stage_that_is_over_is_looked_back_on_while_the_match_goes_on(shared: House) -> None:
    people, table, end = driven_stage(shared)
    path = f"/api/tables/{table}/review?stage={end}"
    wait_for(lambda: people[0].get(path)["state"] == "ready")
    told = [person.get(path)["review"] for person in (*people, shared.person())]
    assert told[0]["unit"] == "seconds"
    assert told[0]["judged"] == told[0]["entries"] < end, "two entries were a move and its taking back"
    assert all(account["decisions"] > 0 for account in told[0]["accounts"])
    assert [one["accounts"] for one in told] == [told[0]["accounts"]] * 3
    log = people[0].get(f"/api/tables/{table}/record")["log"]
    for seat, made in enumerate(told[:2]):
        assert {moment["seat"] for moment in made["moments"]} == {seat}, "what the other could have done is theirs"
        decided = [moment for moment in made["moments"] if moment["kind"] == "decision"]
        assert [log[moment["at"]] for moment in decided] == [[seat, moment["text"]] for moment in decided]
    assert told[2]["moments"] == []
    assert (told[0]["series"], told[0]["at"]) == ([], [])


def test_only_where_a_stage_has_ended_it_is_looked_back_on(shared: House) -> None:
    people, table, end = driven_stage(shared, aids=["odds", "review"])
    for entry in (1, end - 1, end + 1, 999_999):
        assert people[0].get(f"/api/tables/{table}/review?stage={entry}", 409)["code"] == "not_over"
    plain, dash = against_a_bot(shared)
    plain.act(dash, "gear:1", 0)
    assert plain.get(f"/api/tables/{dash}/review?stage=1", 409)["code"] == "not_over", "a game without stages"


def test_who_only_watches_a_rated_match_looks_back_on_its_stages_late_too(shared: House) -> None:
    people, table, end = driven_stage(
        shared, rated=True, undo="consent", aids=["odds", "review"], pace={"kind": "live"}
    )
    path = f"/api/tables/{table}/review?stage={end}"
    assert shared.person().get(path, 409)["code"] == "not_over"
    assert people[1].get(path)["state"] in ("waiting", "running", "ready")


def test_a_table_without_review_tells_nothing_of_its_stages(shared: House) -> None:
    people, table, end = driven_stage(shared, aids=["odds"])
    assert people[0].get(f"/api/tables/{table}/review?stage={end}", 403)["code"] == "aid_off"
