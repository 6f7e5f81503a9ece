// Runs while no page is open: shows what is pushed, and without a network a page of names and deadlines. Tables are
// never kept: of all pages only that one, which holds nothing of anybody.
const KEPT = "poste-offline",
  PAGE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const page = await fetch(PAGE);
      const parts = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(
        (found) => found[1],
      );
      const cache = await caches.open(KEPT);
      await cache.put(PAGE, page);
      await cache.addAll(parts);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") {
    event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  } else if (new URL(event.request.url).pathname.startsWith("/static/")) {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(event.request)) || Response.error()));
  }
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    /* it is not ours: something has to be shown all the same */
  }
  event.waitUntil(
    self.registration.showNotification(told.title || "Poste Restante", {
      body: told.body || "A table waits for you.",
      tag: told.tag || "poste",
      renotify: told.kind === "reminder",
      icon: "/static/icon-192.png",
      data: { url: told.url || "/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = open.find((client) => new URL(client.url).pathname === url.pathname);
      return there ? there.focus() : self.clients.openWindow(url.href);
    })(),
  );
});
