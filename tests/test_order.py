"""In which order several processes test: none of them begins with a long test when the others are through."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.conftest import longest_first

QUICK = [f"core/test_{n}.py" for n in range(40)]
SLOW = [f"web/test_{file}.py" for file in "abcdef" for _ in range(2)]


def listed(*files: str) -> list[Any]:
    return [SimpleNamespace(path=Path(file)) for file in files]


def test_every_process_begins_with_its_share_of_whole_files_of_the_browser() -> None:
    tests = listed(*QUICK, *SLOW)
    ordered = longest_first(tests, 3)
    assert sorted(map(id, ordered)) == sorted(map(id, tests))
    shares = [[str(one.path) for one in share] for share in (ordered[:17], ordered[17:34], ordered[34:])]
    for share in shares:
        assert [path.startswith("web") for path in share] == [True] * 4 + [False] * (len(share) - 4)
        assert share[0] == share[1] != share[2] == share[3]


def test_nothing_is_lost_where_there_is_little_or_nothing_of_the_browser() -> None:
    for files in ([], QUICK, SLOW, SLOW[:1], [*SLOW, *QUICK[:1]]):
        tests = listed(*files)
        assert sorted(map(id, longest_first(tests, 5))) == sorted(map(id, tests))
