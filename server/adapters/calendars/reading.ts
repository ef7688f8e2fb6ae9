import type { BusyTime, TimeRange } from './busy-times.ts';
import { type Resource, readMultistatus, textIn } from './dav-xml.ts';
import { CalendarTooLarge } from './failures.ts';
import { busyIn, isCalendar, nameIn } from './icalendar-busy.ts';

/* What threads do with what calendars answered (`reading-pool.ts`). */

/** IANA name of the person's zone: for days, and for times without a zone. */
export type Asked = TimeRange & { timezone: string };

/** `bytes` are gone afterwards. */
export type Reading = { bytes: Uint8Array; mostSpans: number } & Wanted;
export type Wanted =
  /** A calendar that is one file. */
  | { kind: 'file'; asked: Asked }
  /** Events, as CalDAV answers them. */
  | { kind: 'events'; asked: Asked }
  /** What CalDAV says of itself. */
  | { kind: 'resources' };

interface Answers {
  /** Null: it is no calendar. */
  file: { name: string | null; busy: BusyTime[] } | null;
  events: BusyTime[];
  resources: Resource[];
}
export type Answer<W extends Wanted> = Answers[W['kind']];
export type Answered = { answer: Answer<Wanted>; spans: number } | { failed: 'broken' | 'tooLarge' };

export function read(reading: Reading): Answered {
  try {
    return answerTo(reading);
  } catch (error) {
    return { failed: error instanceof CalendarTooLarge ? 'tooLarge' : 'broken' };
  }
}

/** What the main thread gets as objects has to be little. */
const MOST_ELEMENTS = { events: 200_000, resources: 20_000 };

function answerTo(reading: Reading): Answered {
  const { mostSpans } = reading;
  const text = new TextDecoder().decode(reading.bytes);
  if (reading.kind === 'file') {
    if (!isCalendar(text)) return { answer: null, spans: 0 };
    const busy = busyIn([text], { ...reading.asked, mostSpans });
    return { answer: { name: nameIn(text), busy }, spans: busy.length };
  }
  const resources = readMultistatus('read the answer', text, MOST_ELEMENTS[reading.kind]);
  if (reading.kind === 'resources') return { answer: resources, spans: 0 };
  const files = resources.flatMap(({ properties }) =>
    properties.filter(({ name }) => name === 'calendar-data').map(textIn),
  );
  const busy = busyIn(files, { ...reading.asked, mostSpans });
  return { answer: busy, spans: busy.length };
}
