import { useEffect, useState } from 'react';

interface Clock {
  timer: ReturnType<typeof setInterval>;
  tell: Set<(now: Date) => void>;
}

/** One for each pace, as long as anyone looks at it. */
const clocks = new Map<number, Clock>();

function watch(everyMs: number, told: (now: Date) => void): () => void {
  const clock = clocks.get(everyMs) ?? start(everyMs);
  clock.tell.add(told);
  return () => {
    clock.tell.delete(told);
    if (clock.tell.size > 0) return;
    clearInterval(clock.timer);
    if (clocks.get(everyMs) === clock) clocks.delete(everyMs);
  };
}

function start(everyMs: number): Clock {
  const tell: Clock['tell'] = new Set();
  const timer = setInterval(() => {
    const now = new Date();
    for (const told of tell) told(now);
  }, everyMs);
  const clock = { timer, tell };
  clocks.set(everyMs, clock);
  return clock;
}

/** The time, updated every `everyMs`, for "4 min" and countdowns. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => watch(everyMs, setNow), [everyMs]);
  return now;
}
