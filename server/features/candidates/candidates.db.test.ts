import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { conversationWith, receiveText, sendText, untilStatus } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

interface Fields {
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
  email?: string;
  tags?: string[];
  timezone?: string;
}

function create(person: Recruiter, fields: Fields = {}): Promise<Candidate> {
  return person.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone(), ...fields },
  });
}

const read = (person: Recruiter, { id }: { id: string }) =>
  person.call(routes.getCandidate, { params: { id } });

async function walk(person: Recruiter, search?: string, limit = 3): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Candidate[]; nextCursor: string | null } = await person.call(routes.listCandidates, {
      query: { limit, ...(cursor === null ? {} : { cursor }), ...(search === undefined ? {} : { search }) },
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

describe('a new candidate', () => {
  it.each([
    ['3123200001', '+13123200001', '(312) 320-0001'],
    ['(312) 320-0002', '+13123200002', '(312) 320-0002'],
    ['312-320-0003', '+13123200003', '(312) 320-0003'],
    ['312.320.0004', '+13123200004', '(312) 320-0004'],
    ['1 312 320 0005', '+13123200005', '(312) 320-0005'],
    ['+1 (312) 320-0006', '+13123200006', '(312) 320-0006'],
    ['  +13123200007  ', '+13123200007', '(312) 320-0007'],
    ['1-312-320-0008', '+13123200008', '(312) 320-0008'],
    ['\uff0b\uff11 312 320 0009', '+13123200009', '(312) 320-0009'],
    ['312\u00a0320\u20110010', '+13123200010', '(312) 320-0010'],
    ['+44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
    ['011 44 20 7946 0959', '+442079460959', '+44 20 7946 0959'],
  ])('may be written %j', async (phoneNumber, e164, shown) => {
    expect(await create(ana, { phoneNumber })).toMatchObject({
      phoneNumber: e164,
      phoneNumberFormatted: shown,
    });
  });

  it.each([
    '320-0001',
    '12345',
    '312-320-00011',
    '312-320-0001 x5',
    '1-800-FLOWERS',
    'call me: 312 320 0001',
    '+1',
    '++13123200001',
    '<script>',
  ])('has no phone %j', async (phoneNumber) => {
    const answer = await ana.ask(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid', details: { fields: { phoneNumber: ['Must be a valid phone number'] } } },
    });
  });

  it.each<[object, string, string]>([
    [{ firstName: '', lastName: ' ' }, 'firstName', 'The name is required'],
    [{ firstName: 'x'.repeat(81) }, 'firstName', 'The name is too long'],
    [{ phoneNumber: '' }, 'phoneNumber', 'The phone number is required'],
    [{ lastName: 'a\u0007b' }, 'lastName', "The name has characters that can't be seen. Remove them."],
    [{ email: 'ben@' }, 'email', 'The email is invalid'],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'The timezone is invalid'],
    [{ zipCode: '1234' }, 'zipCode', 'Enter a ZIP code of five digits'],
    [{ jobTitle: 'x'.repeat(121) }, 'jobTitle', 'The job title is too long'],
    [{ tags: Array.from({ length: 21 }, (_, n) => `tag${n}`) }, 'tags', 'Add at most 20 tags'],
  ])('%j is refused', async (wrong, field, sentence) => {
    const body = { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone(), ...wrong };
    const answer = await ana.ask(routes.createCandidate, { body });
    expect(answer).toMatchObject({ status: 422, body: { details: { fields: { [field]: [sentence] } } } });
  });

  it('keeps every field as it was given', async () => {
    const fields = {
      firstName: "D'Ann",
      lastName: 'Nuñez-O\u2019Neil 王',
      phoneNumber: candidatePhone(),
      email: 'Dann@Example.com',
      jobTitle: 'Nurse; "RN" \\ 50%',
      city: 'Reno',
      zipCode: '89501',
      timezone: 'America/Denver',
      tags: ['night shift', 'a,b', '"quoted"'],
      externalIds: { greenhouse: '123' },
    };
    const made = await ana.call(routes.createCandidate, { body: fields });
    expect(made).toMatchObject({ ...fields, consent: { status: 'none', changedAt: null } });
    expect(await read(ana, made)).toEqual(made);
  });

  it.each([
    [{ phoneNumber: '+14155550171', timezone: 'America/Chicago' }, ['America/Chicago']],
    [{ phoneNumber: '+14155550172' }, ['America/Los_Angeles']],
    [{ phoneNumber: '+14155550174', zipCode: '10001-2345' }, ['America/New_York']],
    [{ phoneNumber: '+12085550173' }, ['America/Boise', 'America/Denver', 'America/Los_Angeles']],
  ])('%j is in %j', async (fields, zones) => {
    expect([...(await create(ana, fields)).zones].sort()).toEqual(zones);
  });

  it('with only a first or only a last name will do', async () => {
    expect(await create(ana, { firstName: ' Ben ', lastName: '' })).toMatchObject({ firstName: 'Ben' });
    expect(await create(ana, { firstName: '', lastName: 'Ito' })).toMatchObject({ lastName: 'Ito' });
  });

  it('does not share a number with another, however it is written', async () => {
    await create(ana, { phoneNumber: '(312) 321-0001' });
    const again = { firstName: 'Bea', lastName: 'Ito', phoneNumber: '+1 312.321.0001' };
    expect(await ana.refusal(routes.createCandidate, { body: again })).toBe('409 candidate_exists');
  });

  it('is one, when many add them at once', async () => {
    const body = { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ana.ask(routes.createCandidate, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await walk(ana, body.phoneNumber)).toHaveLength(1);
  });
});

describe('an edit', () => {
  const update = (candidate: { id: string }, body: object) =>
    ana.call(routes.updateCandidate, { params: { id: candidate.id }, body });

  it('changes what is named and leaves the rest', async () => {
    const made = await create(ana, { email: 'ben@example.com' });
    const changed = await update(made, { firstName: 'Benno', tags: ['new'] });
    expect(changed).toEqual({ ...made, firstName: 'Benno', tags: ['new'], updatedAt: changed.updatedAt });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(made.updatedAt));
    expect(await update(made, {})).toMatchObject({ firstName: 'Benno', email: 'ben@example.com' });
  });

  it('is refused if someone changed them since, and saves nothing then', async () => {
    const ben = await create(ana);
    const change = (body: object) => ana.ask(routes.updateCandidate, { params: { id: ben.id }, body });
    const cem = await ana.call(routes.updateCandidate, {
      params: { id: ben.id },
      body: { tags: ['nurse'], updatedAt: ben.updatedAt },
    });
    expect(refusalOf(await change({ firstName: 'Bo', updatedAt: ben.updatedAt }))).toBe(
      '409 candidate_edited',
    );
    expect(await read(ana, ben)).toEqual(cem);
    expect((await change({ firstName: 'Bo', updatedAt: cem.updatedAt })).status).toBe(200);
  });

  it.each<[object, object]>([
    [{ email: null }, { email: null }],
    [{ jobTitle: null }, { jobTitle: null }],
    [{ jobTitle: ' ' }, { jobTitle: null }],
    [{ timezone: null }, { timezone: null }],
    [{ tags: [] }, { tags: [] }],
    [{ externalIds: {} }, { externalIds: {} }],
    [
      { firstName: '', lastName: '' },
      { firstName: '', lastName: '' },
    ],
  ])('%j clears it', async (change, expected) => {
    const made = await ana.call(routes.createCandidate, {
      body: {
        firstName: 'Ben',
        lastName: 'Ito',
        phoneNumber: candidatePhone(),
        email: 'ben@example.com',
        jobTitle: 'Nurse',
        timezone: 'America/Denver',
        tags: ['night'],
        externalIds: { lever: '1' },
      },
    });
    expect(await update(made, change)).toMatchObject(expected);
    expect(await read(ana, made)).toMatchObject(expected);
  });

  it('does not take the number of another, and changes nothing then', async () => {
    const [ben, bea] = [await create(ana), await create(ana, { firstName: 'Bea' })];
    const change = {
      params: { id: bea.id },
      body: { phoneNumber: ben.phoneNumberFormatted, firstName: 'Eve' },
    };
    expect(await ana.refusal(routes.updateCandidate, change)).toBe('409 candidate_exists');
    expect(await read(ana, bea)).toEqual(bea);
    expect(await walk(ana, bea.phoneNumber)).toEqual([bea.id]);
  });

  it('to its own number changes nothing', async () => {
    const ben = await create(ana);
    expect(await update(ben, { phoneNumber: ben.phoneNumberFormatted })).toMatchObject({
      phoneNumber: ben.phoneNumber,
    });
  });

  it('to another number is found by the new one, and frees the old', async () => {
    const ben = await create(ana);
    const phoneNumber = candidatePhone();
    await update(ben, { phoneNumber });
    expect(await walk(ana, phoneNumber)).toEqual([ben.id]);
    expect(await walk(ana, ben.phoneNumber)).toEqual([]);
    await create(ana, { phoneNumber: ben.phoneNumber });
  });

  it.each([
    [{ phoneNumber: '123' }, 'phoneNumber'],
    [{ phoneNumber: null }, 'phoneNumber'],
    [{ email: 'no address' }, 'email'],
    [{ firstName: null }, 'firstName'],
  ])('%j is refused', async (body, field) => {
    const ben = await create(ana);
    const answer = await ana.ask(routes.updateCandidate, { params: { id: ben.id }, body });
    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as { details: { fields: object } }).details.fields)).toEqual([field]);
    expect(await read(ana, ben)).toEqual(ben);
  });
});

describe('the list', () => {
  it('is newest first, in pages of ten unless asked otherwise', async () => {
    const cem = await app.signUp();
    const made: string[] = [];
    for (let n = 0; n < 12; n += 1) made.unshift((await create(cem)).id);
    const first = await cem.call(routes.listCandidates, {});
    expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 10));
    for (const limit of [1, 5, 6, 12, 100]) expect(await walk(cem, undefined, limit)).toEqual(made);
  });

  it('shows each once while others are added, changed and deleted', async () => {
    const cem = await app.signUp();
    const made: Candidate[] = [];
    for (let n = 0; n < 9; n += 1) made.unshift(await create(cem));
    const first = await cem.call(routes.listCandidates, { query: { limit: 4 } });
    await create(cem);
    const [moved, gone] = [made[6], made[1]];
    if (!moved || !gone || first.nextCursor === null) throw new Error('The list is too short');
    await cem.call(routes.updateCandidate, { params: { id: moved.id }, body: { firstName: 'Zoe' } });
    await cem.call(routes.deleteCandidate, { params: { id: gone.id } });
    const rest = await cem.call(routes.listCandidates, { query: { limit: 100, cursor: first.nextCursor } });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it('continues after a page whose candidates were made in the same moment', async () => {
    const cem = await app.signUp();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await create(cem)).id);
    await app.deps.pool.query('update candidates set created_at = $2 where account_id = $1', [
      cem.accountId,
      new Date('2026-01-12T12:00:00Z'),
    ]);
    expect(await walk(cem, undefined, 2)).toEqual(ids.sort().reverse());
  });

  it.each([{ limit: 0 }, { limit: 101 }, { limit: 'all' }])('has no page of %j', async (query) => {
    expect((await ana.ask(routes.listCandidates, { query })).status).toBe(422);
  });

  it.each(['x', 'MTIz', Buffer.from('12.34').toString('base64url')])('has no page at %s', async (cursor) => {
    for (const search of [undefined, 'ben'])
      expect((await ana.ask(routes.listCandidates, { query: { cursor, search } })).status).toBe(400);
  });
});

describe('a search', () => {
  let cem: Recruiter;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    cem = await app.signUp();
    const people: (Fields & { as: string })[] = [
      { as: 'jose', firstName: 'José', lastName: 'Ñandú', phoneNumber: '+14155550101' },
      {
        as: 'mary',
        firstName: 'Mary Ann',
        lastName: "O'Neil-Park",
        phoneNumber: '+14155550102',
        tags: ['Night nurse', 'Días'],
      },
      { as: 'percent', firstName: '100%', lastName: 'under_score', phoneNumber: '+12125550103' },
      { as: 'mail', firstName: 'Kim', lastName: 'Lee', email: 'Kim.Lee+jobs@Example.com' },
      { as: 'wang', firstName: '伟', lastName: '王' },
      { as: 'kimber', firstName: 'Kimberly', lastName: 'Kimball', phoneNumber: '+13035550104' },
    ];
    for (const { as, ...fields } of people) ids[as] = (await create(cem, fields)).id;
  });

  it.each<[string, string[]]>([
    ['jose', ['jose']],
    ['JOSÉ', ['jose']],
    ['ñan', ['jose']],
    ['nandu jos', ['jose']],
    ['jose park', []],
    ['ann', ['mary']],
    ['neil', ['mary']],
    ['mary ann', ['mary']],
    ["o'neil-park", ['mary']],
    ['kim', ['kimber', 'mail']],
    ['kimberly kim', ['kimber']],
    ['lee kim', ['mail']],
    ['王', ['wang']],
    ['kim.lee', ['mail']],
    ['kim.lee+jobs@example.com', ['mail']],
    ['KIM.LEE+JOBS@EXAMPLE', ['mail']],
    ['415', ['jose', 'mary']],
    ['(415) 555-0101', ['jose']],
    ['415-555-01', ['jose', 'mary']],
    ['+1 (415) 555', ['jose', 'mary']],
    ['1.415.555.0102', ['mary']],
    ['555-0102', ['mary']],
    ['0104', ['kimber']],
    ['jose 415', ['jose']],
    ['ary', ['mary']],
    ['5501', ['jose', 'kimber', 'mary', 'percent']],
    ['night', ['mary']],
    ['urs dia', ['mary']],
    ['100%', ['percent']],
    ['under_score', ['percent']],
    ['under', ['percent']],
    ['underxscore', []],
    ['k_m', []],
    ['k%z', []],
    ['ki\\z', []],
    ["'; drop table candidates; --", []],
  ])('for %j finds %j', async (search, expected) => {
    const named = Object.fromEntries(Object.entries(ids).map(([as, id]) => [id, as]));
    expect((await walk(cem, search)).map((id) => named[id]).sort()).toEqual(expected);
  });

  it.each(['%', '\\', '()', '*'])('for %j alone finds no one', async (search) => {
    expect(await walk(cem, search)).toEqual([]);
  });

  it('lists those first who have a word that begins with it', async () => {
    const found = (search: string) => walk(cem, search, 1);
    // "an" begins Ann and is inside Ñandú; "le" begins Lee and is inside example.
    expect(await found('an')).toEqual([ids.mary, ids.jose]);
    expect((await found('le'))[0]).toBe(ids.mail);
  });

  it('of nothing but space is no search', async () => {
    expect(await walk(cem, '  ')).toHaveLength(Object.keys(ids).length);
  });

  it('continues where its page ended, with no one twice', async () => {
    const dee = await app.signUp();
    const made: string[] = [];
    for (let n = 0; n < 11; n += 1)
      made.push((await create(dee, { firstName: `Sam${n}`, lastName: 'Samson' })).id);
    for (const limit of [1, 3, 10]) expect((await walk(dee, 'sam', limit)).sort()).toEqual(made.sort());
    const first = await dee.call(routes.listCandidates, { query: { search: 'sam', limit: 4 } });
    await create(dee, { firstName: 'Sam', lastName: 'Aaron' });
    const rest = await dee.call(routes.listCandidates, {
      query: { search: 'sam', limit: 100, cursor: first.nextCursor ?? '' },
    });
    const seen = [...first.items, ...rest.items].map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('finds by the new name after an edit, and no longer by the old', async () => {
    const dee = await app.signUp();
    const ben = await create(dee, { firstName: 'Benjamin', email: 'old@example.com' });
    await dee.call(routes.updateCandidate, {
      params: { id: ben.id },
      body: { firstName: 'Zachary', email: null },
    });
    expect(await walk(dee, 'zach')).toEqual([ben.id]);
    expect(await walk(dee, 'benj')).toEqual([]);
    expect(await walk(dee, 'old@')).toEqual([]);
  });
});

describe('a deleted candidate', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  async function upload(person: Recruiter): Promise<{ id: string; url: string }> {
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
    const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    });
    return routes.uploadMedia.reply.parse(await answer.json());
  }

  /** How many rows of the number there are, by table. */
  async function rowsOf(accountId: string, phoneNumber: string): Promise<unknown> {
    const { rows } = await app.deps.pool.query(
      `with person as (select id from candidates where account_id = $1 and phone_number = $2),
            texts as (select id from messages where account_id = $1 and candidate_number = $2)
       select (select count(*)::int from person) as candidates,
              (select count(*)::int from candidate_terms where account_id = $1 and term = ltrim($2, '+')) as terms,
              (select count(*)::int from conversations where account_id = $1 and candidate_id in (select id from person)) as conversations,
              (select count(*)::int from texts) as messages,
              (select count(*)::int from media where account_id = $1 and message_id in (select id from texts)) as media,
              (select count(*)::int from opt_outs where account_id = $1 and phone_number = $2) as "optOuts",
              (select count(*)::int from consent_events where account_id = $1 and phone_number = $2) as "consentEvents"`,
      [accountId, phoneNumber],
    );
    return rows[0];
  }

  async function texted(person: Recruiter): Promise<{ candidate: Candidate; pictureUrl: string }> {
    const candidate = await create(person);
    const picture = await upload(person);
    const text = await sendText(person, candidate.phoneNumber, 'Hi', { mediaIds: [picture.id] });
    await untilStatus(person, text, 'delivered');
    await receiveText(app, person, candidate.phoneNumber, 'STOP');
    return { candidate, pictureUrl: picture.url };
  }

  it('is gone with every text and picture; the opt-out of the number stays', async () => {
    const { candidate, pictureUrl } = await texted(ana);
    const other = await texted(ana);
    const before = await rowsOf(ana.accountId, other.candidate.phoneNumber);
    expect(before).toMatchObject({ candidates: 1, conversations: 1, messages: 2, media: 1, optOuts: 1 });
    expect((await fetch(pictureUrl)).status).toBe(200);
    const conversation = await conversationWith(ana, candidate.phoneNumber);

    const params = { id: candidate.id };
    expect(await ana.call(routes.deleteCandidate, { params })).toEqual({ status: 'ok' });

    expect(await rowsOf(ana.accountId, candidate.phoneNumber)).toEqual({
      candidates: 0,
      terms: 0,
      conversations: 0,
      messages: 0,
      media: 0,
      optOuts: 1,
      consentEvents: 1,
    });
    expect(await ana.refusal(routes.getCandidate, { params })).toBe('404 not_found');
    expect(await ana.refusal(routes.deleteCandidate, { params })).toBe('404 not_found');
    expect(await ana.refusal(routes.getConversation, { params: { id: conversation.id } })).toBe(
      '404 not_found',
    );
    expect(await walk(ana, candidate.phoneNumber)).toEqual([]);
    await eventually(async () => expect((await fetch(pictureUrl)).status).toBe(404));

    expect(await rowsOf(ana.accountId, other.candidate.phoneNumber)).toEqual(before);
    expect((await fetch(other.pictureUrl)).status).toBe(200);
  });

  it('that opted out and is added again still can not be texted', async () => {
    const { candidate } = await texted(ana);
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    const again = await create(ana, { phoneNumber: candidate.phoneNumber });
    expect(again.consent.status).toBe('optedOut');
    expect(await ana.refusal(routes.sendMessage, { body: { candidateId: again.id, body: 'Hi again' } })).toBe(
      '403 opted_out',
    );
  });
});

describe('who sees a candidate', () => {
  it('everybody of the account: a colleague sees and changes the same one', async () => {
    const cem = await app.addColleague(ana);
    const ben = await create(ana, { firstName: 'Shared' });
    expect(await read(cem, ben)).toEqual(ben);
    expect(await walk(cem, 'shared')).toEqual([ben.id]);
    await cem.call(routes.updateCandidate, { params: { id: ben.id }, body: { firstName: 'Ours' } });
    expect((await read(ana, ben)).firstName).toBe('Ours');
    const again = { firstName: 'Ben', lastName: '', phoneNumber: ben.phoneNumber };
    expect(await cem.refusal(routes.createCandidate, { body: again })).toBe('409 candidate_exists');
  });

  it('no one of another account, which may have one with the same number', async () => {
    const eve = await app.signUp();
    const ben = await create(ana, { firstName: 'Private' });
    expect(await walk(eve, 'private')).toEqual([]);
    const theirs = await create(eve, { phoneNumber: ben.phoneNumber });
    expect(await walk(eve)).toEqual([theirs.id]);
    await eve.call(routes.deleteCandidate, { params: { id: theirs.id } });
    expect(await read(ana, ben)).toEqual(ben);
  });
});
