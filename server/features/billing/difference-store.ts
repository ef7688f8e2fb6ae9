import type { BillingDifferenceKind } from '../../../contract/staff/billing.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';

export interface Difference {
  kind: BillingDifferenceKind;
  subject: string;
  here: string;
  there: string;
  repaired: boolean;
}

/** What was found before is out of date. */
export async function replaceDifferences(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  accountId: string,
  differences: Difference[],
): Promise<void> {
  await tx.deleteFrom('billing_differences').where('account_id', '=', accountId).execute();
  if (differences.length === 0) return;
  await tx
    .insertInto('billing_differences')
    .values(
      differences.map((difference) => ({
        ...difference,
        account_id: accountId,
        id: deps.newId(),
        found_at: deps.clock(),
      })),
    )
    .execute();
}

/** Accounts with a plan that the gateway never heard of, such as those from before anyone was charged. */
export async function listUnbilled(
  db: Db,
  vendor: string,
  page: { after: string | null; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('accounts')
    .select('id')
    .where('plan_type', '<>', 'free')
    // No one pays for a sandbox.
    .where('sandbox_of', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billing_customers')
            .select('customer_id')
            .whereRef('billing_customers.account_id', '=', 'accounts.id')
            .where('vendor', '=', vendor),
        ),
      ),
    )
    .orderBy('id')
    .limit(page.limit);
  if (page.after !== null) query = query.where('id', '>', page.after);
  return (await query.execute()).map(({ id }) => id);
}

/** What this night did not find again. */
export async function dropPlanDifferences(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('billing_differences')
    .where('kind', '=', 'plan')
    .where('found_at', '<', before)
    .execute();
}
