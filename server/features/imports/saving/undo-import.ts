import { sql } from 'kysely';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { publishConversations } from '../../../live/publish.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { setOptOutsFirst } from '../../accounts/store.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { type CandidateRow, lockCandidatesByNumbers, updateCandidates } from '../../candidates/store.ts';
import { undoImportedOptOuts } from '../../consent/record-consent.ts';
import { consentChanged, releaseScheduled } from '../../texting/conversations/consent-changed.ts';
import { lockThreadsWith } from '../../texting/conversations/lock.ts';
import { listConversationsOfCandidates } from '../../texting/conversations/store.ts';
import type { ReadFields } from '../rows/read-row.ts';
import { canUndo } from '../rules.ts';
import { changeImport, type ImportRow, lockImport } from '../store.ts';
import { deleteImported, listImported, type UndoableNumber } from './numbers-store.ts';
import { findTexted } from './save-opt-outs.ts';

/** Goes on with what was asked to be undone. */
export const undoImport = jobKind({
  name: 'undoImport',
  payload: z.object({ accountId: z.uuid(), importId: z.uuid(), userId: z.uuid() }),
  maxAttempts: 25,
});

/** Numbers of a transaction. */
const BATCH = 500;
/** Who waits for the answer sees a small import undone. */
const AT_ONCE_MS = 3000;

/** Begins; what takes longer goes on as a job. */
export async function startUndo(deps: Deps, session: Session, actor: Actor, importId: string): Promise<void> {
  const { accountId, userId } = session;
  await inTransaction(deps.db, async (tx) => {
    const current = await lockImport(tx, accountId, importId);
    if (current === undefined) throw new Failure('not_found');
    if (!canUndo(session, current, deps.clock())) throw new Failure('import_not_undoable');
    await changeImport(tx, accountId, importId, { status: 'running', undoStartedAt: deps.clock() });
    // Nothing is sent between the first opt-out that is taken back and the last.
    if (current.unlocked) await setOptOutsFirst(tx, accountId, true);
    await recordAudit(tx, deps, actor, {
      action: 'import.undone',
      subjectId: importId,
      subject: current.fileName,
    });
    await enqueue(tx, [{ kind: undoImport, payload: { accountId, importId, userId } }]);
  });
  const end = performance.now() + AT_ONCE_MS;
  await undoBatches(deps, { accountId, importId, userId }, () => performance.now() < end);
}

export function runUndoImport(
  deps: Deps,
  job: { accountId: string; importId: string; userId: string },
  { lost }: { lost: AbortSignal },
): Promise<void> {
  return undoBatches(deps, job, () => !lost.aborted);
}

async function undoBatches(
  deps: Deps,
  { accountId, importId, userId }: { accountId: string; importId: string; userId: string },
  goesOn: () => boolean,
): Promise<void> {
  for (let isMore = true; isMore && goesOn(); )
    isMore = await inTransaction(deps.db, async (tx) => {
      const current = await lockImport(tx, accountId, importId);
      if (current?.status !== 'running' || current.undoStartedAt === null) return false;
      const numbers = await listImported(tx, accountId, importId, BATCH);
      if (numbers.length === 0) {
        await changeImport(tx, accountId, importId, { status: 'undone' });
        return false;
      }
      await undo(tx, deps, accountId, current, userId, numbers);
      await deleteImported(
        tx,
        accountId,
        importId,
        numbers.map(({ phoneNumber }) => phoneNumber),
      );
      return true;
    });
}

function undo(
  tx: Tx,
  deps: Deps,
  accountId: string,
  { kind }: ImportRow,
  userId: string,
  numbers: UndoableNumber[],
): Promise<void> {
  return kind === 'candidates'
    ? undoCandidates(tx, deps, accountId, numbers)
    : undoOptOuts(tx, deps, accountId, userId, numbers);
}

async function undoCandidates(
  tx: Tx,
  deps: Deps,
  accountId: string,
  numbers: UndoableNumber[],
): Promise<void> {
  const rows = await lockCandidatesByNumbers(
    tx,
    accountId,
    numbers.map(({ phoneNumber }) => phoneNumber),
  );
  const numberOf = new Map(numbers.map((number) => [number.candidateId, number]));
  const unchanged = rows.filter((row) => {
    const number = numberOf.get(row.id);
    return number?.isNew && number.writtenAt.getTime() === row.updatedAt.getTime();
  });
  await deleteUnused(
    tx,
    accountId,
    unchanged.map(({ id }) => id),
  );
  const restored = rows.flatMap((row) => {
    const back = fieldsBefore(row, numberOf.get(row.id));
    return back === null ? [] : [{ ...row, ...back }];
  });
  await updateCandidates(tx, accountId, restored, deps.clock());
  const threads = await listConversationsOfCandidates(
    tx,
    accountId,
    restored.map(({ id }) => id),
  );
  await publishConversations(
    tx,
    accountId,
    threads.map(({ id }) => id),
  );
}

/** What the import replaced, as far as it's still what the import wrote. */
function fieldsBefore(row: CandidateRow, number: UndoableNumber | undefined): Partial<CandidateRow> | null {
  const { before, after } = number ?? {};
  if (!before || !after) return null;
  const back = Object.entries(before).filter(
    ([field]) => JSON.stringify(row[field as keyof ReadFields]) === JSON.stringify(after[field]),
  );
  return back.length === 0 ? null : (Object.fromEntries(back) as Partial<CandidateRow>);
}

/** What shows that someone needs a candidate. */
const USES = [
  'conversations',
  'applications',
  'interviews',
  'onboardings',
  'time_offers',
  'planned_texts',
  'ats_people',
] as const;

async function deleteUnused(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  const unused = USES.map(
    (table) =>
      sql`not exists (select from ${sql.table(table)} u where u.account_id = c.account_id and u.candidate_id = c.id)`,
  );
  await sql`
    delete from candidates c
     where c.account_id = ${accountId} and c.id = any(${ids}::uuid[]) and not c.legal_hold and ${sql.join(unused, sql` and `)}`.execute(
    tx,
  );
}

async function undoOptOuts(
  tx: Tx,
  deps: Deps,
  accountId: string,
  userId: string,
  numbers: UndoableNumber[],
): Promise<void> {
  const fresh = numbers.filter(({ isNew }) => isNew);
  const texted = await findTexted(
    tx,
    accountId,
    fresh.map(({ phoneNumber }) => phoneNumber),
  );
  for (const phoneNumber of texted) await lockThreadsWith(tx, accountId, phoneNumber);
  const optOuts = fresh.map(({ phoneNumber, writtenAt: at }) => ({ phoneNumber, at }));
  const at = deps.clock();
  const back = new Set(
    await undoImportedOptOuts(tx, { accountId, optOuts, actorUserId: userId, at }, deps.newId),
  );
  for (const phoneNumber of texted.filter((each) => back.has(each))) {
    await consentChanged(tx, deps, accountId, phoneNumber, 'optedIn');
    const ids = await threadsWith(tx, accountId, phoneNumber);
    await releaseScheduled(tx, deps, accountId, ids);
  }
}

async function threadsWith(tx: Tx, accountId: string, phoneNumber: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
     where c.account_id = ${accountId} and p.phone_number = ${phoneNumber}`.execute(tx);
  return rows.map(({ id }) => id);
}
