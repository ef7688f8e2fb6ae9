import type { CallForwardingHours } from '../../../contract/calls.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, failureAt, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { isFeatureOn } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { ABROAD, whyNotForwardable } from './forwardable.ts';
import { isBusinessNumber, setForwarding } from './store.ts';

const FIELD = 'callForwardingNumber';

export async function forwardCalls(
  db: Db,
  deps: Pick<Deps, 'newId' | 'clock'>,
  session: Pick<Session, 'accountId' | 'userId' | 'seatId' | 'phoneNumber' | 'isLandline' | 'planType'>,
  actor: Actor,
  wanted: {
    callForwardingEnabled: boolean;
    callForwardingNumber: string | null;
    callForwardingHours?: CallForwardingHours | undefined;
  },
): Promise<void> {
  const { callForwardingEnabled: enabled, callForwardingNumber: typed } = wanted;
  if (enabled && !typed) throw failureAt(FIELD, 'call_forwarding_number_empty');
  if (enabled && session.phoneNumber === null) throw new Failure('no_number');
  if (enabled && session.planType === 'free') throw new Failure('plan_required');
  if (enabled && session.isLandline) throw new Failure('number_is_landline');
  const number = typed ? parsePhone(typed) : null;
  if (typed && number === null) throw invalidField(FIELD, 'Must be a valid phone number');
  const abroad = await isFeatureOn(db, session.accountId, 'callForwardingAbroad');
  const problem = number === null ? null : whyNotForwardable(number, { abroad });
  // Anyone who loses the right can still turn it off.
  if (problem === ABROAD && enabled) throw failureAt(FIELD, 'calls_abroad_off');
  if (problem !== null && problem !== ABROAD) throw invalidField(FIELD, problem);
  await inTransaction(db, async (tx) => {
    if (number !== null && (await isBusinessNumber(tx, number)))
      throw invalidField(FIELD, 'This is a Hiretext business number, so calls would never reach a phone.');
    await setForwarding(tx, session.accountId, session.userId, {
      enabled,
      number,
      hours: wanted.callForwardingHours,
    });
    // Not where to: the phone is often the person's own.
    await recordAudit(tx, deps, actor, {
      action: 'number.callForwardingChanged',
      subjectId: session.seatId,
      subject: session.phoneNumber === null ? null : formatPhone(session.phoneNumber),
      details: { enabled },
    });
  });
}
