"""Password hashing with argon2, in a thread so that nobody else waits, and a few at a time."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from parcferme.server.people.accounts import PASSWORD_LEAST, PASSWORD_MOST
from parcferme.table.errors import Denied

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's minimum for argon2id
_nobody = _hasher.hash("nobody has this password")


def hashed(password: str) -> str:
    """What is kept of a password."""
    return _hasher.hash(password)


class Passwords:
    """Hashes and compares."""

    def __init__(self) -> None:
        self.at_once = asyncio.Semaphore(2)

    async def hash(self, password: str) -> str:
        if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
            raise Denied("bad_value", f"password: {PASSWORD_LEAST} to {PASSWORD_MOST} characters")
        async with self.at_once:
            return await asyncio.to_thread(hashed, password)

    async def is_right(self, known: str | None, password: str) -> bool:
        """Compare; takes as long for an account that does not exist, so that names cannot be found out."""
        async with self.at_once:
            matches = await asyncio.to_thread(_verify, known or _nobody, password[:PASSWORD_MOST])
        return matches and known is not None


def _verify(known: str, password: str) -> bool:
    try:
        return _hasher.verify(known, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
