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

const look = async (path: string, method = 'GET') => {
  const answer = await fetch(`${app.url}/v/${path}`, { method });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const digitsOf = ({ number }: Recruiter) => number.slice(1);

it('says whose a number is, once an admin lets it, and nothing else', async () => {
  const off = await look(digitsOf(ana));
  expect(off.status).toBe(404);
  const changed = await ana.call(routes.updateAccount, {
    body: { numberPageEnabled: true, name: 'Tim & <b>Co</b>' },
  });
  expect(changed.numberPageEnabled).toBe(true);
  const { firstName, lastName } = await ana.call(routes.getUser, {});
  const on = await look(digitsOf(ana));
  expect(on.status).toBe(200);
  expect(on.text).toContain(
    `<p>Yes, this number belongs to ${firstName} ${lastName} at Tim &#38; &#60;b&#62;Co&#60;/b&#62;.</p>`,
  );
  expect(on.headers.get('set-cookie')).toBeNull();
  expect(on.headers.get('x-robots-tag')).toBe('noindex');
  expect(on.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect((await look(digitsOf(ana).slice(1))).text).toBe(on.text);
  expect(await look(digitsOf(ana), 'HEAD')).toMatchObject({ status: 200, text: '' });
  const ben = await app.addColleague(ana);
  expect(await ben.refusal(routes.updateAccount, { body: { numberPageEnabled: false } })).toBe(
    '403 forbidden',
  );
});

it('gives one answer for all it says nothing about', async () => {
  const cem = await app.signUp();
  const gone = await app.signUp();
  await gone.call(routes.updateAccount, { body: { numberPageEnabled: true } });
  await app.deps.pool.query(
    'update numbers set seat_id = null, inbound_seat_id = seat_id, quarantined_until = now() where seat_id = $1',
    [gone.seatId],
  );
  const { text } = await look('12125550100');
  const asked = [
    digitsOf(cem),
    digitsOf(gone),
    '1',
    '+12125550100',
    'me',
    '%00',
    "1' or true",
    '1'.repeat(500),
    '1/2',
  ];
  for (const path of asked) {
    const answer = await look(encodeURI(path));
    expect([path, answer.status, answer.text]).toEqual([path, 404, text]);
  }
});

it("can't be walked", async () => {
  const statuses = new Set<number>();
  for (let tries = 0; tries < 300 && !statuses.has(429); tries += 1)
    statuses.add((await look(String(12125550100 + tries))).status);
  expect(statuses).toEqual(new Set([404, 429]));
  await app.deps.pool.query('delete from rate_limits');
});
