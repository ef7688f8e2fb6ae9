import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { newMail } from '../../testing/mails.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/* Staff are known by a verified e-mail address. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    variables: { STAFF_EMAIL_DOMAINS: 'hiretext.example', STAFF_EMAILS: 'auditor@firm.example' },
  });
});
afterAll(() => app.stop());

it.each([
  ['Dana@hiretext.example', true],
  ['auditor@firm.example', true],
  ['dana@firm.example', false],
])('%s, once verified: %s', async (email, expected) => {
  const { id_token } = await app.anonymous.call(routes.signup, {
    body: { firstName: 'Dana', lastName: 'Reed', email, password: 'correct horse battery' },
  });
  const person = app.client(id_token);
  const isStaff = async () => (await person.call(routes.getUser, {})).isStaff;
  expect(await isStaff()).toBe(false);
  const { text } = await newMail(app, email, 0);
  const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
  await app.anonymous.call(routes.verifyEmail, { body: { token } });
  expect(await isStaff()).toBe(expected);
});
