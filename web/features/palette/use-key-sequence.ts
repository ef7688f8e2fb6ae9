import { useEffect, useEffectEvent } from 'react';

const PAUSE_MS = 1500;

/** One key, then another soon after. The second key does nothing else then. */
export function useKeySequence(first: string, acts: Record<string, (event: KeyboardEvent) => void>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const found = acts[event.key];
    if (!found) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    found(event);
  });
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target);
      if (isPlain && event.timeStamp - pressedAt < PAUSE_MS) act(event);
      pressedAt = isPlain && event.key === first ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    // Before those that listen for the second key alone.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [first]);
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
