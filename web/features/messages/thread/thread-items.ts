import type { Call } from '../../../../contract/calls.ts';
import type { Message } from '../../../../contract/messages.ts';
import { dayOf } from '../../../lib/dates.ts';

/** The thread as it is read: days, and within them bubbles that stand together. */

export type ThreadItem =
  | { kind: 'day'; key: string; at: string }
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

const GROUP_MS = 5 * 60_000;

export function threadItems(messages: readonly Message[], timezone: string): ThreadItem[] {
  const items: ThreadItem[] = [];
  // An undone text never was. One that was canceled for another reason, a candidate may be waiting for.
  const shown = messages.filter(({ status, errorCode }) => status !== 'canceled' || errorCode !== null);
  const lastWritten = shown.findLastIndex(
    ({ direction, sender }) => direction === 'outbound' && sender !== null,
  );
  const lastCall = shown.findLastIndex(({ call }) => call !== null);
  for (const [index, message] of shown.entries()) {
    const before = shown[index - 1];
    const after = shown[index + 1];
    const newDay = !before || dayOf(before.createdAt, timezone) !== dayOf(message.createdAt, timezone);
    if (newDay) items.push({ kind: 'day', key: `day ${message.id}`, at: message.createdAt });
    if (message.call) {
      const { call } = message;
      const open = call.outcome !== 'answered' && index === lastCall && index > lastWritten;
      items.push({ kind: 'call', key: message.id, message, call, open });
      continue;
    }
    items.push({
      kind: 'message',
      key: message.id,
      message,
      joined: !newDay && stand(before, message),
      last:
        !after ||
        !stand(message, after) ||
        dayOf(after.createdAt, timezone) !== dayOf(message.createdAt, timezone),
    });
  }
  return items;
}

function stand(before: Message, after: Message): boolean {
  return (
    before.call === null &&
    after.call === null &&
    before.direction === after.direction &&
    before.sender?.id === after.sender?.id &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < GROUP_MS
  );
}
