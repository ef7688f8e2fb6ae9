import type pg from 'pg';
import type { Mail, Mailer } from '../port.ts';
import { isOneAddress } from '../port.ts';

export interface KeptMail extends Mail {
  id: string;
  sentAt: Date;
}

/** The mailer of local mode: mails are kept to be looked at, and leave for nowhere. */
export interface OutboxMailer extends Mailer {
  /** Newest first; those to one address, if named. */
  list(to?: string): Promise<KeptMail[]>;
}

const SHOWN = 200;

export function createOutboxMailer({ pool, clock }: { pool: pg.Pool; clock: () => Date }): OutboxMailer {
  return {
    name: 'outbox',
    send: async (id, { to, replyTo, subject, text, html }) => {
      if (!isOneAddress(to) || (replyTo !== undefined && !isOneAddress(replyTo)))
        return { outcome: 'refused', reason: 'not an address' };
      await pool.query(
        `insert into outbox.mails (id, recipient, reply_to, subject, body_text, body_html, sent_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
        [id, to, replyTo ?? null, subject, text, html, clock()],
      );
      return { outcome: 'accepted' };
    },
    list: async (to) => {
      const { rows } = await pool.query<Omit<KeptMail, 'replyTo'> & { replyTo: string | null }>(
        `select id, recipient as "to", reply_to as "replyTo", subject, body_text as "text", body_html as "html", sent_at as "sentAt"
           from outbox.mails where $1::text is null or lower(recipient) = lower($1)
          order by sent_at desc, id desc limit ${SHOWN}`,
        [to ?? null],
      );
      return rows.map(({ replyTo, ...mail }) => (replyTo === null ? mail : { ...mail, replyTo }));
    },
  };
}
