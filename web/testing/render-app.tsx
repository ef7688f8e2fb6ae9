import { notifications } from '@mantine/notifications';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';
import { App } from '../app.tsx';
import { createQueries } from '../lib/queries.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { endSession, startSession } from '../lib/session.ts';
import { createAppRouter } from '../screens.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';

// Screens are loaded when first shown, which takes a busy machine its time; a test that passes never waits so long.
configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 30_000 });

// happy-dom lays nothing out; virtual lists need a height to fill.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 720 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 360 });
// Nor does it load fonts, which growing text fields listen to.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

// Screens are loaded when first shown, which takes a busy machine longer than the library waits by itself.
configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  notifications.clean();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** The whole web at an address, as a browser would show it, answered by `api`. */
export function renderApp(
  path: string,
  { api = createFakeApi(), signedIn = true }: { api?: FakeApi; signedIn?: boolean } = {},
) {
  vi.stubGlobal('fetch', api.handle);
  if (signedIn) startSession({ id_token: 'test-token', expires_in: 3600 });
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const queries = createQueries(async () => queryClient);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter(queries, history);
  const view = render(<App router={router} queries={queries} />);
  return {
    ...view,
    api,
    router,
    queryClient,
    // A file dialog's filter is only a hint that people can switch off.
    user: userEvent.setup({ applyAccept: false }),
    path: () => router.state.location.pathname,
  };
}
