import { expect } from '@playwright/test';

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** What has come to an address, oldest first. */
export async function mailsTo(address: string, email: string): Promise<Mail[]> {
  const answer = await fetch(`${address}/outbox/messages?to=${encodeURIComponent(email)}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Mail[]).toReversed();
}

/** The newest mail with this subject, once it has come; `after` so many of them came earlier. */
export async function mailAbout(address: string, email: string, subject: string, after = 0): Promise<Mail> {
  const about = async () => (await mailsTo(address, email)).filter((mail) => mail.subject === subject);
  await expect.poll(async () => (await about()).length, { intervals: [100] }).toBeGreaterThan(after);
  return (await about()).at(-1) as Mail;
}

export const codeIn = ({ text }: Mail) => /^\d{6}$/m.exec(text)?.[0] ?? '';
export const linkIn = ({ text }: Mail) => /^https?:\S+token=\S+$/m.exec(text)?.[0] ?? '';
