import { useEffect, useRef, useState } from 'react';
import { useSave } from '../api/use-save.ts';
import { type OauthPurpose, type OauthResult, onOauthResult, takeOauthResult } from './oauth-result.ts';

/** How often we check if the pop-up is still open: there is no event for it. */
const LOOK_MS = 500;

/** Hears how a pop-up ended, also one that ended while this page was loading. */
export function useOauthResults(purpose: OauthPurpose, tell: (result: OauthResult) => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    const waiting = takeOauthResult(purpose);
    if (waiting) latest.current(waiting);
    return onOauthResult(purpose, (result) => latest.current(result));
  }, [purpose]);
}

/** The pop-up in which a vendor asks for consent. */
export function useOauthPopUp<Vendor>(
  purpose: OauthPurpose,
  {
    begin,
    closed,
  }: {
    /** Where the pop-up goes, on this server. */
    begin: (vendor: Vendor) => Promise<string>;
    closed: () => void;
  },
) {
  const [popUp, setPopUp] = useState<Window | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  const start = useSave({
    save: begin,
  });
  const latest = useRef(closed);
  latest.current = closed;

  useEffect(() => {
    if (!popUp) return;
    const timer = setInterval(() => {
      // One that is at another site may look closed from here. It's over when this window is used again.
      if (!popUp.closed || !document.hasFocus()) return;
      setPopUp(null);
      latest.current();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [popUp]);

  function open(vendor: Vendor) {
    // In the click itself: later, browsers block it.
    const opened = window.open('', purpose, 'popup,width=600,height=700');
    setBlocked(opened === null);
    if (!opened) return;
    setPopUp(opened);
    start.run(vendor, {
      onDone: (path) => opened.location.replace(new URL(path, window.location.href).href),
      onFailed: () => {
        opened.close();
        setPopUp(null);
      },
    });
  }

  return { open, isOpen: popUp !== null, isBlocked };
}
