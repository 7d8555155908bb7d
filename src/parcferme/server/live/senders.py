"""The ways a message leaves by: e-mail by the operator's SMTP server, and calls to addresses that people have given
(webhooks, and the servers of browsers' makers). What fails raises OSError, ValueError or an exception of its way."""

from __future__ import annotations

import ipaddress
import re
import smtplib
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from http.client import HTTPConnection, HTTPSConnection
from types import MappingProxyType
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from parcferme.server.ops.settings import Settings
from parcferme.server.people.letters import Letter

Place = tuple[str, int]  # address and port
TIMEOUT: Final = 10.0
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
# What Python takes for addresses of the world although networks use them inside: clouds' own (192.0.0.192), relays',
# and of IPv6 those of sites, of gateways of their own, and others that carry an IPv4 address.
INSIDE: Final = tuple(
    ipaddress.ip_network(one)
    for one in (
        "192.0.0.0/24",
        "192.88.99.0/24",
        "::/96",
        "::ffff:0:0:0/96",
        "64:ff9b:1::/48",
        "5f00::/16",
        "fec0::/10",
    )
)
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
    Neither redirects nor proxies are followed, of the answer only the beginning is read, and all of it takes TIMEOUT
    seconds at most from when the name is found: nobody can keep us waiting."""
    parts = _web_address(url)
    places = _places(parts, private)
    until = time.monotonic() + TIMEOUT
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.hostname or "", parts.port)) as line:
        line.sock = _reached(places, until)
        line.sock.settimeout(_left(until))
        if parts.scheme == "https":
            line.sock = ssl.create_default_context().wrap_socket(line.sock, server_hostname=parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.sock.settimeout(_left(until))
        line.request("POST", path, content, dict(headers))
        status = re.match(rb"HTTP/1\.[01] ([0-9]{3})", _beginning(line.sock, until))
    if status is not None and int(status[1]) in GONE:
        raise Gone("there is nobody there any more")
    if status is None or not status[1].startswith(b"2"):
        raise ValueError("it was not taken")


def _beginning(line: socket.socket, until: float) -> bytes:
    """Enough of an answer to tell what it is, in however many pieces it comes."""
    answer = b""
    while len(answer) < len("HTTP/1.1 200"):
        line.settimeout(_left(until))
        piece = line.recv(64)
        if not piece:
            break
        answer += piece
    return answer


def _reached(places: list[Place], until: float) -> socket.socket:
    """A line to the first of these places that takes one; a name may have any number of them."""
    for place in places[:-1]:
        with suppress(OSError):
            return socket.create_connection(place, _left(until))
    return socket.create_connection(places[-1], _left(until))


def _left(until: float) -> float:
    """Seconds that are left; raises TimeoutError."""
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TimeoutError("it took too long")
    return seconds


def _web_address(url: str) -> SplitResult:
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise ValueError("a webhook is an http or https address")
    return parts


def _places(parts: SplitResult, private: bool) -> list[Place]:
    """Where the name leads to. It is asked once: another time it might lead elsewhere."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    places = [(str(address[0]), port) for *_, address in found]
    if not private:
        for address, _ in places:
            must_be_outside(address)
    return places


def must_be_outside(address: str) -> None:
    """Raises ValueError for an address inside somebody's network, also where it is part of another one."""
    told = ipaddress.ip_address(address.partition("%")[0])
    if not all(map(_is_outside, (told, *_carried(told)))):
        raise ValueError("a webhook must not lead to a private address")


def _is_outside(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.is_global and not address.is_multicast and not any(address in network for network in INSIDE)


def _carried(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> list[ipaddress.IPv4Address]:
    """IPv4 addresses that gateways read from one of IPv6, and pass on to."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    known = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64:
        known.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return [one for one in known if one is not None]
