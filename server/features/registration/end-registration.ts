import type { Deps } from '../../deps.ts';
import { findRegistration } from './store.ts';

/** Before an account is erased: what is charged for every month ends. It throws when the carrier can't be asked. */
export async function endRegistration(deps: Deps, accountId: string): Promise<void> {
  const row = await findRegistration(deps.db, accountId);
  if (row?.campaignId == null) return;
  if (deps.registrar === null)
    deps.log.warn({ reference: row.reference }, 'a campaign has to be ended at its carrier by hand');
  else await deps.registrar.endCampaign(row.campaignId);
}
