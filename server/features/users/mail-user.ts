import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Composed } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findUser } from './store.ts';

/** To the person's own address, in the transaction of the event it is about. */
export async function mailUser(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'newId'>,
  who: { accountId: string; userId: string },
  mail: Composed,
): Promise<void> {
  const { email } = await findUser(tx, who.accountId, who.userId);
  await enqueueMail(tx, deps, { to: email, ...mail });
}
