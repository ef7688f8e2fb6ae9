import { sql } from 'kysely';
import type { PlanType } from '../../../contract/accounts.ts';
import { countSegments } from '../../../contract/segments.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { writeTexts } from '../conversations/write-texts.ts';
import { lockRemainingTexts, reserveTexts } from '../usage/ledger.ts';
import { isPrepaid } from '../usage/rules.ts';

interface Text {
  accountId: string;
  conversationId: string;
  body: string;
  /** When the candidate wrote what it answers. */
  answersMessageAt: Date;
}

/** A text that answers by itself. False: nothing can send it. Whether it may go out, and when, is looked at when it is sent, as for every text. */
export async function writeAutomatic(tx: Tx, deps: Deps, text: Text): Promise<boolean> {
  const { accountId, conversationId, body } = text;
  const { rows } = await sql<{ numberId: string; candidateNumber: string; planType: PlanType }>`
    select n.id as "numberId", p.phone_number as "candidateNumber", a.plan_type as "planType"
      from conversations c
      join accounts a on a.id = c.account_id
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
      join numbers n on n.account_id = c.account_id and n.seat_id = c.seat_id
     where c.account_id = ${accountId} and c.id = ${conversationId}`.execute(tx);
  const [target] = rows;
  if (target === undefined) return false;
  const now = deps.clock();
  const written = {
    accountId,
    id: deps.newId(),
    conversationId,
    body,
    status: 'queued' as const,
    segments: countSegments(body).segments,
    numberId: target.numberId,
    candidateNumber: target.candidateNumber,
    senderId: null,
    clientKey: null,
    templateId: null,
    isAutomatic: true,
    isConfirmation: false,
    answersMessageAt: text.answersMessageAt,
    createdAt: now,
    scheduledAt: null,
    sendAfter: now,
  };
  if (isPrepaid(deps, target)) {
    if (((await lockRemainingTexts(tx, [accountId])).get(accountId) ?? 0) < written.segments) return false;
    await reserveTexts(tx, [written]);
  }
  await writeTexts(tx, [written]);
  return true;
}
