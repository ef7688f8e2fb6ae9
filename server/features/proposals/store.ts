import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import { sweepRows } from '../../db/sweep.ts';
import type { Cursor } from '../../http/page.ts';

export interface ProposalRow {
  id: string;
  conversationId: string;
  body: string;
  scheduledAt: Date | null;
  candidateNumber: string;
  numberId: string;
  lastMessageId: string | null;
  lastInboundAt: Date | null;
  userId: string;
  firstName: string;
  lastName: string;
  keyId: string | null;
  client: string | null;
  status: DB['proposals']['status'];
  createdAt: Date;
  expiresAt: Date;
  messageId: string | null;
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    select p.id, p.conversation_id as "conversationId", p.body, p.scheduled_at as "scheduledAt",
           p.candidate_number as "candidateNumber", p.number_id as "numberId", p.last_message_id as "lastMessageId",
           p.last_inbound_at as "lastInboundAt", p.user_id as "userId", u.first_name as "firstName",
           u.last_name as "lastName", p.key_id as "keyId", p.client, p.status, p.created_at as "createdAt",
           p.expires_at as "expiresAt", p.message_id as "messageId"
      from proposals p join users u on u.account_id = p.account_id and u.id = p.user_id
     ${rest}`.execute(db);
  return rows;
}

export async function findProposal(db: Db, accountId: string, id: string): Promise<ProposalRow | undefined> {
  const [row] = await select(db, sql`where p.account_id = ${accountId} and p.id = ${id}`);
  return row;
}

/** Until the transaction ends, no one else decides about it. */
export async function lockProposal(tx: Tx, accountId: string, id: string): Promise<ProposalRow | undefined> {
  const [row] = await select(tx, sql`where p.account_id = ${accountId} and p.id = ${id} for update of p`);
  return row;
}

/** Newest first, one more than fits. `seen`: only those in conversations `c` for which one of them is true; null: in any. */
export function listProposals(
  db: Db,
  accountId: string,
  which: {
    seen: RawBuilder<boolean>[] | null;
    statuses: DB['proposals']['status'][] | null;
    conversationId: string | null;
    after: Cursor | null;
    limit: number;
  },
): Promise<ProposalRow[]> {
  const { seen, statuses, conversationId, after, limit } = which;
  const isTheirs =
    seen === null
      ? sql`true`
      : sql`exists (
          select from conversations c
           where c.account_id = p.account_id and c.id = p.conversation_id and (${sql.join(seen, sql` or `)}))`;
  return select(
    db,
    sql`where p.account_id = ${accountId} and ${isTheirs}
          ${statuses === null ? sql`` : sql`and p.status = any(${statuses}::text[])`}
          ${conversationId === null ? sql`` : sql`and p.conversation_id = ${conversationId}`}
          ${after === null ? sql`` : sql`and (p.created_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
        order by p.created_at desc, p.id desc limit ${limit + 1}`,
  );
}

export async function countWaiting(
  db: Db,
  accountId: string,
  { conversationId, now }: { conversationId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proposals
     where account_id = ${accountId} and conversation_id = ${conversationId} and status = 'waiting'
       and expires_at > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertProposal(
  tx: Tx,
  accountId: string,
  proposal: Pick<
    ProposalRow,
    | 'id'
    | 'conversationId'
    | 'body'
    | 'scheduledAt'
    | 'candidateNumber'
    | 'numberId'
    | 'lastMessageId'
    | 'lastInboundAt'
    | 'userId'
    | 'keyId'
    | 'client'
    | 'createdAt'
    | 'expiresAt'
  >,
): Promise<void> {
  await tx
    .insertInto('proposals')
    .values({
      account_id: accountId,
      id: proposal.id,
      conversation_id: proposal.conversationId,
      body: proposal.body,
      scheduled_at: proposal.scheduledAt,
      candidate_number: proposal.candidateNumber,
      number_id: proposal.numberId,
      last_message_id: proposal.lastMessageId,
      last_inbound_at: proposal.lastInboundAt,
      user_id: proposal.userId,
      key_id: proposal.keyId,
      client: proposal.client,
      status: 'waiting',
      created_at: proposal.createdAt,
      expires_at: proposal.expiresAt,
    })
    .execute();
}

export async function settleProposal(
  tx: Tx,
  accountId: string,
  id: string,
  {
    status,
    decidedBy,
    messageId = null,
  }: { status: DB['proposals']['status']; decidedBy: string; messageId?: string | null },
): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ status, decided_by: decidedBy, message_id: messageId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export function sweepProposals(db: Db): Promise<void> {
  return sweepRows(db, 'proposals', { time: sql`created_at`, before: sql`now() - interval '30 days'` });
}
