import type { OutOfOffice } from '../../../contract/out-of-office.ts';
import type { User } from '../../../contract/users.ts';
import type { Db } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { isOn } from './rules.ts';
import { findOutOfOffice, listCovered, listDelegates } from './store.ts';

interface Owner {
  accountId: string;
  userId: string;
}

export async function presentOutOfOffice(db: Db, who: Owner, now: Date): Promise<OutOfOffice> {
  const [found, delegates] = await Promise.all([findOutOfOffice(db, who), listDelegates(db, who, now)]);
  if (found === undefined) throw new Failure('not_found');
  return {
    outOfOfficeMessageEnabled: isOn(found, now),
    outOfOfficeMessage: found.message,
    startsAt: found.startsAt?.toISOString() ?? null,
    endsAt: found.endsAt?.toISOString() ?? null,
    // Someone who gave up the seat is no longer a delegate.
    delegateUserId: delegates.find(({ id }) => id === found.delegateUserId)?.id ?? null,
    timezone: found.timezone,
    delegates: delegates.map(({ absence, ...person }) => ({
      ...person,
      outOfOffice: absence && {
        startsAt: absence.startsAt?.toISOString() ?? null,
        endsAt: absence.endsAt?.toISOString() ?? null,
      },
    })),
  };
}

/** As shown in the signed-in person's record. */
export async function presentAbsence(
  db: Db,
  who: Owner,
  now: Date,
): Promise<
  Pick<
    User,
    | 'outOfOfficeMessageEnabled'
    | 'outOfOfficeMessage'
    | 'outOfOfficeStartsAt'
    | 'outOfOfficeEndsAt'
    | 'covers'
  >
> {
  const [found, covered] = await Promise.all([findOutOfOffice(db, who), listCovered(db, who, now)]);
  return {
    outOfOfficeMessageEnabled: found !== undefined && isOn(found, now),
    outOfOfficeMessage: found?.message ?? '',
    outOfOfficeStartsAt: found?.startsAt?.toISOString() ?? null,
    outOfOfficeEndsAt: found?.endsAt?.toISOString() ?? null,
    covers: covered.map(({ userId, firstName, lastName, until }) => ({
      userId,
      firstName,
      lastName,
      until: until?.toISOString() ?? null,
    })),
  };
}
