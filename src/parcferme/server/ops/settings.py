"""Settings of a server: each has a sensible default and an environment variable `PARCFERME_<NAME>`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from email.utils import getaddresses
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from parcferme.core.errors import ParcFermeError
from parcferme.server.storage.backend import Backend, backend_of

PREFIX = "PARCFERME_"
ELSEWHERE = ("PURE", "ENGINE", "PYTHON", "LANG")  # variables that other parts of the program read
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


LEAST = {"mails_a_day": 1, "keep_guest_matches": 0, "keep_uploads": 0, "keep_accounts": 0}
LEAST |= {"uploads": 1, "documents": 1, "tables": 1}


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
    site: str = ""  # folder that `parcferme site` has written: visitors may keep it, to play without a line
    bots: str = "process"  # where bots think: "process" or "inline"
    limits: bool = True  # rate limits
    daily: bool = True  # open a stage of the day, every day
    reviews: bool = True  # look back on what people have driven while nobody asks for a review
    trust_proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    heartbeat: float = 0.5  # seconds between signs of life in the database
    lease: float = 5.0  # after so many seconds of silence a worker counts as dead
    smtp: str = ""  # smtp://user:password@host:port, smtps://… for TLS from the start
    mail_from: str = ""
    mails_a_day: int = 30  # letters to one person
    webhook_private: bool = False  # allow webhooks to private addresses
    push: bool = False  # let people be told by their browsers, through the servers of those who make them
    keep_guest_matches: int = 180  # days after the end, where nobody but guests sat; 0: for ever
    keep_uploads: int = 365  # days of records that people have brought; 0: for ever
    keep_accounts: int = 1095  # days without a visit; 0: for ever
    uploads: int = 500  # records one person may keep here
    documents: int = 200  # … and documents: maps, routes, boards, decks
    tables: int = 100  # … and tables they may have open; the guests of one address together
    contact: str = ""  # whom to tell of a weakness: an address of mail or a page; in /.well-known/security.txt
    metrics_open: bool = False  # let other machines read /metrics
    compiling: str = ""  # where `make play` keeps how far the compiler is; /health tells it
    log_level: str = "INFO"
    log_requests: bool = False

    def database_url(self) -> str:
        """The SQLAlchemy address."""
        return self.backend().url

    def backend(self) -> Backend:
        return backend_of(self.database)

    def is_secure(self) -> bool:
        return self.public_url.startswith("https://")


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Settings from PARCFERME_* variables; what is `given` (and not None) wins."""
    environment = os.environ if environment is None else environment
    _check_names(environment)
    chosen: dict[str, object] = {}
    for field in fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None:
            chosen[field.name] = _read(field.name, str(field.type), text)
    chosen.update({name: value for name, value in given.items() if value is not None})
    return check(replace(Settings(), **chosen))  # type: ignore[arg-type]


def _check_names(environment: Mapping[str, str]) -> None:
    """A misspelt name would leave a setting at its default, and the tables in another file than was meant."""
    known = [PREFIX + field.name.upper() for field in fields(Settings)]
    for name in environment:
        if name.startswith(PREFIX) and name not in known and name.removeprefix(PREFIX) not in ELSEWHERE:
            near = get_close_matches(name, known, 1)
            raise BadSetting(f"{name}: there is no such setting" + (f"; {near[0]} is one" if near else ""))


def check(settings: Settings) -> Settings:
    """Refuse what cannot work, before anything starts."""
    if settings.workers < 1:
        raise BadSetting(f"{PREFIX}WORKERS: {settings.workers} is not at least 1")
    _check_addresses(settings)
    if settings.workers > 1 and not settings.backend().shared:
        raise BadSetting(f"{PREFIX}WORKERS: more than one worker needs PostgreSQL in {PREFIX}DATABASE")
    if settings.bots not in ("process", "inline"):
        raise BadSetting(f"{PREFIX}BOTS: {settings.bots!r} is neither 'process' nor 'inline'")
    if not 0 <= settings.port <= 65_535:
        raise BadSetting(f"{PREFIX}PORT: {settings.port} is not a port: they end at 65535")
    if not 0.01 <= settings.heartbeat < settings.lease < 86_400:
        raise BadSetting(f"{PREFIX}HEARTBEAT: {settings.heartbeat} s is not at least 0.01 and below {PREFIX}LEASE")
    if settings.log_level.upper() not in LEVELS:
        raise BadSetting(f"{PREFIX}LOG_LEVEL: {settings.log_level!r} is not one of {', '.join(LEVELS)}")
    if settings.web and not (Path(settings.web) / "index.html").is_file():
        raise BadSetting(f"{PREFIX}WEB: there is no index.html in {settings.web}")
    if settings.site and not (Path(settings.site) / "sw.js").is_file():
        raise BadSetting(f"{PREFIX}SITE: there is no sw.js in {settings.site}; `parcferme site` writes such a folder")
    if settings.smtp and not settings.public_url:
        raise BadSetting(f"{PREFIX}PUBLIC_URL: is needed with {PREFIX}SMTP: links in e-mails begin with it")
    if settings.push and not settings.is_secure():
        raise BadSetting(f"{PREFIX}PUBLIC_URL: has to begin with https:// for {PREFIX}PUSH: browsers ask for it")
    for name, least in LEAST.items():
        if getattr(settings, name) < least:
            raise BadSetting(f"{PREFIX}{name.upper()}: {getattr(settings, name)} is not at least {least}")
    if settings.mail_from and not _is_sender(settings.mail_from):
        raise BadSetting(f"{PREFIX}MAIL_FROM: {settings.mail_from!r} does not read as Club <club@example.org>")
    return settings


def _check_addresses(settings: Settings) -> None:
    """Addresses are not repeated in the text: passwords may be in them."""
    try:
        backend = settings.backend()
    except ValueError as error:
        raise BadSetting(f"{PREFIX}DATABASE: {error}") from error
    try:
        make_url(backend.url)
    except (ArgumentError, ValueError) as error:
        raise BadSetting(f"{PREFIX}DATABASE: does not read as postgresql://user:password@host:port/name") from error
    if settings.public_url and not _is_address(settings.public_url, "http", "https"):
        raise BadSetting(f"{PREFIX}PUBLIC_URL: does not read as https://host")
    if settings.smtp and not _is_address(settings.smtp, "smtp", "smtps"):
        raise BadSetting(f"{PREFIX}SMTP: does not read as smtp://user:password@host:port")


def _is_address(url: str, *schemes: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port or an IPv6 address that cannot be
        return False


def _is_sender(text: str) -> bool:
    """One address, with a name or without."""
    found = [address for _, address in getaddresses([text])]
    return text.isprintable() and len(found) == 1 and re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", found[0]) is not None


def _read(name: str, kind: str, text: str) -> object:
    try:
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        return {"int": int, "float": float}.get(kind, str)(text)
    except (KeyError, ValueError) as error:
        raise BadSetting(f"{PREFIX}{name.upper()}: {text!r} is not of type {kind}") from error
