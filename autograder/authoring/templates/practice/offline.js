// Keeps the page for later visits, also without a connection.

const KEPT = `${self.registration.scope} $version`;
const FILES = $files;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const prefix = `${self.registration.scope} `;
  const old = (names) => names.filter((name) => name.startsWith(prefix) && name !== KEPT);
  const remove = (names) => Promise.all(old(names).map((name) => caches.delete(name)));
  event.waitUntil(Promise.all([self.clients.claim(), caches.keys().then(remove)]));
});

self.addEventListener("fetch", (event) => {
  const found = caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((response) => response ?? fetch(event.request)));
});
