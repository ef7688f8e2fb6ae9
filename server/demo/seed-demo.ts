import { sql } from 'kysely';
import type pg from 'pg';
import { type PlantedMessage, plant } from '../adapters/carrier/simulator/plant.ts';
import { type Db, inTransaction } from '../db/connection.ts';
import { markThreads } from '../features/analytics/figures/marks.ts';
import { recordOptOut } from '../features/consent/record-consent.ts';
import { confirmationText } from '../features/consent/rules.ts';
import { numberWebhooks } from '../features/numbers/number-webhooks.ts';
import { updateUser } from '../features/users/store.ts';
import {
  type MadeMessage,
  type MadePerson,
  makeAccount,
  makeCandidate,
  makeConversation,
  makeNumber,
  makePerson,
} from '../testing/make.ts';
import { COMPANY, candidates, DEMO_PASSWORD, type DemoCandidate, team } from './people.ts';
import { formerThreads, strangersThread, type Thread, threads } from './threads.ts';

type Texter = MadePerson & { numberId: string; phoneNumber: string };

const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;

/** Chance that is the same every time (mulberry32). */
function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** True when there was no account yet, and the demo company has been made. */
export async function seedDemo(deps: {
  db: Db;
  pool: pg.Pool;
  publicUrl: string;
  now: Date;
  newId: () => string;
}): Promise<boolean> {
  const account = await deps.db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (account) return false;
  const planted: PlantedMessage[] = [];
  const texters = await inTransaction(deps.db, async (tx) => {
    const accountId = await makeAccount(tx, {
      name: COMPANY,
      type: 'team',
      planType: 'annual',
      createdAt: deps.now,
    });
    const people: Texter[] = [];
    for (const member of team) {
      const person = await makePerson(tx, accountId, {
        ...member,
        password: DEMO_PASSWORD,
        timezone: 'America/Los_Angeles',
      });
      await updateUser(tx, accountId, person.userId, { opensWith: 'messages' });
      const numberId = await makeNumber(tx, person, member);
      people.push({ ...person, numberId, phoneNumber: member.phoneNumber });
    }
    const chance = seededChance(20_26);
    for (const [index, candidate] of candidates.entries()) {
      const texter = people[whose(index)];
      if (texter) planted.push(...(await seedCandidate(tx, deps, { texter, candidate, index, chance })));
    }
    await markThreads(tx, accountId, sql`select id from conversations where account_id = ${accountId}`);
    return people;
  });
  await plant(deps.pool, {
    numbers: texters.map((texter) => ({
      phoneNumber: texter.phoneNumber,
      id: texter.numberId,
      ...numberWebhooks({ ...deps, carrier: { name: 'simulator' } }),
    })),
    messages: planted,
  });
  return true;
}

/** The demo people who can sign in here: none in a database that already had people. */
export async function findDemoLogins(db: Db): Promise<{ email: string; says: string }[]> {
  const rows = await db
    .selectFrom('logins')
    .select('email')
    .where(
      'email',
      'in',
      team.map((member) => member.email),
    )
    .execute();
  const known = new Set(rows.map((row) => row.email));
  return team.filter((member) => known.has(member.email));
}

/** Most are Dana's, so that her inbox is full at first sight. */
function whose(index: number): number {
  if (index % 10 === 9 && index !== 39) return 2;
  return index % 10 >= 6 && index !== 39 ? 1 : 0;
}

async function seedCandidate(
  db: Db,
  deps: { now: Date; newId: () => string },
  seed: { texter: Texter; candidate: DemoCandidate; index: number; chance: () => number },
): Promise<PlantedMessage[]> {
  const { texter, candidate, index } = seed;
  const isStranger = candidate.firstName === '';
  const phoneNumber = `+1${candidate.areaCode}55501${String(10 + index).padStart(2, '0')}`;
  const candidateId = await makeCandidate(db, texter.accountId, {
    ...candidate,
    jobTitle: candidate.jobTitle || null,
    email: isStranger ? null : `${fold(candidate.firstName)}.${fold(candidate.lastName)}@mail.example`,
    phoneNumber,
    tags: candidate.tags ?? [],
    createdAt: new Date(deps.now.getTime() - (90 + index) * 24 * HOUR_MS),
  });
  const thread = isStranger ? strangersThread : threads[index % threads.length];
  if (thread === undefined || HAS_NO_THREAD.has(index)) return [];

  const messages = timed(thread, seed, deps.now);
  if (thread.end === 'optedOut') messages.push(confirmation(messages.at(-1)));
  const { messageIds } = await makeConversation(
    db,
    { ...texter, candidateId, candidateNumber: phoneNumber },
    messages,
    {
      // The older half has been read.
      unreadCount: index < 20 || isStranger ? (thread.unread ?? 0) : 0,
      isArchived: thread.end === 'archived',
      isHeld: thread.end === 'held' && index < 20,
      isOptedOut: thread.end === 'optedOut',
    },
  );
  if (thread.end === 'optedOut')
    await optOut(db, deps, texter.accountId, phoneNumber, messages.at(-2)?.at ?? deps.now);
  return messages.map((message, place) => ({
    id: `SM${deps.newId()}`,
    messageId: messageIds[place] ?? deps.newId(),
    direction: message.direction === 'inbound' ? 'fromCandidate' : 'toCandidate',
    phoneNumber,
    businessNumber: texter.phoneNumber,
    body: message.body,
    status: message.direction === 'inbound' ? 'received' : (message.status ?? 'delivered'),
    createdAt: message.at,
  }));
}

/** Known, but never texted. */
const HAS_NO_THREAD = new Set([33, 37]);

/** The last text of the first candidate is minutes old, that of the last one a week and a half. */
function timed(
  thread: Thread,
  seed: { texter: Texter; candidate: DemoCandidate; index: number; chance: () => number },
  now: Date,
): MadeMessage[] {
  const { candidate, index, chance } = seed;
  const isStranger = candidate.firstName === '';
  const ageMs = isStranger ? 25 * MINUTE_MS : (0.1 + index ** 1.5) * HOUR_MS + chance() * HOUR_MS;
  const messages = written(thread.lines, seed, now.getTime() - ageMs, chance);
  const last = messages.at(-1);
  if (last && thread.end === 'failed') Object.assign(last, { status: 'failed', errorCode: 'not_textable' });
  if (last && thread.end === 'undelivered')
    Object.assign(last, { status: 'undelivered', errorCode: 'unreachable' });
  const former =
    isStranger || index % 3 !== 0 ? undefined : formerThreads[(index / 3) % formerThreads.length];
  if (former === undefined) return messages;
  // With a separate seed, and so long before that Analytics has something to compare with.
  const ofFormer = seededChance(index);
  const daysBefore = index % 2 === 0 ? 31 + ofFormer() * 27 : 7 + ofFormer() * 16;
  const first = messages[0]?.at ?? now;
  return [...written(former, seed, first.getTime() - daysBefore * 24 * HOUR_MS, ofFormer), ...messages];
}

/** Lines, the last of which is written then. */
function written(
  lines: string[],
  { texter, candidate }: { texter: Texter; candidate: DemoCandidate },
  lastAt: number,
  chance: () => number,
): MadeMessage[] {
  let at = lastAt;
  const messages: MadeMessage[] = [];
  for (const line of lines.toReversed()) {
    if (line.startsWith('>')) at = inTheDay(at);
    messages.unshift({
      direction: line.startsWith('<') ? 'inbound' : 'outbound',
      body: line
        .slice(2)
        .replaceAll('{first}', candidate.firstName)
        .replaceAll('{me}', texter.firstName)
        .replaceAll('{job}', candidate.jobTitle),
      at: new Date(at),
    });
    at -= (1 + chance() * 40) * MINUTE_MS + (chance() < 0.15 ? 15 * HOUR_MS : 0);
  }
  return messages;
}

const localHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** No one at the demo company texts at night: then it was the evening before. */
function inTheDay(at: number): number {
  const hour = Number(localHour.format(at));
  if (hour >= 9 && hour < 17) return at;
  const sinceFive = hour >= 17 ? hour - 16 : hour + 8;
  return at - sinceFive * HOUR_MS;
}

function confirmation(stop: MadeMessage | undefined): MadeMessage {
  return {
    direction: 'outbound',
    body: confirmationText('stop', COMPANY),
    at: new Date((stop?.at.getTime() ?? 0) + 3000),
    isAutomatic: true,
  };
}

async function optOut(
  db: Db,
  deps: { newId: () => string },
  accountId: string,
  phoneNumber: string,
  at: Date,
): Promise<void> {
  const change = {
    accountId,
    phoneNumber,
    source: 'keyword' as const,
    wording: 'STOP',
    actorUserId: null,
    at,
  };
  await recordOptOut(db, change, deps.newId);
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^a-zA-Z-]/g, '')
    .toLowerCase();
}
