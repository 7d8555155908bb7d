"""Playing over HTTP and the live line, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from parcferme.house import replays
from parcferme.house.frames import frames
from tests.server.conftest import Opener
from tests.server.house import House, Json, Line, Person


def pair(house: House, game: str = "toy_dash", **more: object) -> tuple[str, Person, Person]:
    ann, bob = house.person(), house.person()
    table = ann.open(game, **more)["id"]
    bob.join(table)
    return table, ann, bob


def test_two_people_play_a_whole_match(database: str, opener: Opener) -> None:
    house = opener(database)
    table, ann, bob = pair(house)
    for _ in range(200):
        position = ann.position(table)
        if position["status"] == "finished":
            break
        (ann if position["to_act"] == [0] else bob).play_first(table)
    told = bob.position(table)
    assert told["result"]["reason"] == "line"
    record = bob.get(f"/api/tables/{table}/record")
    assert record["result"] == {k: v for k, v in told["result"].items() if k != "stood_in"}
    uploaded = bob.post("/api/records", record, 201)
    assert bob.get(f"/api/records/{uploaded['id']}/verify")["fair"] is True
    endless = {**record, "log": [*record["log"], *[["undo", len(record["log"])]] * 19_000]}
    assert "takes back too much" in bob.post("/api/records", endless, 422)["reason"]
    endless["log"].append(["undo", -10_000_000_000])  # takes nothing off the rest
    assert "takes back too much" in bob.post("/api/records", endless, 422)["reason"]
    endless["log"] = [["undo", 0]] * 20_001
    assert "at most 20000" in bob.post("/api/records", endless, 422)["reason"]


def test_from_the_home_page_to_a_first_move_against_bots_in_two_calls_without_an_account(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    assert table["status"] == "playing"
    assert ann.act(table["id"], "gear:1", 0)["node"] == 1


def test_whoever_is_asked_is_told_for_what_and_everybody_who_plays_next(house: House) -> None:
    ann, bob = house.person(), house.person()
    table = ann.open("rallyman", options={"players": 2, "start_order": [0, 1], "staggered_start": False})["id"]
    bob.join(table)
    own, other = ann.position(table, "?lang=fr"), bob.position(table)
    assert own["turn"] == {"kind": "decision", "seats": [0], "next": [1, 0]}
    assert own["asked"]["key"] == "ask.standstill"
    assert own["asked"]["text"].startswith("Jouez le 1")
    assert other["turn"] == own["turn"]
    assert other["asked"] is None
    assert other["happened"]["cause"] == "start"


def test_bots_answer_by_themselves(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}], options={"length": 400})["id"]
    line = ann.line(table)
    assert line.next("hello")["position"]["to_act"] == [0]
    line.answer(do="act", node=0, action="gear:1")
    line.answer(do="act", node=1, action="lift")
    while line.next("play")["position"]["to_act"] != [0]:
        pass
    assert any(message.get("cause") == "bot" for message in line.kept)


def test_events_arrive_as_they_happen_with_the_position_and_the_views_between(database: str, opener: Opener) -> None:
    table, ann, bob = pair(opener(database))
    line = bob.line(table, "?lang=en&odds=1")
    assert line.next("hello")["position"]["actions"] == []
    ann.act(table, "gear:2")
    told = line.next("play")
    assert told["steps"][0]["entry"] == [0, "gear:2"]
    assert told["steps"][0]["events"][0]["text"] == "Car 0 takes gear 2."
    ann.act(table, "push")
    told = line.next("play")
    assert [step["entry"][0] for step in told["steps"]] == [0, "chance"]
    assert told["steps"][0]["view"]["gear"] == 2
    assert told["steps"][1]["view"] is None
    actions = told["position"]["actions"]
    assert [action["text"] for action in actions] == ["Gear 1", "Gear 2"]
    assert actions[0]["form"] == {"kind": "gear", "gear": 1}
    assert line.answer(do="act", node=told["position"]["node"], action="gear:1")["type"] == "ok"
    assert line.kept[-2]["position"]["actions"][0]["odds"] == [{"key": "odds.roll", "args": {"mean": "5/3"}}]


def test_reconnecting_with_since_gives_exactly_what_was_missed(database: str, opener: Opener) -> None:
    table, ann, bob = pair(opener(database), options={"length": 400})
    line = bob.line(table)
    line.next("hello")
    for action in ("gear:1", "push"):
        ann.act(table, action)
    live = [line.next("play"), line.next("play")]
    line.close()
    known = live[0]["n"]
    again = bob.line(table, f"?since={known}").next("hello")
    assert [message["n"] for message in again["missed"]] == [live[1]["n"]]
    seen = {k: v for k, v in live[1].items() if k != "position"}
    seen["steps"][0]["view"] = None  # the views between are for those who watch live
    assert again["missed"] == [seen]
    assert again["position"]["node"] == live[1]["position"]["node"]
    assert bob.line(table, f"?since={live[1]['n']}").next("hello")["missed"] == []
    assert bob.get(f"/api/tables/{table}/events?since={known}")["missed"] == again["missed"]


def test_sealed_actions_are_replaced_withdrawn_and_opened_together(database: str, opener: Opener) -> None:
    table, ann, bob = pair(opener(database), "toy_bids")
    line = bob.line(table)
    line.next("hello")
    ann.act(table, "bid:0")
    assert line.next("sealed")["sealed"] == [0]
    ann.act(table, "bid:3333")
    assert ann.position(table)["own_seal"] == "bid:3333"
    ann.post(f"/api/tables/{table}/unseal", {"node": 0})
    assert line.next()["sealed"] == []  # the replacement was silent: this is the very next message
    ann.act(table, "bid:11")
    line.answer(do="act", node=0, action="bid:222")
    told = next(message for message in line.kept if message["type"] == "play")
    assert told["steps"][0]["entry"] == ["joint", ["bid:11", "bid:222"]]


def test_undo_by_consent_over_the_live_line(database: str, opener: Opener) -> None:
    table, ann, bob = pair(opener(database))
    ann.act(table, "gear:1")
    ann.act(table, "push")
    line = bob.line(table)
    line.next("hello")
    ann.post(f"/api/tables/{table}/undo", {"to": 0})
    assert line.next("ask")["to"] == 0
    assert line.answer(do="answer", yes=True)["type"] == "ok"
    assert ann.position(table)["view"]["at"] == [0, 0]
    assert ann.post(f"/api/tables/{table}/undo/answer", {"yes": True}, 409)["code"] == "nothing_asked"


def test_a_move_that_is_asked_back_twice_is_taken_back_once(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("hello")
    for node, action in enumerate(["gear:2", "lift"]):
        assert line.answer(do="act", node=node, action=action)["type"] == "ok"
    node = ann.position(table)["node"]
    assert line.answer(do="undo", to=1, node=node, id="u")["type"] == "ok"
    assert line.answer(do="undo", to=0, node=node, id="u")["code"] == "late"  # the answer was lost; it is sent again
    assert ann.post(f"/api/tables/{table}/undo", {"to": 0, "node": node}, 409)["code"] == "late"
    assert line.answer(do="undo", to=0)["type"] == "ok"  # who names no node means the present one


def test_everybody_is_told_who_has_agreed_to_take_back(house: House) -> None:
    ann, bob, cid, eve = (house.person() for _ in range(4))
    table = ann.open(options={"players": 3})["id"]
    bob.join(table)
    cid.join(table)
    for action in ("gear:1", "push"):
        ann.act(table, action)
    line = cid.line(table)
    line.next("hello")
    ann.post(f"/api/tables/{table}/undo", {"to": 0})
    assert line.next("ask")["position"]["undo"] == {"seat": 0, "to": 0, "agreed": []}
    bob.post(f"/api/tables/{table}/undo/answer", {"yes": True})
    assert line.next("answer")["position"]["undo"]["agreed"] == [1]
    assert [one.position(table)["undo"]["agreed"] for one in (ann, bob, cid, eve)] == [[1]] * 4
    cid.post(f"/api/tables/{table}/undo/answer", {"yes": True})
    assert line.next("play")["position"]["undo"] is None


def test_hotseat_follows_the_play_or_looks_with_chosen_eyes(house: House) -> None:
    ann = house.person()
    table = ann.open("toy_hide", seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    assert line.next("hello")["position"]["seat"] == 0
    line.answer(do="act", node=0, action="hide:xx2")
    assert line.kept[-2]["position"]["seat"] == 1  # the play has passed on
    assert line.kept[-2]["position"]["view"]["own"] is None
    looked = line.answer(do="look", seat=0)
    assert looked["position"]["view"]["own"] == 2
    assert line.answer(do="act", seat=1, node=1, action="hide:0")["type"] == "ok"
    assert line.answer(do="look", seat=5)["code"] == "not_seated"


def test_who_is_there_is_told(house: House) -> None:
    table, ann, bob = pair(house)
    first, second = ann.line(table), ann.line(table)
    first.next("hello")
    second.next("hello")
    watcher = house.person().line(table)
    watcher.next("hello")
    assert watcher.next("presence") == {"type": "presence", "seats": [0], "spectators": 1}
    bob.line(table).next("hello")
    assert watcher.next("presence") == {"type": "presence", "seats": [0, 1], "spectators": 1}


def test_chat_follows_the_tables_policy(house: House) -> None:
    table, ann, bob = pair(house)
    assert ann.post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)["code"] == "no_chat"
    open_table, cid, dan = pair(house, chat="all")
    line = dan.line(open_table)
    line.next("hello")
    cid.post(f"/api/tables/{open_table}/chat", {"text": "hello\n  there"}, 201)
    assert line.next("chat")["line"]["text"] == "hello there"
    dan.post(f"/api/tables/{open_table}/chat", {"text": "hi"}, 201)
    assert [said["text"] for said in cid.get(f"/api/tables/{open_table}/chat")] == ["hello there", "hi"]
    stranger = house.person()
    stranger.open()
    assert stranger.post(f"/api/tables/{open_table}/chat", {"text": "x"}, 201)["apart"] is True  # on the stands
    bob.post("/api/account", {"name": "Bob", "password": "long enough"}, 201)
    bob.post(f"/api/tables/{table}/chat", {"text": "now I may"}, 201)


def filled(shown: list[Json]) -> list[Json]:
    """Views that came in parts, put together again as docs/api.md describes it."""
    views: list[Json] = [{}]
    for one in shown:
        if one["view"] is not None:
            views.append({**one["view"], **{name: views[-1][name] for name in one["kept"]}})
    return views[1:]


def shown_by(line: Line) -> list[Json]:
    """Steps and positions in the order in which they came."""
    told = [(*message.get("steps", []), message.get("position")) for message in line.kept]
    return [one for group in told for one in group if one is not None]


@pytest.mark.parametrize("game", ["rally_round", "rally"])
def test_who_wishes_for_changes_is_spared_what_stands_still(shared: House, game: str) -> None:
    table, ann, bob = pair(shared, game, options={"players": 2})
    whole, lighter = bob.line(table), bob.line(table, "?changes=1")
    for line in (whole, lighter):
        line.next("hello")
    for _ in range(14):
        position = ann.position(table)
        owing = [seat for seat in position["to_act"] if seat not in position["sealed"]]
        (ann, bob)[owing[0]].play_first(table)
    for line in (whole, lighter):
        line.caught_up()
    complete = [one["view"] for one in shown_by(whole) if one["view"] is not None]
    assert filled(shown_by(lighter)) == complete
    assert len(complete) > 10
    assert shown_by(lighter)[0]["kept"] == []
    sizes = [sum(len(json.dumps(message)) for message in line.kept[1:]) for line in (whole, lighter)]
    assert sizes[1] < sizes[0]


def test_seats_are_told_again_where_they_have_changed(shared: House) -> None:
    table, ann, bob = pair(shared, "toy_dash", options={"players": 2, "length": 400})
    whole, lighter = ann.line(table), ann.line(table, "?changes=1")
    assert whole.next("hello")["position"]["seats"] == lighter.next("hello")["position"]["seats"]
    ann.play_first(table)
    assert "seats" in whole.next("play")["position"]
    assert "seats" not in lighter.next("play")["position"]
    bob.post(f"/api/tables/{table}/leave")
    for line in (whole, lighter):
        assert line.next("seats")["position"]["seats"][1]["away"] == "left"
    ann.play_first(table)
    assert "seats" not in lighter.next("play")["position"]


def test_changed_eyes_get_a_whole_view(shared: House) -> None:
    ann = shared.person()
    table = ann.open("toy_hide", seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table, "?changes=1")
    line.next("hello")
    line.send(do="act", node=0, action="hide:xxx3")  # now the other seat is at the screen
    told = line.next("play")["position"]
    assert (told["seat"], told["kept"]) == (1, [])
    assert line.answer(do="look", seat=0)["position"]["kept"] == []
    line.answer(do="act", node=1, action="hide:0", seat=1)
    assert line.kept[-2]["position"]["seat"] == 0
    assert line.kept[-2]["position"]["kept"] != []


def test_a_replay_is_paged_jumped_into_and_sent_without_what_stands_still(shared: House) -> None:
    ann = shared.person()
    table = ann.open("rally_round", options={"players": 2}, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    for _ in range(12):
        ann.play_first(table)
    whole = ann.get(f"/api/tables/{table}/frames")
    lighter = ann.http.get(f"/api/tables/{table}/frames?changes=true")
    assert filled(lighter.json()) == [frame["view"] for frame in whole]
    assert len(lighter.content) < len(json.dumps(whole)) / 3
    for at in (0, 5, len(whole) - 1):
        assert ann.get(f"/api/tables/{table}/frames?first={at}&last={at}") == [whole[at]]
    ann.play_first(table)
    grown = ann.get(f"/api/tables/{table}/frames?first={len(whole)}")
    assert grown[0]["at"] == len(whole)


def test_a_page_of_large_boards_ends_early_and_is_gone_on_with(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of one's own made a page of 86 MB, as often as somebody liked."""
    ann = shared.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    for _ in range(5):
        ann.play_first(table)
    path = f"/api/tables/{table}/frames?first="
    whole = ann.get(f"{path}0")
    monkeypatch.setattr(replays, "HEAVIEST", 1.5 * len(json.dumps(whole[0])))
    cut = ann.get(f"{path}0")
    assert 1 <= len(cut) < len(whole)
    assert cut + ann.get(f"{path}{len(cut)}")[: len(cut)] == whole[: 2 * len(cut)]
    assert filled(ann.get(f"{path}0&changes=true"))[: len(cut)] == [frame["view"] for frame in cut]


def test_frames_of_a_running_match_show_only_what_one_may_see(house: House) -> None:
    table, ann, bob = pair(house, "toy_hide")
    ann.act(table, "hide:xxx3")
    mine, theirs = (who.get(f"/api/tables/{table}/frames?first=1")[0] for who in (ann, bob))
    assert mine["entry"] == [0, "hide:xxx3"]
    assert theirs["entry"] == [0, "?"]
    assert b"xxx3" not in json.dumps(theirs).encode()
    assert bob.get(f"/api/tables/{table}/frames?seat=0", 403)["code"] == "not_seated"


@pytest.mark.parametrize("game", ["toy_dash", "toy_hide", "toy_bids"])
def test_a_table_of_bots_is_watched_to_the_end(house: House, game: str) -> None:
    ann = house.person()
    table = ann.open(game, seats=[{"kind": "bot", "level": "novice"}] * 2)["id"]
    line = ann.line(table)
    position = line.next("hello")["position"]
    while position["status"] != "finished":
        position = line.next("play")["position"]
    assert position["result"]["places"]


def test_a_page_of_a_replay_does_not_hold_up_the_match(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    asked, go_on = threading.Event(), threading.Event()

    def slowly(*given: Any) -> list[Any]:
        asked.set()
        assert go_on.wait(60)
        return frames(*given)

    monkeypatch.setattr(replays, "frame_by_frame", slowly)
    with ThreadPoolExecutor(1) as other:
        page = other.submit(shared.person().get, f"/api/tables/{table}/frames")
        assert asked.wait(60)
        ann.play_first(table)
        go_on.set()
        assert [frame["at"] for frame in page.result()] == [0]  # as far as the match was when the page was asked for
