import type { Mail } from '../../adapters/mail/port.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue } from '../../jobs/job.ts';
import type { Composed } from './compose.ts';
import { sealMail, sendMail } from './send-mail.ts';

/** In the transaction that decides: the mail goes out if and only if what it tells of has happened. */
export function enqueueMail(
  db: Db,
  deps: Pick<Deps, 'sealer' | 'newId'>,
  mail: Pick<Mail, 'to' | 'replyTo'> & Composed,
): Promise<void> {
  return enqueue(db, [
    { kind: sendMail, payload: { id: deps.newId(), sealed: sealMail(deps.sealer, mail) } },
  ]);
}
