import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { recordImportedOptOuts } from '../../consent/record-consent.ts';
import { consentChanged } from '../../texting/conversations/consent-changed.ts';
import { lockThreadsWith } from '../../texting/conversations/lock.ts';
import type { ImportRow } from '../store.ts';
import type { ImportedNumber } from './numbers-store.ts';

/** Nothing is sent to these numbers anymore, whether they are candidates' or not. */
export async function saveOptOuts(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  accountId: string,
  { createdBy }: Pick<ImportRow, 'createdBy'>,
  phoneNumbers: string[],
): Promise<{ numbers: ImportedNumber[]; at: Date }> {
  const at = deps.clock();
  const texted = await findTexted(tx, accountId, phoneNumbers);
  // Before the opt-out, as a text that comes in locks them.
  for (const phoneNumber of texted) await lockThreadsWith(tx, accountId, phoneNumber);
  const isNew = await recordImportedOptOuts(
    tx,
    { accountId, phoneNumbers, actorUserId: createdBy, at },
    deps.newId,
  );
  for (const phoneNumber of texted)
    if (isNew.has(phoneNumber)) await consentChanged(tx, deps, accountId, phoneNumber, 'optedOut');
  return {
    numbers: phoneNumbers.map((phoneNumber) => ({
      phoneNumber,
      candidateId: null,
      isNew: isNew.has(phoneNumber),
      before: null,
      after: null,
    })),
    at,
  };
}

/** Those with a conversation. */
export async function findTexted(tx: Tx, accountId: string, phoneNumbers: string[]): Promise<string[]> {
  const { rows } = await sql<{ phoneNumber: string }>`
    select distinct p.phone_number as "phoneNumber" from candidates p
      join conversations c on c.account_id = p.account_id and c.candidate_id = p.id
     where p.account_id = ${accountId} and p.phone_number = any(${phoneNumbers}::text[])
     order by 1`.execute(tx);
  return rows.map(({ phoneNumber }) => phoneNumber);
}
