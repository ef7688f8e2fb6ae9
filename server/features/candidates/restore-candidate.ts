import { sql } from 'kysely';
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { takeBackFigures } from '../analytics/figures/keep-figures.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findOptOuts } from '../consent/store.ts';
import { linkByIds } from '../hiring/records/people.ts';
import { enqueueDownloads } from '../media/download-media.ts';
import { consentChanged } from '../texting/conversations/consent-changed.ts';
import { indexTexts } from '../texting/text-index/index-texts.ts';
import { lockDeleted, putBackRows } from './deleted-store.ts';
import { restorableSince } from './rules.ts';
import { findCandidate, renewTerms, touchCandidate } from './store.ts';

/** Everything is as it was, except for later changes to seats and consent, and for texts that were canceled. */
export async function restoreCandidate(db: Db, deps: Deps, actor: Actor, id: string): Promise<void> {
  const { accountId } = actor;
  try {
    await inTransaction(db, async (tx) => {
      if (!(await lockDeleted(tx, accountId, id, restorableSince(deps.clock()))))
        throw new Failure('not_found');
      await putBackRows(tx, accountId, id);
      await touchCandidate(tx, accountId, id, deps.clock());
      await takeBackFigures(tx, accountId, id);
      await indexTexts(
        tx,
        accountId,
        sql`m.conversation_id in (
        select c.id from conversations c where c.account_id = ${accountId} and c.candidate_id = ${id})`,
      );
      await linkByIds(tx, accountId, [id]);
      await giveToSeats(tx, accountId, id);
      await skipPassed(tx, accountId, id, deps.clock());
      await downloadAgain(tx, accountId, id);
      const { phoneNumber = '' } = (await findCandidate(tx, accountId, id)) ?? {};
      // By the rules of today, which may know more words than those when they were deleted.
      await renewTerms(tx, accountId, [id]);
      const isOptedOut = (await findOptOuts(tx, accountId, [phoneNumber])).has(phoneNumber);
      await consentChanged(tx, deps, accountId, phoneNumber, isOptedOut ? 'optedOut' : 'optedIn');
      await recordAudit(tx, deps, actor, { action: 'candidate.restored', subjectId: id });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'candidates_account_id_phone_number_key'))
      throw new Failure('candidate_is_back');
    throw error;
  }
}

/** Threads of someone without a seat go to the person who has the thread's seat now. */
async function giveToSeats(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`
    update conversations c set assignee_id = coalesce(s.user_id, s.covered_by)
      from seats s
     where c.account_id = ${accountId} and c.candidate_id = ${id}
       and s.account_id = c.account_id and s.id = c.seat_id
       and not exists (select 1 from seats own where own.account_id = c.account_id and own.user_id = c.assignee_id)`.execute(
    tx,
  );
}

/** What would have been sent by now isn't sent weeks later. */
async function skipPassed(tx: Tx, accountId: string, id: string, now: Date): Promise<void> {
  await sql`
    update planned_texts set status = 'skipped', reason = 'moment_passed', updated_at = ${now}
     where account_id = ${accountId} and candidate_id = ${id} and status in ('planned', 'held') and send_at <= ${now}`.execute(
    tx,
  );
}

/** The jobs that would have fetched pictures found nothing to do. */
async function downloadAgain(tx: Tx, accountId: string, id: string): Promise<void> {
  const { rows } = await sql<{ messageId: string }>`
    select distinct m.id as "messageId" from conversations c
      join messages m on m.account_id = c.account_id and m.conversation_id = c.id
      join media on media.account_id = m.account_id and media.message_id = m.id and media.status = 'pending'
     where c.account_id = ${accountId} and c.candidate_id = ${id}`.execute(tx);
  for (const { messageId } of rows) await enqueueDownloads(tx, accountId, messageId);
}
