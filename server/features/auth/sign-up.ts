import { type Db, inTransaction, isUniqueViolation } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { insertAccount } from '../accounts/store.ts';
import { bringBackOptOuts } from '../consent/kept-opt-outs.ts';
import { insertUser } from '../users/store.ts';
import { requireUncommon } from './common-passwords.ts';
import { enqueueSecret } from './mail-secret.ts';
import { hashPassword } from './passwords.ts';
import { insertLogin } from './store.ts';

export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  timezone?: string | undefined;
}

const DEFAULT_TIMEZONE = 'America/New_York';

/** A person with an account of their own: admin of an account of type none on the free plan. */
export async function signUp(
  db: Db,
  person: NewPerson,
  deps: Pick<Deps, 'newId' | 'sealer' | 'tokens'>,
): Promise<{ accountId: string; userId: string }> {
  requireUncommon(person.password);
  const passwordHash = await hashPassword(person.password);
  const accountId = deps.newId();
  const userId = deps.newId();
  try {
    await inTransaction(db, async (tx) => {
      await insertAccount(tx, { id: accountId, name: `${person.firstName} ${person.lastName}` });
      await insertUser(tx, accountId, {
        ...person,
        id: userId,
        userType: 'admin',
        passwordHash,
        timezone: person.timezone ?? DEFAULT_TIMEZONE,
      });
      await insertLogin(tx, { email: person.email.toLowerCase(), accountId, userId });
      await bringBackOptOuts(tx, deps, { accountId, email: person.email });
      await enqueueSecret(tx, deps, 'verifyEmail', person.email);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'logins_pkey')) throw new Failure('email_taken');
    throw error;
  }
  return { accountId, userId };
}
