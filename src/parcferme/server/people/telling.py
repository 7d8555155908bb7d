"""Of what people are told, by which ways, and when they would rather not be.

Every kind of message belongs to one of a few OCCASIONS. Somebody is told of each by every way they have given, unless
they have switched that off: `people.untold_of` lists what is off, as `mail.over push.event`. In quiet hours, by the
clock of their own time zone, nothing comes; what is still true afterwards comes then.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from parcferme.server.people import bonds, clubs, invitations
from parcferme.server.people.accounts import Identity
from parcferme.server.storage import event_notices
from parcferme.table.errors import Denied

Way = Literal["push", "mail", "hook"]
WAYS: Final = ("push", "mail", "hook")
OCCASIONS: Final = ("turn", "soon", "over", "invite", "event")
OCCASION_OF: Final[dict[str, str]] = {
    **{kind: kind for kind in ("turn", "soon", "over")},
    **dict.fromkeys((invitations.NOTICE, bonds.NOTICE, clubs.NOTICE), "invite"),
    **dict.fromkeys(event_notices.KINDS, "event"),
}
SWITCHES: Final = frozenset(f"{way}.{occasion}" for way in WAYS for occasion in OCCASIONS)
_HOURS: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])")


def wants(person: Identity, kind: str, way: Way) -> bool:
    """Is somebody told of this, by this way? Links they have asked for have no switch."""
    occasion = OCCASION_OF.get(kind)
    return occasion is None or f"{way}.{occasion}" not in person.untold_of


def must_be_switches(names: list[str]) -> str:
    """What is switched off, as it is kept."""
    strange = sorted(set(names) - SWITCHES)
    if strange:
        raise Denied("bad_value", f"untold_of: {strange[0][:20]!r} is no way and occasion")
    return " ".join(sorted(set(names)))


def must_be_hours(hours: str) -> str:
    """Quiet hours as they are kept: 22:00-07:00, or none."""
    found = _HOURS.fullmatch(hours)
    if hours and (found is None or hours[:5] == hours[6:]):
        raise Denied("bad_hours", "quiet: reads like 22:00-07:00")
    return hours


def must_be_zone(zone: str) -> str:
    if zone and _zone(zone) is None:
        raise Denied("bad_value", f"zone: {zone[:40]!r} is no time zone that is known here")
    return zone


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, or not even a name
        return None


def quiet_until(hours: str, zone: str, now: int) -> int:
    """When somebody may be told again: `now` outside their quiet hours, else their end."""
    found = _HOURS.fullmatch(hours)
    if found is None:
        return now
    begin, end = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
    local = datetime.fromtimestamp(now / 1000, UTC).astimezone(_zone(zone) or UTC)
    clock = local.time().replace(tzinfo=None)
    is_quiet = begin <= clock < end if begin < end else clock >= begin or clock < end
    if not is_quiet:
        return now
    ends = datetime.combine(local.date(), end, local.tzinfo)
    ends = ends + timedelta(days=1) if ends <= local else ends
    return int(ends.timestamp() * 1000)
