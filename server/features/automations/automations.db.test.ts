import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Automation, PlannedText } from '../../../contract/automations.ts';
import type { Candidate } from '../../../contract/candidates.ts';
import type { Interview } from '../../../contract/interviews.ts';
import * as routes from '../../../contract/routes.ts';
import { mailsTo } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText, sentTo } from '../../testing/texting.ts';
import { runLookAtHeld } from './mail-held.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
  ana = await app.signUp();
});
afterAll(() => app.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (ms: number) => new Date(app.clock().getTime() + ms).toISOString();
const reminder = {
  type: 'interviewReminder',
  name: 'A day before',
  body: 'Hi {{candidate.firstName}}, see you {{interview.date}} at {{interview.time}}.',
  timing: 'before',
  offsetMinutes: 24 * 60,
} as const;

const addRule = (person: Recruiter, more: object = {}): Promise<Automation> =>
  person.call(routes.createAutomation, { body: { ...reminder, ...more } as never });
const newCandidate = (person = ana, more: object = {}): Promise<Candidate> =>
  person.call(routes.createCandidate, {
    body: {
      firstName: 'Ben',
      lastName: 'Ito',
      phoneNumber: candidatePhone(),
      timezone: 'America/Chicago',
      ...more,
    },
  });
const interviewIn = (candidate: Candidate, ms: number, person = ana): Promise<Interview> =>
  person.call(routes.createInterview, {
    body: { candidateId: candidate.id, startsAt: at(ms), endsAt: at(ms + HOUR) },
  });
const plannedFor = async (candidate: Candidate, person = ana, more: object = {}): Promise<PlannedText[]> =>
  (await person.call(routes.listPlanned, { query: { candidateId: candidate.id, limit: 100, ...more } }))
    .items;
const until = (candidate: Candidate, expected: object[], person = ana): Promise<PlannedText[]> =>
  eventually(async () => {
    const items = await plannedFor(candidate, person);
    expect(items).toMatchObject(expected);
    return items;
  });
/** A person whose only automation it is. */
async function withRule(more: object = {}): Promise<{ person: Recruiter; rule: Automation }> {
  const person = await app.signUp();
  return { person, rule: await addRule(person, more) };
}

describe('a reminder', () => {
  it('is planned, moves with its interview, is canceled with it, and comes back', async () => {
    const { person, rule } = await withRule();
    const candidate = await newCandidate(person);
    const interview = await interviewIn(candidate, 48 * HOUR, person);
    const [text] = await until(candidate, [{ status: 'planned' }], person);
    expect(text).toMatchObject({
      automationId: rule.id,
      automationName: rule.name,
      automationVersion: 1,
      type: 'interviewReminder',
      sendAt: new Date(Date.parse(interview.startsAt) - 24 * HOUR).toISOString(),
      timezone: 'America/Chicago',
      reason: null,
      preview: expect.stringMatching(/^Hi Ben, see you \w+day, \w+ \d+ at \d+:\d\d [AP]M\.$/),
      candidate: { id: candidate.id, firstName: 'Ben' },
      sender: { seatId: person.seatId },
      subject: { kind: 'interview', id: interview.id, at: interview.startsAt, title: 'Interview' },
      edited: false,
      can: { skip: true, sendNow: true, edit: true },
    });
    const moved = at(72 * HOUR);
    await person.call(routes.updateInterview, {
      params: interview,
      body: { startsAt: moved, endsAt: at(73 * HOUR) },
    });
    await until(
      candidate,
      [
        { id: text?.id, status: 'canceled', reason: 'The interview moved.' },
        { status: 'planned', subject: { at: moved } },
      ],
      person,
    );
    await person.call(routes.cancelInterview, { params: interview });
    await until(
      candidate,
      [{ status: 'canceled' }, { status: 'canceled', reason: 'The interview was canceled.' }],
      person,
    );
    await person.call(routes.updateInterview, { params: interview, body: { status: 'scheduled' } });
    await until(candidate, [{ status: 'canceled' }, { status: 'planned', reason: null }], person);
  });

  it('goes out when it is due, once', async () => {
    const { person } = await withRule({ offsetMinutes: 60 });
    const candidate = await newCandidate(person);
    const interview = await interviewIn(candidate, HOUR + 2000, person);
    const [text] = await until(candidate, [{ status: 'sent' }], person);
    await eventually(() => expect(sentTo(app, candidate.phoneNumber)).toHaveLength(1));
    expect(sentTo(app, candidate.phoneNumber)[0]).toMatch(/^Hi Ben, see you /);
    const { rows } = await app.deps.pool.query(
      'select is_automatic, sender_id, expires_at from messages where id = $1',
      [text?.messageId],
    );
    expect(rows).toEqual([{ is_automatic: true, sender_id: null, expires_at: new Date(interview.startsAt) }]);
    const awaited = await app.deps.pool.query(
      'select kind, subject_id, expires_at from awaited_answers where candidate_id = $1',
      [candidate.id],
    );
    expect(awaited.rows).toEqual([
      { kind: 'interview', subject_id: interview.id, expires_at: new Date(interview.startsAt) },
    ]);
  });

  it('waits while no one has read what the candidate wrote, and goes once someone has', async () => {
    const { person } = await withRule({ offsetMinutes: 60 });
    const candidate = await newCandidate(person);
    const { id } = await receiveText(app, person, candidate.phoneNumber, 'My plans have changed a bit');
    await interviewIn(candidate, HOUR + 2000, person);
    const waits = "Waits until someone has read the candidate's last text.";
    await until(candidate, [{ status: 'planned', reason: waits }], person);
    expect(sentTo(app, candidate.phoneNumber)).toEqual([]);
    await person.call(routes.readConversation, { params: { id } });
    await app.deps.pool.query(
      `update planned_texts set send_at = now() where account_id = $1 and status = 'planned'`,
      [person.accountId],
    );
    await until(candidate, [{ status: 'sent' }], person);
  });

  it('does not wait for someone to read "Thanks!"', async () => {
    const { person } = await withRule({ offsetMinutes: 60 });
    const candidate = await newCandidate(person);
    await receiveText(app, person, candidate.phoneNumber, 'Thanks!');
    await interviewIn(candidate, HOUR + 2000, person);
    await until(candidate, [{ status: 'sent' }], person);
  });

  it('is held while a reply may mean "stop"', async () => {
    const { person } = await withRule({ offsetMinutes: 60 });
    const candidate = await newCandidate(person);
    const { id } = await receiveText(app, person, candidate.phoneNumber, 'I think we are done here');
    await person.call(routes.readConversation, { params: { id } });
    await interviewIn(candidate, HOUR + 2000, person);
    await until(
      candidate,
      [
        {
          status: 'held',
          reason: 'The candidate\'s last text may mean "stop". Someone has to say what it means first.',
        },
      ],
      person,
    );
  });

  it('whose moment has passed when the interview is made is skipped; of one that has begun there is none', async () => {
    const { person } = await withRule();
    const candidate = await newCandidate(person);
    await interviewIn(candidate, 3 * HOUR, person);
    await until(candidate, [{ status: 'skipped', reason: 'Its time had already passed.' }], person);
    const other = await newCandidate(person);
    await interviewIn(other, -HOUR, person);
    await interviewIn(other, 48 * HOUR, person);
    await until(other, [{ status: 'planned' }], person);
  });

  it('is held while something is missing, named, and planned when it comes', async () => {
    const { person } = await withRule({ body: 'About the {{job.title}} job' });
    const candidate = await newCandidate(person);
    await interviewIn(candidate, 48 * HOUR, person);
    await until(
      candidate,
      [{ status: 'held', reason: 'The job title is missing.', preview: 'About the {{job.title}} job' }],
      person,
    );
    await person.call(routes.updateCandidate, { params: candidate, body: { jobTitle: 'Nurse' } });
    await until(candidate, [{ status: 'planned', reason: null, preview: 'About the Nurse job' }], person);
  });

  it('is held if its text was saved before braces were checked', async () => {
    const { person, rule } = await withRule();
    await app.deps.pool.query('update automations set body = $3 where account_id = $1 and id = $2', [
      person.accountId,
      rule.id,
      'Hi {candidate.firstName}',
    ]);
    const candidate = await newCandidate(person);
    await interviewIn(candidate, 48 * HOUR, person);
    const reason = "The text has a merge attribute that isn't finished. Edit the text.";
    await until(candidate, [{ status: 'held', reason }], person);
  });

  it('is held while the candidate wants another time', async () => {
    const { person } = await withRule();
    const candidate = await newCandidate(person);
    const { id } = await interviewIn(candidate, 48 * HOUR, person);
    await until(candidate, [{ status: 'planned' }], person);
    await app.deps.pool.query('update interviews set reschedule_requested_at = now() where id = $1', [id]);
    await until(candidate, [{ status: 'held', reason: 'The candidate asked for another time.' }], person);
  });

  it('ends with STOP', async () => {
    const { person } = await withRule();
    const candidate = await newCandidate(person);
    await sendText(person, candidate.phoneNumber, 'Hi');
    await interviewIn(candidate, 48 * HOUR, person);
    const [text] = await until(candidate, [{ status: 'planned' }], person);
    await receiveText(app, person, candidate.phoneNumber, 'STOP');
    await until(candidate, [{ status: 'canceled', reason: 'The candidate opted out.' }], person);
    const params = { id: text?.id ?? '' };
    expect(await person.refusal(routes.sendPlannedNow, { params, body: {} })).toBe('409 opted_out');
    await receiveText(app, person, candidate.phoneNumber, 'START');
    await until(candidate, [{ status: 'planned' }], person);
  });

  it('follows its automation: off, on, changed, deleted', async () => {
    const { person, rule } = await withRule();
    const candidate = await newCandidate(person);
    const { startsAt } = await interviewIn(candidate, 48 * HOUR, person);
    await until(candidate, [{ status: 'planned' }], person);
    const off = 'The automation is off or acts for other candidates.';
    await person.call(routes.disableInterviewReminders, {});
    await until(candidate, [{ status: 'canceled', reason: off }], person);
    await person.call(routes.enableInterviewReminders, {});
    await until(candidate, [{ status: 'planned' }], person);
    const body = { offsetMinutes: 120, body: 'Soon' };
    await person.call(routes.updateAutomation, { params: rule, body });
    await until(
      candidate,
      [
        {
          automationVersion: 2,
          preview: 'Soon',
          sendAt: new Date(Date.parse(startsAt) - 2 * HOUR).toISOString(),
        },
      ],
      person,
    );
    await person.call(routes.deleteAutomation, { params: rule });
    await until(candidate, [{ status: 'canceled', reason: off }], person);
  });
});

describe('held texts', () => {
  it('are reported by one mail, once', async () => {
    const { person } = await withRule({ body: 'The {{job.title}} job' });
    const [candidate, other] = [await newCandidate(person), await newCandidate(person)];
    await interviewIn(candidate, 48 * HOUR, person);
    await interviewIn(other, 48 * HOUR, person);
    for (const one of [candidate, other]) await until(one, [{ status: 'held' }], person);
    await runLookAtHeld(app.deps);
    const { email } = await person.call(routes.getUser, {});
    const mailsAbout = async () =>
      (await mailsTo(app, email)).filter(({ subject }) => subject.includes('automatic'));
    await eventually(async () => expect(await mailsAbout()).toHaveLength(1));
    await runLookAtHeld(app.deps);
    const [mail] = await mailsAbout();
    expect(mail?.subject).toBe("2 of your automatic texts didn't go out");
    expect(mail?.text).toContain('Ben Ito: The job title is missing.');
    expect(mail?.text).toContain('/dashboard/automations');
    for (const one of [candidate, other]) await until(one, [{ status: 'held' }], person);
    expect(await mailsAbout()).toHaveLength(1);
  });
});

describe('an automation', () => {
  it('is added, listed, changed, and deleted', async () => {
    const person = await app.signUp();
    const made = await addRule(person);
    expect(made).toMatchObject({ ...reminder, enabled: true, jobStageIds: [], senderSeatId: null });
    expect(await person.call(routes.listInterviewReminders, {})).toEqual([made]);
    expect(await person.call(routes.listStageMessages, {})).toEqual([]);
    const params = { id: made.id };
    const body = {
      name: 'On time',
      timing: 'onTime',
      offsetMinutes: 0,
      senderSeatId: person.seatId,
    } as const;
    expect(await person.call(routes.updateAutomation, { params, body })).toMatchObject({
      ...made,
      ...body,
      updatedAt: expect.any(String),
    });
    const other = await app.addColleague(person);
    expect(await other.refusal(routes.updateAutomation, { params, body })).toBe('404 not_found');
    expect(await other.refusal(routes.deleteAutomation, { params })).toBe('404 not_found');
    expect(await person.call(routes.deleteAutomation, { params })).toEqual({ status: 'ok' });
    expect(await person.refusal(routes.deleteAutomation, { params })).toBe('404 not_found');
    expect(await person.call(routes.listInterviewReminders, {})).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no offset', { offsetMinutes: 0 }, 'offsetMinutes'],
    ['a negative offset', { offsetMinutes: -1 }, 'offsetMinutes'],
    ['ten years', { offsetMinutes: 5_256_000 }, 'offsetMinutes'],
    ['an offset on time', { timing: 'onTime' }, 'offsetMinutes'],
    ['no body', { body: ' ' }, 'body'],
    ['an unknown attribute', { body: '{{shoe.size}}' }, 'body'],
    ['a stage that is gone', { jobStageIds: ['lever//gone'] }, 'jobStageIds'],
    ['an unknown seat', { senderSeatId: '01890000-0000-7000-8000-000000000000' }, 'senderSeatId'],
  ])('is refused with %s, new or changed', async (_, more, field) => {
    const { id } = await addRule(ana);
    const answers = await Promise.all([
      ana.ask(routes.createAutomation, { body: { ...reminder, ...more } as never }),
      ana.ask(routes.updateAutomation, { params: { id }, body: more as never }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 422,
        body: { details: { fields: { [field]: [expect.any(String)] } } },
      });
  });

  it('of a stage message has stages, and nothing before', async () => {
    const body = { ...reminder, type: 'stageMessage', timing: 'after', jobStageIds: [] } as const;
    expect(await ana.ask(routes.createAutomation, { body })).toMatchObject({
      body: { details: { fields: { jobStageIds: ['Choose at least one stage'] } } },
    });
    expect(
      await ana.ask(routes.createAutomation, { body: { ...body, timing: 'before', jobStageIds: ['x'] } }),
    ).toMatchObject({
      body: { details: { fields: { timing: [expect.any(String)] } } },
    });
  });
});

describe('what people do', () => {
  it('a skipped text stays skipped, an edited one goes out as it was written', async () => {
    const { person, rule } = await withRule();
    const candidate = await newCandidate(person);
    await interviewIn(candidate, 48 * HOUR, person);
    const [text] = await until(candidate, [{ status: 'planned' }], person);
    const params = { id: text?.id ?? '' };
    const body = { body: 'See you soon, {{candidate.firstName}}' };
    expect(await person.call(routes.changePlanned, { params, body })).toMatchObject({
      edited: true,
      preview: 'See you soon, Ben',
    });
    const sent = await person.call(routes.sendPlannedNow, { params, body: {} });
    expect(sent).toMatchObject({ status: 'sent', preview: 'See you soon, Ben', can: { skip: false } });
    expect(sent.conversationId).not.toBeNull();
    await eventually(() => expect(sentTo(app, candidate.phoneNumber)).toEqual(['See you soon, Ben']));
    expect(await person.refusal(routes.sendPlannedNow, { params, body: {} })).toBe('409 not_planned');

    const other = await newCandidate(person);
    await interviewIn(other, 48 * HOUR, person);
    const [second] = await until(other, [{ status: 'planned' }], person);
    const skipped = await person.call(routes.skipPlanned, { params: { id: second?.id ?? '' } });
    expect(skipped).toMatchObject({ status: 'skipped', reason: 'Skipped by a person.' });
    await person.call(routes.updateAutomation, { params: rule, body: { body: 'New' } });
    await interviewIn(other, 72 * HOUR, person);
    await until(other, [{ status: 'skipped' }, { status: 'planned', preview: 'New' }], person);
    expect(await plannedFor(other, person, { status: 'done' })).toMatchObject([
      { status: 'skipped', can: { skip: false, sendNow: false, edit: false, decide: false } },
    ]);
  });

  it('asks once before a number that someone else changed', async () => {
    const { person } = await withRule();
    const cem = await app.addColleague(person);
    await addRule(cem);
    const candidate = await newCandidate(cem);
    await sendText(cem, candidate.phoneNumber, 'Hi');
    const next = candidatePhone();
    await person.call(routes.updateCandidate, { params: candidate, body: { phoneNumber: next } });
    await interviewIn(candidate, 48 * HOUR, cem);
    const [text] = await until(candidate, [{ candidate: { id: candidate.id } }], cem);
    const params = { id: text?.id ?? '' };
    const refused = {
      status: 409,
      body: { code: 'number_changed', details: { numberChange: { phoneNumber: next } } },
    };
    for (const body of [{}, { confirmedNumber: candidate.phoneNumber }])
      expect(await cem.ask(routes.sendPlannedNow, { params, body })).toMatchObject(refused);
    expect(await cem.refusal(routes.sendPlannedNow, { params, body: { confirmedNumber: 'x' } })).toBe(
      '422 invalid',
    );
    const sent = await cem.call(routes.sendPlannedNow, { params, body: { confirmedNumber: next } });
    expect(sent.status).toBe('sent');
  });

  it('two who send one at once send it once', async () => {
    const { person } = await withRule();
    const candidate = await newCandidate(person);
    await interviewIn(candidate, 48 * HOUR, person);
    const [text] = await until(candidate, [{ status: 'planned' }], person);
    const input = { params: { id: text?.id ?? '' }, body: {} };
    const answers = await Promise.all([1, 2, 3].map(() => person.ask(routes.sendPlannedNow, input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is for its owner and admins', async () => {
    const { person: admin } = await withRule();
    const cem = await app.addColleague(admin);
    const dee = await app.addColleague(admin);
    await addRule(cem);
    const candidate = await newCandidate(cem);
    await interviewIn(candidate, 48 * HOUR, cem);
    const [text] = await until(candidate, [{ status: 'planned' }], cem);
    const params = { id: text?.id ?? '' };
    expect(await plannedFor(candidate, admin)).toEqual([]);
    expect(await plannedFor(candidate, admin, { everyone: 'true' })).toMatchObject([params]);
    expect(await dee.refusal(routes.listPlanned, { query: { everyone: 'true' } })).toBe('403 forbidden');
    expect(await dee.refusal(routes.skipPlanned, { params })).toBe('404 not_found');
    expect(await admin.call(routes.skipPlanned, { params })).toMatchObject({ status: 'skipped' });
  });
});
