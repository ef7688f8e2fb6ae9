import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MailServer, startMailServer } from '../fakes/mail-server.ts';
import { mail, mailerSuite, newMailId } from '../suite.ts';
import { createSmtpMailer } from './smtp.ts';

const from = 'Hiretext <no-reply@texts.example.com>';

async function startForTest(...how: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...how);
  onTestFinished(server.stop);
  return server;
}

/** The parser ends every part with the line end that belongs to the boundary below it. */
const partOf = (parsed = '') => parsed.replace(/\n$/, '');

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

mailerSuite('SMTP', async () => {
  const server = await startMailServer();
  return {
    mailer: createSmtpMailer({ url: server.url, from }),
    arrived: () =>
      Promise.all(
        server.taken.map(async ({ envelope, raw }) => {
          const { messageId = '', replyTo, subject = '', text = '', html = '' } = await PostalMime.parse(raw);
          const answer = replyTo?.[0]?.address;
          return {
            id: messageId,
            to: envelope.to.join(),
            ...(answer === undefined ? {} : { replyTo: answer }),
            subject,
            text: partOf(text),
            html: partOf(html),
          };
        }),
      ),
    stop: server.stop,
  };
});

describe('what the mail server is given', () => {
  it('says who it is from and to, and that a machine wrote it', async () => {
    const server = await startForTest();
    const id = newMailId();
    await createSmtpMailer({ url: server.url, from }).send(id, mail);
    const [only, ...others] = server.taken;
    expect(others).toEqual([]);
    expect(only?.envelope).toEqual({ from: 'no-reply@texts.example.com', to: [mail.to] });
    const parsed = await PostalMime.parse(only?.raw ?? '');
    expect(parsed).toMatchObject({
      from: { name: 'Hiretext', address: 'no-reply@texts.example.com' },
      to: [{ name: '', address: mail.to }],
      messageId: `<${id}@texts.example.com>`,
    });
    expect(headerOf(parsed, 'auto-submitted')).toBe('auto-generated');
    expect(headerOf(parsed, 'content-type')).toMatch(/^multipart\/alternative/);
  });

  it("that a person's own words are in it where they want the answer", async () => {
    const server = await startForTest();
    const replyTo = 'dana@example.com';
    await createSmtpMailer({ url: server.url, from }).send(newMailId(), { ...mail, replyTo });
    const parsed = await PostalMime.parse(server.taken[0]?.raw ?? '');
    expect(parsed.replyTo).toEqual([{ name: '', address: replyTo }]);
    expect(headerOf(parsed, 'auto-submitted')).toBeUndefined();
  });

  it('has an invitation in a form that calendars read', async () => {
    const server = await startForTest();
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';
    const calendar = { method: 'REQUEST' as const, content };
    await createSmtpMailer({ url: server.url, from }).send(newMailId(), { ...mail, calendar });
    const raw = server.taken[0]?.raw ?? '';
    expect(String(raw)).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
    const { attachments, text } = await PostalMime.parse(raw);
    expect(attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar');
    expect(partOf(text)).toBe(mail.text);
  });

  it('has an address alone as its sender, too', async () => {
    const server = await startForTest();
    await createSmtpMailer({ url: server.url, from: 'no-reply@example.com' }).send(newMailId(), mail);
    expect(server.taken[0]?.envelope.from).toBe('no-reply@example.com');
  });

  it.each(['\r\n', '\n', '\r', '\u0000\n', '\u2028', '\r\n\r\n'])(
    'has no header that came in by a name, after %j',
    async (lineEnd) => {
      const server = await startForTest();
      const subject = `Ana${lineEnd}Bcc: eve@example.com${lineEnd}X-Evil: yes`;
      await createSmtpMailer({ url: server.url, from }).send(newMailId(), { ...mail, subject });
      const [only] = server.taken;
      expect(only?.envelope.to).toEqual([mail.to]);
      const parsed = await PostalMime.parse(only?.raw ?? '');
      expect(parsed.subject).toBe('Ana Bcc: eve@example.com X-Evil: yes');
      expect(parsed.bcc).toBeUndefined();
      expect(headerOf(parsed, 'x-evil')).toBeUndefined();
      expect(partOf(parsed.text)).toBe(mail.text);
    },
  );
});

describe('a mail server that refuses', () => {
  it.each([
    [{ recipient: '550 5.1.1 ana@example.com: no such user' }, 'RCPT TO 550 5.1.1'],
    [{ recipient: '553 ana@example.com is not allowed' }, 'RCPT TO 553'],
    [{ message: '554 5.7.1 ana@example.com does not want this' }, 'DATA 554 5.7.1'],
    [{ message: '552 too large' }, 'DATA 552'],
  ])('for good: %j', async (answers, reason) => {
    const server = await startForTest(answers);
    const outcome = await createSmtpMailer({ url: server.url, from }).send(newMailId(), mail);
    expect(outcome).toEqual({ outcome: 'refused', reason });
  });

  it.each([
    [{ recipient: '451 4.7.1 ana@example.com: come back later' }, 'EENVELOPE RCPT TO 451 4.7.1'],
    [{ recipient: '450 busy' }, 'EENVELOPE RCPT TO 450'],
    [{ message: '452 4.3.1 ana@example.com: disk full' }, 'EMESSAGE DATA 452 4.3.1'],
    // About us and not about this mail: someone will fix it.
    [{ sender: '550 5.7.1 not from here, ana@example.com' }, 'EENVELOPE MAIL FROM 550 5.7.1'],
  ])('for now: %j', async (answers, said) => {
    const server = await startForTest(answers);
    const sending = createSmtpMailer({ url: server.url, from }).send(newMailId(), mail);
    await expect(sending).rejects.toThrow(`The mail server didn't accept the email: ${said}`);
    await expect(sending).rejects.not.toThrow('ana');
  });

  it('gets the very same mail at the next try', async () => {
    const answers: { message?: string } = { message: '451 4.3.0 later' };
    const server = await startForTest(answers);
    const mailer = createSmtpMailer({ url: server.url, from });
    const id = newMailId();
    await expect(mailer.send(id, mail)).rejects.toThrow('451');
    delete answers.message;
    expect(await mailer.send(id, mail)).toEqual({ outcome: 'accepted' });
    expect(await mailer.send(id, mail)).toEqual({ outcome: 'accepted' });
    const ids = await Promise.all(
      server.taken.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    );
    expect(ids).toEqual([`<${id}@texts.example.com>`, `<${id}@texts.example.com>`]);
  });
});

describe('a mail server that is not there', () => {
  it('is a temporary fault when nothing listens', async () => {
    const server = await startMailServer();
    await server.stop();
    await expect(createSmtpMailer({ url: server.url, from }).send(newMailId(), mail)).rejects.toThrow(
      /^The mail server didn't accept the email: E/,
    );
  });

  it('is a temporary fault when it never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 100 });
    await expect(mailer.send(newMailId(), mail)).rejects.toThrow('ETIMEDOUT');
  });

  it('is a passing fault when it hangs up in the middle', async () => {
    const rude = createServer((client) => {
      client.on('error', () => {});
      client.write('220 here\r\n');
      client.on('data', (bytes) => {
        if (bytes.toString().startsWith('DATA')) client.destroy();
        else client.write('250 fine\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(rude, 'listening');
    onTestFinished(() => void rude.close());
    const { port } = rude.address() as AddressInfo;
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 1000 });
    await expect(mailer.send(newMailId(), mail)).rejects.toThrow('ECONNECTION');
  });
});

describe('a mail server with a login', () => {
  const withLogin = (url: string, password: string) => url.replace('//', `//ana:${password}@`);
  const plain = { allowInsecureAuth: true, authOptional: false } satisfies SMTPServerOptions;

  it('never gets the password in the clear', async () => {
    const server = await startForTest({}, plain);
    const sending = createSmtpMailer({ url: withLogin(server.url, 'open'), from }).send(newMailId(), mail);
    await expect(sending).rejects.toThrow("didn't accept the email");
    expect(server.logins).toEqual([]);
  });

  it('gets it in the clear where the address says so', async () => {
    const server = await startForTest({}, plain);
    const url = `${withLogin(server.url, 'open')}?requireTLS=false`;
    expect(await createSmtpMailer({ url, from }).send(newMailId(), mail)).toEqual({ outcome: 'accepted' });
    expect(server.logins).toEqual(['ana:open']);
  });

  it('that does not know us is a passing fault, since no mail is to blame', async () => {
    const server = await startForTest({}, plain);
    const url = `${withLogin(server.url, 'wrong')}?requireTLS=false`;
    const sending = createSmtpMailer({ url, from }).send(newMailId(), mail);
    await expect(sending).rejects.toThrow(/EAUTH AUTH \w+ 535 5\.7\.8$/);
    await expect(sending).rejects.not.toThrow('wrong');
  });

  it.each([
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])('gets it over %s:// with TLS', async (scheme, options) => {
    const server = await startForTest({}, { authOptional: false, ...options });
    // The server's certificate is self-signed.
    const url = withLogin(`${scheme}://127.0.0.1:${server.port}`, 'open');
    const trusting = createSmtpMailer({ url: `${url}?tls.rejectUnauthorized=false`, from });
    expect(await trusting.send(newMailId(), mail)).toEqual({ outcome: 'accepted' });
    expect(server.logins).toEqual(['ana:open']);
  });

  it.each([
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])(
    'is not believed to be itself over %s:// without a certificate that proves it',
    async (scheme, options) => {
      const server = await startForTest({}, { authOptional: false, ...options });
      const url = withLogin(`${scheme}://127.0.0.1:${server.port}`, 'open');
      await expect(createSmtpMailer({ url, from }).send(newMailId(), mail)).rejects.toThrow("didn't accept");
      expect(server.logins).toEqual([]);
      expect(server.taken).toEqual([]);
    },
  );
});

it('gives up a server that goes on and on', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    const more = setInterval(() => socket.write('250-mail.example\r\n'), 20);
    socket.on('close', () => clearInterval(more));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const sending = createSmtpMailer({ url, from, timeoutMs: 100 }).send(newMailId(), mail);
    await expect(sending).rejects.toThrow('ETIMEDOUT');
  } finally {
    server.close();
  }
});
