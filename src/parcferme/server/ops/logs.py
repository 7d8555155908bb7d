"""Structured logs: one JSON object a line, and never a secret in them."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Final

_SECRET: Final = re.compile(
    r"(?i)\b(key|token|password|secret|cookie|authorization)(['\"]?\s*[=:]\s*['\"]?)(?:bearer\s+)?([^\s&'\",;]+)"
)
_TOKEN: Final = re.compile(r"\bpf_[A-Za-z0-9_-]{20,}")
_SESSION: Final = re.compile(r"\bparcferme=[A-Za-z0-9_-]+")  # wherever it stands among cookies
_MAILED: Final = re.compile(r"(/mail/[a-z]+/)[\w.%-]+")  # links in letters work without signing in
_ADDRESS: Final = re.compile(r"(?i)(?<![a-z+])([a-z+]+)://[^\s/@:]*:[^\s/@]*@")
QUIET_SECONDS: Final = 1.0  # between two lines about the same trouble
_KNOWN: Final = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def blank(text: str) -> str:
    """The text with everything that looks like a secret taken out."""
    text = _ADDRESS.sub(r"\1://***@", text)
    text = _SESSION.sub("parcferme=***", text)
    text = _MAILED.sub(r"\1***", text)
    text = _SECRET.sub(r"\1\2***", text)
    return _TOKEN.sub("pf_***", text)


class JsonLines(logging.Formatter):
    """`{"at": …, "level": …, "from": …, "says": …, …}`"""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": blank(record.getMessage()),
        }
        told.update({name: _plain(value) for name, value in vars(record).items() if name not in _KNOWN})
        if record.exc_info:
            told["trace"] = blank(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False, default=str)


def _plain(value: object) -> object:
    return blank(value) if isinstance(value, str) else value


class Calm(logging.Filter):
    """Of what goes wrong again and again one line a second for each place in the program; it says how many were left
    out before it. An outage must not fill the disk, too."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.last: dict[tuple[str, int, str], tuple[float, int]] = {}  # when a cause was told, and how often not since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        cause = (record.pathname, record.lineno, error)
        now = self.clock()
        told, left_out = self.last.get(cause, (-QUIET_SECONDS, 0))
        if now - told < QUIET_SECONDS:
            self.last[cause] = told, left_out + 1
            return False
        self.last[cause] = now, 0
        if left_out:
            record.left_out = left_out
        return True


def set_up(level: str, requests: bool) -> None:
    """Everything to standard error, one line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Calm())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
    logging.getLogger("uvicorn.access").setLevel("INFO" if requests else "WARNING")
    logging.getLogger("alembic").setLevel("WARNING")
