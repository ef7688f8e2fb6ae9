import { sql } from 'kysely';
import type { Sendability } from '../../../contract/conversations.ts';
import type { DeliveryErrorCode } from '../../../contract/delivery-error.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { slowestZoneOf } from '../consent/quiet-hours.ts';
import { remainingTexts } from '../usage/ledger.ts';
import { isPrepaid } from '../usage/rules.ts';
import { findTargetFacts, requireTarget, sendableFacts } from './accept-facts.ts';
import { sendabilityReasons } from './rules.ts';

/** Where a text would go: one of the three. */
interface Wanted {
  conversationId?: string | undefined;
  candidateId?: string | undefined;
  /** E.164. */
  to?: string | undefined;
}

/** What accepting a text would say now, from the same facts; and whether the number takes texts at all. */
export async function findSendability(
  db: Db,
  deps: Deps,
  session: Session,
  { conversationId, candidateId, to }: Wanted,
): Promise<Sendability> {
  const target = {
    accountId: session.accountId,
    conversationId: conversationId ?? null,
    candidateId: candidateId ?? null,
    phoneNumber: to ?? null,
    seatId: session.seatId,
  };
  const [facts] = await findTargetFacts(db, [target]);
  const now = deps.clock();
  requireTarget(facts, { session, conversationId: target.conversationId, now });
  const hasTextsLeft = !isPrepaid(deps, facts) || (await remainingTexts(db, session.accountId)) > 0;
  const sendable = sendableFacts(deps, facts, { at: now, hasTextsLeft });
  const refusals = sendabilityReasons(sendable);
  const isDeaf = facts.candidateId !== null && (await takesNoTexts(db, session.accountId, facts.candidateId));
  const reasons = [...refusals, ...(isDeaf ? (['not_textable'] as const) : [])];
  const opensAt = refusals.includes('quiet_hours') ? sendable.quietUntil : null;
  return {
    canTextNow: reasons.length === 0,
    reasons,
    nextSendAt: opensAt?.toISOString() ?? null,
    timezone:
      opensAt === null
        ? null
        : slowestZoneOf(opensAt, { timezone: facts.timezone, phoneNumber: facts.phoneNumber }),
  };
}

/** A landline, or no number at all. */
const DEAF: DeliveryErrorCode[] = ['not_textable', 'invalid_recipient'];

/** The last that is known of the number, in a thread with any colleague: a text to it failed for good. */
async function takesNoTexts(db: Db, accountId: string, candidateId: string): Promise<boolean> {
  const { rows } = await sql<{ isDeaf: boolean }>`
    select latest.error_code = any(${DEAF}::text[]) as "isDeaf"
      from conversations c
     cross join lateral (
       select m.created_at, m.error_code from messages m
        where m.account_id = c.account_id and m.conversation_id = c.id
          and (m.status in ('delivered', 'undelivered', 'failed')
               or m.status = 'received' and m.call_outcome is null)
        order by m.created_at desc, m.id desc limit 1) as latest
     where c.account_id = ${accountId} and c.candidate_id = ${candidateId}
     order by latest.created_at desc limit 1`.execute(db);
  return rows[0]?.isDeaf ?? false;
}
