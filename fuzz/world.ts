import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type FailureCode, FailureReply } from '../contract/failure.ts';
import type { ReplyOutput, Route } from '../contract/route.ts';
import * as routes from '../contract/routes.ts';
import { seatTaken } from '../server/features/team/seats/give-seat.ts';
import { removeWaiting } from '../server/testing/jobs.ts';
import { candidatePhone, type Recruiter, type TestApp } from '../server/testing/test-app.ts';
import type { Input, LooseInput } from '../server/testing/test-client.ts';
import type { Company, Person, Seat } from './model.ts';

/** Two companies at a real app, and what is expected of it. */
export interface World {
  app: TestApp;
  companies: [Company, Company];
  /** Of candidates, who text with both companies. */
  phones: string[];
  uploads: Upload[];
  /** What the carrier has to have, each once. */
  sent: { from: string; to: string; body: string; pictures: number }[];
  /** `${number} ${phone}` of texts that the carrier refuses, after a STOP to that very number. */
  blocked: Set<string>;
  /** Tokens of sessions that are over. */
  ended: string[];
  /** Of threads that became part of others. */
  goneThreads: string[];
  /** What happened so far, in sentences. */
  steps: string[];
  /** How much the carrier had before. */
  earlierMessages: number;
}

export interface Upload {
  id: string;
  owner: Person;
  isUsed: boolean;
}

const PHONES = 3;
const BUSY = 'North';

export async function createWorld(app: TestApp): Promise<World> {
  // What an earlier one left undone is its own.
  await removeWaiting(app.deps.pool);
  await app.deps.pool.query('delete from carrier_events');
  await app.deps.pool.query('delete from rate_limits');
  return {
    app,
    companies: [await foundCompany(app, BUSY), await foundCompany(app, 'South')],
    phones: Array.from({ length: PHONES }, candidatePhone),
    uploads: [],
    sent: [],
    blocked: new Set(),
    ended: [],
    goneThreads: [],
    steps: [],
    earlierMessages: app.twilio.state.messages.length,
  };
}

/** An admin, a member and a hiring manager, each with a number, and no seat left. */
async function foundCompany(app: TestApp, name: string): Promise<Company> {
  const admin = await app.signUp();
  const { accountId } = admin;
  const company: Company = {
    name,
    accountId,
    people: [],
    seats: [],
    candidates: new Map(),
    deleted: new Set(),
    threads: [],
    optedOut: new Set(),
  };
  const member = await app.addColleague(admin);
  const hiringManager = await app.addColleague(admin);
  await app.deps.pool.query(
    `update seats set seat_role = 'hiringManager' where account_id = $1 and user_id = $2`,
    [accountId, hiringManager.userId],
  );
  for (const [title, recruiter] of Object.entries({ admin, member, manager: hiringManager }))
    await addPerson(company, `${name}'s ${title}`, recruiter);
  return company;
}

async function addPerson(company: Company, name: string, recruiter: Recruiter): Promise<void> {
  const { userId, seatId: id, number, token } = recruiter;
  const user = await recruiter.call(routes.getUser, {});
  const seat: Seat = {
    company,
    id,
    number,
    isHiringManagers: user.seat?.seatRole === 'hiringManager',
    holder: null,
    invited: null,
    cover: null,
  };
  const isAdmin = user.userType === 'admin';
  const person: Person = { company, name, userId, email: user.email, isAdmin, seat, tokens: [token] };
  seat.holder = person;
  company.people.push(person);
  company.seats.push(seat);
}

export const everybody = ({ companies }: World): Person[] => companies.flatMap(({ people }) => people);
/** Mostly people of one company, so that a lot happens there, and the other company must not see any of it. */
export const isBusy = ({ company }: { company: Company }): boolean => company.name === BUSY;
export const signedIn = (world: World): Person[] =>
  everybody(world).filter(({ tokens }) => tokens.length > 0);

/** The answer to the person; null if they are refused, as they must be. */
export async function ask<R extends Route>(
  world: World,
  person: Person,
  route: R,
  input: NoInfer<Input<R>>,
  refusal: FailureCode | null = null,
  [token = ''] = person.tokens,
): Promise<ReplyOutput<R> | null> {
  const { status, body } = await world.app.client(token).ask(route, input as LooseInput);
  const refused = status < 300 ? null : FailureReply.parse(body).code;
  assert.equal(refused, refusal, `${person.name}: ${route.method} ${route.path} ${JSON.stringify(input)}`);
  return refused === null ? (route.reply.parse(body) as ReplyOutput<R>) : null;
}

/** The same for calls that are never refused. */
export async function get<R extends Route>(
  world: World,
  person: Person,
  route: R,
  input: NoInfer<Input<R>>,
): Promise<ReplyOutput<R>> {
  const reply = await ask(world, person, route, input);
  assert(reply !== null);
  return reply;
}

const PATIENCE_MS = 15_000;

/** Waits until nothing that changes what people see, or what the carrier has, is still running. */
export async function settle({ app, companies }: World): Promise<void> {
  const accounts = companies.map(({ accountId }) => accountId);
  for (const end = performance.now() + PATIENCE_MS; ; await wait(5)) {
    await app.twilio.control.settled();
    const { rows } = await app.deps.pool.query<Record<string, number>>(
      `select (select count(*)::int from carrier_events) as events,
              (select count(*)::int from messages
                where account_id = any($1) and status in ('queued', 'sending', 'unknown')) as texts,
              (select count(*)::int from graphile_worker.jobs where task_identifier = $2) as jobs`,
      [accounts, seatTaken.name],
    );
    const left = rows[0] ?? {};
    if (Object.values(left).every((count) => count === 0)) return;
    if (performance.now() > end)
      throw new Error(`What was begun does not come to an end: ${JSON.stringify(left)}`);
  }
}

/** Ids that no one has been given yet. */
export async function idsOf(
  { app }: World,
  seat: Seat,
  phone: string,
): Promise<{ id: string; candidateId: string }> {
  const { rows } = await app.deps.pool.query<{ id: string; candidateId: string }>(
    `select c.id, c.candidate_id as "candidateId" from conversations c
       join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
      where c.account_id = $1 and c.seat_id = $2 and p.phone_number = $3`,
    [seat.company.accountId, seat.id, phone],
  );
  assert(rows[0], `No thread of ${phone} with ${seat.number}`);
  return rows[0];
}
