import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listAdminEmails } from '../users/membership-store.ts';
import type { Attempted } from './attempt.ts';
import { endpointDisabled, endpointFailing } from './mails.ts';
import { disableFailing, markFailing } from './store.ts';

/** The endpoint remembers since when, and admins hear of it before it is turned off, and when it is. */
export async function endpointFailed(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'publicUrl' | 'sealer' | 'newId'>,
  { outcome: { accountId, endpointId }, failure }: Attempted,
): Promise<void> {
  const isOver = failure === 'gone' || failure === 'failing';
  const isWarning = failure === 'warn';
  const endpoint = isOver
    ? await disableFailing(tx, { accountId, endpointId, reason: failure })
    : await markFailing(tx, { accountId, endpointId, at: deps.clock(), isWarning });
  if (endpoint === undefined || !(isOver || isWarning)) return;
  const mail = isOver ? endpointDisabled(endpoint, deps) : endpointFailing(endpoint, deps);
  const admins = await listAdminEmails(tx, accountId);
  await enqueueMail(tx, deps, ...admins.map((to) => ({ to, ...mail })));
}
