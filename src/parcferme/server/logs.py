"""Structured logs: one JSON object a line, and never a secret in them."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import Final

_SECRET: Final = re.compile(
    r"(?i)\b(key|token|password|secret|cookie|authorization)(['\"]?\s*[=:]\s*['\"]?)(?:bearer\s+)?([^\s&'\",;]+)"
)
_TOKEN: Final = re.compile(r"\bpf_[A-Za-z0-9_-]{20,}")
_SESSION: Final = re.compile(r"\bparcferme=[A-Za-z0-9_-]+")  # wherever it stands among cookies
_ADDRESS: Final = re.compile(r"(?i)\b([a-z+]+)://[^\s/@:]*:[^\s/@]*@")
_KNOWN: Final = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def blank(text: str) -> str:
    """The text with everything that looks like a secret taken out."""
    text = _ADDRESS.sub(r"\1://***@", text)
    text = _SESSION.sub("parcferme=***", text)
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


def set_up(level: str, requests: bool) -> None:
    """Everything to standard error, one line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
    logging.getLogger("uvicorn.access").setLevel("INFO" if requests else "WARNING")
    logging.getLogger("alembic").setLevel("WARNING")
