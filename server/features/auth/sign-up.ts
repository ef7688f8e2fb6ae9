import { personName } from '../../../contract/person-name.ts';
import { type Db, inTransaction, isUniqueViolation } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { domainOf, findDomain } from '../accounts/domain-store.ts';
import { insertAccount } from '../accounts/store.ts';
import { bringBackOptOuts, fetchKeptOptOuts } from '../consent/kept-opt-outs.ts';
import { insertUser } from '../users/store.ts';
import { requireUncommon } from './common-passwords.ts';
import { acceptInvitationByToken, type Joiner, openInvitation } from './invitations.ts';
import { hashPassword } from './passwords.ts';
import { enqueueSecret } from './secrets/mail-secret.ts';
import { findLogin, insertLogin } from './store.ts';

interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  timezone?: string | undefined;
  inviteToken?: string | undefined;
}

type SignUpDeps = Pick<Deps, 'cells' | 'newId' | 'clock' | 'sealer' | 'signer'>;
type Identity = { accountId: string; userId: string };

/** If the browser didn't report one; everybody can change theirs. */
export const DEFAULT_TIMEZONE = 'America/New_York';

/** A person with a new account, or in the account that has invited them. */
export async function signUp(
  db: Db,
  person: NewPerson,
  from: Pick<Joiner, 'ip' | 'userAgent'>,
  deps: SignUpDeps,
): Promise<Identity> {
  await requireUncommon(person.password, [person.email, person.firstName, person.lastName]);
  try {
    return await (person.inviteToken === undefined
      ? signUpAlone(db, person, deps)
      : signUpInvited(db, { ...person, inviteToken: person.inviteToken }, from, deps));
  } catch (error) {
    if (isUniqueViolation(error, 'logins_pkey')) throw new Failure('email_taken');
    throw error;
  }
}

/** Admin of an account of type none on the free plan. */
async function signUpAlone(db: Db, person: NewPerson, deps: SignUpDeps): Promise<Identity> {
  await refuseTaken(db, deps, person.email);
  await fetchKeptOptOuts(db, deps, person.email);
  const passwordHash = await hashPassword(person.password);
  const accountId = deps.newId();
  const userId = deps.newId();
  await inTransaction(db, async (tx) => {
    await insertAccount(tx, { id: accountId, name: personName(person) });
    await insertUser(tx, accountId, {
      ...person,
      id: userId,
      userType: 'admin',
      passwordHash,
      timezone: person.timezone ?? DEFAULT_TIMEZONE,
    });
    await insertLogin(tx, { email: person.email.toLowerCase(), accountId, userId });
    await bringBackOptOuts(tx, deps, { accountId, email: person.email });
    await enqueueSecret(tx, deps, 'verifyEmail', { email: person.email });
  });
  return { accountId, userId };
}

async function signUpInvited(
  db: Db,
  person: NewPerson & { inviteToken: string },
  from: Pick<Joiner, 'ip' | 'userAgent'>,
  deps: Pick<Deps, 'cells' | 'newId' | 'clock'>,
): Promise<Identity> {
  const { accountId } = await openInvitation(db, deps, person.inviteToken);
  const domain = await findDomain(db, domainOf(person.email));
  if (domain?.ssoOnly && domain.accountId === accountId) throw new Failure('sso_required');
  await refuseTaken(db, deps, person.email);
  const passwordHash = await hashPassword(person.password);
  return inTransaction(db, (tx) =>
    acceptInvitationByToken(
      tx,
      deps,
      { token: person.inviteToken, email: person.email },
      {
        ...person,
        ...from,
        passwordHash,
        timezone: person.timezone ?? DEFAULT_TIMEZONE,
        // The team's open screens look once, when this is committed, and not again at the first call.
        lastActiveAt: deps.clock(),
      },
    ),
  );
}

/** Before the password is hashed, which is work; the index decides between two at once. */
async function refuseTaken(db: Db, { cells }: Pick<Deps, 'cells'>, given: string): Promise<void> {
  const email = given.toLowerCase();
  if ((await findLogin(db, email)) || (await cells?.find({ kind: 'email', email })))
    throw new Failure('email_taken');
}
