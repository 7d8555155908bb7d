// Addresses that a private table's link leads on to.

/** An address with the key of the link one came by, which opens a private table; without a key as it is. */
export function withKey(address: string, key: string): string {
	if (!key) return address;
	return `${address}${address.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}`;
}
