import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AtsType } from '../../../contract/ats.ts';
import { API_BASE, routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { type OauthResult, onOauthResult, takeOauthResult } from '../../lib/session/oauth-result.ts';
import { integrationsChanged, reloadIntegrations } from './integrations-query.ts';

const CONNECTED = 'ATS successfully connected';
const FAILED = 'ATS integration failed. Please try again.';

/** How often we look if the pop-up is still there: no event tells. */
const LOOK_MS = 500;

export const tellConnected = () => notifications.show({ message: CONNECTED, color: 'teal' });
const tellFailed = () => notifications.show({ message: FAILED, color: 'red' });

/** Says how a pop-up ended, also one that ended while this page was loading. */
export function useOauthResults(connected: (type: string) => void): void {
  const queryClient = useQueryClient();
  const latest = useRef(connected);
  latest.current = connected;
  useEffect(() => {
    // Anyone can open the address of a success, so the server is asked.
    const tell = async ({ outcome, atsType }: OauthResult) => {
      const list = await reloadIntegrations(queryClient).catch(() => []);
      integrationsChanged(queryClient);
      if (outcome === 'failure' || !list.some(({ type }) => type === atsType)) return tellFailed();
      tellConnected();
      latest.current(atsType ?? '');
    };
    const waiting = takeOauthResult();
    if (waiting) void tell(waiting);
    return onOauthResult((result) => void tell(result));
  }, [queryClient]);
}

/** Opens the pop-up in which a system asks for consent. */
export function useOauth(type: AtsType) {
  const queryClient = useQueryClient();
  const [popUp, setPopUp] = useState<Window | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  const start = useMutation({
    mutationFn: () => call(routes.startAtsOauth, { params: { type }, body: {} }),
  });

  useEffect(() => {
    if (!popUp) return;
    const timer = setInterval(() => {
      // One that is at another site may look closed from here. It's over when this window is used again.
      if (!popUp.closed || !document.hasFocus()) return;
      setPopUp(null);
      integrationsChanged(queryClient);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [popUp, queryClient]);

  function open() {
    // In the click itself: later, browsers block it.
    const opened = window.open('', 'ats', 'popup,width=600,height=700');
    setBlocked(opened === null);
    if (!opened) return;
    setPopUp(opened);
    start.mutate(undefined, {
      onSuccess: ({ state }) => {
        const path = `${API_BASE}/atsIntegration/${type}/oauth/?state=${encodeURIComponent(state)}`;
        opened.location.replace(new URL(path, window.location.href).href);
      },
      onError: () => {
        opened.close();
        setPopUp(null);
      },
    });
  }

  return { open, isOpen: popUp !== null, isBlocked };
}
