"""Options and fixtures for all tests."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

settings.register_profile("parcferme", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("parcferme")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")


def pytest_configure() -> None:
    gc.disable()  # while tests are collected nothing becomes garbage: to look for some took half of that time


def pytest_collection_finish() -> None:
    gc.freeze()  # … and modules stay for good
    gc.enable()


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
