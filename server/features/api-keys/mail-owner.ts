import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Composed } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { mailUser } from '../users/mail-user.ts';
import { listAdminEmails } from '../users/membership-store.ts';

/** About a key, to the person whose rights it has; for a service, to all admins. */
export async function mailOwner(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'newId'>,
  owner: { accountId: string; userId: string; isService: boolean },
  mail: Composed,
): Promise<void> {
  if (!owner.isService) return mailUser(tx, deps, owner, mail);
  const admins = await listAdminEmails(tx, owner.accountId);
  await enqueueMail(tx, deps, ...admins.map((to) => ({ to, ...mail })));
}
