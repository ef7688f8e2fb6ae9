import type { Identity } from '../../adapters/identity/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { acceptInvitation, type Joiner } from '../auth/invitations.ts';
import { DEFAULT_TIMEZONE } from '../auth/sign-up.ts';
import { findLogin } from '../auth/store.ts';

export type From = Pick<Joiner, 'ip' | 'userAgent'>;

interface Owner {
  accountId: string;
  userId: string;
}

/** The person behind an address of the account's verified domain. Invited people join by signing in. */
export async function whoCame(
  deps: Deps,
  { accountId, email, identity, from }: { accountId: string; email: string; identity: Identity; from: From },
): Promise<Owner> {
  const known = await findLogin(deps.db, email);
  const who = known ?? (await join());
  if (who?.accountId !== accountId) throw new Failure('sso_unknown_person');
  return { accountId, userId: who.userId };

  async function join(): Promise<Owner | undefined> {
    if (await deps.cells?.find({ kind: 'email', email })) return undefined;
    const { firstName, lastName } = identity;
    const joiner = { firstName, lastName, passwordHash: null, timezone: DEFAULT_TIMEZONE, ...from };
    const joined = await inTransaction(deps.db, (tx) =>
      acceptInvitation(tx, deps, { accountId, email }, joiner),
    );
    // Two sign-ins at the same moment: the other one has joined meanwhile.
    return joined ?? findLogin(deps.db, email);
  }
}
