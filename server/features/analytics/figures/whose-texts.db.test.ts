import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, untilStatus } from '../../../testing/texting.ts';

/* A text keeps whose it is from the beginning, whatever becomes of seats and people. */

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;

async function arrives(from: string, to: string, body: string): Promise<void> {
  const { sid } = await app.twilio.control.inbound(from, to, body);
  await eventually(async () =>
    expect(await query('select 1 from messages where carrier_id = $1', [sid])).toHaveLength(1),
  );
}

/** Of every text with this phone, oldest first. */
const textsWith = (phone: string) =>
  query(
    `select body, seat_id as "seatId", person_id as "personId", automation_id as "automationId"
       from messages where candidate_number = $1 order by id`,
    [phone],
  );
const of = (body: string, person: Recruiter, personId: string | null = person.userId) => ({
  body,
  seatId: person.seatId,
  personId,
  automationId: null,
});
const NO_ONE = { personId: null, seatId: null, numberId: null, templateId: null, automationId: null };
const optOutOf = async (phone: string) => {
  const rows = await query(
    `select person_id as "personId", seat_id as "seatId", number_id as "numberId", template_id as "templateId",
            automation_id as "automationId"
       from consent_events where phone_number = $1 order by created_at desc, id desc limit 1`,
    [phone],
  );
  return rows[0];
};

describe('a text', () => {
  it('belongs to the person who typed it, or had the seat', async () => {
    const phone = candidatePhone();
    await untilStatus(cem, await sendText(cem, phone, 'From Cem'), 'delivered');
    await receiveText(app, cem, phone, 'From the candidate');
    const { id: conversationId } = await conversationWith(cem, phone);
    await ana.call(routes.sendMessage, { body: { conversationId, body: 'From Ana' } });
    await receiveText(app, cem, phone, 'Stop.');
    expect(await textsWith(phone)).toMatchObject([
      of('From Cem', cem),
      of('From the candidate', cem),
      of('From Ana', cem, ana.userId),
      of('Stop.', cem),
      { ...of('', cem), body: expect.stringContaining('START') },
    ]);
  });

  it('stays theirs when the seat goes to another person, or to no one', async () => {
    const boss = await app.signUp();
    const [manager, former] = [await app.addColleague(boss), await app.addColleague(boss)];
    await query("update seats set seat_role = 'hiringManager' where id = $1", [manager.seatId]);
    const phone = candidatePhone();
    await receiveText(app, manager, phone, 'Before');
    await boss.call(routes.removeSeatFromTeamMember, { body: { userId: former.userId } });
    const email = (await boss.call(routes.getFormerMembers, {}))[0]?.email ?? '';
    const transfer = {
      params: { id: manager.seatId },
      body: { email, firstName: 'Cem', lastName: 'Okafor' },
    };
    expect(await boss.call(routes.transferHiringManagerSeat, transfer)).toEqual({ status: 'ok' });
    await arrives(phone, manager.number, 'After');
    await boss.call(routes.removeSeatFromTeamMember, { body: { userId: former.userId } });
    await arrives(phone, manager.number, 'Stop.');
    expect(await textsWith(phone)).toMatchObject([
      of('Before', manager),
      of('After', manager, former.userId),
      of('Stop.', manager, null),
      { ...of('', manager, null), body: expect.stringContaining('START') },
    ]);
  });

  it('shows whose planned text it is', async () => {
    const automation = await ana.call(routes.createAutomation, {
      body: {
        type: 'interviewReminder',
        name: 'A day before',
        body: 'See you soon',
        timing: 'before',
        offsetMinutes: 24 * 60,
      },
    });
    const phoneNumber = candidatePhone();
    const { id: candidateId } = await ana.call(routes.createCandidate, {
      body: { firstName: 'Ben', lastName: 'Ito', phoneNumber },
    });
    const at = (hours: number) => new Date(app.clock().getTime() + hours * 3600_000).toISOString();
    await ana.call(routes.createInterview, { body: { candidateId, startsAt: at(72), endsAt: at(73) } });
    const planned = await eventually(async () => {
      const { items } = await ana.call(routes.listPlanned, { query: { candidateId } });
      expect(items).toHaveLength(1);
      return items[0];
    });
    await ana.call(routes.sendPlannedNow, { params: { id: planned?.id ?? '' }, body: {} });
    expect(await textsWith(phoneNumber)).toEqual([
      { ...of('See you soon', ana), automationId: automation.id },
    ]);
    await eventually(async () =>
      expect(
        await query('select 1 from messages where candidate_number = $1 and carrier_id is not null', [
          phoneNumber,
        ]),
      ).toHaveLength(1),
    );
    await receiveText(app, ana, phoneNumber, 'STOP');
    expect(await optOutOf(phoneNumber)).toMatchObject({
      personId: ana.userId,
      templateId: null,
      automationId: automation.id,
    });
  });
});

describe('an opt-out', () => {
  it('is of the last text that had gone out, from whichever number, with its template', async () => {
    const template = await ana.call(routes.createTemplate, {
      body: { name: 'Hello', body: 'Hello' },
    });
    const phone = candidatePhone();
    await untilStatus(cem, await sendText(cem, phone, 'First'), 'delivered');
    const last = await ana.call(routes.sendMessage, {
      body: { to: phone, body: 'Hello', templateId: template.id },
    });
    await untilStatus(ana, last, 'delivered');
    await sendText(cem, phone, 'Later', { scheduledAt: new Date(Date.now() + 3600_000).toISOString() });
    await receiveText(app, cem, phone, 'STOP');
    const [number] = await query('select id from numbers where seat_id = $1', [ana.seatId]);
    expect(await optOutOf(phone)).toEqual({
      personId: ana.userId,
      seatId: ana.seatId,
      numberId: number.id,
      templateId: template.id,
      automationId: null,
    });
    await receiveText(app, cem, phone, 'START');
    expect(await optOutOf(phone)).toEqual(NO_ONE);
  });

  it("is no one's if no one has texted them", async () => {
    const phone = candidatePhone();
    await receiveText(app, cem, phone, 'STOP');
    expect(await optOutOf(phone)).toEqual(NO_ONE);
  });
});
