import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { lockRemainingTexts, reserveTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid } from '../../billing/ledger/rules.ts';
import type { NewText } from '../conversations/write-texts.ts';
import type { TargetFacts } from './accept-facts.ts';

interface Unwritten {
  facts: Pick<TargetFacts, 'planType' | 'conversationId'>;
  text: Pick<NewText, 'accountId' | 'id' | 'segments' | 'createdAt'>;
}

/**
 * Reserves the segments of prepaid texts. In order: what is left goes to the first ones, and one that is too long takes nothing
 * from a shorter one after it. Does nothing for other plans.
 */
export async function payForTexts<Text extends Unwritten>(
  tx: Tx,
  deps: Deps,
  texts: Text[],
): Promise<{ paid: Text[]; unpaid: Text[] }> {
  const prepaid = new Set(texts.filter(({ facts }) => isPrepaid(deps, facts)));
  if (prepaid.size === 0) return { paid: texts, unpaid: [] };
  // The same order as when an inbound text is answered.
  const [, left] = await Promise.all([
    lockThreads(tx, [...prepaid]),
    lockRemainingTexts(tx, [...new Set([...prepaid].map(({ text }) => text.accountId))]),
  ]);
  const unpaid = new Set<Text>();
  for (const each of prepaid) {
    const { accountId, segments } = each.text;
    const remaining = left.get(accountId) ?? 0;
    if (remaining < segments) unpaid.add(each);
    else left.set(accountId, remaining - segments);
  }
  const paid = texts.filter((each) => !unpaid.has(each));
  await reserveTexts(
    tx,
    paid.filter((each) => prepaid.has(each)).map(({ text }) => text),
  );
  return { paid, unpaid: [...unpaid] };
}

async function lockThreads(tx: Tx, texts: Unwritten[]): Promise<void> {
  const ids = texts.flatMap(({ facts }) => facts.conversationId ?? []);
  const accountIds = texts.map(({ text }) => text.accountId);
  await sql`
    select 1 from conversations
     where account_id = any(${accountIds}::uuid[]) and id = any(${ids}::uuid[])
     order by account_id, id for no key update`.execute(tx);
}
