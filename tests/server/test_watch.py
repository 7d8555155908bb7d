"""Watching over HTTP: public tables that are played, with a spectator's view and nothing else."""

from __future__ import annotations

from tests.server.house import House

PAIR = [{"kind": "me"}, {"kind": "me"}]


def test_public_tables_are_shown_as_a_spectator_sees_them_and_private_ones_never(shared: House) -> None:
    ann, watcher = shared.person(), shared.person()
    public = ann.open(seats=PAIR)["id"]
    private = ann.open(seats=PAIR, visibility="private")["id"]
    gathering = ann.open()["id"]
    page = watcher.get("/api/watch")
    listed = {row["id"]: row for row in page["tables"]}
    assert public in listed
    assert not {private, gathering} & set(listed)
    assert listed[public]["view"] == watcher.position(public)["view"]
    assert ann.get("/api/watch")["tables"][0]["view"] == page["tables"][0]["view"], "players get no more of it here"
    assert "secret" not in str(page)


def test_pages_follow_each_other_and_games_can_be_chosen(shared: House) -> None:
    ann = shared.person()
    for _ in range(3):
        ann.open(seats=PAIR)
    first = ann.get("/api/watch?limit=2")
    second = ann.get(f"/api/watch?limit=2&after={first['next']}")
    assert len(first["tables"]) == 2
    assert not {row["id"] for row in first["tables"]} & {row["id"] for row in second["tables"]}
    assert ann.get("/api/watch?game=rally") == {"tables": [], "next": "", "total": 0}
