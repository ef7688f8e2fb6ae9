import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { cancelUnsent } from '../outbound/unsent.ts';
import { findRules, type Rule } from './acting-rules.ts';
import { type CandidateFacts, findCandidateFacts } from './candidate-facts.ts';
import { keyOf, planTexts } from './plan.ts';
import { holdCrowds, lockTextsOf, writePlanned } from './planned-store.ts';
import { type NextText, settlePlan } from './settle.ts';

export interface Planned {
  facts: Map<string, CandidateFacts>;
  rules: Map<string, Rule>;
}

/** Until the transaction ends, nobody else plans texts of the account, so that no plan is overtaken by an older one. */
export async function lockPlan(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${accountId}`}, 0))`.execute(tx);
}

/** Brings the planned texts of candidates into step with the facts. Their marks have been taken away, and the plan is locked. */
export async function planCandidates(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'newId' | 'quietHoursEnforced'>,
  accountId: string,
  candidateIds: string[],
): Promise<Planned> {
  const { quietHoursEnforced, newId } = deps;
  const now = deps.clock();
  const [stored, rules, facts] = await Promise.all([
    lockTextsOf(tx, accountId, candidateIds),
    findRules(tx, accountId),
    findCandidateFacts(tx, accountId, candidateIds, now),
  ]);
  const storedOf = Map.groupBy(stored, ({ candidateId }) => candidateId);
  const edited = new Map(
    stored.flatMap(({ automationId, occasion, editedBody }) =>
      editedBody === null ? [] : [[keyOf(automationId, occasion), editedBody] as const],
    ),
  );
  const next = facts.flatMap((one) =>
    settlePlan(storedOf.get(one.id) ?? [], planTexts(one, rules, { now, quietHoursEnforced, edited }), {
      candidateId: one.id,
      now,
    }),
  );
  await cancelMessages(tx, deps, accountId, next);
  await writePlanned(tx, accountId, next, { now, newId });
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const stageMessages = next.flatMap(({ automationId }) =>
    byId.get(automationId)?.type === 'stageMessage' ? [automationId] : [],
  );
  await holdCrowds(tx, accountId, [...new Set(stageMessages)], now);
  return { facts: new Map(facts.map((one) => [one.id, one])), rules: byId };
}

async function cancelMessages(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  texts: NextText[],
): Promise<void> {
  const messageIds = texts.flatMap(({ cancels }) => cancels ?? []);
  if (messageIds.length > 0) await cancelUnsent(tx, deps, accountId, { messageIds });
}
