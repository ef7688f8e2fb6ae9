import { type RawBuilder, sql } from 'kysely';
import type { PlanType } from '../../../../contract/accounts.ts';
import { UNPAID_INVOICE_TEXTS } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';

/** Its texts are bought before they are sent. */
export function isPrepaid(deps: Pick<Deps, 'billing'>, account: { planType: PlanType }): boolean {
  return deps.billing !== null && account.planType === 'payg';
}

/** What the gate asks about payments. Either stops all but answers to STOP, START and HELP. */
export function paymentFacts(
  { billing }: Pick<Deps, 'billing'>,
  { sendingStoppedAt, unpaidTexts }: { sendingStoppedAt: Date | null; unpaidTexts: number | null },
): { isOverdue: boolean; isInvoiceUnpaid: boolean } {
  const isInvoiceUnpaid = billing !== null && isUsedUp(unpaidTexts);
  return { isOverdue: billing !== null && sendingStoppedAt !== null && !isInvoiceUnpaid, isInvoiceUnpaid };
}

/** What texts of an account cover that are sent before its first invoice is paid. */
export const isUsedUp = (unpaidTexts: number | null): boolean =>
  unpaidTexts !== null && unpaidTexts >= UNPAID_INVOICE_TEXTS;

/** So many segments have gone out on invoices of which none is paid; null once one is, or where there is none. */
export function unpaidTextsOf(account: 'accounts' | 'a'): RawBuilder<number | null> {
  const row = sql.ref(account);
  return sql`
    case when ${row}.invoice_unpaid_since is not null and not 'unpaidInvoicing' = any(${row}.features_enabled)
         then ${unpaidSegmentsOf(account)} end`;
}

/** On its unpaid invoices, with those that it has left for another plan. */
export function unpaidSegmentsOf(account: 'accounts' | 'a'): RawBuilder<number> {
  const row = sql.ref(account);
  return sql`
    (${row}.unpaid_texts_before + (select coalesce(sum(e.used), 0)::int from usage_entries e
      where e.account_id = ${row}.id and e.used <> 0 and e.used_at >= ${row}.invoice_unpaid_since))`;
}

/** The same of a row of `accounts`. */
export function isAccountStopped(deps: Pick<Deps, 'billing'>): RawBuilder<boolean> {
  return deps.billing === null ? sql`false` : sql`accounts.sending_stopped_at is not null`;
}

/** Of the texts that were bought last. */
const THRESHOLDS = [0, 10, 20];

/** The percentage to which the texts have fallen; null if they were there before. */
export function thresholdCrossed(texts: {
  bought: number;
  before: number;
  remaining: number;
}): number | null {
  const { bought, before, remaining } = texts;
  const isReached = (left: number) => (percent: number) => left * 100 <= bought * percent;
  return THRESHOLDS.find((percent) => isReached(remaining)(percent) && !isReached(before)(percent)) ?? null;
}
