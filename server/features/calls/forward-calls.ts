import type { CallForwardingHours } from '../../../contract/calls.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { parsePhone } from '../../phone.ts';
import { findNumber } from '../numbers/store.ts';
import { whyNotForwardable } from './forwardable.ts';
import { isBusinessNumber, setForwarding } from './store.ts';

const FIELD = 'callForwardingNumber';

export async function forwardCalls(
  db: Db,
  session: Pick<Session, 'accountId' | 'userId' | 'phoneNumber' | 'numberId' | 'planType'>,
  wanted: {
    callForwardingEnabled: boolean;
    callForwardingNumber: string | null;
    callForwardingHours?: CallForwardingHours | undefined;
  },
): Promise<void> {
  const { callForwardingEnabled: enabled, callForwardingNumber: typed } = wanted;
  if (enabled && !typed) {
    const failure = new Failure('call_forwarding_number_empty');
    throw new Failure(failure.code, { fields: { [FIELD]: [failure.message] } });
  }
  if (enabled && session.phoneNumber === null) throw new Failure('no_number');
  if (enabled && session.planType === 'free') throw new Failure('plan_required');
  if (enabled && session.numberId !== null) {
    const own = await findNumber(db, session.accountId, session.numberId);
    if (own?.isHosted) throw new Failure('number_hosted');
  }
  const number = typed ? parsePhone(typed) : null;
  if (typed && number === null) throw invalidField(FIELD, 'Must be a valid phone number');
  const problem = number === null ? null : whyNotForwardable(number);
  if (problem !== null) throw invalidField(FIELD, problem);
  await inTransaction(db, async (tx) => {
    if (number !== null && (await isBusinessNumber(tx, number)))
      throw invalidField(FIELD, 'This is a business number in Hiretext. Calls would never arrive anywhere.');
    await setForwarding(tx, session.accountId, session.userId, {
      enabled,
      number,
      hours: wanted.callForwardingHours,
    });
  });
}
