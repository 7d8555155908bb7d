"""What goes in and comes out of the API about people and the server; of games, tables and records: `house/forms.py`.
The OpenAPI document is made from both."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from parcferme.house.forms import WRITTEN, Name, SeatNumber


class Done(Struct):
    """Granted."""

    ok: bool = True


# People


class PersonForm(Struct):
    """Who you are to the server. `id` is empty for somebody it does not know yet: `name` and `plate` are then what they
    will be known by."""

    id: str
    name: str
    account: bool
    role: str
    email: str
    mail: Annotated[
        str, Meta(description="`new` until the address is confirmed, then `on` or `off`; empty: no address")
    ]
    webhook: str
    mails: Annotated[bool, Meta(description="does this server send mail at all?")]
    untold: Annotated[int, Meta(description="steps of administrators you have not seen yet: `GET /api/account/steps`")]
    plate: Annotated[int, Meta(description="your door plate, 1 to 6")]
    hides: Annotated[list[str], Meta(description="what you keep to yourself: `profile`, `ratings`")]
    untold_of: Annotated[list[str], Meta(description="what you are not told, by which way: `mail.over`")] = []
    quiet: Annotated[str, Meta(description="your quiet hours: `22:00-07:00`; empty: none")] = ""
    zone: Annotated[str, Meta(description="… by the clock of this time zone: `Europe/Paris`; empty: UTC")] = ""
    push: Annotated[str, Meta(description="the key to be told by browser with; empty: this server does not")] = ""


class CredentialsForm(Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, Meta(max_length=WRITTEN)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class ProfileForm(Struct, forbid_unknown_fields=True):
    """What to change; leave out what stays. An empty e-mail address or webhook removes it; another address gets a link
    by which it has to be confirmed. `letters` are those about matches."""

    name: Annotated[str, Meta(max_length=WRITTEN)] | None = None
    email: Annotated[str, Meta(max_length=254)] | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    letters: bool | None = None
    plate: Annotated[int, Meta(ge=1, le=6, description="colour and shape of the door plate")] | None = None
    hides: Annotated[list[Literal["profile", "ratings"]], Meta(max_length=2)] | None = None
    untold_of: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=40)] | None = None
    quiet: Annotated[str, Meta(max_length=20)] | None = None
    zone: Annotated[str, Meta(max_length=40)] | None = None


class PushForm(Struct, forbid_unknown_fields=True):
    """A browser to be told by, as it has subscribed (`PushSubscription.toJSON`)."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1_000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class SampleForm(Struct, forbid_unknown_fields=True):
    """A way of being told that is to be tried."""

    way: Literal["push", "mail", "hook"]


class SampleSent(Struct):
    """How it went. `none`: you have not given this way, or the server has none."""

    outcome: Literal["sent", "failed", "capped", "none"]


class PushEnd(Struct, forbid_unknown_fields=True):
    """… and not any more."""

    endpoint: Annotated[str, Meta(max_length=1_000)]


class PasswordForm(Struct, forbid_unknown_fields=True):
    """The present password and the next one."""

    present: Annotated[str, Meta(max_length=200)]
    next: Annotated[str, Meta(min_length=8, max_length=200)]


class AddressForm(Struct, forbid_unknown_fields=True):
    """An address of mail."""

    email: Annotated[str, Meta(max_length=254)]


class LinkForm(Struct, forbid_unknown_fields=True):
    """The last part of a link in a letter."""

    token: Annotated[str, Meta(max_length=100)]


class ResetForm(LinkForm):
    """… and the next password."""

    password: Annotated[str, Meta(min_length=8, max_length=200)]


class DeleteForm(Struct, forbid_unknown_fields=True):
    """Deleting an account takes its password; a guest needs none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class TokenWish(Struct, forbid_unknown_fields=True):
    """A token for a bot or a script."""

    label: Annotated[str, Meta(min_length=1, max_length=30)]
    scopes: Annotated[list[Literal["read", "play", "create", "organise"]], Meta(min_length=1, max_length=4)]


class NewTokenForm(Struct):
    """A new token. The secret is shown this once: send it as `Authorization: Bearer …`."""

    id: str
    token: str


class RoleForm(Struct, forbid_unknown_fields=True):
    """A person's role."""

    role: Literal["player", "organiser", "admin"]


# Friends and clubs

PersonName = Annotated[str, Meta(min_length=1, max_length=WRITTEN, description="an account's name or id")]


class FriendWish(Struct, forbid_unknown_fields=True):
    """What to do about somebody."""

    deed: Literal["ask", "accept", "end", "block"]


class InviteForm(Struct, forbid_unknown_fields=True):
    """Whom to invite."""

    person: PersonName


class ClubForm(Struct, forbid_unknown_fields=True):
    """A club to found."""

    name: Annotated[str, Meta(max_length=WRITTEN, description="2 to 40 characters")]
    about: Annotated[str, Meta(max_length=1_000, description="at most 400 characters")] = ""


class ClubChange(ClubForm, forbid_unknown_fields=True):
    """… or to change; with `renew_link` the link before is void."""

    renew_link: bool = False


class ClubKey(Struct, forbid_unknown_fields=True):
    """The key of a club's link; empty: ask to be let in."""

    key: Annotated[str, Meta(max_length=32)] = ""


class ClubDeed(Struct, forbid_unknown_fields=True):
    """What a keeper does about somebody."""

    deed: Literal["admit", "keeper", "remove"]


class TableLink(Struct, forbid_unknown_fields=True):
    """A table you host."""

    table: Annotated[str, Meta(min_length=1, max_length=24)]


class EventLink(Struct, forbid_unknown_fields=True):
    """An event you organise."""

    event: Annotated[str, Meta(min_length=1, max_length=40)]


# Moderation

Reason = Annotated[str, Meta(max_length=500, description="why; the person is told")]


class ReportForm(Struct, forbid_unknown_fields=True):
    """Somebody to be looked at: who said a line of chat, or who sits on a seat."""

    why: Annotated[str, Meta(max_length=500)]
    line: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    seat: SeatNumber | None = None


class StepForm(Struct, forbid_unknown_fields=True):
    """What shall happen. `days` for silence and suspend, `name` for rename."""

    person: Annotated[str, Meta(max_length=24)]
    deed: Literal["nothing", "warn", "silence", "suspend", "ban", "lift", "rename"]
    reason: Reason
    days: Annotated[int, Meta(ge=0, le=365)] = 0
    name: Name = ""


class ClubNameForm(Struct, forbid_unknown_fields=True):
    """Another name for a club, and why."""

    name: Annotated[str, Meta(max_length=100)]
    reason: Reason


class ReasonForm(Struct, forbid_unknown_fields=True):
    """Why."""

    reason: Reason


class RangeForm(Struct, forbid_unknown_fields=True):
    """A range of addresses, such as 203.0.113.0/24; without `days` for good."""

    range: Annotated[str, Meta(max_length=50)]
    reason: Reason
    days: Annotated[int, Meta(ge=0, le=365)] = 0


class HealthForm(Struct):
    """The server is well: it can read and write."""

    status: str
    version: str
    database: str
    rooms: int
    sockets: int
    playing: Annotated[int, Meta(description="matches under way in this process")]
    engine: Annotated[str, Meta(description="`compiled`, `interpreted`, or `compiling 3 of 40`: interpreted for now")]
