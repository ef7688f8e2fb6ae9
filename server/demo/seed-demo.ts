import { sql } from 'kysely';
import { countSegments } from '../../contract/segments.ts';
import { type PlantedMessage, plant } from '../adapters/carrier/simulator/plant.ts';
import { type Db, inTransaction, type Tx } from '../db/connection.ts';
import { lockNamed } from '../db/lock-named.ts';
import type { Deps } from '../deps.ts';
import { markThreads } from '../features/analytics/figures/marks.ts';
import { settleTexts } from '../features/billing/ledger/ledger.ts';
import { recordOptOut } from '../features/consent/record-consent.ts';
import { confirmationText } from '../features/consent/rules.ts';
import { numberWebhooks } from '../features/numbers/number-webhooks.ts';
import { updateUser } from '../features/users/store.ts';
import {
  type MadeMessage,
  makeAccount,
  makeCandidate,
  makeConversation,
  makeNumber,
  makePerson,
} from '../testing/make.ts';
import { HOUR_MS, MINUTE_MS, onDay, startOfDay, ZONE } from './days.ts';
import { COMPANY, candidates, DEMO_PASSWORD, type DemoCandidate, team } from './people.ts';
import { type Made, offerTimes, seedTemplates, seedWork, type Texter } from './seed-work.ts';
import { formerThreads, intro, strangersThread, type Thread, threads } from './threads.ts';

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
export async function seedDemo(running: Deps): Promise<boolean> {
  const now = running.clock();
  const deps = { ...running, now };
  const planted: PlantedMessage[] = [];
  const made = await inTransaction(deps.db, async (tx): Promise<Made | null> => {
    // Another node may be making it.
    await lockNamed(tx, 'the demo company');
    if (await tx.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return null;
    const accountId = await makeAccount(tx, {
      name: COMPANY,
      type: 'team',
      planType: 'annual',
      createdAt: now,
    });
    const texters: Texter[] = [];
    for (const member of team) {
      const person = await makePerson(tx, accountId, {
        ...member,
        password: DEMO_PASSWORD,
        timezone: ZONE,
      });
      await updateUser(tx, accountId, person.userId, { opensWith: 'messages' });
      const numberId = await makeNumber(tx, person, member);
      texters.push({ ...member, ...person, numberId });
    }
    const firstTextId = await seedTemplates(tx, running, texters);
    const candidateIds = new Map<string, string>();
    const chance = seededChance(20_26);
    for (const [index, candidate] of candidates.entries()) {
      const texter = texters[whose(index)];
      if (texter === undefined) continue;
      const seeded = await seedCandidate(tx, deps, { texter, candidate, index, chance, firstTextId });
      candidateIds.set(`${candidate.firstName} ${candidate.lastName}`, seeded.candidateId);
      planted.push(...seeded.planted);
    }
    await markThreads(tx, accountId, sql`select id from conversations where account_id = ${accountId}`);
    const everything = { texters, candidateIds };
    await seedWork(tx, running, everything);
    return everything;
  });
  if (made === null) return false;
  await plant(deps.pool, {
    numbers: made.texters.map((texter) => ({
      phoneNumber: texter.phoneNumber,
      id: texter.numberId,
      ...numberWebhooks({ ...deps, carrier: { name: 'simulator' } }),
    })),
    messages: planted,
  });
  // Its text goes out by the simulated carrier, which has to know the numbers first.
  await offerTimes(running, made);
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

interface Seed {
  texter: Texter;
  candidate: DemoCandidate;
  index: number;
  chance: () => number;
  firstTextId: string | undefined;
}

async function seedCandidate(
  tx: Tx,
  deps: { now: Date; newId: () => string },
  seed: Seed,
): Promise<{ candidateId: string; planted: PlantedMessage[] }> {
  const { texter, candidate, index } = seed;
  const isStranger = candidate.firstName === '';
  const phoneNumber = `+1${candidate.areaCode}55501${String(10 + index).padStart(2, '0')}`;
  const candidateId = await makeCandidate(tx, texter.accountId, {
    ...candidate,
    jobTitle: candidate.jobTitle || null,
    email: isStranger ? null : `${fold(candidate.firstName)}.${fold(candidate.lastName)}@mail.example`,
    phoneNumber,
    tags: candidate.tags ?? [],
    createdAt: new Date(deps.now.getTime() - (90 + index) * 24 * HOUR_MS),
  });
  const thread = isStranger ? strangersThread : threads[index % threads.length];
  if (thread === undefined || HAS_NO_THREAD.has(index)) return { candidateId, planted: [] };

  const messages = timed(thread, seed, deps.now);
  if (thread.end === 'optedOut') messages.push(confirmation(messages.at(-1)));
  const { messageIds } = await makeConversation(
    tx,
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
    await optOut(tx, deps, texter.accountId, phoneNumber, messages.at(-2)?.at ?? deps.now);
  await countTexts(tx, texter.accountId, messages, messageIds);
  const planted = messages.map((message, place) => ({
    id: `SM${deps.newId()}`,
    messageId: messageIds[place] ?? deps.newId(),
    direction: message.direction === 'inbound' ? ('fromCandidate' as const) : ('toCandidate' as const),
    phoneNumber,
    businessNumber: texter.phoneNumber,
    body: message.body,
    status: message.direction === 'inbound' ? 'received' : (message.status ?? 'delivered'),
    createdAt: message.at,
  }));
  return { candidateId, planted };
}

/** As when the carrier took them: what it refused and the answers to STOP aren't counted. */
async function countTexts(
  tx: Tx,
  accountId: string,
  messages: MadeMessage[],
  messageIds: string[],
): Promise<void> {
  for (const [place, { direction, status, isConfirmation, body, at }] of messages.entries()) {
    const messageId = messageIds[place];
    if (direction === 'inbound' || status === 'failed' || isConfirmation || messageId === undefined) continue;
    const segments = Math.max(1, countSegments(body).segments);
    await settleTexts(tx, [{ accountId, messageId, segments }], at);
  }
}

/** Known, but never texted. */
const HAS_NO_THREAD = new Set([33, 37]);

/** The last text of the first candidate is minutes old, that of the last one a week and a half. */
function timed(thread: Thread, seed: Seed, now: Date): MadeMessage[] {
  const { candidate, index, chance } = seed;
  const isStranger = candidate.firstName === '';
  const ageMs = isStranger ? 25 * MINUTE_MS : (0.1 + index ** 1.5) * HOUR_MS + chance() * HOUR_MS;
  const tomorrow = weekday.format(onDay(now, 1, '12:00'));
  const lines = thread.lines.map((line) => line.replaceAll('{tomorrow}', tomorrow));
  const messages = written(lines, seed, now.getTime() - ageMs, chance);
  const last = messages.at(-1);
  if (last && thread.end === 'failed') Object.assign(last, { status: 'failed', errorCode: 'not_textable' });
  if (last && thread.end === 'undelivered')
    Object.assign(last, { status: 'undelivered', errorCode: 'unreachable' });
  const former = isStranger ? undefined : formerThreads[Math.floor(index / 3) % formerThreads.length];
  if (former === undefined) return messages;
  // With a separate seed, and so long before that Analytics has a whole month, and something to compare it with.
  const ofFormer = seededChance(index);
  const [least, more] = index % 3 === 1 ? [10, 18] : index % 3 === 2 || index % 2 === 0 ? [31, 27] : [7, 16];
  const daysBefore = least + ofFormer() * more;
  const first = messages[0]?.at ?? now;
  return [...written(former, seed, first.getTime() - daysBefore * 24 * HOUR_MS, ofFormer), ...messages];
}

/** Lines, the last of which is written then. */
function written(
  lines: string[],
  { texter, candidate, firstTextId }: Seed,
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
      ...(line === intro ? { templateId: firstTextId } : {}),
    });
    at -= (1 + chance() * 40) * MINUTE_MS + (chance() < 0.15 ? 15 * HOUR_MS : 0);
  }
  return messages;
}

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, weekday: 'long' });

/** No one at the demo company texts at night: then it was the evening before. */
function inTheDay(at: number): number {
  const hour = Math.floor((at - startOfDay(new Date(at)).getTime()) / HOUR_MS);
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
    isConfirmation: true,
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
