import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { AtsUnavailable } from '../../adapters/ats/failures.ts';
import type { AtsPerson } from '../../adapters/ats/port.ts';
import { createFakeAtsConnector, fakeAtsPerson } from '../../testing/fake-ats-connector.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText } from '../../testing/texting.ts';

/* A system that can be asked who has a number is asked when someone unknown texts. */

const system = createFakeAtsConnector();
const asked: string[] = [];
let known: AtsPerson[] = [];
let isAway = false;
const connector = {
  ...system.connector,
  findByPhone: async (_api: unknown, phoneNumber: string) => {
    asked.push(phoneNumber);
    if (isAway) throw new AtsUnavailable('find by phone');
    return known;
  },
};
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ ats: { connectors: new Map([['lever', connector]]) } });
  ana = await app.signUp();
  await ana.call(routes.saveAtsIntegration, { body: { type: 'lever', credentials: { apiKey: 'good' } } });
  await eventually(async () =>
    expect((await ana.call(routes.listAtsIntegrations, {}))[0]).toMatchObject({ sync: { state: 'idle' } }),
  );
});
afterAll(() => app.stop());

const named = (phone: string, firstName: string) =>
  eventually(async () =>
    expect((await conversationWith(ana, phone)).candidate).toMatchObject({ firstName, phoneNumber: phone }),
  );

it('gets the name of its owner there, also after the system was away', async () => {
  const phone = candidatePhone();
  known = [fakeAtsPerson({ firstName: 'Lin', phones: ['+1 312 555 0199', phone] })];
  isAway = true;
  await receiveText(app, ana, phone, 'Hi');
  await eventually(() => expect(asked).toContain(phone));
  isAway = false;
  await named(phone, 'Lin');
  const { items } = await ana.call(routes.listCandidates, { query: { search: 'Lin' } });
  expect(items).toMatchObject([{ phoneNumber: phone, externalIds: { lever: known[0]?.externalId } }]);
});

it('of someone who is here with another number is a candidate with the same name', async () => {
  const [first, second] = [candidatePhone(), candidatePhone()];
  const person = fakeAtsPerson({ firstName: 'Oz', phones: [first] });
  known = [person];
  await receiveText(app, ana, first, 'Hi');
  await named(first, 'Oz');
  known = [{ ...person, phones: [first, second] }];
  await receiveText(app, ana, second, 'Me again');
  await named(second, 'Oz');
  expect(asked.filter((phone) => phone === second)).toHaveLength(1);
});

it('asks no one about people who have a name, nor in accounts without a connection', async () => {
  const [phone, other] = [candidatePhone(), candidatePhone()];
  const body = { firstName: 'Kit', lastName: 'Lee', phoneNumber: phone };
  await ana.call(routes.createCandidate, { body });
  await receiveText(app, ana, phone, 'Hi');
  const ben = await app.signUp();
  await receiveText(app, ben, other, 'Hi');
  const { rows } = await app.deps.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'askWho'`,
  );
  expect(rows).toEqual([]);
  expect(asked).not.toContain(phone);
  expect(asked).not.toContain(other);
});
