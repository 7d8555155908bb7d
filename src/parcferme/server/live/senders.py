"""The ways a message leaves by: e-mail by the operator's SMTP server, and calls to addresses that people have given
(webhooks, and the servers of browsers' makers). What fails raises OSError, ValueError or an exception of its way."""

from __future__ import annotations

import ipaddress
import re
import smtplib
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from http.client import HTTPConnection, HTTPSConnection
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote, urlsplit

from parcferme.server.ops.settings import Settings
from parcferme.server.people.letters import Letter

TIMEOUT: Final = 10.0
GONE: Final = (404, 410)  # answers of a place that does not know whom it was for
JSON: Final[Mapping[str, str]] = MappingProxyType({"Content-Type": "application/json"})


class Gone(ValueError):
    """There is nobody at that address any more."""


def mail(settings: Settings, to: str, letter: Letter, unsubscribe: str) -> None:
    send_mail(settings, compose(settings, to, letter, unsubscribe))


def compose(settings: Settings, to: str, letter: Letter, unsubscribe: str) -> EmailMessage:
    """With the headers by which a mail program offers to end it (RFC 2369, in one click RFC 8058)."""
    if "=?" in to:
        raise ValueError("an address must not be one that is decoded")
    message = EmailMessage()
    message["From"] = settings.mail_from or "parcferme@localhost"
    message["To"] = to
    message["Subject"] = letter.subject
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=urlsplit(settings.public_url).hostname)
    message["Auto-Submitted"] = "auto-generated"  # nobody's holiday notice answers it
    message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.body)
    return message


def send_mail(settings: Settings, message: EmailMessage) -> None:
    """By the operator's SMTP server; raises SMTPException or OSError."""
    parts = urlsplit(settings.smtp)
    host = parts.hostname or ""
    if parts.scheme == "smtps":
        secure: smtplib.SMTP = smtplib.SMTP_SSL(
            host, parts.port or 465, timeout=TIMEOUT, context=ssl.create_default_context()
        )
    else:
        secure = smtplib.SMTP(host, parts.port or 25, timeout=TIMEOUT)
    with secure as server:
        server.ehlo()
        if parts.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(message)


def post(url: str, content: bytes, private: bool, headers: Mapping[str, str] = JSON) -> None:
    """A call to somebody's address. Those inside the operator's own network are refused unless the settings allow them.
    Neither redirects nor proxies are followed, and of the answer only the beginning is read: nobody can keep us
    waiting."""
    check_webhook(url, private)
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.hostname or "", parts.port, timeout=TIMEOUT)) as line:
        line.connect()
        if not private:  # the name may lead elsewhere by now than when it was checked
            must_be_outside(line.sock.getpeername()[0])
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, content, dict(headers))
        answer = line.sock.recv(64)
    status = re.match(rb"HTTP/1\.[01] ([0-9]{3})", answer)
    if status is not None and int(status[1]) in GONE:
        raise Gone("there is nobody there any more")
    if status is None or not status[1].startswith(b"2"):
        raise ValueError("it was not taken")


def must_be_outside(address: str) -> None:
    if not ipaddress.ip_address(address.partition("%")[0]).is_global:
        raise ValueError("a webhook must not lead to a private address")


def check_webhook(url: str, private: bool) -> None:
    """Raises ValueError when the address must not be called."""
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise ValueError("a webhook is an http or https address")
    if private:
        return
    port = parts.port or (443 if parts.scheme == "https" else 80)
    for *_, address in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM):
        must_be_outside(str(address[0]))
