import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { openStream } from '../../testing/event-stream.ts';
import { startStaffApp } from '../../testing/staff.ts';
import { candidatePhone, eventually, type Recruiter, type TestApp } from '../../testing/test-app.ts';
import { lookUp, receiveText, sendText, sentTo, untilStatus } from '../../testing/texting.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';
import { claimText } from '../texting/sending/claim-text.ts';

let app: TestApp;
let sam: VerifiedPerson;
let ana: Recruiter;

const reason = 'We are moving to a new carrier. Back at noon.';
const start = () => sam.call(routes.startMaintenance, { body: { reason } });
const end = () => sam.call(routes.endMaintenance, {});
const shown = async () => (await ana.call(routes.getAccount, {})).maintenance;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  ana = await app.signUp();
});
afterAll(() => app.stop());
afterEach(end);

it('holds texts out, takes texts in, says why, and then sends each held text once', async () => {
  const phone = candidatePhone();
  await receiveText(app, ana, phone, 'Is the job open?');
  const { maintenance } = await start();
  expect(maintenance).toEqual({ reason, since: expect.any(String) });
  expect(await shown()).toEqual(maintenance);
  const held = await sendText(ana, phone, 'It is!');
  await receiveText(app, ana, phone, 'Hello?');
  // Another number's text would have gone out by now, if any could.
  await receiveText(app, ana, candidatePhone(), 'Hi');
  expect(await lookUp(ana, held)).toMatchObject({ status: 'queued' });
  const { rows } = await app.deps.pool.query<{ numberId: string }>(
    'select number_id as "numberId" from messages where account_id = $1 and id = $2',
    [ana.accountId, held.id],
  );
  const numberId = rows[0]?.numberId ?? '';
  expect(await claimText(app.deps, { accountId: ana.accountId, numberId })).toBe('nothing due');
  expect(sentTo(app, phone)).toEqual([]);
  await end();
  await untilStatus(ana, held, 'delivered');
  expect(sentTo(app, phone)).toEqual(['It is!']);
  expect(await shown()).toBeNull();
});

it('is shown in browsers that are open when it begins, changes and ends', async () => {
  const stream = await openStream(app.url, ana.token);
  const heard = () => stream.events.filter(({ event }) => event.type === 'account.updated').length;
  await start();
  await eventually(async () => expect(heard()).toBe(1));
  await sam.call(routes.startMaintenance, { body: { reason: 'Nearly done' } });
  await eventually(async () => expect(heard()).toBe(2));
  await end();
  await eventually(async () => expect(heard()).toBe(3));
  stream.close();
});

it('takes a STOP, and what was held for that phone is never sent', async () => {
  const phone = candidatePhone();
  await receiveText(app, ana, phone, 'Is the job open?');
  await start();
  const held = await sendText(ana, phone, 'It is!');
  await receiveText(app, ana, phone, 'STOP');
  await end();
  await eventually(async () => expect((await lookUp(ana, held)).status).toMatch(/failed|canceled/));
  expect(sentTo(app, phone)).not.toContain('It is!');
});

it('is changed and ended by staff only, and once', async () => {
  await start();
  const since = (await shown())?.since;
  await sam.call(routes.startMaintenance, { body: { reason: 'Nearly done' } });
  expect(await shown()).toEqual({ reason: 'Nearly done', since });
  for (const route of [routes.getMaintenance, routes.endMaintenance] as const)
    expect(await ana.refusal(route, {})).toBe('404 not_found');
  expect(await sam.refusal(routes.startMaintenance, { body: { reason: ' ' } })).toBe('422 invalid');
  await end();
  await end();
  const { items } = await sam.call(routes.listAuditEvents, { query: { action: 'staff.maintenanceEnded' } });
  // One for each test that started it.
  expect(items).toHaveLength(4);
});
