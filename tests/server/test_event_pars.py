"""Pars of events on a running server: proved after the closing."""

from __future__ import annotations

import json
from typing import Any

from parcferme.organise.verify import verify
from tests.server.conftest import Opener
from tests.server.house import wait_for
from tests.server.rally import CLOSES, OPENS, Rally


def test_the_par_is_proved_after_the_closing_and_is_part_of_the_file(database: str, opener: Opener) -> None:
    house = opener(database, bots="process")
    moon = {"title": "Moon", "game": "lunar_rally", "opens": OPENS, "closes": CLOSES}
    rally = Rally(house, moon, "public", "Ann").open()
    rally.close()

    def par() -> Any:
        house.server.events.swept = float("-inf")
        return rally.host.get(f"{rally.url}/results")["par"]

    wait_for(lambda: par() is not None)
    assert par()["low"] == par()["high"] > 0
    document = rally.host.get(f"{rally.url}/file")
    assert document["par"]["low"] == par()["low"]
    verify(json.dumps(document))
    assert rally.host.post(f"{rally.url}/publish")["status"] == "provisional"
