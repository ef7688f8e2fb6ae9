import { sql } from 'kysely';
import {
  type Broadcast,
  type BroadcastRecipient,
  leftOutReasons,
  pausedReasons,
  reasonText,
  stoppedReasons,
} from '../../../contract/broadcasts.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { presentUpload } from '../media/present-upload.ts';
import { listMediaOfBroadcasts } from '../media/store.ts';
import { mayApprove } from './change-broadcast.ts';
import { mayBeCanceled, mayBePaused, mayBeResumed, warningOf } from './rules.ts';
import { type BroadcastRow, type Progress, type RecipientRow, readProgress } from './store.ts';

export async function presentBroadcasts(
  db: Db,
  deps: Deps,
  session: Session,
  rows: BroadcastRow[],
): Promise<Broadcast[]> {
  const { accountId } = session;
  const ids = rows.map(({ id }) => id);
  const [progress, authors, media] = await Promise.all([
    readProgress(db, accountId, ids),
    findAuthors(db, accountId, rows),
    listMediaOfBroadcasts(db, accountId, ids),
  ]);
  const mediaOf = Map.groupBy(media, ({ broadcastId }) => broadcastId);
  return rows.flatMap((row) => {
    const found = progress.get(row.id);
    if (found === undefined) return [];
    const attachments = (mediaOf.get(row.id) ?? []).map((upload) => presentUpload(deps, accountId, upload));
    return [
      present(session, row, found, {
        attachments,
        author: authors.get(row.authorId) ?? null,
        now: deps.clock(),
      }),
    ];
  });
}

function present(
  session: Session,
  row: BroadcastRow,
  progress: Progress,
  { attachments, author, now }: Pick<Broadcast, 'attachments' | 'author'> & { now: Date },
): Broadcast {
  const { status, reason, waitsUntil } = row;
  const { outcomes, answered, optedOut, nextSendAt } = progress;
  const isLimited = status === 'running' && waitsUntil !== null && waitsUntil > now;
  const nextAt = isLimited && nextSendAt !== null && nextSendAt < waitsUntil ? waitsUntil : nextSendAt;
  const warning = status === 'stopped' ? null : warningOf(progress);
  const isStopped = status === 'stopped' && (reason === 'opt_outs' || reason === 'filtered');
  return {
    id: row.id,
    name: row.name,
    body: row.body,
    attachments,
    asksConsent: row.consentVersion !== null,
    status,
    stoppedBecause: isStopped ? { code: reason, message: stoppedReasons[reason] } : null,
    pausedBecause:
      status === 'paused' && reason !== null
        ? { code: reason, message: textOf(pausedReasons, reason) }
        : null,
    warning: warning === null ? null : { code: warning, message: stoppedReasons[warning] },
    author,
    audience: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes: outcomes as Broadcast['outcomes'],
    leftOut: progress.leftOut.map((left) => ({ ...left, text: textOf(leftOutReasons, left.reason) })),
    answered,
    optedOut,
    startsAt: row.startsAt.toISOString(),
    localTime: row.localTime,
    limitedUntil: isLimited ? (waitsUntil?.toISOString() ?? null) : null,
    nextSendAt: nextAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    can: {
      pause: mayBePaused(status),
      resume: mayBeResumed(status),
      cancel: mayBeCanceled(status),
      approve: mayApprove(session, row),
    },
  };
}

const textOf = (table: Record<string, string>, code: string) => table[code] ?? code;

async function findAuthors(db: Db, accountId: string, rows: BroadcastRow[]) {
  const ids = [...new Set(rows.map(({ authorId }) => authorId))];
  const { rows: found } = await sql<{ id: string; firstName: string; lastName: string }>`
    select id, first_name as "firstName", last_name as "lastName" from users
     where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(found.map((author) => [author.id, author]));
}

export function presentRecipient({
  phoneNumber,
  sendAt,
  answeredAt,
  optedOutAt,
  ...row
}: RecipientRow): BroadcastRecipient {
  return {
    ...row,
    phoneNumber,
    phoneNumberFormatted: formatPhone(phoneNumber),
    reasonText: reasonText(row.reason),
    sendAt: sendAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    optedOutAt: optedOutAt?.toISOString() ?? null,
  };
}
