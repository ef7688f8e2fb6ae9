import { sql } from 'kysely';
import type { Sendability } from '../../../../contract/conversations.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Session } from '../../../http/session.ts';
import { remainingTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid } from '../../billing/ledger/rules.ts';
import { slowestZoneOf } from '../../consent/quiet-hours.ts';
import { presentRequest } from '../asking/present-request.ts';
import { typedFacts } from '../conversations/gate-facts.ts';
import { isShown, reasonsAgainst } from '../gate/gate.ts';
import { findTargetFacts, requireTarget } from './accept-facts.ts';
import { presentNumberChange } from './number-change.ts';
import { takesNoTexts } from './takes-no-texts.ts';

/** Where a text would go: one of the three. */
interface Wanted {
  conversationId?: string | undefined;
  candidateId?: string | undefined;
  /** E.164. */
  to?: string | undefined;
}

/** The result of accepting a text now, from the same facts; and whether the number takes texts at all. */
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
  const cannotTakeTexts =
    facts.candidateId !== null && (await isUntextable(db, session.accountId, facts.candidateId));
  const by = { userId: session.userId, confirmedNumber: null };
  const found = reasonsAgainst(
    typedFacts(deps, facts, by, { at: now, hasTextsLeft, takesNoTexts: cannotTakeTexts }),
  );
  const reasons = found.map(({ reason }) => reason).filter(isShown);
  const opensAt = found.find(({ reason }) => reason === 'quiet_hours')?.nextAt ?? null;
  return {
    canTextNow: reasons.length === 0,
    reasons,
    numberChange: reasons.includes('number_changed')
      ? await presentNumberChange(db, session.accountId, facts)
      : null,
    ...(reasons.includes('no_consent')
      ? { consentRequest: await presentRequest(db, deps, session, facts.phoneNumber) }
      : {}),
    nextSendAt: opensAt?.toISOString() ?? null,
    timezone: slowestZoneOf(opensAt ?? now, facts),
  };
}

async function isUntextable(db: Db, accountId: string, candidateId: string): Promise<boolean> {
  const { rows } = await sql<{ takesNoTexts: boolean }>`
    select ${takesNoTexts(sql`${accountId}::uuid`, sql`${candidateId}::uuid`)} as "takesNoTexts"`.execute(db);
  return rows[0]?.takesNoTexts ?? false;
}
