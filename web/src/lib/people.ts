// Friends, invitations and clubs: what is asked of the server.

import { call } from "./api";
import type { Club, ClubEvent, ClubRow, ClubStanding, ClubTable, Friends, Invitation } from "./wire";

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
const at = (club: string, rest = ""): string => `/clubs/${encodeURIComponent(club)}${rest}`;

export type FriendDeed = "ask" | "accept" | "end" | "block";
export type ClubDeed = "admit" | "keeper" | "remove";

export const friends = {
	list: (): Promise<Friends> => get("/friends"),
	do: (who: string, deed: FriendDeed): Promise<Friends> => post(`/friends/${encodeURIComponent(who)}`, { deed }),
	invite: (table: string, person: string): Promise<unknown> => post(`/tables/${table}/invite`, { person }),
	invitations: (): Promise<Invitation[]> => get("/invitations"),
	decline: (table: string): Promise<unknown> => post(`/invitations/${table}/decline`),
};

export const clubs = {
	mine: (): Promise<ClubRow[]> => get("/clubs"),
	found: (name: string, about: string): Promise<Club> => post("/clubs", { name, about }),
	one: (club: string, key = ""): Promise<Club> => get(at(club, key ? `?key=${encodeURIComponent(key)}` : "")),
	change: (club: string, name: string, about: string, renew_link = false): Promise<Club> =>
		call("PATCH", at(club), { name, about, renew_link }),
	dissolve: (club: string): Promise<unknown> => call("DELETE", at(club)),
	join: (club: string, key = ""): Promise<Club> => post(at(club, "/join"), { key }),
	leave: (club: string): Promise<unknown> => post(at(club, "/leave")),
	people: (club: string, person: string, deed: ClubDeed): Promise<Club> =>
		post(at(club, `/people/${encodeURIComponent(person)}`), { deed }),
	tables: (club: string): Promise<ClubTable[]> => get(at(club, "/tables")),
	addTable: (club: string, table: string): Promise<unknown> => post(at(club, "/tables"), { table }),
	events: (club: string): Promise<ClubEvent[]> => get(at(club, "/events")),
	addEvent: (club: string, event: string): Promise<unknown> => post(at(club, "/events"), { event }),
	standings: (club: string, game: string): Promise<ClubStanding[]> => get(at(club, `/standings/${game}`)),
};
