import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import type { Deps } from '../../deps.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';
import { findRules, type Rule } from './acting-rules.ts';
import { type CandidateFacts, findCandidateFacts } from './candidate-facts.ts';
import { keyOf, planTexts } from './plan.ts';
import { holdCrowds, lockTextsOf, writePlanned } from './planned-store.ts';
import { type NextText, settlePlan } from './settle.ts';

export interface Planned {
  facts: Map<string, CandidateFacts>;
  rules: Map<string, Rule>;
}

/** Until the transaction ends, no one else plans texts of the account, so that no plan is overtaken by an older one. */
export async function lockPlan(tx: Tx, accountId: string): Promise<void> {
  await lockNamed(tx, `plan ${accountId}`);
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
  const settled = facts.flatMap((one) =>
    settlePlan(storedOf.get(one.id) ?? [], planTexts(one, rules, { now, quietHoursEnforced, edited }), {
      candidateId: one.id,
      now,
    }),
  );
  const next = await cancelMessages(tx, deps, accountId, settled);
  await writePlanned(tx, accountId, next, { now, newId });
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const stageMessages = next.filter(({ automationId }) => byId.get(automationId)?.type === 'stageMessage');
  await holdCrowds(tx, accountId, stageMessages, now);
  return { facts: new Map(facts.map((one) => [one.id, one])), rules: byId };
}

/** All except those whose message went to the carrier meanwhile: they stay sent. */
async function cancelMessages(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  texts: NextText[],
): Promise<NextText[]> {
  const messageIds = texts.flatMap(({ cancels }) => cancels ?? []);
  if (messageIds.length === 0) return texts;
  await cancelUnsent(tx, deps, accountId, { messageIds });
  const { rows } = await sql<{ id: string }>`
    select id from messages
     where account_id = ${accountId} and id = any(${messageIds}::uuid[]) and status <> 'canceled'`.execute(
    tx,
  );
  const gone = new Set(rows.map(({ id }) => id));
  return texts.filter(({ cancels }) => cancels === null || !gone.has(cancels));
}
