"""Every bridge test sees the toys as registered games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parcferme.games
from tests.bridge.toyland import settle


@pytest.fixture(autouse=True)
def toyland(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    before = parcferme.games.__path__
    folder = tmp_path_factory.mktemp("toyland")
    toys = settle(folder)
    yield folder
    parcferme.games.__path__ = before
    for name in [name for name in sys.modules if name.split(".")[2:3] in [[toy] for toy in toys]]:
        del sys.modules[name]
