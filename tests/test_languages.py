"""The languages stand in one list of the programs and one of the browser; both are the same, and nothing lacks one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.text import LANGUAGES

WEB = Path(__file__).parents[1] / "web" / "src"
FOLDERS = [registry.folder(id) / "text" for id in registry.game_ids()]
FOLDERS += [WEB / "text", *sorted(WEB.glob("boards/*/text"))]


def test_the_browser_speaks_what_the_programs_speak() -> None:
    listed = re.search(r"LANGUAGES = \{(.*?)\}", (WEB / "lib" / "settings.svelte.ts").read_text("utf-8"))
    assert listed is not None
    assert tuple(re.findall(r"(\w+): \"", listed[1])) == LANGUAGES


@pytest.mark.parametrize("folder", FOLDERS, ids=[f"{folder.parent.name}" for folder in FOLDERS])
def test_every_catalogue_is_there_in_every_language_and_in_no_other(folder: Path) -> None:
    assert sorted(path.stem for path in folder.glob("*.json")) == sorted(LANGUAGES)


@pytest.mark.parametrize("folder", sorted(WEB.glob("boards/*/tutorial")), ids=lambda folder: folder.parent.name)
def test_every_tutorial_is_told_in_every_language(folder: Path) -> None:
    assert sorted(path.suffixes[0][1:] for path in folder.glob("stops.*.json")) == sorted(LANGUAGES)
