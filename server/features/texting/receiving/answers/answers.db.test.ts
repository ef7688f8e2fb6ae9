import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../../contract/candidates.ts';
import type { Interview } from '../../../../../contract/interviews.ts';
import type { Message } from '../../../../../contract/messages.ts';
import * as routes from '../../../../../contract/routes.ts';
import { openStream } from '../../../../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../../testing/test-app.ts';
import { receiveText, sendText } from '../../../../testing/texting.ts';

/* What candidates reply to what we asked them by ourselves. */

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' }, plannerRestMs: 24 * 3600_000 });
  ana = await app.signUp();
});
afterAll(() => app.stop());

const HOUR = 3600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const newCandidate = (): Promise<Candidate> =>
  ana.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber: candidatePhone(), timezone: 'America/Chicago' },
  });
const invite = ({ id }: Candidate, startsAt = at(24)): Promise<Interview> =>
  ana.call(routes.createInterview, {
    body: {
      candidateId: id,
      title: 'Screening',
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + HOUR).toISOString(),
    },
  });

/** As the planner does when it has sent such a text. */
async function ask(
  candidate: Candidate,
  kind: 'interview' | 'times' | 'onboarding' | 'stage',
  { id, startsAt = at(24) }: { id: string; startsAt?: string },
  { minutesAgo = 10 } = {},
): Promise<void> {
  const { conversationId } = await sendText(ana, candidate.phoneNumber, 'Hi');
  await app.deps.pool.query(
    `insert into awaited_answers (account_id, candidate_id, kind, subject_id, conversation_id, asked_at, expires_at)
     values ($1, $2, $3, $4, $5, now() - make_interval(mins => $7), $6)`,
    [ana.accountId, candidate.id, kind, id, conversationId, startsAt, minutesAgo],
  );
  // It was sent before it was asked for.
  await app.deps.pool.query(
    "update messages set created_at = now() - interval '1 hour' where conversation_id = $1",
    [conversationId],
  );
}

async function reminded(startsAt?: string): Promise<{ candidate: Candidate; interview: Interview }> {
  const candidate = await newCandidate();
  const interview = await invite(candidate, startsAt);
  await ask(candidate, 'interview', interview);
  return { candidate, interview };
}

const reply = ({ phoneNumber }: Candidate, body: string) => receiveText(app, ana, phoneNumber, body);
const stateOf = async ({ id }: Candidate) =>
  (await ana.call(routes.listInterviews, { query: { candidateId: id } })).items.map(
    ({ status, rescheduleRequestedAt }) =>
      `${status}${rescheduleRequestedAt === null ? '' : ', another time'}`,
  );
const lastText = async (conversation: { id: string }): Promise<Message | undefined> =>
  (await ana.call(routes.listMessages, { params: { id: conversation.id } })).items[0];
const awaitedOf = async ({ id }: Candidate) => {
  const { rows } = await app.deps.pool.query<{ kind: string }>(
    'select kind from awaited_answers where candidate_id = $1 order by kind',
    [id],
  );
  return rows.map(({ kind }) => kind);
};

describe('the answer to a reminder', () => {
  it('confirms, waits for no reply, stays unread and shows what it was read as, also to open pages', async () => {
    const { candidate, interview } = await reminded();
    const stream = await openStream(app.url, ana.token);
    const conversation = await reply(candidate, 'C');
    expect(await stateOf(candidate)).toEqual(['confirmed']);
    expect(conversation).toMatchObject({ waitingSince: null, unreadCount: 1 });
    const answer = {
      kind: 'confirmed',
      interviewId: interview.id,
      title: 'Screening',
      startsAt: interview.startsAt,
    };
    expect(await lastText(conversation)).toMatchObject({ body: 'C', answer });
    await eventually(() =>
      expect(stream.events.map(({ event }) => event)).toContainEqual(
        expect.objectContaining({
          type: 'message.created',
          message: expect.objectContaining({ body: 'C', answer }),
        }),
      ),
    );
    stream.close();
  });

  it('can be changed until it begins', async () => {
    const { candidate } = await reminded();
    const said: (string | undefined)[] = [];
    for (const body of ['Sí, confirmo', 'C', 'R', 'can we move it to Friday?', 'Confirmed!']) {
      const conversation = await reply(candidate, body);
      said.push(`${(await stateOf(candidate))[0]} ${(await lastText(conversation))?.answer?.kind}`);
    }
    expect(said).toEqual([
      'confirmed confirmed',
      'confirmed confirmed',
      'confirmed, another time rescheduleRequested',
      'confirmed, another time rescheduleRequested',
      'confirmed confirmed',
    ]);
  });

  it('is about the time in the text: once it moves, it no longer counts', async () => {
    const { candidate, interview } = await reminded();
    const conversation = await reply(candidate, 'R');
    expect(await stateOf(candidate)).toEqual(['scheduled, another time']);
    expect(conversation.waitingSince).not.toBeNull();
    const body = { startsAt: at(30), endsAt: at(31) };
    await ana.call(routes.updateInterview, { params: { id: interview.id }, body });
    expect(await stateOf(candidate)).toEqual(['scheduled']);
    expect((await lastText(await reply(candidate, 'C')))?.answer).toBeNull();
    expect(await stateOf(candidate)).toEqual(['scheduled']);
  });

  it('is of both, when a system has the interview twice', async () => {
    const { candidate, interview } = await reminded();
    await invite(candidate, interview.startsAt);
    await reply(candidate, 'confirmed');
    expect(await stateOf(candidate)).toEqual(['confirmed', 'confirmed']);
  });
});

describe('a person reads it', () => {
  const untouched = async (candidate: Candidate, body: string) => {
    const conversation = await reply(candidate, body);
    expect((await lastText(conversation))?.answer).toBeNull();
    expect(conversation.waitingSince).not.toBeNull();
    expect(new Set(await stateOf(candidate))).toEqual(new Set(['scheduled']));
  };

  it('when no one was reminded', async () => {
    const candidate = await newCandidate();
    await invite(candidate);
    await untouched(candidate, 'C');
  });

  it('when two are to come', async () => {
    const { candidate } = await reminded();
    await ask(candidate, 'interview', await invite(candidate, at(48)));
    await untouched(candidate, 'C');
  });

  it('when it has begun or is canceled', async () => {
    const { candidate } = await reminded(at(-1));
    await untouched(candidate, 'C');
    const off = await reminded();
    await ana.call(routes.cancelInterview, { params: off.interview });
    expect((await lastText(await reply(off.candidate, 'C')))?.answer).toBeNull();
    expect(await stateOf(off.candidate)).toEqual(['canceled']);
  });

  it('when it may be about something else', async () => {
    const { candidate } = await reminded();
    await sendText(ana, candidate.phoneNumber, 'Which one do you prefer: A, B or C?');
    await untouched(candidate, 'C');
    await untouched(candidate, '👍');
    await untouched(candidate, '1');
    await ask(candidate, 'times', { id: crypto.randomUUID() }, { minutesAgo: 1 });
    await untouched(candidate, 'Confirmed');
  });

  it('when it came to another colleague', async () => {
    const { candidate } = await reminded();
    const cem = await app.addColleague(ana);
    await receiveText(app, cem, candidate.phoneNumber, 'C');
    expect(await stateOf(candidate)).toEqual(['scheduled']);
  });
});

it('what asks to stop is no answer', async () => {
  const { candidate } = await reminded();
  const conversation = await reply(candidate, 'STOP');
  expect(conversation.candidate.consent.status).toBe('optedOut');
  expect(await stateOf(candidate)).toEqual(['scheduled']);
});

describe('the answer to other automatic texts', () => {
  it('pauses an onboarding when it needs a person, and is used up', async () => {
    const candidate = await newCandidate();
    const started = await ana.call(routes.startOnboarding, {
      body: { candidateId: candidate.id, startsAt: at(100) },
    });
    await ask(candidate, 'onboarding', started);
    const status = async () =>
      (await ana.call(routes.listOnboardings, { query: { candidateId: candidate.id } })).items[0]?.status;
    await reply(candidate, 'Great, thank you!');
    expect([await status(), await awaitedOf(candidate)]).toEqual(['active', ['onboarding']]);
    await reply(candidate, 'Where do I park?');
    expect([await status(), await awaitedOf(candidate)]).toEqual(['paused', []]);
  });

  it('has the texts of a stage planned again', async () => {
    const candidate = await newCandidate();
    await app.deps.pool.query(
      `insert into automations (account_id, id, owner_id, type, name, body, timing, offset_minutes, job_stage_ids,
              working_days_only, until_answered, even_in_conversation, enabled, enabled_at, version, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'stageMessage', 'Hello', 'Hi', 'onTime', 0, '{a}', false, true, false, true, now(), 1,
              now(), now())`,
      [ana.accountId, ana.userId],
    );
    await ask(candidate, 'stage', { id: crypto.randomUUID() });
    await app.deps.pool.query('delete from plan_marks');
    await reply(candidate, 'Yes');
    expect(await awaitedOf(candidate)).toEqual([]);
    const { rows } = await app.deps.pool.query('select candidate_id from plan_marks');
    expect(rows).toEqual([{ candidate_id: candidate.id }]);
  });
});

it('of a person whose conversations a colleague got is read at the old number and at hers', async () => {
  const candidates = [await newCandidate(), await newCandidate()] as const;
  const cem = await app.addColleague(ana);
  for (const candidate of candidates) {
    const interview = await invite(candidate);
    await sendText(ana, candidate.phoneNumber, 'Hi from Ana');
    const { conversationId } = await sendText(cem, candidate.phoneNumber, 'Reply C to confirm.');
    await app.deps.pool.query(
      `insert into awaited_answers (account_id, candidate_id, kind, subject_id, conversation_id, asked_at, expires_at)
       values ($1, $2, 'interview', $3, $4, now(), $5)`,
      [ana.accountId, candidate.id, interview.id, conversationId, interview.startsAt],
    );
  }
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId, threadsTo: ana.userId } });
  const [atOld, atHers] = candidates;
  await app.twilio.control.inbound(atOld.phoneNumber, cem.number, 'C');
  await reply(atHers, 'C');
  for (const candidate of candidates)
    await eventually(async () => expect(await stateOf(candidate)).toEqual(['confirmed']));
});
