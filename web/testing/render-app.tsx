import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '../app.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { startSession } from '../lib/session/session.ts';
import { createAppRouter } from '../screens.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';

/** The whole web at an address, as a browser would show it, answered by `api`. */
export function renderApp(
  path: string,
  { api = createFakeApi(), signedIn = true }: { api?: FakeApi; signedIn?: boolean } = {},
) {
  vi.stubGlobal('fetch', api.handle);
  if (signedIn) startSession({ id_token: 'test-token', expires_in: 3600 });
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter(queryClient, history);
  const view = render(<App router={router} queryClient={queryClient} />);
  return {
    ...view,
    api,
    router,
    queryClient,
    // A file dialog's filter is only a hint that people can switch off.
    user: userEvent.setup({ applyAccept: false, delay: null }),
    path: () => router.state.location.pathname,
  };
}

/** Writes into a field at once. Key by key, which renders the screen again each time, only where the keys are the point. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
