"""Documents written and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcferme.core.content import read_document, write_document
from parcferme.core.errors import ParcFermeError


def test_a_document_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    write_document(path, {"value": 1})
    assert read_document(path) == {"value": 1}
    assert [one.name for one in tmp_path.iterdir()] == ["proof.json"]
    with pytest.raises(ParcFermeError, match=r"nowhere/proof\.json: cannot be written: No such file"):
        write_document(tmp_path / "nowhere" / "proof.json", {})
