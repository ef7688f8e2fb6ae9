import type pg from 'pg';
import { createOutboxMailer, type OutboxMailer } from '../adapters/mail/outbox/outbox.ts';
import type { CheckableMailer } from '../adapters/mail/port.ts';
import { createSmtpMailer } from '../adapters/mail/smtp/smtp.ts';
import type { MailSettings } from '../env/vendors.ts';

interface ChosenMailer {
  mailer: CheckableMailer;
  /** Set when mails stay here: they have to be shown. */
  outbox: OutboxMailer | null;
}

export function chooseMailer(
  settings: MailSettings,
  deps: { pool: pg.Pool; clock: () => Date },
): ChosenMailer {
  switch (settings.vendor) {
    case 'smtp':
      return { mailer: createSmtpMailer(settings), outbox: null };
    case 'outbox': {
      const outbox = createOutboxMailer(deps);
      return { mailer: outbox, outbox };
    }
  }
}
