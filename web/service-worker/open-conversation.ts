import type { WindowClient, WorkerClients } from './worker-scope.ts';

const DASHBOARD = '/dashboard';

/** In the window that was used last, or in a new one if none is open. */
export async function openConversation(conversationId: string, clients: WorkerClients): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [last] = windows.filter(({ url }) => new URL(url).pathname.startsWith(DASHBOARD));
  if (last === undefined) {
    await clients.openWindow(`${DASHBOARD}/messages/${encodeURIComponent(conversationId)}`);
    return;
  }
  last.postMessage({ open: conversationId });
  await focus(last);
}

/** Browsers refuse it some seconds after the tap; the conversation is open anyway. */
const focus = (client: WindowClient) => client.focus().catch(() => undefined);
