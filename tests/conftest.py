"""Options and fixtures for all tests."""

from __future__ import annotations

import gc
import os
from itertools import groupby

import pytest
from hypothesis import settings

settings.register_profile("parcferme", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("parcferme")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")


def pytest_configure() -> None:
    gc.disable()  # while tests are collected nothing becomes garbage: to look for some took half of that time


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes test, each begins with its share of what takes longest, the files of the browser: at the
    end, when they take tests from each other, only short ones are left."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = longest_first(items, workers)


def longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Every process is given as many tests as the others, one after the other as they stand in the list."""
    slow = [item for item in items if item.path.parent.name == "web"]
    quick = iter([item for item in items if item.path.parent.name != "web"])
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for _, file in groupby(slow, key=lambda item: item.path):
        min(shares, key=len).extend(file)
    ordered: list[pytest.Item] = []
    for number, share in enumerate(shares):
        room = (len(items) - len(ordered)) // (workers - number)
        ordered += share + [item for _, item in zip(range(room - len(share)), quick, strict=False)]
    return ordered + list(quick)


def pytest_collection_finish() -> None:
    gc.freeze()  # … and modules stay for good
    gc.enable()


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
