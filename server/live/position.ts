import type { NoteRow, Place } from './read-notes.ts';
import { formatSnapshot, hasSeen, parseSnapshot, type Snapshot, shortened } from './snapshot.ts';

/** Where a reader is: it knows all that `from` has seen, and of what came until `until`, all up to one note. */
export interface Position {
  from: Snapshot;
  until: Snapshot;
  after: Place | null;
}

/** At most so many running transactions of a snapshot travel with each event. */
const MOST_RUNNING = 16;

/** As browsers send it back in Last-Event-ID: the note, how far it got, and from where if it was on its way. */
export function writePosition({ from, until, after }: Position & { after: Place }): string {
  const note = `${after.xact}-${after.id}-${written(until)}`;
  return from === until ? note : `${note}-${written(from)}`;
}

const known = new WeakMap<Snapshot, string>();

/** Once for all browsers that it is sent to. */
function written(snapshot: Snapshot): string {
  const text = known.get(snapshot) ?? formatSnapshot(shortened(snapshot, MOST_RUNNING));
  known.set(snapshot, text);
  return text;
}

export function parsePosition(text: string): (Position & { after: Place }) | null {
  const [, xact, id, last, first] =
    /^(\d{1,19})-(\d{1,18})-([\d:,]{1,400})(?:-([\d:,]{1,400}))?$/.exec(text) ?? [];
  const until = parseSnapshot(last ?? '');
  const from = first === undefined ? until : parseSnapshot(first);
  if (xact === undefined || id === undefined || until === null || from === null) return null;
  return { from, until, after: { xact: BigInt(xact), id: BigInt(id) } };
}

export function isSeen({ from, until, after }: Position, note: NoteRow): boolean {
  if (hasSeen(from, note.xact)) return true;
  return after !== null && hasSeen(until, note.xact) && !isAfter(note, after);
}

function isAfter(a: Place, b: Place): boolean {
  return a.xact === b.xact ? a.id > b.id : a.xact > b.xact;
}
