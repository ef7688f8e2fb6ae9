import type { NumberChange } from '../../../../contract/number-change.ts';
import type { Db } from '../../../db/connection.ts';
import { Failure, invalidField } from '../../../failure.ts';
import { formatPhone, parsePhone } from '../../../phone.ts';
import { findTargetFacts, type TargetFacts } from './accept-facts.ts';

type Target = Parameters<typeof findTargetFacts>[1][number];

/** What someone changed since the last text, for the person who is to confirm it. */
export async function presentNumberChange(
  db: Db,
  accountId: string,
  { previousNumber, phoneNumber, numberChangedAt, numberChangedBy }: TargetFacts,
): Promise<NumberChange | null> {
  if (previousNumber === null || phoneNumber === null || numberChangedAt === null) return null;
  const by =
    numberChangedBy &&
    (await db
      .selectFrom('users')
      .select(['first_name as firstName', 'last_name as lastName'])
      .where('account_id', '=', accountId)
      .where('id', '=', numberChangedBy)
      .executeTakeFirst());
  return {
    from: formatPhone(previousNumber),
    to: formatPhone(phoneNumber),
    phoneNumber,
    changedAt: numberChangedAt.toISOString(),
    changedBy: by || null,
  };
}

/** The same refusal, with what changed if that's the reason. */
export async function withNumberChange(db: Db, target: Target, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure && error.code === 'number_changed')) return error;
  const [facts] = await findTargetFacts(db, [target]);
  const numberChange = facts ? await presentNumberChange(db, target.accountId, facts) : null;
  return new Failure(error.code, { numberChange });
}

/** The number that the person has seen it goes to, as E.164. */
export function confirmedOf({ confirmedNumber }: { confirmedNumber?: string | undefined }): string | null {
  if (confirmedNumber === undefined) return null;
  const phoneNumber = parsePhone(confirmedNumber);
  if (phoneNumber === null) throw invalidField('confirmedNumber', 'Must be a valid phone number');
  return phoneNumber;
}
