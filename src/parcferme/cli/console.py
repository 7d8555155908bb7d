"""Printing: one console for results, one for complaints, and JSON for programs."""

from __future__ import annotations

import json
import sys

from rich.console import Console
from rich.markup import escape

PIPE_WIDTH = 110  # columns where the output is no terminal: boards are at most 100 wide

out = Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
err = Console(highlight=False, stderr=True, soft_wrap=True)


def print_json(value: object) -> None:
    """For programs: UTF-8, indented, nothing else on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def complain(message: str) -> None:
    err.print(f"[bold red]error:[/] {escape(message)}")


def confirm(question: str) -> bool:
    """Yes only if somebody says so."""
    return out.input(f"{escape(question)} [dim](y/N)[/] ").strip().lower() in {"y", "yes"}
