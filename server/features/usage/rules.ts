import { type RawBuilder, sql } from 'kysely';
import type { PlanType } from '../../../contract/accounts.ts';
import type { Deps } from '../../deps.ts';

/** Its texts are bought before they are sent. */
export function isPrepaid(deps: Pick<Deps, 'billing'>, account: { planType: PlanType }): boolean {
  return deps.billing !== null && account.planType === 'payg';
}

/** A payment is overdue: nothing goes out but answers to STOP, START and HELP. */
export function isStopped(deps: Pick<Deps, 'billing'>, account: { sendingStoppedAt: Date | null }): boolean {
  return deps.billing !== null && account.sendingStoppedAt !== null;
}

/** The same of a row of `accounts`. */
export function isAccountStopped(deps: Pick<Deps, 'billing'>): RawBuilder<boolean> {
  return deps.billing === null ? sql`false` : sql`accounts.sending_stopped_at is not null`;
}
