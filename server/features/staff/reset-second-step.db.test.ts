import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { SECOND_STEP_RESET_HOURS } from '../../../contract/staff/people.ts';
import { newMail } from '../../testing/mails.ts';
import { addPasskey } from '../../testing/passkeys.ts';
import { startStaffApp } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { PASSWORD, signUpVerified, type VerifiedPerson } from '../../testing/verified-person.ts';
import { runResetSecondStep } from './reset-second-step.ts';

/* A person has lost their second step, and staff have checked who they are. */

let app: TestApp;
let sam: VerifiedPerson;
let people = 0;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
});
afterAll(() => app.stop());

const HOUR_MS = 3600_000;
const reason = 'Called back on the number of the contract';

async function withSecondStep(): Promise<VerifiedPerson> {
  people += 1;
  const person = await signUpVerified(app, `lost${people}@example.com`);
  const { otpauthUrl } = await person.call(routes.startAuthenticator, { body: { password: PASSWORD } });
  await person.call(routes.confirmAuthenticator, { body: { code: URI.parse(otpauthUrl).generate() } });
  await addPasskey(app, person, PASSWORD);
  return person;
}

const ask = ({ accountId, userId }: VerifiedPerson) =>
  sam.call(routes.askSecondStepReset, { body: { accountId, userId, reason } });

async function asked(person: VerifiedPerson): Promise<string> {
  await ask(person);
  const mail = await mailNamed(person.email, "We'll turn off");
  expect(mail.text).toContain('Sam Lee');
  return /token=([\w.-]+)/.exec(mail.text)?.[1] ?? '';
}

async function mailNamed(email: string, subject: string) {
  for (let before = 0; before < 10; before += 1) {
    const mail = await newMail(app, email, before);
    if (mail.subject.includes(subject)) return mail;
  }
  throw new Error(`No mail about ${subject}`);
}

async function runDue({ accountId, userId }: VerifiedPerson): Promise<void> {
  const { rows } = await app.deps.pool.query(
    'select id from second_step_resets where account_id = $1 and user_id = $2',
    [accountId, userId],
  );
  for (const { id } of rows) await runResetSecondStep(app.deps, { accountId, userId, id });
}

const signIn = ({ email }: VerifiedPerson) =>
  app.anonymous.call(routes.login, { body: { email, password: PASSWORD } });

const actions = async (person: VerifiedPerson) =>
  (await person.call(routes.listAuditEvents, {})).items
    .map(({ action }) => action)
    .filter((action) => action.startsWith('staff.'));

it('is taken away a day later, and the password is enough', async () => {
  const person = await withSecondStep();
  await asked(person);
  expect(await actions(person)).toEqual(['staff.secondStepResetAsked']);
  app.clock.advance((SECOND_STEP_RESET_HOURS - 1) * HOUR_MS);
  await runDue(person);
  expect(await signIn(person)).toMatchObject({ mfaNeeded: true });
  app.clock.advance(2 * HOUR_MS);
  await runDue(person);
  app.clock.reset();
  expect(await person.refusal(routes.getUser, {})).toBe('401 session_ended');
  const reply = await signIn(person);
  if (reply.mfaNeeded) throw new Error('a second step is asked for');
  const again = app.client(reply.id_token);
  expect(await again.call(routes.getUser, {})).toMatchObject({
    mfaEnabled: false,
    authenticatorEnabled: false,
    passkeyEnabled: false,
  });
  const log = await again.call(routes.listAuditEvents, { query: { action: 'staff.secondStepReset' } });
  expect(log.items).toMatchObject([{ actor: { id: sam.userId, name: 'Sam Lee' }, details: { reason } }]);
});

it('stays when the person objects, by the link in the mail, without signing in', async () => {
  const person = await withSecondStep();
  const token = await asked(person);
  await app.anonymous.call(routes.keepSecondStep, { body: { token } });
  app.clock.advance(2 * SECOND_STEP_RESET_HOURS * HOUR_MS);
  await runDue(person);
  app.clock.reset();
  expect(await signIn(person)).toMatchObject({ mfaNeeded: true });
  expect(await actions(person)).toEqual(['staff.secondStepResetCanceled', 'staff.secondStepResetAsked']);
  // Used up, and no one else's.
  expect(await app.anonymous.refusal(routes.keepSecondStep, { body: { token } })).toBe('422 link_invalid');
  const [mine, other] = [await asked(person), await withSecondStep()];
  await ask(other);
  const forged = mine.replace(person.userId, other.userId);
  for (const bad of [forged, `${mine}x`, '', 'a.b.c.d'])
    expect(await app.anonymous.refusal(routes.keepSecondStep, { body: { token: bad } })).toBe(
      '422 link_invalid',
    );
});

it('is asked for once at a time, and only where there is one', async () => {
  const person = await withSecondStep();
  const [first, second] = await Promise.all([ask(person), ask(person)]);
  expect(first).toEqual(second);
  expect(await actions(person)).toEqual(['staff.secondStepResetAsked']);
  const plain = await signUpVerified(app, 'plain@example.com');
  const body = { accountId: plain.accountId, userId: plain.userId, reason };
  expect(await sam.refusal(routes.askSecondStepReset, { body })).toBe('409 no_second_step');
  const staff = { accountId: sam.accountId, userId: sam.userId, reason };
  expect(await sam.refusal(routes.askSecondStepReset, { body: staff })).toBe('409 no_second_step');
});
