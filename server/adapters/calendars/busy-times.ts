export interface BusyTime {
  startsAt: Date;
  endsAt: Date;
}

/** Half open: what ends at `from` or starts at `to` is outside. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** What of them is in the range, in order, with those that touch made one. */
export function mergeBusy(times: readonly BusyTime[], { from, to }: TimeRange): BusyTime[] {
  const cut = times
    .map(({ startsAt, endsAt }) => ({
      start: Math.max(startsAt.getTime(), from.getTime()),
      end: Math.min(endsAt.getTime(), to.getTime()),
    }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  const merged: typeof cut = [];
  for (const time of cut) {
    const last = merged.at(-1);
    if (last && time.start <= last.end) last.end = Math.max(last.end, time.end);
    else merged.push(time);
  }
  return merged.map(({ start, end }) => ({ startsAt: new Date(start), endsAt: new Date(end) }));
}
