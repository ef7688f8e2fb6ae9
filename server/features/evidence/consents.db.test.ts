import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsentEvent } from '../../../contract/consents.ts';
import * as routes from '../../../contract/routes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { conversationWith, receiveText } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());

const history = async (person: Recruiter, phoneNumber: string) =>
  (await person.call(routes.listConsents, { query: { phoneNumber } })).items;

const shownOf = ({ type, source, method, wording, actor }: ConsentEvent) => ({
  type,
  source: method === null ? source : `${source} ${method}`,
  wording,
  by: actor?.id ?? null,
});

/** Someone who may have asked to stop, as Ana has decided. */
async function reviewed(phone: string): Promise<string> {
  const { id, candidate } = await receiveText(app, ana, phone, 'please stop texting me');
  await eventually(() => ana.call(routes.reviewHold, { params: { id }, body: { optOut: true } }));
  return candidate.id;
}

const held = { type: 'held', source: 'text', wording: 'please stop texting me', by: null };
const optedOut = {
  type: 'revoked',
  source: 'text reviewed',
  wording: 'please stop texting me',
  get by() {
    return ana.userId;
  },
};
const given = {
  status: 'granted' as const,
  method: 'Application form',
  wording: 'Text me about jobs',
  wordingVersion: '2026-10',
  obtainedAt: '2026-10-01T12:00:00.000Z',
  source: 'form' as const,
};

it('lists in whose words someone opted out and back in, newest first', async () => {
  const phone = candidatePhone();
  await reviewed(phone);
  await receiveText(app, ana, phone, 'START');
  await receiveText(app, ana, phone, 'Stop, thanks');
  const events = await history(ana, phone);
  expect(events.map(shownOf)).toEqual([
    { type: 'revoked', source: 'keyword', wording: 'Stop, thanks', by: null },
    { type: 'regranted', source: 'keyword', wording: 'START', by: null },
    { ...optedOut },
    held,
  ]);

  const walked: ConsentEvent[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: ConsentEvent[]; nextCursor: string | null } = await ana.call(routes.listConsents, {
      query: { phoneNumber: phone, limit: 1, ...(cursor === null ? {} : { cursor }) },
    });
    walked.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(walked).toEqual(events);
});

it('records what someone agreed to elsewhere, and that a review found no opt-out', async () => {
  const phone = candidatePhone();
  const candidate = await cem.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, consent: given },
  });
  expect(candidate.consent).toEqual({ status: 'granted', changedAt: given.obtainedAt });
  const { id, candidate: shown } = await receiveText(app, ana, phone, 'please stop texting me');
  expect(shown.consent.status).toBe('granted');
  await ana.call(routes.reviewHold, { params: { id }, body: { optOut: false } });
  const events = await history(ana, phone);
  expect(events).toMatchObject([
    { type: 'released', source: 'text', actor: { id: ana.userId } },
    { type: 'held' },
    {
      type: 'granted',
      source: 'form',
      method: given.method,
      wording: given.wording,
      wordingVersion: given.wordingVersion,
      at: given.obtainedAt,
      actor: { id: cem.userId },
    },
  ]);
});

it('never lifts an opt-out by consent that someone enters; START brings that back', async () => {
  const phone = candidatePhone();
  const { candidate } = await receiveText(app, ana, phone, 'STOP');
  await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
  const again = await ana.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, consent: given },
  });
  expect(again.consent.status).toBe('optedOut');
  const text = { body: { to: phone, body: 'Hi' } };
  expect(refusalOf(await ana.ask(routes.sendMessage, text))).toBe('403 opted_out');
  expect((await receiveText(app, ana, phone, 'START')).candidate.consent.status).toBe('granted');
});

it('takes no consent of the future, and none without words', async () => {
  const person = { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone() };
  for (const wrong of [{ obtainedAt: '2999-01-01T00:00:00.000Z' }, { wording: ' ' }, { method: '' }])
    expect(
      refusalOf(
        await ana.ask(routes.createCandidate, { body: { ...person, consent: { ...given, ...wrong } } }),
      ),
    ).toBe('422 invalid');
});

it('can not be changed in the database', async () => {
  const phone = candidatePhone();
  await receiveText(app, ana, phone, 'STOP');
  for (const change of [
    `update consent_events set wording = 'Yes, please' where phone_number = $1`,
    `update consent_events set phone_number = '+12015550100' where phone_number = $1`,
    'delete from consent_events where phone_number = $1',
  ])
    await expect(app.deps.pool.query(change, [phone])).rejects.toThrow('append-only');
});

it('goes with the number, so that a new one has its own history', async () => {
  const id = await reviewed(candidatePhone());
  const to = candidatePhone();
  await ana.call(routes.updateCandidate, { params: { id }, body: { phoneNumber: to } });
  expect(await history(ana, to)).toEqual([]);
});

it('shows a colleague who sees no conversation with them when, and not what they wrote', async () => {
  const phone = candidatePhone();
  await reviewed(phone);
  expect((await history(cem, phone)).map(shownOf)).toEqual([
    { ...optedOut, wording: null },
    { ...held, wording: null },
  ]);
  const admin = await app.addColleague(ana, 'admin');
  expect((await history(admin, phone)).map(shownOf)).toEqual([{ ...optedOut }, held]);
  const unknown = { query: { phoneNumber: candidatePhone() } };
  expect(refusalOf(await cem.ask(routes.listConsents, unknown))).toBe('404 not_found');
});

it('shows no one but admins what was written to a colleague before the candidate was deleted', async () => {
  const phone = candidatePhone();
  await ana.call(routes.deleteCandidate, { params: { id: await reviewed(phone) } });
  await cem.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone },
  });
  expect((await history(cem, phone)).map(shownOf)).toEqual([
    { ...optedOut, wording: null },
    { ...held, wording: null },
  ]);
  expect((await history(ana, phone)).map(shownOf)).toEqual([{ ...optedOut }, held]);
  await expect(conversationWith(cem, phone)).rejects.toThrow();
});
