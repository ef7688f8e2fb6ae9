import { expect, test, vi } from 'vitest';
import { openConversation } from './open-conversation.ts';

const origin = 'https://texts.example.com';

function windowsAt(...paths: string[]) {
  const windows = paths.map((path) => ({
    url: origin + path,
    visibilityState: 'visible' as const,
    focus: vi.fn(async () => {}),
    postMessage: vi.fn(),
  }));
  const openWindow = vi.fn(async () => null);
  return {
    windows,
    openWindow,
    clients: { claim: async () => {}, matchAll: async () => windows, openWindow },
  };
}

test('a tap shows the conversation in the window of the dashboard that was used last', async () => {
  const { windows, openWindow, clients } = windowsAt(
    '/login',
    '/dashboard/candidates',
    '/dashboard/messages',
  );
  await openConversation('c1', clients);
  expect(windows.map(({ postMessage }) => postMessage.mock.calls)).toEqual([[], [[{ open: 'c1' }]], []]);
  expect(windows[1]?.focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
});

test('without one, in a new window', async () => {
  const { openWindow, clients } = windowsAt('/v/1');
  await openConversation('c1', clients);
  expect(openWindow.mock.calls).toEqual([['/dashboard/messages/c1']]);
});

test('a window that may not come to the front shows it anyway', async () => {
  const { windows, clients } = windowsAt('/dashboard');
  windows[0]?.focus.mockRejectedValue(new Error('Not allowed to focus a window'));
  await openConversation('c1', clients);
  expect(windows[0]?.postMessage).toHaveBeenCalledOnce();
});

test('a tap on what has no conversation only opens the dashboard', async () => {
  const open = windowsAt('/dashboard/candidates');
  await openConversation(null, open.clients);
  expect(open.windows[0]?.focus).toHaveBeenCalledOnce();
  expect(open.windows[0]?.postMessage).not.toHaveBeenCalled();
  const closed = windowsAt();
  await openConversation(null, closed.clients);
  expect(closed.openWindow.mock.calls).toEqual([['/dashboard/messages']]);
});
