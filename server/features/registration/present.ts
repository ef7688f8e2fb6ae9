import type { Registration } from '../../../contract/registration.ts';
import { isLongCode } from '../../area-codes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { formatPhone } from '../../phone.ts';
import { findAccount } from '../accounts/store.ts';
import { firstDraft } from './draft.ts';
import { mayEdit, maySubmit } from './rules.ts';
import { findRegistration, listChanges, listNumbers } from './store.ts';

export async function presentRegistration(
  db: Db,
  deps: Pick<Deps, 'registrar' | 'sealer'>,
  accountId: string,
): Promise<Registration> {
  const [row, account, changes, numbers] = await Promise.all([
    findRegistration(db, accountId),
    findAccount(db, accountId),
    listChanges(db, accountId),
    listNumbers(db, accountId),
  ]);
  const state = row?.state ?? 'draft';
  const isRequired = deps.registrar !== null;
  return {
    isRequired,
    state,
    draft: row?.draft ?? firstDraft(account.name),
    einLast4: row?.sealedEin ? deps.sealer.open(row.sealedEin).slice(-4) : null,
    rejected: row?.rejectedStage ? { stage: row.rejectedStage, findings: row.findings } : null,
    suspended: row?.state === 'suspended' ? { findings: row.findings } : null,
    history: changes.map((change) => ({ state: change.state, at: change.at.toISOString() })),
    numbers: numbers
      .filter(({ phoneNumber, quarantinedUntil }) => quarantinedUntil === null && isLongCode(phoneNumber))
      .map(({ phoneNumber, registeredAt, refusal }) => ({
        phoneNumber,
        phoneNumberFormatted: formatPhone(phoneNumber),
        isRegistered: registeredAt !== null,
        refusal: registeredAt === null ? refusal : null,
      })),
    can: { edit: mayEdit(state), submit: isRequired && maySubmit(state) },
  };
}
