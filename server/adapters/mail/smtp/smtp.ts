import { setTimeout as wait } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { CheckableMailer, MailOutcome } from '../port.ts';
import { isOneAddress } from '../port.ts';

interface SmtpSettings {
  /** smtp:// (TLS by STARTTLS) or smtps:// (TLS from the first byte), with user and password where the server asks for them. */
  url: string;
  /** "Hiretext <no-reply@example.com>", or the address alone. */
  from: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
/** The whole mail may take as long as so many of its steps. */
const WHOLE_TIMES = 3;
/** Whatever could end a header, or pretend to. */
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpSettings): CheckableMailer {
  const hasLogin = new URL(url).username !== '';
  // The library lets the parameters of the address win over these, so `?requireTLS=false` is there for a relay next door.
  const settings = {
    url,
    // A password crosses the network encrypted or not at all, and is not left away because the server is silent about it.
    requireTLS: hasLogin,
    forceAuth: hasLogin,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Promise<Transporter> | undefined;
  // Large, so loaded with the first mail.
  const opened = () => {
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport(settings));
    return transport;
  };
  const sender = /(?<![^\s<>])([^\s<>]+@[^\s<>]+?)>?$/.exec(from.trim())?.[1];
  const domain = sender?.slice(sender.lastIndexOf('@') + 1);
  if (sender === undefined || domain === undefined) throw new Error('MAIL_FROM has no address');

  return {
    name: 'smtp',
    send: async (id, { to, replyTo, subject, text, html, calendar }) => {
      if (!isOneAddress(to) || (replyTo !== undefined && !isOneAddress(replyTo)))
        return { outcome: 'refused', reason: 'not an address' };
      try {
        const handing = (await opened()).sendMail({
          envelope: { from: sender, to: [to] },
          from,
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          subject: subject.replace(LINE_ENDS, ' '),
          text,
          html,
          ...(calendar === undefined ? {} : { icalEvent: { ...calendar, filename: 'invite.ics' } }),
          // Mailboxes drop a second mail of the same id: a retry whose first try got through after all.
          messageId: `<${id}@${domain}>`,
          // RFC 3834: keeps out-of-office replies from answering. Where a person wants an answer, it is their mail; support
          // desks drop what says that a machine wrote it.
          ...(replyTo === undefined ? { headers: { 'Auto-Submitted': 'auto-generated' } } : {}),
        });
        await Promise.race([handing, tooLate(WHOLE_TIMES * timeoutMs)]);
        return { outcome: 'accepted' };
      } catch (error) {
        return refusalOrThrow(error);
      }
    },
    check: async () => {
      try {
        await Promise.race([(await opened()).verify(), tooLate(WHOLE_TIMES * timeoutMs)]);
      } catch (error) {
        throw new Error(codesOf(error) || 'no reason given');
      }
    },
  };
}

/** The library's time-outs begin again with every byte, and a server may send one now and then for good. */
async function tooLate(ms: number): Promise<never> {
  await wait(ms, null, { ref: false });
  throw Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' });
}

function codesOf(error: unknown): string {
  const { code, command, response = '' } = error as { code?: string; command?: string; response?: string };
  const [, status] = /^(\d{3})/.exec(response) ?? [];
  return [code, command, status].filter(Boolean).join(' ');
}

const ABOUT_THIS_MAIL = ['RCPT TO', 'DATA'];

/** What servers write beside their codes may hold the address, and errors end up in the log: only the codes go on. */
function refusalOrThrow(error: unknown): MailOutcome {
  const { code, command, response = '' } = error as { code?: string; command?: string; response?: string };
  const [, status, enhanced] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? [];
  const reason = [command, status, enhanced].filter(Boolean).join(' ');
  if (status?.startsWith('5') && ABOUT_THIS_MAIL.includes(command ?? ''))
    return { outcome: 'refused', reason };
  if (code === undefined) throw error;
  throw Object.assign(
    new Error(`The mail server didn't accept the email: ${[code, reason].join(' ').trim()}`),
    {
      code,
    },
  );
}
