import type { BodyOf } from '../../../contract/route.ts';
import type { sendSupportMessage as row } from '../../../contract/support.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findAccount } from '../accounts/store.ts';
import { findUser } from '../users/store.ts';
import { type Asker, mailOfSupportMessage } from './mail.ts';
import { insertSupportMessage } from './store.ts';

/** More than anyone needs, and too few to flood a mailbox. */
export const messagesByUser: Limit = { name: 'support message', points: 10, seconds: 3600 };

/** Kept, and mailed to the people who answer. */
export async function sendSupportMessage(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'clock' | 'newId'>,
  { accountId, userId }: Session,
  body: BodyOf<typeof row>,
  supportEmail: string,
): Promise<void> {
  await insertSupportMessage(tx, accountId, { ...body, id: deps.newId(), userId, createdAt: deps.clock() });
  const [user, account] = [await findUser(tx, accountId, userId), await findAccount(tx, accountId)];
  const asker: Asker = { ...user, emailVerified: user.emailVerifiedAt !== null, account };
  await enqueueMail(tx, deps, {
    to: supportEmail,
    replyTo: user.email,
    ...mailOfSupportMessage(body, asker),
  });
}
