"""A season through the real server: six events of five games, a tie of three, a bulletin that changes a target time, a
protest that is upheld and one that is not, a no-show, a late paper, and a restart at every change of state. Every
published number can be checked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.server.conftest import Opener
from tests.server.season import Season, numbers, refusal_of, spoilt


def test_a_season_is_played_and_everything_published_holds(tmp_path: Path, opener: Opener) -> None:
    season = Season(opener(str(tmp_path / "season.db")), crews=6)
    season.play()
    assert season.restarts == 5
    files = season.files()
    assert [name for name, text in files.items() if refusal_of(text)] == []
    table = json.loads(files["round"])["classification"]
    assert [(row["name"], row["place"]) for row in table["overall"][:3]] == [(f"Crew {n:02}", 1) for n in range(3)]
    assert [row["tie"]["by"] for row in table["overall"][:3]] == ["shared"] * 3
    assert [(row["place"], row["status"]) for row in table["overall"][3:]] == [(4, "home"), (0, "disqualified")]
    assert len(table["classes"]["novice"]) + len(table["classes"]["expert"]) == 5
    absent = [one for found in json.loads(files["code"])["rounds"][0]["results"] for one in found["absent"]]
    points = {line["who"]: line["points"] for line in json.loads(files["code"])["standings"]}
    assert [points[one] for one in absent] == [0] * len(absent)
    night = json.loads(files["night"])
    assert night["regulations"]["options"]["printed_regularity"] is True
    assert season.championship()["counted"] == [rally.id for rally in season.rallies.values()]
    rng = Random(7)
    for name in ("round", "code"):
        document = json.loads(files[name])
        document.pop("journal")
        for place in rng.sample(numbers(document), 5):
            found = refusal_of(spoilt(files[name], place))
            assert found == place or found.startswith("regulations"), place
