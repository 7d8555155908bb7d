// Tells of what has happened while the page is closed: shows what was sent, and opens the page it is about.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
	const told = event.data ? event.data.json() : {};
	const shown = { body: told.body, tag: told.about, icon: "/mark.png", data: told.link };
	event.waitUntil(self.registration.showNotification(told.title || "Parc Fermé", shown));
});

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	const link = new URL(event.notification.data || "/", self.location.origin);
	if (link.origin === self.location.origin) event.waitUntil(self.clients.openWindow(link.href));
});
