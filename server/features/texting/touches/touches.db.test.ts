import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColdTouch } from '../../../../contract/cold-texts.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Session } from '../../../http/session.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { receiveText, sendText } from '../../../testing/texting.ts';
import { createAcceptText } from '../sending/accept-texts.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
let cy: Recruiter;
let dee: Recruiter;

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const MANY_SEATS = 50;

const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;

beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'web,worker' } });
  ana = await app.signUp();
  await query(
    `insert into seats (account_id, id, seat_role, seat_type, status)
     select account_id, gen_random_uuid(), seat_role, seat_type, 'available' from seats, generate_series(1, 2)
      where user_id = $1`,
    [ana.userId],
  );
  ben = await app.addColleague(ana);
  cy = await app.addColleague(ana);
  dee = await app.addColleague(ana);
  // Longer than the clock goes ahead.
  await query(`update sessions set expires_at = now() + interval '1 year' where account_id = $1`, [
    ana.accountId,
  ]);
});
afterAll(() => app.stop());

const touchesOf = (person: Recruiter, id: string) => person.call(routes.listTouches, { params: { id } });
async function tryText(person: Recruiter, to: string, more: object = {}) {
  const answer = await fetch(`${app.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ to, body: 'Hi', ...more }),
  });
  return { status: answer.status, body: await answer.json() };
}
async function outcomeOf(person: Recruiter, to: string, more: object = {}): Promise<string> {
  const { status, body } = await tryText(person, to, more);
  return status === 201 ? '201' : `${status} ${body.code}`;
}
const REFUSED = '409 too_many_cold_texts';

async function addCandidate(phoneNumber: string, firstName = 'Kim'): Promise<string> {
  const body = { firstName, lastName: 'Lee', phoneNumber };
  return (await ana.call(routes.createCandidate, { body })).id;
}

describe('the touch ledger', () => {
  it('lists who texted the number, newest first, with the words for those who may read them', async () => {
    const phone = candidatePhone();
    const id = await addCandidate(phone);
    const { id: jobId } = await ana.call(routes.createJob, { body: { name: 'Night RN' } });
    await ana.call(routes.createApplication, { body: { candidateId: id, jobId } });
    await sendText(ben, phone, 'Hi Kim, about the night rn role');
    app.clock.advance(HOUR);
    await receiveText(app, ben, phone, 'Yes?');
    app.clock.advance(HOUR);
    await sendText(cy, phone, 'Hi, Cy here');
    const bens = { by: { id: ben.userId, firstName: expect.any(String) }, via: 'text', answered: true };
    const cys = { by: { id: cy.userId, firstName: expect.any(String) }, via: 'text', answered: false };
    expect(await touchesOf(ben, id)).toMatchObject([
      { ...cys, body: null, conversationId: null, jobName: 'Night RN' },
      { ...bens, body: 'Hi Kim, about the night rn role', jobName: 'Night RN' },
    ]);
    expect(await touchesOf(ana, id)).toMatchObject([
      { body: 'Hi, Cy here' },
      { conversationId: expect.any(String) },
    ]);
    expect((await touchesOf(dee, id)).map(({ body }) => body)).toEqual([null, null]);
  });

  it('goes by the number: also what went to it as the number of someone else', async () => {
    const phone = candidatePhone();
    const first = await addCandidate(phone);
    await sendText(ben, phone, 'To the first');
    await ana.call(routes.updateCandidate, {
      params: { id: first },
      body: { phoneNumber: candidatePhone() },
    });
    const second = await addCandidate(phone, 'Lou');
    expect(await touchesOf(ana, second)).toMatchObject([{ body: 'To the first' }]);
    expect(await touchesOf(ana, first)).toEqual([]);
  });

  it('has what may have reached them within 90 days, and no automatic answers', async () => {
    const phone = candidatePhone();
    const id = await addCandidate(phone);
    await sendText(ben, phone, 'Long ago');
    app.clock.advance(91 * DAY);
    const undone = await sendText(ben, phone, 'Undone', { undoSeconds: 30 });
    await ben.call(routes.cancelMessage, { params: { id: undone.id } });
    const stopped = candidatePhone();
    const optedOut = await addCandidate(stopped);
    await receiveText(app, ben, stopped, 'STOP');
    expect(await touchesOf(ana, id)).toEqual([]);
    expect(await touchesOf(ana, optedOut)).toEqual([]);
    app.clock.advance(-91 * DAY);
  });
});

describe('cold texts', () => {
  it('are three a week to one number, of everyone together; the fourth says who and when', async () => {
    const phone = candidatePhone();
    for (const person of [ben, cy, dee]) {
      await sendText(person, phone, 'Hi');
      // A second thought is part of the same touch.
      await sendText(person, phone, 'And one more thing');
    }
    const { body } = await tryText(ana, phone);
    expect(body).toMatchObject({
      code: 'too_many_cold_texts',
      message: 'Your company has texted them 3 times within 7 days without an answer.',
    });
    const touches = body.details.touches.map(({ via, by }: ColdTouch) => `${via} ${by?.id}`);
    expect(touches.sort()).toEqual([dee, dee, cy, cy, ben, ben].map(({ userId }) => `text ${userId}`).sort());
    expect(await outcomeOf(ana, phone)).toBe(REFUSED);
    expect(await outcomeOf(ben, phone)).toBe('201');
    app.clock.advance(20 * 60_000);
    expect(await outcomeOf(ben, phone)).toBe(REFUSED);
    app.clock.advance(7 * DAY);
    expect(await outcomeOf(ben, phone)).toBe('201');
  });

  it('goes all the same if the sender wants it, and the log says so', async () => {
    const phone = candidatePhone();
    for (const person of [ben, cy, dee]) await sendText(person, phone, 'Hi');
    const logged = async () =>
      (await ana.call(routes.listAuditEvents, { query: { action: 'candidate.textedAnyway' } })).items;
    const before = (await logged()).length;
    expect(await outcomeOf(ana, phone, { evenIfTooMany: true })).toBe('201');
    // It isn't logged where nothing was overridden.
    expect(await outcomeOf(ana, candidatePhone(), { evenIfTooMany: true })).toBe('201');
    const [event, ...others] = await logged();
    expect(others).toHaveLength(before);
    const { items } = await ana.call(routes.listCandidates, { query: { search: phone } });
    expect(event).toMatchObject({ actor: { id: ana.userId }, subjectId: items[0]?.id });
    app.clock.advance(HOUR);
    expect(await outcomeOf(ana, phone, { evenIfTooMany: true })).toBe('201');
    expect(await logged()).toHaveLength(before + 2);
  });

  it('are not those to someone who wrote to any colleague within 30 days', async () => {
    const phone = candidatePhone();
    await sendText(ben, phone, 'Hi');
    await receiveText(app, ben, phone, 'Hi Ben');
    for (const person of [ana, cy, dee, ben, ana]) {
      app.clock.advance(HOUR);
      expect(await outcomeOf(person, phone)).toBe('201');
    }
    app.clock.advance(31 * DAY);
    for (const person of [ana, cy, dee]) expect(await outcomeOf(person, phone)).toBe('201');
    expect(await outcomeOf(ben, phone)).toBe(REFUSED);
  });

  it('give their place back when they are undone or fail', async () => {
    const phone = candidatePhone();
    await sendText(ben, phone, 'Hi');
    await sendText(cy, phone, 'Hi');
    const undone = await sendText(dee, phone, 'Hi', { undoSeconds: 30 });
    expect(await outcomeOf(ana, phone)).toBe(REFUSED);
    await dee.call(routes.cancelMessage, { params: { id: undone.id } });
    expect(await outcomeOf(ana, phone)).toBe('201');
    expect(await outcomeOf(dee, phone)).toBe(REFUSED);
    await query(`update messages set status = 'failed' where candidate_number = $1 and sender_id = $2`, [
      phone,
      ben.userId,
    ]);
    expect(await outcomeOf(dee, phone)).toBe('201');
  });

  it("count at the time for which they're scheduled", async () => {
    const phone = candidatePhone();
    const inDays = (days: number) => new Date(app.clock().getTime() + days * DAY).toISOString();
    for (const person of [ben, cy, dee])
      expect(await outcomeOf(person, phone, { scheduledAt: inDays(20) })).toBe('201');
    expect(await outcomeOf(ana, phone, { scheduledAt: inDays(21) })).toBe(REFUSED);
    expect(await outcomeOf(ana, phone)).toBe('201');
  });

  it('are limited as the admin likes', async () => {
    const phone = candidatePhone();
    await sendText(ben, phone, 'Hi');
    const change = (body: object) => ana.call(routes.updateAccount, { body });
    expect(await change({ oneUnansweredColdText: true })).toMatchObject({
      coldTextsPerWeek: 3,
      oneUnansweredColdText: true,
    });
    expect(await outcomeOf(cy, phone)).toBe(REFUSED);
    app.clock.advance(20 * DAY);
    expect(await outcomeOf(cy, phone)).toBe(REFUSED);
    await change({ oneUnansweredColdText: false, coldTextsPerWeek: null });
    for (const person of [ana, cy, dee, ben]) expect(await outcomeOf(person, phone)).toBe('201');
    await change({ coldTextsPerWeek: 3 });
    expect(await ben.refusal(routes.updateAccount, { body: { coldTextsPerWeek: 9 } })).toBe('403 forbidden');
    expect(await ana.refusal(routes.updateAccount, { body: { coldTextsPerWeek: 0 } })).toBe('422 invalid');
  });

  it(`are never more, when ${MANY_SEATS} seats text someone at once through two nodes`, async () => {
    const { rows: seats } = await app.deps.pool.query<{ id: string; userId: string }>(
      `with people as (
         insert into users (account_id, id, user_type, first_name, last_name, email, timezone)
         select $1, gen_random_uuid(), 'member', 'Seat', '' || n, n || '@seats.example', 'America/New_York'
           from generate_series(1, $2) n returning id, last_name
       ), seats as (
         insert into seats (account_id, id, seat_role, seat_type, status, user_id)
         select $1, gen_random_uuid(), 'recruiter', 'texter', 'used', id from people returning id, user_id
       ), numbers as (
         insert into numbers (account_id, id, seat_id, phone_number, carrier, link_status)
         select $1, gen_random_uuid(), seats.id, '+1415777' || 1000 + last_name::int, 'twilio', 'linked'
           from seats join people on people.id = seats.user_id
       )
       select id, user_id as "userId" from seats`,
      [ana.accountId, MANY_SEATS],
    );
    const phone = candidatePhone();
    const nodes = [createAcceptText(app.deps), createAcceptText(app.deps)] as const;
    const accounts = { accountId: ana.accountId, userType: 'member', firstName: 'Seat', lastName: 'One' };
    const statuses = await Promise.all(
      seats.map(({ id: seatId, userId }, index) => {
        const session = { ...accounts, userId, seatId, avatarId: null } as Session;
        return nodes[index % 2 === 0 ? 0 : 1]({
          session,
          to: phone,
          candidateId: null,
          conversationId: null,
          body: 'Hi',
          mediaIds: [],
          scheduledAt: undefined,
          cancelIfAnswered: false,
          // So that none of them fails meanwhile, since no carrier has their numbers.
          undoSeconds: 30,
          templateId: null,
          draftId: null,
          confirmedNumber: null,
          overriding: null,
          lastSeenMessageId: undefined,
          keyed: null,
        }).then(
          () => '201',
          (error) => `${error.status} ${error.code}`,
        );
      }),
    );
    expect(statuses.filter((status) => status === '201')).toHaveLength(3);
    expect(statuses.filter((status) => status === REFUSED)).toHaveLength(MANY_SEATS - 3);
  });
});
