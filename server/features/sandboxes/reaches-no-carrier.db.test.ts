import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { TEST_NUMBERS } from '../../../contract/test-numbers.ts';
import type { Carrier } from '../../adapters/carrier/port.ts';
import { makeTestKey } from '../../testing/sandboxes.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runErase } from '../deletions/erase.ts';
import { runSettleText } from '../texting/sending/settle-text.ts';
import { runSweepTexts } from '../texting/sending/sweep-texts.ts';

/* A carrier that writes down whatever it is asked, and a company that has paid for nothing. */

const asked: string[] = [];
const ask = (what: string) => async (): Promise<never> => {
  asked.push(what);
  throw new Error('The carrier was asked');
};
const names = [
  'findNumbers',
  'findNumbersNear',
  'buyNumber',
  'findOwnedNumber',
  'releaseNumber',
  'send',
  'findSent',
  'downloadMedia',
  'forgetRecording',
  'configureWebhooks',
] as const satisfies (keyof Carrier)[];
const carrier: Partial<Carrier> = {
  ...Object.fromEntries(names.map((name) => [name, ask(name)])),
  landline: new Proxy({} as Carrier['landline'], {
    get: (_, name) => (name === 'codeWays' ? [] : ask(`landline ${String(name)}`)),
  }),
};

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ carrier });
});
afterAll(() => app.stop());

const DAY_MS = 24 * 3600_000;
let texts = 0;
const headers = () => {
  texts += 1;
  return { 'idempotency-key': `text-${texts}` };
};

it('nothing that a test key does, and nothing that follows, is asked of a carrier', async () => {
  const owner = await app.signUpOnly();
  const { id: userId, accountId } = await owner.call(routes.getUser, {});
  const ana = { ...owner, accountId, userId, seatId: '', number: '' };
  const key = await makeTestKey(app, ana);
  expect(key.number).not.toBe('');
  const query = async (sql: string) => (await app.deps.pool.query(sql, [key.accountId])).rows;

  for (const { line } of TEST_NUMBERS) await key.text(`+1312555${line}`, 'Hello');
  const { conversationId } = await key.text(candidatePhone(), 'Hello');
  const params = { id: conversationId };
  const later = new Date(Date.now() + DAY_MS).toISOString();
  const scheduled = await key.call(routes.sendMessage, {
    body: { conversationId, body: 'Tomorrow', scheduledAt: later },
    headers: headers(),
  });
  await key.call(routes.sendMessageNow, {
    params: { id: scheduled.id },
    body: undefined,
    headers: headers(),
  });
  await key.call(routes.sendContactCard, { params, headers: headers() });
  const phoneNumber = candidatePhone();
  const zoe = await key.call(routes.createCandidate, {
    body: { firstName: 'Zoe', lastName: 'Park', phoneNumber, email: 'zoe@example.com' },
  });
  await key.call(routes.updateCandidate, { params: { id: zoe.id }, body: { phoneNumber: candidatePhone() } });
  await key.call(routes.createNote, { params, body: { body: 'Call back' } });
  await key.call(routes.createProposal, { body: { conversationId, body: 'Are you free?' } });
  for (const closed of [
    await key.refusal(routes.findPhoneNumber, { query: { areaCode: '415' } }),
    await key.refusal(routes.checkLinkStatus, {}),
  ])
    expect(closed).toBe('403 not_for_test_keys');
  const buy = { body: { phoneNumber: '+14155550120' } };
  expect(await key.refusal(routes.buyPhoneNumber, buy)).toBe('403 not_for_keys');
  expect(await key.refusal(routes.createBroadcast, { body: {} } as never)).toBe('403 not_for_keys');

  await eventually(async () =>
    expect(
      await query(
        `select 1 from messages where account_id = $1 and status in ('queued', 'sending', 'sent', 'unknown', 'scheduled')`,
      ),
    ).toEqual([]),
  );
  // As if receipts had been lost.
  await query(`update messages set status = 'sent', claimed_at = now() - interval '20 minutes'
                where account_id = $1 and status = 'delivered'`);
  await runSweepTexts(app.deps);
  for (const { id } of await query(`select id from messages where account_id = $1 and status = 'sent'`))
    await runSettleText(app.deps, key.accountId, id);
  await owner.call(routes.deleteUser, { body: { password: 'correct horse battery' } });
  app.clock.advance(30 * DAY_MS + 1000);
  await runErase(app.deps, { accountId, userId });
  expect(await query('select 1 from accounts where id = $1')).toEqual([]);
  expect(asked).toEqual([]);
  expect(app.twilio.state.messages).toEqual([]);
});
