import { z } from 'zod';
import type { Mail } from '../../adapters/mail/port.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../jobs/job.ts';

/** A mail on its way. Sealed: jobs stand in a table that many can read, and mails hold codes. */
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
});

export function sealMail(sealer: Deps['sealer'], { to, replyTo, subject, text, html }: Mail): string {
  return sealer.seal(JSON.stringify({ to, replyTo, subject, text, html }));
}

/** What the mailer throws is a passing fault, and the job comes back. */
export async function runSendMail(
  deps: Pick<Deps, 'mailer' | 'sealer' | 'log'>,
  { id, sealed }: z.output<typeof sendMail.payload>,
): Promise<void> {
  const { replyTo, ...mail } = SealedMail.parse(JSON.parse(deps.sealer.open(sealed)));
  const sent = await deps.mailer.send(id, { ...mail, ...(replyTo === undefined ? {} : { replyTo }) });
  if (sent.outcome === 'refused') deps.log.warn({ mailId: id, reason: sent.reason }, 'a mail was refused');
}
