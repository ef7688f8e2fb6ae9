import { sql } from 'kysely';
import { personName } from '../../../contract/person-name.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { publishConversations } from '../../live/publish.ts';
import { keepFigures } from '../analytics/figures/keep-figures.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { giveBackTexts } from '../billing/ledger/ledger.ts';
import {
  type ConversationRow,
  listConversationsOfCandidates,
  withoutCanceled,
} from '../texting/conversations/store.ts';
import { keepRows } from './deleted-store.ts';
import { maySeeAll, ownerOf, scopeOf } from './rules.ts';
import { type CandidateRow, findCandidate, lockCandidate } from './store.ts';

/** What the confirmation has to name before a candidate is deleted. */
export async function previewDeletion(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  session: Session,
  id: string,
): Promise<ReplyOf<typeof routes.getCandidateDeletionPreview>> {
  const { accountId } = session;
  requireNoHold(await findCandidate(db, accountId, id));
  const threads = await requireMayDelete(db, deps, session, id);
  const byOwner = Map.groupBy(threads, ownerOf);
  const [people, scheduledTexts] = await Promise.all([
    findPeople(
      db,
      accountId,
      [...byOwner.keys()].filter((userId) => userId !== null),
    ),
    countUnsent(
      db,
      accountId,
      threads.map((thread) => thread.id),
    ),
  ]);
  const owners = [...byOwner].map(([userId, theirs]) => ({
    user: (userId !== null && people.get(userId)) || null,
    conversations: theirs.length,
  }));
  const place = ({ user }: (typeof owners)[number]) =>
    user === null ? '2' : user.id === session.userId ? '0' : `1 ${personName(user)}`;
  owners.sort((a, b) => place(a).localeCompare(place(b)));
  return { owners, scheduledTexts, scope: scopeOf(threads) };
}

/** With all threads, which stay hidden until they are restored or erased. `scope` is what the person was asked about. */
export async function deleteCandidate(
  db: Db,
  deps: Deps,
  session: Session,
  { id, scope, actor }: { id: string; scope?: string | undefined; actor: Actor },
): Promise<void> {
  const { accountId, userId } = session;
  await inTransaction(db, async (tx) => {
    requireNoHold(await lockWithThreads(tx, accountId, id));
    const threads = await requireMayDelete(tx, deps, session, id);
    if (scope !== undefined && scope !== scopeOf(threads)) throw new Failure('candidate_changed');
    await putAway(tx, deps, accountId, { id, threadIds: threads.map((thread) => thread.id), by: userId });
    // Not who: what is deleted has to be gone.
    await recordAudit(tx, deps, actor, { action: 'candidate.deleted', subjectId: id });
  });
}

/** Undefined: there is no such candidate. */
export async function lockWithThreads(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<CandidateRow | undefined> {
  // Writers to a thread hold the thread before the candidate. What began in between is locked the second time.
  await lockThreads(tx, accountId, id);
  const candidate = await lockCandidate(tx, accountId, id);
  await lockThreads(tx, accountId, id);
  return candidate;
}

/** They are locked. `by` is null where no person did it. */
export async function putAway(
  tx: Tx,
  deps: Deps,
  accountId: string,
  { id, threadIds, by }: { id: string; threadIds: string[]; by: string | null },
): Promise<void> {
  await lockTexts(tx, accountId, threadIds);
  await keepFigures(tx, accountId, id);
  await stopTexts(tx, deps, accountId, threadIds);
  await keepRows(tx, accountId, { id, conversations: threadIds.length, by, at: deps.clock() });
  await publishConversations(tx, accountId, threadIds);
}

function requireNoHold(candidate: CandidateRow | undefined): void {
  if (candidate === undefined) throw new Failure('not_found');
  if (candidate.legalHold) throw new Failure('legal_hold');
}

async function requireMayDelete(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  session: Session,
  id: string,
): Promise<ConversationRow[]> {
  const threads = await listConversationsOfCandidates(db, session.accountId, [id]);
  if (!maySeeAll(session, threads, deps.clock())) throw new Failure('candidate_shared');
  return threads;
}

async function lockThreads(tx: Tx, accountId: string, candidateId: string): Promise<void> {
  await sql`
    select 1 from conversations where account_id = ${accountId} and candidate_id = ${candidateId}
     order by account_id, id for update`.execute(tx);
}

const inThreads = (accountId: string, threadIds: string[]) => sql<boolean>`
  account_id = ${accountId} and conversation_id = any(${threadIds}::uuid[])`;

/** A voicemail that is just coming in waits, and then finds its call gone. */
async function lockTexts(tx: Tx, accountId: string, threadIds: string[]): Promise<void> {
  await sql`select 1 from messages where ${inThreads(accountId, threadIds)} order by id for update`.execute(
    tx,
  );
}

async function countUnsent(db: Db, accountId: string, threadIds: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
     where ${inThreads(accountId, threadIds)} and status in ('scheduled', 'queued') and not is_confirmation`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Nothing of this may go out when they are restored weeks later, not even an answer to STOP. What the carrier has just been given
 * is not asked about either (it has no claim anymore), since a text that the carrier doesn't know would be sent again.
 */
async function stopTexts(tx: Tx, deps: Deps, accountId: string, threadIds: string[]): Promise<void> {
  const canceled = await sql<{ id: string; threadId: string }>`
    update messages set status = 'canceled', error_code = 'candidate_deleted', send_after = null
     where ${inThreads(accountId, threadIds)} and status in ('scheduled', 'queued')
    returning id, conversation_id as "threadId"`.execute(tx);
  await giveBackTexts(
    tx,
    deps,
    accountId,
    canceled.rows.map(({ id }) => id),
  );
  await sql`
    update messages set status = 'unknown', error_code = 'unconfirmed', claimed_at = null, send_after = null
     where ${inThreads(accountId, threadIds)} and status in ('sending', 'unknown')`.execute(tx);
  await withoutCanceled(tx, accountId, [...new Set(canceled.rows.map(({ threadId }) => threadId))]);
}

interface Owner {
  id: string;
  firstName: string;
  lastName: string;
}

async function findPeople(db: Db, accountId: string, userIds: string[]): Promise<Map<string, Owner>> {
  const { rows } = await sql<Owner>`
    select id, first_name as "firstName", last_name as "lastName" from users
     where account_id = ${accountId} and id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
