import { useEffect, useState } from 'react';

interface Clock {
  timer: ReturnType<typeof setInterval>;
  listeners: Set<(now: Date) => void>;
}

/** One for each pace, as long as anyone looks at it. */
const clocks = new Map<number, Clock>();

function watch(everyMs: number, listener: (now: Date) => void): () => void {
  const clock = clocks.get(everyMs) ?? start(everyMs);
  clock.listeners.add(listener);
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0) return;
    clearInterval(clock.timer);
    if (clocks.get(everyMs) === clock) clocks.delete(everyMs);
  };
}

function start(everyMs: number): Clock {
  const listeners: Clock['listeners'] = new Set();
  const timer = setInterval(() => {
    const now = new Date();
    for (const listener of listeners) listener(now);
  }, everyMs);
  const clock = { timer, listeners };
  clocks.set(everyMs, clock);
  return clock;
}

/** The time, updated every `everyMs`, for "4 min" and countdowns. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => watch(everyMs, setNow), [everyMs]);
  return now;
}
