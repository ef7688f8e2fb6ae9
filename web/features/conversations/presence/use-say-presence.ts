import { useEffect, useRef } from 'react';
import type { PresenceState } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';

/** Someone who only passes by on the way to another conversation isn't there. */
const STAYS_MS = 700;
/** The server forgets it after 15 seconds. */
const AGAIN_MS = 10_000;
const TYPES_FOR_MS = 5000;
const LOOK_MS = 1000;
/** Without a key, the pointer or a touch, no one sits in front of the page. */
const IDLE_AFTER_MS = 5 * 60_000;
const ACTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/**
 * Shows colleagues that this person has the conversation open, as long as the page can be seen and
 * someone does something there, and types in it. Answers what to call with each letter.
 */
export function useSayPresence(id: string, isShared: boolean): () => void {
  const typed = useRef(() => {});
  useEffect(() => {
    if (!isShared) return;
    let said: PresenceState = 'left';
    let saidAt = 0;
    let typedAt = Number.NEGATIVE_INFINITY;
    let actedAt = Date.now();
    const say = (state: PresenceState) => {
      said = state;
      saidAt = Date.now();
      // Also while the page is being closed. A hint: if it's lost, the next one comes soon.
      call(routes.sendPresence, { params: { id }, body: { state }, keepalive: true }).catch(() => {});
    };
    const look = () => {
      const isThere = document.visibilityState === 'visible' && Date.now() - actedAt < IDLE_AFTER_MS;
      const state = !isThere ? 'left' : Date.now() - typedAt < TYPES_FOR_MS ? 'typing' : 'viewing';
      if (state !== said || (isThere && Date.now() - saidAt >= AGAIN_MS)) say(state);
    };
    let looking: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(() => {
      look();
      looking = setInterval(look, LOOK_MS);
      document.addEventListener('visibilitychange', look);
    }, STAYS_MS);
    const act = () => {
      actedAt = Date.now();
      if (looking !== undefined && said === 'left') look();
    };
    for (const type of ACTS) window.addEventListener(type, act, { capture: true, passive: true });
    typed.current = () => {
      typedAt = Date.now();
      if (looking !== undefined && said !== 'typing') look();
    };
    return () => {
      clearTimeout(first);
      clearInterval(looking);
      document.removeEventListener('visibilitychange', look);
      for (const type of ACTS) window.removeEventListener(type, act, { capture: true });
      typed.current = () => {};
      if (said !== 'left') say('left');
    };
  }, [id, isShared]);
  return () => typed.current();
}
