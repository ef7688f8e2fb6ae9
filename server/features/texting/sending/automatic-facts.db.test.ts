import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import {
  type MadeMessage,
  type MadePerson,
  makeAccount,
  makeCandidate,
  makeConversation,
  makeNumber,
  makePerson,
} from '../../../testing/make.ts';
import { type AutomaticFacts, findAutomaticFacts } from './automatic-facts.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3600_000);

let database: TestDatabase;
let connection: Connection;
let accountId: string;
let people: { person: MadePerson; numberId: string }[];
let candidates = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
  const { db } = connection;
  accountId = await makeAccount(db, { name: 'Acme' });
  people = [];
  for (const n of [1, 2]) {
    const names = {
      firstName: 'Ana',
      lastName: 'Lopez',
      email: `ana${n}@example.com`,
      password: 'not typed',
    };
    const person = await makePerson(db, accountId, names);
    people.push({ person, numberId: await makeNumber(db, person, { phoneNumber: `+1312555010${n}` }) });
  }
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** A candidate with a thread for each list of texts. */
async function texted(...threads: MadeMessage[][]): Promise<string> {
  const { db } = connection;
  candidates += 1;
  const phoneNumber = `+1212555${1000 + candidates}`;
  const candidateId = await makeCandidate(db, accountId, { firstName: 'Ben', lastName: 'Ito', phoneNumber });
  for (const [index, messages] of threads.entries()) {
    const { person, numberId } = people[index] ?? { person: { seatId: '', userId: '' }, numberId: '' };
    const { seatId, userId } = person;
    const place = { accountId, seatId, userId, numberId, candidateId, candidateNumber: phoneNumber };
    await makeConversation(db, place, messages);
  }
  return candidateId;
}

const automatic = (hours: number, more: Partial<MadeMessage> = {}): MadeMessage => ({
  direction: 'outbound',
  body: 'Your interview is tomorrow.',
  at: ago(hours),
  isAutomatic: true,
  ...more,
});
const typed = (hours: number): MadeMessage => ({ direction: 'outbound', body: 'Hi', at: ago(hours) });
const received = (hours: number): MadeMessage => ({ direction: 'inbound', body: 'Hi', at: ago(hours) });
const nothing: AutomaticFacts = { automaticTexts: [], lastTypedAt: null, takesNoTexts: false };

async function factsOf(candidateId: string): Promise<AutomaticFacts | undefined> {
  return (await findAutomaticFacts(connection.db, accountId, [candidateId], NOW)).get(candidateId);
}

describe('of a candidate', () => {
  it.each<[string, MadeMessage[][], Partial<AutomaticFacts>]>([
    ['who was never texted there are none', [], {}],
    [
      'the automatic texts of 24 hours are known, the latest first, from every seat',
      [[automatic(30), automatic(23), automatic(2)], [automatic(3)]],
      { automaticTexts: [ago(2), ago(3), ago(23)] },
    ],
    [
      'what the carrier refused does not count',
      [[automatic(2, { status: 'failed', errorCode: 'filtered' }), automatic(1)]],
      { automaticTexts: [ago(1)] },
    ],
    ['the last text is known that they wrote', [[typed(5), received(2)]], { lastTypedAt: ago(2) }],
    [
      'or that a person typed, in any thread, however many automatic ones came after it',
      [[received(4), automatic(0.5)], [typed(1)]],
      { lastTypedAt: ago(1), automaticTexts: [ago(0.5)] },
    ],
    ['a text of two days ago is no conversation', [[received(48)]], {}],
    [
      'it is known if the number takes no texts',
      [[automatic(50, { status: 'failed', errorCode: 'not_textable' })]],
      { takesNoTexts: true },
    ],
  ])('%s', async (_, threads, facts) => {
    expect(await factsOf(await texted(...threads))).toEqual({ ...nothing, ...facts });
  });

  it('confirmations do not count, and calls are no texts', async () => {
    const id = await texted([automatic(3), received(2)]);
    const change = (set: string, which: string) =>
      connection.pool.query(
        `update messages set ${set} where ${which}
            and conversation_id in (select id from conversations where candidate_id = $1)`,
        [id],
      );
    await change('is_confirmation = true', 'is_automatic');
    await change(`call_outcome = 'missed', body = ''`, `direction = 'inbound'`);
    expect(await factsOf(id)).toEqual(nothing);
  });

  it('many at once each get their own, and other accounts nothing', async () => {
    const ids = [await texted([automatic(2)]), await texted([typed(1)]), await texted()];
    const found = await findAutomaticFacts(connection.db, accountId, [...ids, ...ids], NOW);
    expect(ids.map((id) => found.get(id))).toEqual([
      { ...nothing, automaticTexts: [ago(2)] },
      { ...nothing, lastTypedAt: ago(1) },
      nothing,
    ]);
    const strangers = await makeAccount(connection.db, { name: 'Others' });
    const theirs = await findAutomaticFacts(connection.db, strangers, ids, NOW);
    expect([...theirs.values()]).toEqual([nothing, nothing, nothing]);
    expect(await findAutomaticFacts(connection.db, accountId, [], NOW)).toEqual(new Map());
  });
});
