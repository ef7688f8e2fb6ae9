import type { WindowClient, WorkerClients } from './worker-scope.ts';

const DASHBOARD = '/dashboard';

/** The windows of the dashboard. */
export async function windowsIn(clients: WorkerClients): Promise<WindowClient[]> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname.startsWith(DASHBOARD));
}

/** In the window that was used last, or in a new one if none is open. Null: what the tap is about has no conversation. */
export async function openConversation(conversationId: string | null, clients: WorkerClients): Promise<void> {
  const [last] = await windowsIn(clients);
  if (last === undefined) {
    const place = conversationId === null ? '' : `/${encodeURIComponent(conversationId)}`;
    await clients.openWindow(`${DASHBOARD}/messages${place}`);
    return;
  }
  if (conversationId !== null) last.postMessage({ open: conversationId });
  await focus(last);
}

/** Browsers refuse it some seconds after the tap; the conversation is open anyway. */
const focus = (client: WindowClient) => client.focus().catch(() => undefined);
