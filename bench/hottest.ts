import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Db, inTransaction } from '../server/db/connection.ts';
import { PreparingClient } from '../server/db/preparing-client.ts';
import type { Deps } from '../server/deps.ts';
import { recount } from '../server/features/analytics/figures/recount.ts';
import { findCandidateByPhone } from '../server/features/candidates/store.ts';
import { listUpdated } from '../server/features/texting/conversations/message-store.ts';
import { readThread } from '../server/features/texting/conversations/read-thread.ts';
import { countInbox, listInbox } from '../server/features/texting/conversations/store.ts';
import { writeInbound } from '../server/features/texting/receiving/write-inbound.ts';
import { search } from '../server/features/texting/search/search.ts';
import { findTargetFacts } from '../server/features/texting/sending/accept-facts.ts';
import { claimText } from '../server/features/texting/sending/claim-text.ts';
import { findNumbersToSend } from '../server/features/texting/sending/find-numbers-to-send.ts';

interface Asked {
  text: string;
  values: unknown[];
}

interface Plan {
  what: string;
  ms: number;
  pages: number;
  read: number;
  lines: string;
}

const ROUNDS = 5;

/** What the hottest calls ask of the database, as the code itself asks it, and how PostgreSQL answers. Nothing of it stays. */
export async function explainHottest(db: Db, pool: pg.Pool, accountId: string): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const [what, call] of Object.entries(await hottest(db, accountId))) {
    const asked = await record(db, call);
    for (const [index, each] of asked.entries())
      plans.push({
        what: asked.length === 1 ? what : `${what}, ${index + 1}`,
        ...(await explain(pool, each)),
      });
  }
  return plans;
}

async function hottest(db: Db, accountId: string): Promise<Record<string, (tx: Db) => Promise<unknown>>> {
  const now = new Date();
  const deps = { clock: () => now };
  const { rows } = await sql<{
    id: string;
    seatId: string;
    candidateId: string;
    phoneNumber: string;
    numberId: string;
    last: Date;
  }>`
    select c.id, c.seat_id as "seatId", c.candidate_id as "candidateId", p.phone_number as "phoneNumber", m.number_id as "numberId",
           c.last_message_at as last
      from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
     where m.account_id = ${accountId} and m.status = 'queued' and c.archived_at is null limit 1`.execute(db);
  const [some] = rows;
  if (some === undefined) throw new Error('No text waits to go out');
  const { seatId, phoneNumber } = some;
  const inbox = { assigneeId: seatId, covered: [] };
  const admin = { accountId, userId: seatId, userType: 'admin' as const, seatId, isDelegate: false };
  const inbound = {
    accountId,
    id: randomUUID(),
    conversationId: some.id,
    seatId,
    personId: seatId,
    body: 'Yes, I can come at nine.',
    segments: 1,
    numberId: some.numberId,
    candidateNumber: phoneNumber,
    carrierId: randomUUID(),
    createdAt: now,
    wantsReply: true,
    isAcknowledgment: false,
    hold: null,
    wantsReading: true,
    isAnswer: true,
  };
  const target = { accountId, conversationId: some.id, candidateId: null, phoneNumber: null, seatId };
  const sending = { ...deps, billing: null, carrier: { segmentsPerSecond: 1 } };
  return {
    'inbox, mine': (tx) => listInbox(tx, accountId, { ...inbox, filter: 'all', after: null, limit: 50 }),
    "inbox, everyone's archived": (tx) =>
      listInbox(tx, accountId, { assigneeId: null, covered: [], filter: 'archived', after: null, limit: 50 }),
    counts: (tx) => countInbox(tx, accountId, inbox, ['all', 'unread', 'waiting']),
    thread: (tx) => readThread(tx, accountId, some.id, { limit: 50 }),
    'a text that came in': (tx) => inTransaction(tx, (within) => writeInbound(within, deps, [inbound])),
    'numbers with something to send': (tx) =>
      findNumbersToSend({ db: tx, billing: null }, { except: [], limit: 20 }),
    claim: (tx) =>
      claimText({ ...sending, db: tx } as unknown as Deps, { accountId, numberId: some.numberId }),
    'what the gate asks': (tx) =>
      findTargetFacts(tx, [{ ...target, cold: { senderId: seatId, at: now, warmSince: new Date(0) } }]),
    'search, a common word': (tx) => search(tx, deps, admin, { q: 'interview', limit: 25 }),
    'search, a rarer word': (tx) => search(tx, deps, admin, { q: '3141', limit: 25 }),
    'candidate by number': (tx) => findCandidateByPhone(tx, accountId, phoneNumber),
    'texts updated since yesterday': (tx) =>
      listUpdated(tx, accountId, {
        since: new Date(some.last.getTime() - 86_400_000),
        after: null,
        limit: 100,
      }),
    'texts updated, from the beginning': (tx) =>
      listUpdated(tx, accountId, { since: undefined, after: null, limit: 100 }),
    "a conversation's figures": (tx) =>
      inTransaction(tx, (within) => recount(within, accountId, sql`${some.id}::uuid`)),
  };
}

/** Its statements, once it has run and been rolled back. */
async function record(db: Db, call: (tx: Db) => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const query = PreparingClient.prototype.query;
  const undone = new Error('undone');
  PreparingClient.prototype.query = function recorded(this: PreparingClient, ...args) {
    const [text, values] = args;
    if (
      typeof text === 'string' &&
      /^\s*(select|with|insert|update)\b/.test(text) &&
      !/set_config|advisory/.test(text)
    )
      asked.push({ text, values: values ?? [] });
    return Reflect.apply(query, this, args);
  };
  try {
    await inTransaction(db, async (tx) => {
      await call(tx);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  } finally {
    PreparingClient.prototype.query = query;
  }
  return asked;
}

/** The fastest of a few, after one that reads from the disk. */
async function explain(pool: pg.Pool, { text, values }: Asked): Promise<Omit<Plan, 'what'>> {
  const client = await pool.connect();
  let best: Omit<Plan, 'what'> | null = null;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await client.query('begin');
      const { rows } = await client.query(`explain (analyze, buffers, costs off) ${text}`, values);
      await client.query('rollback');
      const lines = rows.map((row: Record<string, string>) => row['QUERY PLAN'] ?? '');
      const ms = Number(/^Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1]);
      // Those of the top: it counts what is below it.
      const [, hit = 0, read = 0] =
        /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(lines.join('\n')) ?? [];
      if (best === null || ms < best.ms)
        best = { ms, pages: Number(hit) + Number(read), read: Number(read), lines: lines.join('\n') };
    }
  } finally {
    client.release();
  }
  if (best === null) throw new Error('Nothing was explained');
  return best;
}
