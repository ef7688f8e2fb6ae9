import { type Feature, features } from '../../../contract/features.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { knownFeatures, lockAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record-audit.ts';
import { enqueueLook } from '../billing/schedule.ts';
import { findAccount, setFeatures } from './account-store.ts';
import { recordStaff } from './record-staff.ts';

export function switchFeature(
  db: Db,
  deps: Pick<Deps, 'newId' | 'clock'>,
  staff: Actor,
  given: { accountId: string; feature: Feature; enabled: boolean; reason: string },
): Promise<void> {
  const { accountId, feature, enabled, reason } = given;
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (account === undefined) throw new Failure('not_found');
    if (account.featuresEnabled.includes(feature) === enabled) return;
    const others = knownFeatures(account.featuresEnabled).filter((name) => name !== feature);
    await setFeatures(tx, accountId, enabled ? [...others, feature] : others);
    // Work that was stopped for it resumes.
    if (feature === 'unpaidInvoicing') await enqueueLook(tx, accountId);
    await recordStaff(tx, deps, staff, account, {
      action: 'staff.featureSwitched',
      subject: features[feature].title,
      details: { enabled, reason },
    });
  });
}
