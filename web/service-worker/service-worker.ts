import { openConversation } from './open-conversation.ts';
import { renewPush } from './renew-push.ts';
import { type Build, createShell } from './shell.ts';
import { showPush } from './show-push.ts';
import type { WorkerScope } from './worker-scope.ts';

/* Served as /sw.js, and registered for /dashboard only (docs/decisions/0087-service-worker.md). */

declare const self: WorkerScope;
/** Put here by bundle/service-worker.ts. */
declare const __BUILD__: Build;

const { location, caches, registration } = self;
const shell = createShell({
  build: __BUILD__,
  origin: location.origin,
  caches,
  fetch: (input, init) => fetch(input, init),
});

// The new build takes over at once: its shell is whole, and the pages of the old one have loaded theirs.
self.addEventListener('install', (event) => event.waitUntil(shell.install().then(() => self.skipWaiting())));
// The page that registered the first one is the first to lose its network.
self.addEventListener('activate', (event) =>
  event.waitUntil(shell.activate().then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const answer = shell.answer(event.request);
  if (answer === null) return;
  event.respondWith(answer);
  if (event.request.mode === 'navigate')
    event.waitUntil(
      answer
        .then(() => shell.isGone(location.pathname))
        .then((isGone) => isGone && registration.unregister()),
    );
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json(), self)));

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewPush(event, registration.pushManager, (address, init) => fetch(address, init))),
);

self.addEventListener('notificationclick', (event) => {
  const { conversationId } = (event.notification.data ?? {}) as { conversationId?: unknown };
  event.notification.close();
  event.waitUntil(openConversation(typeof conversationId === 'string' ? conversationId : null, self.clients));
});
