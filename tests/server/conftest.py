"""Real servers for the tests: uvicorn in a thread, SQLite in a file, PostgreSQL from a wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from unittest.mock import patch

import pytest

from tests.server.house import House, Postgres
from tests.table.helpers import toys_registered

Opener = Callable[..., House]


@pytest.fixture(autouse=True, scope="module")
def toy_games() -> Iterator[None]:
    with toys_registered():
        yield


@pytest.fixture(autouse=True, scope="session")
def no_collector() -> Iterator[None]:
    """A server that opens looks through all objects of its process. Here these are those of all tests, and to look at
    them takes longer than most tests."""
    with patch("parcferme.server.server.calm_collector"):
        yield


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    # not in pytest's own folder: another run of pytest closes that to the user PostgreSQL runs as under root
    server = Postgres(Path(mkdtemp(prefix="parcferme-postgres-")))
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh()


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """… and one without any schema."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh(migrated=False)


@pytest.fixture
def opener() -> Iterator[Opener]:
    """Opens houses and closes them after the test."""
    opened: list[House] = []

    def open_house(database: str, **settings: object) -> House:
        opened.append(House(database, **settings))
        return opened[-1]

    yield open_house
    for house in opened:
        house.close()


@pytest.fixture
def house(database: str, opener: Opener) -> House:
    """One running server, once on each kind of database."""
    return opener(database)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`shared` is a server on each kind of database, unless a module's DATABASES says which are enough."""
    if "shared" in metafunc.fixturenames:
        kinds = getattr(metafunc.module, "DATABASES", ["sqlite", "postgres"])
        metafunc.parametrize("shared", kinds, indirect=True, scope="module")


@pytest.fixture(scope="module")
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One running server for all tests of a module that leave it as they found it."""
    database = str(tmp_path_factory.mktemp("shared") / "tables.db")
    if request.param == "postgres":
        database = request.getfixturevalue("postgres").fresh()
    with toys_registered():
        house = House(database)
        yield house
        house.close()
