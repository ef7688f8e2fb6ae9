/** Which transactions a reader of the database has seen: those before `end`, except those that were still running then. */
export interface Snapshot {
  end: bigint;
  /** In order. */
  running: bigint[];
}

/** As PostgreSQL writes it: the first that runs, the end, and all that run. */
const SNAPSHOT = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;

export function parseSnapshot(text: string): Snapshot | null {
  const [, , end, running] = SNAPSHOT.exec(text) ?? [];
  if (end === undefined || running === undefined) return null;
  return { end: BigInt(end), running: running === '' ? [] : running.split(',').map(BigInt) };
}

export function formatSnapshot({ end, running }: Snapshot): string {
  return `${running[0] ?? end}:${end}:${running.join(',')}`;
}

export function hasSeen({ end, running }: Snapshot, transaction: bigint): boolean {
  return transaction < end && !running.includes(transaction);
}

/** What all of them have seen. Null: there is none. */
export function seenByAll(snapshots: Iterable<Snapshot>): Snapshot | null {
  const [first, ...others] = new Set(snapshots);
  return first === undefined ? null : others.reduce(seenByBoth, first);
}

function seenByBoth(a: Snapshot, b: Snapshot): Snapshot {
  const end = a.end < b.end ? a.end : b.end;
  const running = new Set([...a.running, ...b.running].filter((transaction) => transaction < end));
  return { end, running: [...running].toSorted((one, other) => (one < other ? -1 : 1)) };
}

/** What it has seen of those before `end`. */
export function before(snapshot: Snapshot, end: bigint): Snapshot {
  if (snapshot.end <= end) return snapshot;
  return { end, running: snapshot.running.filter((transaction) => transaction < end) };
}

/** No longer than so many running transactions. It has seen less then: its reader gets some events twice, and misses none. */
export function shortened(snapshot: Snapshot, mostRunning: number): Snapshot {
  const end = snapshot.running[mostRunning];
  return end === undefined ? snapshot : { end, running: snapshot.running.slice(0, mostRunning) };
}
