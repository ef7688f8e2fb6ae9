import { expect } from 'vitest';
import type { Invitation } from '../adapters/mail/port.ts';
import { eventually, type TestApp } from './test-app.ts';

interface ReceivedMail {
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  calendar?: Invitation;
}

/** What the outbox of local mode holds for an address, oldest first. */
export async function mailsTo(app: Pick<TestApp, 'url'>, email: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${app.url}/outbox/messages?to=${encodeURIComponent(email)}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ReceivedMail[]).toReversed();
}

/** The mail that comes after the first `before`. */
export function newMail(app: Pick<TestApp, 'url'>, email: string, before: number): Promise<ReceivedMail> {
  return eventually(async () => {
    const mail = (await mailsTo(app, email))[before];
    if (mail === undefined) throw new Error(`No mail has come to ${email}`);
    return mail;
  });
}
