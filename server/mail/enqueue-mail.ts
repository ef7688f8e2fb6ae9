import type { Mail } from '../adapters/mail/port.ts';
import type { Db } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../queue/job.ts';
import type { Composed } from './compose.ts';
import { sealMail, sendMail } from './send-mail.ts';

/** In the transaction that decides: the mails go out if and only if what they report has happened. */
export function enqueueMail(
  db: Db,
  deps: Pick<Deps, 'sealer' | 'newId'>,
  ...mails: (Pick<Mail, 'to' | 'replyTo' | 'calendar'> & Composed)[]
): Promise<void> {
  return enqueue(
    db,
    mails.map((mail) => ({
      kind: sendMail,
      payload: { id: deps.newId(), sealed: sealMail(deps.sealer, mail) },
    })),
  );
}
