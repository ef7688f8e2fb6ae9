import { useQueryClient } from '@tanstack/react-query';
import { API_BASE } from '../../../contract/api.ts';
import type { AtsType } from '../../../contract/ats.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { showDone, showProblem } from '../../lib/notices.ts';
import { useOauthPopUp, useOauthResults } from '../../lib/session/use-oauth-pop-up.ts';
import { integrationsChanged, reloadIntegrations } from './integrations-query.ts';

export const CONNECTED = 'ATS successfully connected';
const FAILED = 'ATS integration failed. Please try again.';

const tellFailed = () => showProblem(FAILED);

/** Shows how a pop-up ended. */
export function useAtsOauthResults(connected: (type: string) => void): void {
  const queryClient = useQueryClient();
  useOauthResults('ats', async ({ outcome, vendor }) => {
    // Anyone can open the address of a success, so the server is asked.
    const list = await reloadIntegrations(queryClient).catch(() => []);
    integrationsChanged(queryClient);
    if (outcome === 'failure' || !list.some(({ type }) => type === vendor)) return tellFailed();
    showDone(CONNECTED);
    connected(vendor ?? '');
  });
}

export function useAtsOauth(type: AtsType) {
  const queryClient = useQueryClient();
  const { open, ...popUp } = useOauthPopUp<AtsType>('ats', {
    begin: async () => {
      const { state } = await call(routes.startAtsOauth, { params: { type }, body: {} });
      return `${API_BASE}/atsIntegration/${type}/oauth/?state=${encodeURIComponent(state)}`;
    },
    closed: () => integrationsChanged(queryClient),
  });
  return { ...popUp, open: () => open(type) };
}
