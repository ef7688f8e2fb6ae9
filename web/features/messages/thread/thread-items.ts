import type { ReactNode } from 'react';
import type { Call } from '../../../../contract/calls.ts';
import type { Message } from '../../../../contract/messages.ts';

/** The thread as it is read: days, and within them bubbles that stand together. */

/** What stands among the texts at its time, and is none: a note, what a colleague did. */
export interface ThreadLine {
  key: string;
  /** ISO */
  at: string;
  node: ReactNode;
}

/** From when until when the thread's texts are loaded. Null: as far as there are any. */
export interface LoadedRange {
  since: string | null;
  until: string | null;
}

export type ThreadItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'line'; key: string; line: ThreadLine }
  | {
      kind: 'call';
      key: string;
      message: Message;
      call: Call;
      /** The last entry: a call that no one answered, with no text since. */
      open: boolean;
    }
  | {
      kind: 'message';
      key: string;
      message: Message;
      /** Continues the bubble above: same side, same sender, a few minutes apart. */
      joined: boolean;
      /** The last of its group, which carries the time. */
      last: boolean;
    };

type Entry = { key: string; at: string } & ({ message: Message } | { message: null; line: ThreadLine });

const GROUP_MS = 5 * 60_000;

export function threadItems(
  messages: readonly Message[],
  lines: readonly ThreadLine[],
  /** 2026-11-23, by the reader's clock. */
  dayAt: (iso: string) => string,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  // An undone text never was. One that was canceled for another reason, a candidate may be waiting for.
  const shown = messages.filter(({ status, errorCode }) => status !== 'canceled' || errorCode !== null);
  const lastWritten = shown.findLastIndex(
    ({ direction, sender }) => direction === 'outbound' && sender !== null,
  );
  const lastCall = shown.findLastIndex(({ call }) => call !== null);
  const openCall = lastCall > lastWritten ? shown[lastCall] : undefined;
  const entries = inOrder(shown, lines);
  const days = entries.map(({ at }) => dayAt(at));
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1];
    const after = entries[index + 1];
    const day = days[index];
    const newDay = !before || days[index - 1] !== day;
    if (newDay) items.push({ kind: 'day', key: `day ${day}`, at: entry.at });
    const { key, message } = entry;
    if (!message) {
      items.push({ kind: 'line', key, line: entry.line });
    } else if (message.call) {
      const open = message.call.outcome !== 'answered' && message === openCall;
      items.push({ kind: 'call', key, message, call: message.call, open });
    } else {
      const endsDay = !after || days[index + 1] !== day;
      items.push({
        kind: 'message',
        key,
        message,
        joined: !newDay && stand(before.message, message),
        last: endsDay || !stand(message, after.message),
      });
    }
  }
  return items;
}

/** Both are in order. At the same moment the text comes first. */
function inOrder(messages: readonly Message[], lines: readonly ThreadLine[]): Entry[] {
  const texts = messages.map((message) => ({ key: message.id, at: message.createdAt, message }));
  if (lines.length === 0) return texts;
  const others = lines.map((line) => ({ key: line.key, at: line.at, message: null, line }));
  return [...texts, ...others].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

export const isIn = (range: LoadedRange, at: string): boolean =>
  (range.since === null || at >= range.since) && (range.until === null || at <= range.until);

function stand(before: Message | null, after: Message | null): boolean {
  return (
    before !== null &&
    after !== null &&
    before.call === null &&
    after.call === null &&
    before.direction === after.direction &&
    before.sender?.id === after.sender?.id &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < GROUP_MS
  );
}
