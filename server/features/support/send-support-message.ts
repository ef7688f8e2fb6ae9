import type { BodyOf } from '../../../contract/route.ts';
import type { sendSupportMessage as row } from '../../../contract/support.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { findAccount } from '../accounts/store.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { findUser } from '../users/store.ts';
import { type Asker, mailOfSupportMessage } from './mail.ts';
import { insertSupportMessage } from './store.ts';

/** More than anybody has to say, and too few to flood a mailbox. */
const messagesByUser: Limit = { name: 'support message', points: 10, seconds: 3600 };

/** Kept, and mailed to those who answer. */
export async function sendSupportMessage(
  db: Db,
  deps: Pick<Deps, 'helpChat' | 'rateLimits' | 'sealer' | 'clock' | 'newId'>,
  session: Session,
  body: BodyOf<typeof row>,
): Promise<void> {
  const { helpChat } = deps;
  if (helpChat.type !== 'form') throw new Failure('not_found');
  await deps.rateLimits.consume(messagesByUser, session.userId);
  await inTransaction(db, async (tx) => {
    const { accountId, userId } = session;
    await insertSupportMessage(tx, accountId, {
      ...body,
      id: deps.newId(),
      userId,
      createdAt: deps.clock(),
    });
    const [user, account] = [await findUser(tx, accountId, userId), await findAccount(tx, accountId)];
    const asker: Asker = { ...user, emailVerified: user.emailVerifiedAt !== null, account };
    await enqueueMail(tx, deps, {
      to: helpChat.supportEmail,
      replyTo: user.email,
      ...mailOfSupportMessage(body, asker),
    });
  });
}
