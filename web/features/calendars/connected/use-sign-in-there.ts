import { useQueryClient } from '@tanstack/react-query';
import { API_BASE } from '../../../../contract/api.ts';
import type { CalendarProvider } from '../../../../contract/calendar-connections.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { showDone, showProblem } from '../../../lib/notices.ts';
import { useOauthPopUp, useOauthResults } from '../../../lib/session/use-oauth-pop-up.ts';
import { connectionsChanged, reloadConnections } from './connections-query.ts';

const FAILED = "We couldn't connect the calendar. Try again.";

export const CONNECTED = 'Calendar connected';

/** Connects a calendar by signing in at its provider, in a pop-up. */
export function useSignInThere() {
  const queryClient = useQueryClient();
  useOauthResults('calendar', async ({ outcome, vendor }) => {
    // Anyone can open the address of a success, so the server is asked.
    const list = await reloadConnections(queryClient).catch(() => []);
    connectionsChanged(queryClient);
    const isThere = list.some(({ provider, state }) => provider === vendor && state === 'active');
    if (outcome === 'success' && isThere) showDone(CONNECTED);
    else showProblem(FAILED);
  });
  return useOauthPopUp<CalendarProvider>('calendar', {
    begin: async (provider) => {
      const { state } = await call(routes.startCalendarOauth, { params: { provider }, body: {} });
      return `${API_BASE}/calendarConnections/${provider}/oauth/?state=${encodeURIComponent(state)}`;
    },
    closed: () => connectionsChanged(queryClient),
  });
}
