import { z } from 'zod';
import type { Mail } from '../adapters/mail/port.ts';
import type { Deps } from '../deps.ts';
import { claim } from '../queue/claim.ts';
import { enqueue, jobKind } from '../queue/job.ts';
import { hasMailbox } from './no-mail.ts';

/** A mail on its way. Sealed: jobs are in a table that many can read, and mails contain codes. */
export const sendMail = jobKind({
  name: 'sendMail',
  payload: z.object({ id: z.uuid(), sealed: z.string() }),
  // Three to four hours, at the queue's growing intervals.
  maxAttempts: 10,
});

const SealedMail = z.object({
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  calendar: z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() }).optional(),
});

export function sealMail(
  sealer: Deps['sealer'],
  { to, replyTo, subject, text, html, calendar }: Mail,
): string {
  return sealer.seal(JSON.stringify({ to, replyTo, subject, text, html, calendar }));
}

/** Longer than a mail server can take from the first greeting to the last word. */
const HANDING_OVER_MS = 90_000;
const LOOK_AGAIN_MS = 15_000;

/**
 * What the mailer throws is a temporary fault, and the job comes back. A mail whose delivery broke off goes out again under
 * the same Message-ID, since there is no way to ask about it and no one would miss it in time (decision 40).
 */
export async function runSendMail(
  deps: Pick<Deps, 'db' | 'clock' | 'mailer' | 'sealer' | 'log'>,
  { id, sealed }: z.output<typeof sendMail.payload>,
): Promise<void> {
  const { replyTo, calendar, ...mail } = SealedMail.parse(JSON.parse(deps.sealer.open(sealed)));
  if (!hasMailbox(mail.to)) return;
  const claimed = await claim(deps, `mail:${id}`, HANDING_OVER_MS);
  if (claimed === 'done') return;
  // By another run of this job, which may be dead. That costs this one no try.
  if (claimed === 'taken') {
    const runAt = new Date(deps.clock().getTime() + LOOK_AGAIN_MS);
    await enqueue(deps.db, [{ kind: sendMail, payload: { id, sealed }, runAt }]);
    return;
  }
  try {
    const sent = await deps.mailer.send(id, {
      ...mail,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(calendar === undefined ? {} : { calendar }),
    });
    if (sent.outcome === 'refused') deps.log.warn({ mailId: id, reason: sent.reason }, 'a mail was refused');
  } catch (error) {
    await claimed.free();
    throw error;
  }
  await claimed.settle();
}
