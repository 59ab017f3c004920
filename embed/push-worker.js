// Shows pushes as notifications and opens their pages. It answers no request of a page, whatever its scope.
const pageOf = (url) => url.split('#', 1)[0];

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A later push of the same conversation takes the place of the notification.
self.addEventListener('push', (event) => {
  const { title, body, language, conversation_id: tag, url } = event.data.json();
  const options = { body, lang: language, tag, renotify: true, icon: '/favicon.svg', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const page = windows.find((each) => pageOf(each.url) === pageOf(url));
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
