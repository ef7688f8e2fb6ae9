import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { recordConsent } from '../../consent/record-consent.ts';
import { findGrants } from '../../consent/store.ts';
import { closeRequest } from '../asking/store.ts';
import { consentChanged } from '../conversations/consent-changed.ts';

interface Answer {
  accountId: string;
  phoneNumber: string;
  agrees: boolean;
  at: Date;
}

/** A reply to our question, in the transaction that works it in. NO is recorded where opt-outs are. */
export async function takeConsentAnswer(
  tx: Tx,
  deps: Deps,
  { accountId, phoneNumber, agrees, at }: Answer,
): Promise<void> {
  const request = await closeRequest(tx, { accountId, phoneNumber, at });
  if (request === undefined || !agrees) return;
  const isKnown = (await findGrants(tx, accountId, [phoneNumber])).has(phoneNumber);
  const grant = {
    ...request,
    phoneNumber,
    type: isKnown ? ('confirmed' as const) : ('granted' as const),
    source: 'text' as const,
    method: 'Reply to our text',
    actorUserId: null,
    at,
  };
  await recordConsent(tx, accountId, [grant], deps.newId);
  await consentChanged(tx, deps, accountId, phoneNumber, 'optedIn');
}
