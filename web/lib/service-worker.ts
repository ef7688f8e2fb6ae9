import { onSessionEnd } from './session/session.ts';

/** Below it alone, the worker sees addresses: not those of candidates' links, of the API or of the simulator. */
const SCOPE = '/dashboard';

/** Once the screen is there: what it keeps for later competes with nothing. Vite's own server has none. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register('/sw.js', { scope: SCOPE, updateViaCache: 'none' })
    // Private windows may refuse it: the page works on without it.
    .catch(() => {});
}

/** What shows notifications where a page can't, and still hears the tap on one when the page is closed. */
export async function activeWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE).catch(() => undefined);
  return registration?.active ? registration : null;
}

/** Someone tapped a notification about a conversation, and this is the window that shows it. */
export function onOpenAsked(open: (conversationId: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open === 'string') open(data.open);
  };
  serviceWorker.addEventListener('message', listen);
  return () => serviceWorker.removeEventListener('message', listen);
}

async function endNotifications(): Promise<void> {
  void navigator.clearAppBadge?.().catch(() => {});
  const worker = await activeWorker();
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
  const pushes = await worker?.pushManager?.getSubscription();
  await pushes?.unsubscribe();
}

// They name candidates.
onSessionEnd(() => void endNotifications().catch(() => {}));
