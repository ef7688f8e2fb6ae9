import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const forward = (callForwardingEnabled: boolean, callForwardingNumber?: string | null, person = ana) =>
  person.ask(routes.updateCallForwardSettings, {
    body: { callForwardingEnabled, ...(callForwardingNumber === undefined ? {} : { callForwardingNumber }) },
  });

const settings = async () => {
  const { callForwardingEnabled: enabled, callForwardingNumber: number } = await ana.call(routes.getUser, {});
  return { enabled, number };
};

it('is off at first, and goes where the person wants', async () => {
  expect(await settings()).toEqual({ enabled: false, number: null });
  expect(await forward(true, '(206) 555-0142')).toMatchObject({
    status: 200,
    body: { callForwardingEnabled: true, callForwardingNumber: '+12065550142' },
  });
  // Turned off, the number is still there for the next time.
  await forward(false, '+12065550142');
  expect(await settings()).toEqual({ enabled: false, number: '+12065550142' });
  await forward(false, '');
  expect(await settings()).toEqual({ enabled: false, number: null });
});

it.each([[''], ['  '], [null], [undefined]])(
  'on without a number (%j) is refused in the known words',
  async (number) => {
    expect(await forward(true, number)).toMatchObject({
      status: 422,
      body: {
        code: 'call_forwarding_number_empty',
        message: 'callForwardingNumber is not allowed to be empty',
        details: { fields: { callForwardingNumber: ['callForwardingNumber is not allowed to be empty'] } },
      },
    });
  },
);

it.each([
  ['12', 'Must be a valid phone number'],
  ['call me', 'Must be a valid phone number'],
  ['9'.repeat(40), 'Must be a valid phone number'],
  ['911', 'Must be a valid phone number'],
  ['(206) 911-0100', 'Must be a valid phone number'],
  ['(900) 555-0100', "You can't forward calls to numbers that may charge the caller"],
  ['(206) 555-1212', "You can't forward calls to numbers that may charge the caller"],
])('%s is refused: %s', async (number, sentence) => {
  for (const enabled of [true, false])
    expect(await forward(enabled, number)).toMatchObject({
      status: 422,
      body: { details: { fields: { callForwardingNumber: [sentence] } } },
    });
});

it('goes abroad where staff have opened it, and only then', async () => {
  const bea = await app.signUp();
  const features = (names: string) =>
    app.deps.pool.query('update accounts set features_enabled = $2 where id = $1', [bea.accountId, names]);
  for (const number of ['+44 20 7946 0018', '(876) 555-0100'])
    expect(await forward(true, number, bea)).toMatchObject({
      status: 403,
      body: {
        code: 'calls_abroad_off',
        details: { fields: { callForwardingNumber: [expect.stringContaining('Support tab')] } },
      },
    });
  await features('{callForwardingAbroad}');
  expect(await forward(true, '+44 20 7946 0018', bea)).toMatchObject({
    status: 200,
    body: { callForwardingEnabled: true, callForwardingNumber: '+442079460018' },
  });
  await features('{}');
  // It is not kept on, and can be turned off.
  expect((await forward(true, '+44 20 7946 0018', bea)).status).toBe(403);
  expect((await forward(false, '+44 20 7946 0018', bea)).status).toBe(200);
});

it('refuses the own number and everybody else’s business number, where calls would go around in circles', async () => {
  const other = await app.signUp();
  const before = await settings();
  for (const { number } of [ana, other])
    expect(await forward(true, number)).toMatchObject({
      status: 422,
      body: {
        details: {
          fields: {
            callForwardingNumber: ['This is a Hiretext business number, so calls would never reach a phone.'],
          },
        },
      },
    });
  expect(await settings()).toEqual(before);
});

it('needs a number of one’s own', async () => {
  const { token } = await app.signUpOnly();
  expect(
    await app.client(token).refusal(routes.updateCallForwardSettings, {
      body: { callForwardingEnabled: true, callForwardingNumber: '2065550142' },
    }),
  ).toBe('409 no_number');
});

it('needs a plan to be switched on, and none to be switched off', async () => {
  const ben = await app.signUp();
  await app.deps.pool.query(`update accounts set plan_type = 'free' where id = $1`, [ben.accountId]);
  expect(await forward(true, '2065550142', ben)).toMatchObject({
    status: 402,
    body: { code: 'plan_required' },
  });
  expect(await forward(false, '2065550142', ben)).toMatchObject({ status: 200 });
});

it('goes to a landline of the company that texts through us: its calls stay with the phone company', async () => {
  const ben = await app.signUp();
  const office = '+12065550199';
  for (const statement of [
    'update numbers set is_landline = true, phone_number = $2 where account_id = $1',
    'update number_directory set phone_number = $2 where account_id = $1',
  ])
    await app.deps.pool.query(statement, [ben.accountId, office]);
  expect(await forward(true, office)).toMatchObject({ status: 200 });
  expect(await forward(true, '2065550142', ben)).toMatchObject({ body: { code: 'number_is_landline' } });
});
