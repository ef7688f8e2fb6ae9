import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MOST_KEYWORDS } from '../../../contract/keywords.ts';
import * as routes from '../../../contract/routes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, sentTo } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let phone: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  await ana.call(routes.updateAccount, { body: { name: 'Acme' } });
  phone = candidatePhone();
});

const TERMS = 'Msg frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.';
const fields = {
  keyword: 'JOBS',
  answer: 'Welcome!',
  tags: ['Job fair'],
  questions: [
    { field: 'name' as const, text: "What's your name?" },
    { field: 'jobTitle' as const, text: 'Which job?' },
    { field: 'city' as const, text: 'Which city?' },
  ],
  consentWording: 'Text JOBS to get texts about jobs from Acme.',
};
const WELCOME = `Acme: Welcome!\n${TERMS}\nWhat's your name?`;

const add = (person = ana, over: Partial<typeof fields> = {}) =>
  person.call(routes.createKeyword, { body: { ...fields, ...over } });
const text = (body: string) => receiveText(app, ana, phone, body);
const untilSent = (...bodies: string[]) => eventually(() => expect(sentTo(app, phone)).toEqual(bodies));
async function candidate() {
  const { candidate } = await conversationWith(ana, phone);
  return ana.call(routes.getCandidate, { params: { id: candidate.id } });
}

it('candidates join by one word, answer what they are asked, and wait for a person then', async () => {
  await add();
  expect((await text('Jobs please')).waitingSince).toBe(null);
  await untilSent(WELCOME);
  expect((await text("I'm maria santos")).waitingSince).toBe(null);
  await untilSent(WELCOME, 'Which job?');
  await text('Night nurse');
  await untilSent(WELCOME, 'Which job?', 'Which city?');
  expect((await text('Chicago')).waitingSince).not.toBe(null);
  const joined = await candidate();
  expect(joined).toMatchObject({
    firstName: 'Maria',
    lastName: 'Santos',
    jobTitle: 'Night nurse',
    city: 'Chicago',
    tags: ['Job fair'],
    consent: { status: 'granted' },
  });
  const { items } = await ana.call(routes.listConsents, { query: { phoneNumber: phone } });
  expect(items).toMatchObject([
    { type: 'granted', source: 'keyword', wording: fields.consentWording, wordingVersion: '1', actor: null },
  ]);
  expect(sentTo(app, phone)).toHaveLength(3);
});

it('a name that looks like a refusal is one once it was asked for; without the question a person reads it', async () => {
  await add();
  expect((await text('Connor')).can.reviewHold).toBe(true);
  phone = candidatePhone();
  await text('JOBS');
  await untilSent(WELCOME);
  await text('Connor');
  await untilSent(WELCOME, 'Which job?');
  expect(await candidate()).toMatchObject({ firstName: 'Connor' });
});

it('what is known is neither asked nor replaced', async () => {
  const body = { firstName: 'Rosa', lastName: '', phoneNumber: phone, jobTitle: 'Driver', tags: ['Warm'] };
  await ana.call(routes.createCandidate, { body });
  await add();
  await text('JOBS');
  await untilSent(`Acme: Welcome!\n${TERMS}\nWhich city?`);
  await text('Oakland');
  await eventually(async () =>
    expect(await candidate()).toMatchObject({
      firstName: 'Rosa',
      jobTitle: 'Driver',
      city: 'Oakland',
      tags: ['Warm', 'Job fair'],
    }),
  );
});

it('an answer that is none is for a person, and ends the questions', async () => {
  await add();
  await text('JOBS');
  await untilSent(WELCOME);
  expect((await text('Do you pay weekly?')).waitingSince).not.toBe(null);
  await sendText(ana, phone, 'Yes, every Friday.');
  await eventually(() => expect(sentTo(app, phone)).toHaveLength(2));
  await text('Great news');
  expect(await candidate()).toMatchObject({ firstName: '' });
  expect(sentTo(app, phone)).toHaveLength(2);
});

it('STOP and HELP win, and a keyword lifts no opt-out', async () => {
  await add();
  await text('JOBS');
  await untilSent(WELCOME);
  // The carrier answers it.
  await text('STOP');
  await text('JOBS');
  await text('Maria Santos');
  expect(sentTo(app, phone)).toEqual([WELCOME]);
  expect(await candidate()).toMatchObject({ firstName: '', consent: { status: 'optedOut' } });
});

it('a keyword is that of one number; another one takes it for ordinary words', async () => {
  await add(await app.addColleague(ana));
  expect((await text('JOBS')).waitingSince).not.toBe(null);
  expect(sentTo(app, phone)).toEqual([]);
});

it('a word that candidates mean otherwise is refused, and so is one that is taken', async () => {
  for (const keyword of ['STOP', 'HELP', 'START', 'YES'])
    expect(await ana.refusal(routes.createKeyword, { body: { ...fields, keyword } }), keyword).toBe(
      '422 invalid',
    );
  const { id } = await add();
  expect(await ana.refusal(routes.createKeyword, { body: { ...fields, keyword: 'jobs' } })).toBe(
    '409 keyword_taken',
  );
  const nurses = await add(ana, { keyword: 'NURSES' });
  const update = (keyword: string) =>
    ana.refusal(routes.updateKeyword, { params: { id: nurses.id }, body: { keyword } });
  expect(await update('Jobs')).toBe('409 keyword_taken');
  expect(await update('cancel')).toBe('422 invalid');
  expect(id).not.toBe(nurses.id);
});

it('colleagues see their own, admins all; others do not exist', async () => {
  const own = await add();
  const ben = await app.addColleague(ana);
  const bens = await add(ben, { keyword: 'DRIVERS' });
  const idsOf = async (person: Recruiter) =>
    (await person.call(routes.listKeywords, { query: {} })).items.map(({ id }) => id);
  expect(await idsOf(ben)).toEqual([bens.id]);
  expect(await idsOf(ana)).toEqual([bens.id, own.id]);
  const params = { id: own.id };
  expect(await ben.refusal(routes.updateKeyword, { params, body: { answer: 'Hi' } })).toBe('404 not_found');
  expect(await ben.refusal(routes.deleteKeyword, { params })).toBe('404 not_found');
  expect(await ben.refusal(routes.getKeywordPoster, { params })).toBe('404 not_found');
  await ana.call(routes.deleteKeyword, { params: { id: bens.id } });
  expect(await idsOf(ben)).toEqual([]);
});

it('a new wording is a new version; a question that stays can still be answered', async () => {
  const { id } = await add();
  await text('JOBS');
  await untilSent(WELCOME);
  const body = {
    consentWording: 'Text JOBS to get texts about all jobs from Acme.',
    questions: fields.questions,
  };
  await ana.call(routes.updateKeyword, { params: { id }, body });
  await text('Maria');
  await untilSent(WELCOME, 'Which job?');
  await text('jobs');
  await eventually(() => expect(sentTo(app, phone)).toHaveLength(3));
  const { items } = await ana.call(routes.listConsents, { query: { phoneNumber: phone } });
  expect(items.map(({ wordingVersion }) => wordingVersion)).toEqual(['2', '1']);
});

it('there are at most so many for a number', async () => {
  const { rows } = await app.deps.pool.query('select id from seats where user_id = $1', [ana.userId]);
  await app.deps.pool.query(
    `insert into keywords (account_id, id, seat_id, keyword, word, answer, tags, consent_wording, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'W' || n, 'w' || n, 'Hi', '{}', 'Text it', now(), now()
       from generate_series(1, $3::int) n`,
    [ana.accountId, rows[0].id, MOST_KEYWORDS],
  );
  expect(await ana.refusal(routes.createKeyword, { body: fields })).toBe('409 keywords_used_up');
});

it('its code and its poster are files', async () => {
  const { id } = await add(ana, { consentWording: 'Envía JOBS para recibir mensajes – “gratis”.' });
  const file = async (route: 'qr' | 'poster') => {
    const answer = await fetch(`${app.url}/v1/keywords/${id}/${route}`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const qr = await file('qr');
  expect(qr.type).toContain('image/svg+xml');
  expect(qr.bytes.toString()).toMatch(/^<svg[\s\S]*<\/svg>$/);
  const poster = await file('poster');
  expect(poster.type).toBe('application/pdf');
  expect(poster.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await ana.call(routes.updateKeyword, {
    params: { id },
    body: { consentWording: 'Тексты о работе от Acme, пожалуйста' },
  });
  expect(await ana.refusal(routes.getKeywordPoster, { params: { id } })).toBe('422 poster_letters');
});
