import type pg from 'pg';
import type { CheckableMailer, Invitation, Mail } from '../port.ts';
import { isOneAddress } from '../port.ts';

export interface KeptMail extends Mail {
  id: string;
  sentAt: Date;
}

/** The mailer of local mode: mails are kept to be looked at, and leave for nowhere. */
export interface OutboxMailer extends CheckableMailer {
  /** Newest first; those to one address, if named. */
  list(to?: string): Promise<KeptMail[]>;
}

const SHOWN = 200;

export function createOutboxMailer({ pool, clock }: { pool: pg.Pool; clock: () => Date }): OutboxMailer {
  return {
    name: 'outbox',
    send: async (id, { to, replyTo, subject, text, html, calendar }) => {
      if (!isOneAddress(to) || (replyTo !== undefined && !isOneAddress(replyTo)))
        return { outcome: 'refused', reason: 'not an address' };
      await pool.query(
        `insert into outbox.mails (id, recipient, reply_to, subject, body_text, body_html, calendar, sent_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
        [
          id,
          to,
          replyTo ?? null,
          subject,
          text,
          html,
          calendar === undefined ? null : JSON.stringify(calendar),
          clock(),
        ],
      );
      return { outcome: 'accepted' };
    },
    check: async () => {},
    list: async (to) => {
      const { rows } = await pool.query<
        Omit<KeptMail, 'replyTo' | 'calendar'> & { replyTo: string | null; calendar: Invitation | null }
      >(
        `select id, recipient as "to", reply_to as "replyTo", subject, body_text as "text", body_html as "html", calendar, sent_at as "sentAt"
           from outbox.mails where $1::text is null or lower(recipient) = lower($1)
          order by sent_at desc, id desc limit ${SHOWN}`,
        [to ?? null],
      );
      return rows.map(({ replyTo, calendar, ...mail }) => ({
        ...mail,
        ...(replyTo === null ? {} : { replyTo }),
        ...(calendar === null ? {} : { calendar }),
      }));
    },
  };
}
