import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail, Mailer } from './port.ts';

/** What the suite needs to hold in its hands to examine one mailer. A fresh one is made for every test. */
export interface MailerHarness {
  mailer: Mailer;
  /** What has come to mailboxes, oldest first. Mailboxes tell mails apart by `id`. */
  arrived(): Promise<(Mail & { id: string })[]>;
  stop(): Promise<void>;
}

export const mail: Mail = {
  to: 'ana@example.com',
  subject: 'Your code to sign in',
  text: 'Enter this code: 123456',
  html: '<p>Enter this code: <b>123456</b></p>',
};

export const newMailId = () => crypto.randomUUID();

/** What every mailer must do. */
export function mailerSuite(name: string, makeHarness: () => Promise<MailerHarness>): void {
  describe(`${name} as a mailer`, () => {
    let harness: MailerHarness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.stop());
    const send = (changes: Partial<Mail> = {}, id = newMailId()) =>
      harness.mailer.send(id, { ...mail, ...changes });

    it('takes a mail to its person, as text and as HTML', async () => {
      expect(await send()).toEqual({ outcome: 'accepted' });
      expect(await harness.arrived()).toEqual([{ ...mail, id: expect.any(String) }]);
    });

    it.each<[string, Partial<Mail>]>([
      [
        'other alphabets and emoji',
        { subject: 'Zoë, 你好 👋🏽', text: 'Grüße 👩🏽‍💻', html: '<p>Grüße 👩🏽‍💻</p>' },
      ],
      ['a long subject', { subject: `Your code, ${'and so on '.repeat(40)}that is all` }],
      ['long lines', { text: `${'word '.repeat(2000)}end`, html: `<p>${'x'.repeat(5000)}</p>` }],
      ['a long address', { text: `https://texts.example.com/?token=${'aZ09_-'.repeat(60)}` }],
      ['lines that mean something to mail servers', { text: '.\n.hidden\nFrom here\n-- \nEnd' }],
      ['where an answer goes', { replyTo: "o'brien+answers@mail.example.com" }],
      ['an address with a plus', { to: "o'brien+texts@mail.example.com" }],
    ])('changes nothing of %s', async (_what, changes) => {
      await send(changes);
      expect(await harness.arrived()).toEqual([{ ...mail, ...changes, id: expect.any(String) }]);
    });

    it('a mail sent again is the same mail, and another one is another', async () => {
      const id = newMailId();
      await send({}, id);
      expect(await send({}, id)).toEqual({ outcome: 'accepted' });
      await send();
      const ids = new Set((await harness.arrived()).map((each) => each.id));
      expect(ids.size).toBe(2);
    });

    it('keeps the order', async () => {
      for (const subject of ['one', 'two', 'three']) await send({ subject });
      expect((await harness.arrived()).map(({ subject }) => subject)).toEqual(['one', 'two', 'three']);
    });

    it.each([
      '',
      'ana',
      'ana@example.com, eve@example.com',
      'Ana <ana@example.com>',
      'ana@example.com\r\nBcc: eve@example.com',
      'ana@example.com>\r\nRCPT TO:<eve@example.com',
      'ana@example.com\u0000',
    ])('refuses %j, which is not one address', async (to) => {
      expect(await send({ to })).toEqual({ outcome: 'refused', reason: 'not an address' });
      expect(await send({ replyTo: to })).toEqual({ outcome: 'refused', reason: 'not an address' });
      expect(await harness.arrived()).toEqual([]);
    });
  });
}
