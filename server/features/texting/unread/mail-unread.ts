import { z } from 'zod';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { type Composed, compose } from '../../../mail/compose.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { nameOrPhone } from '../../../phone.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { isOn, isWithin } from '../../out-of-office/rules.ts';
import { findOutOfOffice, listCovered } from '../../out-of-office/store.ts';
import {
  listUnread,
  lockMailReader,
  markMailed,
  setLastMailed,
  type UnreadConversation,
} from './unread-store.ts';

/** How long a text may stay unread before its reader is mailed, and the least time between two such mails. */
const MINUTES = 15;
const WAIT_MS = MINUTES * 60_000;

/** Who wants a mail should what came in at this time stay unread. */
export interface UnreadOf {
  accountId: string;
  userId: string;
  since: Date;
}

/** Checks whether someone's texts are still unread, and mails them if so. */
export const mailUnread = jobKind({
  name: 'mailUnread',
  payload: z.object({ accountId: z.uuid(), userId: z.uuid() }),
  maxAttempts: 5,
});

/** One job for each person, whatever the number of texts; it looks at all of them. */
export async function enqueueUnread(db: Db, unread: UnreadOf[]): Promise<void> {
  const earliest = new Map<string, UnreadOf>();
  for (const each of unread) {
    const known = earliest.get(each.userId);
    if (known === undefined || each.since < known.since) earliest.set(each.userId, each);
  }
  await enqueue(
    db,
    // In a fixed order: two transactions that enqueue the same people can't wait for each other.
    [...earliest.values()]
      .sort((a, b) => a.userId.localeCompare(b.userId))
      .map(({ accountId, userId, since }) => ({
        kind: mailUnread,
        payload: { accountId, userId },
        key: `mailUnread:${userId}`,
        runAt: new Date(since.getTime() + WAIT_MS),
      })),
  );
}

export async function runMailUnread(deps: Deps, who: { accountId: string; userId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const reader = await lockMailReader(tx, who);
    if (!reader?.wantsMail) return;
    const absence = await findOutOfOffice(tx, who);
    if (absence !== undefined && isOn(absence, now) && isWithin(absence, now)) return;
    const unread = await listUnread(tx, who, await listCovered(tx, who, now));
    const later = (since: Date) => enqueueUnread(tx, [{ ...who, since }]);

    const [oldest] = unread;
    if (oldest === undefined) return;
    const nextMailAt = (reader.lastMailedAt?.getTime() ?? -Infinity) + WAIT_MS;
    if (nextMailAt > now.getTime()) return later(new Date(nextMailAt - WAIT_MS));
    const due = unread.filter(({ since }) => since.getTime() <= now.getTime() - WAIT_MS);
    if (due.length === 0) return later(oldest.since);

    await markMailed(tx, who.accountId, { ids: due.map(({ id }) => id), at: now });
    await setLastMailed(tx, who, now);
    await enqueueMail(tx, deps, { to: reader.email, ...unreadMail(due, deps) });
    if (due.length < unread.length) await later(now);
  });
}

const NAMED = 5;

/** Names who waits, and nothing they wrote: mails are read over shoulders, and kept where we can't delete them. */
function unreadMail(unread: UnreadConversation[], deps: Pick<Deps, 'publicUrl'>): Composed {
  const names = unread.slice(0, NAMED).map(nameOrPhone);
  const others = unread.length - names.length;
  const [first = '', ...rest] = names;
  const who = [...names.slice(0, NAMED), ...(others > 0 ? [`${others} more`] : [])].join(', ');
  const isOne = unread.length === 1;
  const inbox = `${deps.publicUrl}/dashboard/messages`;
  return compose({
    subject: isOne
      ? `${first} is waiting for a reply`
      : `${unread.length} candidates are waiting for a reply`,
    paragraphs: [
      isOne && rest.length === 0
        ? `${first} texted or called more than ${MINUTES} minutes ago, and no one has looked yet.`
        : `These candidates texted or called more than ${MINUTES} minutes ago, and no one has looked yet: ${who}.`,
    ],
    button: isOne
      ? { label: 'Open the conversation', url: `${inbox}/${unread[0]?.id}` }
      : { label: 'Open your inbox', url: inbox },
    footnote: 'You can turn off these emails on your account page.',
  });
}
