"""Files of databases and their copies."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600  # a database holds the secrets of running matches


def free_name(path: Path) -> Path:
    """A name beside this one for what was there before."""
    number = 1
    while (free := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    return free
