"""docs/formats.md has an example of every format, and each can be played as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from parcferme.cli.main import app
from parcferme.core import registry
from parcferme.core.options import Document
from parcferme.core.studio import Kind

PAGE = (Path(__file__).parent.parent / "docs" / "formats.md").read_text("utf-8")
HEADING = re.compile(
    r"^### [^(\n]+\(`(?P<game>\w+)`(?: `(?P<option>\w+)`)?(?:, in the studio `(?P<kind>\w+)`)?\)$"
    r".*?^```json\n(?P<example>.*?)^```",
    re.DOTALL | re.MULTILINE,
)
EXAMPLES = list(HEADING.finditer(PAGE))
WITH = {"specials": {"stages": ["@col", "@col", "J1-J4"]}}  # what an option needs beside it to be played


def kinds(game: str) -> dict[str, Kind]:
    part = registry.part(game, "studio")
    found: dict[str, Kind] = part.STUDIO if part is not None else {}
    return found


def test_every_format_has_an_example() -> None:
    assert len(EXAMPLES) == PAGE.count("\n### ") == PAGE.count("```json\n")
    options = {
        (game, option.name)
        for game in registry.game_ids()
        for option in registry.meta(game).options.options.values()
        if isinstance(option, Document)
    }
    assert {(one["game"], one["option"]) for one in EXAMPLES if one["option"]} == options
    made = {(game, kind) for game in registry.game_ids() for kind in kinds(game)}
    assert {(one["game"], one["kind"]) for one in EXAMPLES if one["kind"]} == made


@pytest.mark.parametrize("one", EXAMPLES, ids=[f"{one['game']}-{one['option'] or one['kind']}" for one in EXAMPLES])
def test_every_example_can_be_played(one: re.Match[str]) -> None:
    document: dict[str, Any] = json.loads(one["example"])
    if one["kind"]:
        kind = kinds(one["game"])[one["kind"]]
        assert [finding for finding in kind.check(document) if finding.stops] == []
        assert registry.create(one["game"], kind.options(document)).players >= 1
    if one["option"] and one["kind"] != "map":  # an own map is laid out first
        options = {one["option"]: document, **WITH.get(one["option"], {})}
        assert registry.create(one["game"], options).players >= 1


def test_the_terminal_judges_a_file_as_the_studio_does(tmp_path: Path) -> None:
    file = tmp_path / "route.json"
    route = next(one for one in EXAMPLES if one["kind"] == "route")
    file.write_text(route["example"], "utf-8")
    ask = ["check", "rally_round", str(file), "--kind"]
    well = CliRunner().invoke(app, [*ask, "route"])
    assert (well.exit_code, "nothing is wrong" in well.output, "RR-" in well.output) == (0, True, True)
    document = json.loads(route["example"])
    file.write_text(json.dumps({**document, "controls": document["controls"][:1]}), "utf-8")
    assert "RR-16" in CliRunner().invoke(app, [*ask, "route"]).output
    assert "route, map" in CliRunner().invoke(app, [*ask, "moon"]).output
