"""Every sentence of the marker has its text in the browser, with gaps for what differs: so it can be translated."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

from parcferme.core.registry import create
from parcferme.core.trial import SheetFinding
from parcferme.games.rally_round.trial import TRIAL, task

TEXTS = Path(__file__).parents[3] / "web/src/boards/rally_round/text/en.json"
SHEET = """\
Crew,X
Kit,{kit}
Route to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7,8,9
TC2,19,7,{taken},{penalty},{cells}
RTC3 ({mph} mph),{distance},6:40,,,20,20,20,20,20+carry,40,30
TC4,15,5,,,20,30,40,20,40
{row},(9),,,,20,30,40
STC6,23,7:40,,,,,,30,30,30,40,40
SSF7,17,2:50,,,30,40,20,20,20,40
"""
CELLS = ("10", "20", "30", "40", "100", "0", "15", "T", "0T", "20+carry", "30@999", "30+H1", "x", "", "20@12/13", "M30")
KITS = ("S4 A6 D2 DR2 N4 E4", "S4 A6 D2 DR2 N4", "S4 S3 D2 DR2 N4 E4", "S9 A6 D2 DR2 N4 E4")


def pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".*?", re.escape(template)))


def known(prefix: str) -> list[re.Pattern[str]]:
    texts = json.loads(TEXTS.read_text())
    return [pattern(text) for key, text in texts.items() if key.startswith(f"rally_round.{prefix}.")]


def found(rng: Random) -> list[SheetFinding]:
    """What the marker says about a sheet with anything in it."""
    game = create("rally_round", task({}), 1)
    fields = {
        "kit": rng.choice((KITS[0], *KITS)),
        "taken": rng.choice(("", "7", "9", "x")),
        "penalty": rng.choice(("", "2")),
        "cells": ",".join(rng.choice(CELLS) for _ in range(7)),
        "mph": rng.choice(("24", "30")),
        "distance": rng.choice(("16", "17")),
        "row": rng.choice(("PC5", "PC8")),
    }
    assert TRIAL.mark_sheet is not None
    return TRIAL.mark_sheet(game, SHEET.format(**fields)).mark.findings


def test_the_markers_sentences_are_known_to_the_browser() -> None:
    rng, reasons, cells = Random(5), known("finding"), known("cell")
    findings = [one for _ in range(40) for one in found(rng)]
    assert len({one.clause for one in findings}) > 6
    assert [one.reason for one in findings if not any(each.fullmatch(one.reason) for each in reasons)] == []
    assert [
        one.cell for one in findings if one.row != "Kit" and not any(each.fullmatch(one.cell) for each in cells)
    ] == []


def test_what_is_wrong_with_a_form_is_known_to_the_browser() -> None:
    assert TRIAL.check_sheet is not None
    game, reasons, cells = create("rally_round", task({}), 1), known("finding"), known("cell")
    good = SHEET.format(kit=KITS[0], taken="", penalty="", cells="10,20", mph="24", distance="16", row="PC5")
    sheets = [
        good.replace(KITS[0], "S4 A6"),
        good.replace(KITS[0], "S4 A6 D2 DR2 N4 E9"),
        good.replace("10,20", "15,30@99999,30+XX"),
        good.replace("Crew,X", "Oops"),
        "Crew,X\n",
    ]
    faults = [fault for sheet in sheets for fault in TRIAL.check_sheet(game, sheet)]
    assert len(faults) >= 7
    assert [one.reason for one in faults if not any(each.fullmatch(one.reason) for each in reasons)] == []
    places = [one.place for one in faults if one.place != "sheet"]
    assert [place for place in places if not any(each.fullmatch(place) for each in cells)] == []
