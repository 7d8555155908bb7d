"""Identity, friends, invitations, clubs, what one is told, the stands, and sharing, in the browser."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.house import wait_for
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import fits, serious

PASSWORD = "correct horse"


def account(house: House, chromium: Browser, name: str, width: int = 1440, height: int = 900) -> Page:
    context = new_guest(house, chromium, width, height)
    answer = context.request.post("/api/account", data={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()
    return context.new_page()


def test_a_guest_has_a_name_and_a_plate_from_the_first_visit_and_keeps_them(guest: BrowserContext) -> None:
    page = guest.new_page()
    page.goto("/learn")
    who = page.locator("header .who")
    expect(who.locator("span")).to_have_text(re.compile(r"Guest \d\d"))
    expect(who.locator("svg.plate")).to_be_visible()
    called = who.locator("span").inner_text()
    page.reload()
    expect(who.locator("span")).to_have_text(called)
    page.locator("header").get_by_role("button", name="Change your name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Green diamond").click()
    dialog.get_by_role("button", name=f"Use {called}").click()
    expect(dialog).to_have_count(0)
    told = page.request.get("/api/account").json()
    assert (told["name"], told["plate"]) == (called, 4)
    page.goto("/account")
    tell = page.get_by_role("region", name="Tell me when")
    expect(tell.get_by_role("columnheader", name="Browser")).to_be_visible()
    expect(tell.get_by_text("E-mail")).to_have_count(0)  # guests have given no address
    page.get_by_label("Name", exact=True).fill("Plated")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Welcome. The games you have played so far are yours to keep.")).to_be_visible()
    assert page.request.get("/api/account").json()["plate"] == 4
    assert serious(page) == []


def test_a_guest_finds_a_driver_by_name(house: House, chromium: Browser, guest: BrowserContext) -> None:
    account(house, chromium, "Petronella").context.close()
    page = guest.new_page()
    page.goto("/friends")
    page.get_by_label("Find a driver by name").fill("Petronella")
    page.get_by_role("button", name="Open the page").click()
    expect(page.get_by_role("heading", name="Petronella")).to_be_visible()
    page.goto("/people/Nobody Atall")
    expect(page.get_by_text("Nobody called Nobody Atall has a page here.")).to_be_visible()


def test_friends_are_asked_for_challenged_and_find_the_invitation(house: House, chromium: Browser) -> None:
    ann, bob = account(house, chromium, "Fanny"), account(house, chromium, "Gustav", 390, 844)
    ann.goto("/people/Gustav")
    ann.get_by_role("button", name="Ask to be friends").click()
    expect(ann.get_by_text("asked", exact=True)).to_be_visible()
    bob.goto("/friends")
    asks = bob.get_by_role("region", name="Would like to be your friends")
    asks.get_by_role("button", name="Accept").click()
    expect(bob.get_by_role("region", name="Friends").get_by_role("link", name="Fanny")).to_be_visible()
    assert serious(bob) == []
    fits(bob)
    picture(bob, "friends-phone")
    ann.goto("/friends")
    ann.get_by_role("button", name="Challenge").click()
    ann.get_by_role("dialog").get_by_role("link", name="Rallyman").click()
    expect(ann.get_by_text("Gustav will be invited as soon as the table is open.")).to_be_visible()
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/table/*")
    bob.goto("/")
    asked = bob.get_by_role("region", name="You are invited")
    expect(asked.get_by_role("link", name="Fanny")).to_be_visible()
    picture(bob, "invited-phone")
    asked.get_by_role("link", name="Take the seat").click()
    bob.wait_for_url("**/table/*")
    ann.goto("/people/Gustav")
    ann.get_by_role("button", name="Block…").click()
    ann.get_by_role("button", name="Block", exact=True).click()
    expect(ann.get_by_role("button", name="Unblock")).to_be_visible()
    bob.goto("/people/Fanny")
    expect(bob.get_by_text("Fanny keeps results private.")).to_be_visible()
    for page in (ann, bob):
        page.context.close()


def test_a_club_is_founded_joined_by_its_code_and_led(house: House, chromium: Browser) -> None:
    ann, bob, eve = (account(house, chromium, name) for name in ("Hedda", "Ivar", "Jonna"))
    ann.goto("/friends")
    ann.get_by_label("Name of the club").fill("Gravel Club")
    ann.get_by_label("About the club").fill("Fridays at eight.")
    ann.get_by_role("button", name="Found a club").click()
    ann.wait_for_url("**/clubs/*")
    link = ann.get_by_role("textbox", name="Invite by link").input_value()
    ann.get_by_role("button", name="Show a QR code").click()
    expect(ann.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
    picture(ann, "club")
    assert serious(ann) == []
    bob.goto(link)
    bob.get_by_role("button", name="Join the club").click()
    expect(bob.get_by_role("heading", name="Standings")).to_be_visible()
    eve.goto(link.partition("?")[0])
    expect(eve.get_by_role("heading", name="Standings")).to_have_count(0)
    eve.get_by_role("button", name="Ask to join").click()
    expect(eve.get_by_text("You have asked to join. A keeper has to let you in.")).to_be_visible()
    ann.reload()
    ann.get_by_role("button", name="Let in").click()
    expect(ann.get_by_text("3 members")).to_be_visible()
    ann.get_by_role("region", name="Tables").get_by_role("link", name="RALLY", exact=True).click()
    expect(ann.get_by_text("For the club Gravel Club")).to_be_visible()
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/table/*")
    bob.set_viewport_size({"width": 390, "height": 844})
    bob.reload()
    expect(bob.get_by_role("region", name="Tables").get_by_role("link", name="Join")).to_be_visible()
    fits(bob)
    assert serious(bob) == []
    bob.get_by_role("button", name="Leave the club").click()
    bob.wait_for_url("**/friends")
    for page in (ann, bob, eve):
        page.context.close()


def test_what_one_is_told_is_a_table_of_switches_with_quiet_hours(house: House, chromium: Browser) -> None:
    page = account(house, chromium, "Kerstin", 390, 844)
    page.goto("/account")
    tell = page.get_by_role("region", name="Tell me when")
    tell.get_by_label("A match is over: E-mail").uncheck()
    expect(tell.get_by_label("A match is over: E-mail")).not_to_be_checked()
    tell.get_by_role("button", name="Send a test: Webhook").click()
    expect(tell.get_by_text("There is no way to send it")).to_be_visible()
    tell.get_by_role("checkbox", name="Quiet hours").check()
    tell.get_by_label("from").fill("23:30")
    tell.get_by_label("from").blur()
    expect(tell.get_by_text("in the time zone")).to_be_visible()
    expect(tell.get_by_label("from")).to_have_value("23:30")
    wait_for(lambda: wishes(page) == (["mail.over"], "23:30-07:00"))
    page.reload()
    expect(tell.get_by_label("from")).to_have_value("23:30")
    assert serious(page) == []
    fits(page)
    page.context.close()


def wishes(page: Page) -> tuple[list[str], str]:
    """What the server has noted of what one wants to be told, and when."""
    told = page.request.get("/api/account").json()
    return told["untold_of"], told["quiet"]


def driven(page: Page) -> str:
    """A table that both seats of are one's own, a few moves in."""
    form = {"game": "rallyman", "chat": "all", "seats": [{"kind": "me"}, {"kind": "me"}], "options": {"players": 2}}
    table = page.request.post("/api/tables", data=form).json()["id"]
    for turn in range(6):
        position = page.request.get(f"/api/tables/{table}/position").json()
        act = {"node": position["node"], "action": position["actions"][0]["notation"], "id": f"t{turn}"}
        page.request.post(f"/api/tables/{table}/act", data=act)
    return str(table)


def test_spectators_show_their_name_and_talk_apart(house: House, chromium: Browser) -> None:
    ann, bob = account(house, chromium, "Lovisa"), account(house, chromium, "Mats")
    table = driven(ann)
    ann.goto(f"/table/{table}")
    bob.goto(f"/table/{table}")
    stands = bob.get_by_role("region", name="Chat")
    expect(stands.get_by_text("The players can read it once the match is over.")).to_be_visible()
    stands.get_by_label("Show my name").check()
    expect(ann.get_by_text("In the stands: Mats")).to_be_visible()
    stands.get_by_role("textbox").fill("Too fast")
    stands.get_by_role("textbox").press("Enter")
    expect(stands.get_by_text("Too fast")).to_be_visible()
    wait_for(lambda: "Too fast" in bob.request.get(f"/api/tables/{table}/chat").text())
    assert "Too fast" not in ann.request.get(f"/api/tables/{table}/chat").text()
    for page in (ann, bob):
        page.context.close()


def test_a_replay_is_shown_in_a_frame_of_another_page_and_nothing_else_is(house: House, chromium: Browser) -> None:
    ann = account(house, chromium, "Nils")
    table = driven(ann)
    frame = ann.request.get(f"/embed/{table}")
    assert "frame-ancestors *" in frame.headers["content-security-policy"]
    for other in ("/", f"/replay/{table}", f"/table/{table}", "/embedded", f"/api/tables/{table}"):
        assert "frame-ancestors 'none'" in ann.request.get(other).headers["content-security-policy"]
    stranger = new_guest(house, chromium, 960, 600).new_page()
    asked: list[str] = []
    stranger.on("request", lambda request: asked.append(request.url))
    stranger.goto(f"/embed/{table}?at=2")
    slider = stranger.get_by_role("slider")
    expect(slider).to_have_value("2")
    expect(stranger.get_by_role("link", name="Parc Fermé")).to_have_attribute("href", f"/replay/{table}?at=2")
    expect(stranger.locator("header")).to_have_count(0)
    stranger.get_by_role("button", name="Play").click()
    expect(slider).not_to_have_value("2")
    assert all(url.startswith((house.url, "data:")) for url in asked), "nobody else is asked for anything"
    picture(stranger, "embed")
    assert serious(stranger) == []
    for page in (ann, stranger):
        page.context.close()


READ_GIF = """
async (bytes) => {
  // how many pictures a browser finds in it, how long each stands, and how many of them are different
  const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: 'image/gif' });
  await decoder.tracks.ready;
  const found = { count: decoder.tracks.selectedTrack.frameCount, stands: [], looks: new Set() };
  for (let frameIndex = 0; frameIndex < found.count; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex });
    found.stands.push(image.duration / 1000);
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    canvas.getContext('2d').drawImage(image, 0, 0);
    found.looks.add(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.join());
  }
  return { ...found, looks: found.looks.size };
}
"""


def test_a_moment_is_saved_as_a_moving_picture_made_in_the_browser(
    house: House, chromium: Browser, tmp_path: Path
) -> None:
    ann = account(house, chromium, "Olga")
    wrong: list[str] = []
    ann.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    table = driven(ann)
    ann.goto(f"/replay/{table}?at=3")
    with ann.expect_download() as saved:
        ann.get_by_role("button", name="Save as a GIF").click()
    clip = tmp_path / "clip.gif"
    saved.value.save_as(clip)
    assert saved.value.suggested_filename.endswith(f"{table}-3.gif")
    told = ann.evaluate(READ_GIF, list(clip.read_bytes()))
    assert (told["count"], told["stands"]) == (4, [800] * 4), "the position and the three before it"
    assert told["looks"] > 1, "something moves"
    expect(ann.get_by_role("button", name="Save as a GIF")).to_be_enabled()
    assert "at=3" in ann.url
    assert wrong == [], "the page's policy allows what it does"
    ann.context.close()
