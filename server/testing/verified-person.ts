import * as routes from '../../contract/routes.ts';
import { newMail } from './mails.ts';
import type { TestApp } from './test-app.ts';
import type { Client } from './test-client.ts';

export const PASSWORD = 'correct horse battery';

export interface VerifiedPerson extends Client {
  email: string;
  userId: string;
  accountId: string;
}

/** Someone with their own account, whose address is verified: codes reach them. */
export async function signUpVerified(
  app: Pick<TestApp, 'url' | 'anonymous' | 'client'>,
  email: string,
): Promise<VerifiedPerson> {
  const { id_token } = await app.anonymous.call(routes.signup, {
    body: { firstName: 'Ana', lastName: 'Lopez', email, password: PASSWORD },
  });
  const { text } = await newMail(app, email, 0);
  const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
  await app.anonymous.call(routes.verifyEmail, { body: { token } });
  const client = app.client(id_token);
  const { id: userId, accountId } = await client.call(routes.getUser, {});
  return { ...client, email, userId, accountId };
}

/** The code that a mail brings after this. */
export async function mailedCode(app: Pick<TestApp, 'url'>, email: string, before: number): Promise<string> {
  return /^\s*(\d{6})\s*$/m.exec((await newMail(app, email, before)).text)?.[1] ?? '';
}
