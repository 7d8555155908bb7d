"""Settings of a server: each has a sensible default and an environment variable `PARCFERME_<NAME>`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from parcferme.core.errors import ParcFermeError

PREFIX = "PARCFERME_"


class BadSetting(ParcFermeError):
    """A setting that cannot be used; the text names the variable and the reason."""


@dataclass(frozen=True)
class Settings:
    """What an operator can choose. `docs/operation.md` describes each."""

    database: str = "parcferme.db"  # a file's path, or postgresql://user:password@host/name
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1  # processes; more than one needs PostgreSQL
    public_url: str = ""  # as people reach it; links in e-mails begin with it
    secret: str = ""  # signs seat links; by default made once and kept in the database
    web: str = ""  # folder of the browser client; by default the packaged one
    bots: str = "process"  # where bots think: "process" or "inline"
    limits: bool = True  # rate limits
    trust_proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    heartbeat: float = 0.5  # seconds between signs of life in the database
    lease: float = 5.0  # after so many seconds of silence a worker counts as dead
    smtp: str = ""  # smtp://user:password@host:port, smtps://… for TLS from the start
    mail_from: str = ""
    webhook_private: bool = False  # allow webhooks to private addresses
    log_level: str = "INFO"
    log_requests: bool = False

    def database_url(self) -> str:
        """The SQLAlchemy address."""
        for scheme in ("postgresql://", "postgres://"):
            if self.database.startswith(scheme):
                return "postgresql+psycopg://" + self.database.removeprefix(scheme)
        if "://" in self.database:
            return self.database
        return f"sqlite:///{Path(self.database).expanduser().absolute()}"

    def is_sqlite(self) -> bool:
        return self.database_url().startswith("sqlite")

    def is_secure(self) -> bool:
        return self.public_url.startswith("https://")


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Settings from PARCFERME_* variables; what is `given` (and not None) wins."""
    environment = os.environ if environment is None else environment
    chosen: dict[str, object] = {}
    for field in fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None:
            chosen[field.name] = _read(field.name, str(field.type), text)
    chosen.update({name: value for name, value in given.items() if value is not None})
    return check(replace(Settings(), **chosen))  # type: ignore[arg-type]


def check(settings: Settings) -> Settings:
    """Refuse what cannot work, before anything starts."""
    if settings.workers < 1:
        raise BadSetting(f"{PREFIX}WORKERS: {settings.workers} is not at least 1")
    if settings.workers > 1 and settings.is_sqlite():
        raise BadSetting(f"{PREFIX}WORKERS: more than one worker needs PostgreSQL in {PREFIX}DATABASE")
    if settings.bots not in ("process", "inline"):
        raise BadSetting(f"{PREFIX}BOTS: {settings.bots!r} is neither 'process' nor 'inline'")
    return settings


def _read(name: str, kind: str, text: str) -> object:
    try:
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        return {"int": int, "float": float}.get(kind, str)(text)
    except (KeyError, ValueError) as error:
        raise BadSetting(f"{PREFIX}{name.upper()}: {text!r} is not of type {kind}") from error
