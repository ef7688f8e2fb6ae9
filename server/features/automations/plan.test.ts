import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSendAt } from '../consent/quiet-hours.ts';
import type { Rule } from './acting-rules.ts';
import type { CandidateFacts } from './candidate-facts.ts';
import { planTexts } from './plan.ts';
import { type StoredText, settlePlan } from './settle.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (iso: string) => new Date(iso);
const NOW = at('2026-11-18T18:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

const rule: Rule = {
  id: 'rule',
  ownerId: 'ana',
  type: 'interviewReminder',
  version: 1,
  body: 'See you {{interview.time}}',
  timing: 'before',
  offsetMinutes: 24 * 60,
  jobStageIds: [],
  senderSeatId: null,
  workingDaysOnly: false,
  untilAnswered: true,
  evenInConversation: false,
  enabledAt: later(-30 * DAY),
};
type Interview = CandidateFacts['interviews'][number];
const interview: Interview = {
  id: 'interview',
  title: 'Interview',
  startsAt: later(3 * DAY),
  timezone: null,
  location: null,
  videoUrl: null,
  interviewers: [],
  status: 'scheduled',
  rescheduleRequestedAt: null,
  createdById: null,
  system: null,
  applicationExternalId: null,
  createdAt: later(-DAY),
  updatedAt: later(-DAY),
};
const synced: Interview = {
  ...interview,
  system: { type: 'lever', generation: '1', listedAt: later(0), isAway: false },
};
const facts: CandidateFacts = {
  id: 'ben',
  firstName: 'Ben',
  lastName: 'Ito',
  phoneNumber: '+13125550123',
  timezone: null,
  zipCode: null,
  hours: null,
  email: null,
  jobTitle: null,
  optedOut: false,
  recruiter: { userId: 'ana', seatId: 'seat of ana' },
  seatOf: (userId) => `seat of ${userId}`,
  lastInboundAt: null,
  interviews: [interview],
  onboardings: [],
  entries: [],
};
const plan = (more: Partial<CandidateFacts>, rules: Rule[] = [rule], now = NOW) =>
  planTexts({ ...facts, ...more }, rules, { now, quietHoursEnforced: true, edited: new Map() });
const only = (more: Partial<Interview>) => ({ interviews: [{ ...interview, ...more }] });
const onboarding = {
  id: 'onboarding',
  startsAt: later(3 * DAY),
  status: 'active' as const,
  userId: null,
  createdAt: later(-DAY),
};
const entry = {
  applicationId: 'application',
  candidateId: 'ben',
  stageId: 'stage',
  stageName: 'Offer',
  kind: 'offer' as const,
  jobName: null,
  status: 'active' as const,
  enteredAt: later(-HOUR),
};
const stageRule: Rule = {
  ...rule,
  type: 'stageMessage',
  timing: 'after',
  offsetMinutes: 120,
  jobStageIds: ['stage'],
  body: 'Hi',
};
const onboardingRule: Rule = { ...rule, type: 'onboardingMessage', body: 'Hi' };

describe('who is texted', () => {
  it.each<[string, Partial<CandidateFacts>, Rule[], string]>([
    ['a coming interview', {}, [rule], 'planned'],
    ['one that was canceled', only({ status: 'canceled' }), [rule], 'interview_canceled'],
    ['one that was declined', only({ status: 'declined' }), [rule], 'interview_declined'],
    ['one that is confirmed', only({ status: 'confirmed' }), [rule], 'planned'],
    ['one that has begun', only({ startsAt: later(-HOUR) }), [rule], 'begun'],
    [
      'one that was written down afterwards, and a text after it',
      only({ startsAt: later(-2 * DAY), createdAt: later(-DAY) }),
      [{ ...rule, timing: 'after', offsetMinutes: 4 * 24 * 60 }],
      'begun',
    ],
    ['one to move', only({ rescheduleRequestedAt: NOW }), [rule], 'asked_another_time'],
    ['a candidate who opted out', { optedOut: true }, [rule], 'opted_out'],
    ['an unknown zone', { phoneNumber: '+18005550123' }, [rule], 'zone_unknown'],
    [
      'that zone, and a body without a time',
      { phoneNumber: '+18005550123' },
      [{ ...rule, body: 'Hi' }],
      'planned',
    ],
    [
      'that zone, and an interview with its own',
      { phoneNumber: '+18005550123', ...only({ timezone: 'America/Denver' }) },
      [rule],
      'planned',
    ],
    ['what is missing', {}, [{ ...rule, body: '{{job.title}}' }], 'missing_attributes'],
    ['a fallback', {}, [{ ...rule, body: '{{job.title|the}} job' }], 'planned'],
    ['a stage they are in', { entries: [entry] }, [{ ...rule, jobStageIds: ['stage'] }], 'planned'],
    ['a stage they are not in', { entries: [entry] }, [{ ...rule, jobStageIds: ['other'] }], 'not_in_stage'],
    ['no one’s candidate', { recruiter: null }, [rule], 'nothing'],
    ['no one’s, of a system', { recruiter: null, interviews: [synced] }, [rule], 'no_reminder_sender'],
    ['another recruiter’s', { recruiter: { userId: 'cem', seatId: 's' } }, [rule], 'nothing'],
    ['an onboarding', { interviews: [], onboardings: [onboarding] }, [onboardingRule], 'planned'],
    [
      'a paused one',
      { interviews: [], onboardings: [{ ...onboarding, status: 'paused' }] },
      [onboardingRule],
      'onboarding_paused',
    ],
    [
      'one that ended',
      { interviews: [], onboardings: [{ ...onboarding, status: 'ended' }] },
      [onboardingRule],
      'onboarding_ended',
    ],
    ['a new stage', { interviews: [], entries: [entry] }, [stageRule], 'planned'],
    [
      'an answer since',
      { interviews: [], entries: [entry], lastInboundAt: later(-MINUTE) },
      [stageRule],
      'answered',
    ],
    [
      'an answer, and a rule that goes on',
      { interviews: [], entries: [entry], lastInboundAt: later(-MINUTE) },
      [{ ...stageRule, untilAnswered: false }],
      'planned',
    ],
    [
      'an earlier text',
      { interviews: [], entries: [entry], lastInboundAt: later(-2 * HOUR) },
      [stageRule],
      'planned',
    ],
    [
      'who was rejected',
      { interviews: [], entries: [{ ...entry, status: 'rejected' }] },
      [stageRule],
      'left_stage',
    ],
    [
      'a stage for those who were hired',
      { interviews: [], entries: [{ ...entry, status: 'hired', kind: 'hired' }] },
      [stageRule],
      'planned',
    ],
    [
      'who entered before the automation was on',
      { interviews: [], entries: [entry] },
      [{ ...stageRule, enabledAt: later(2 * HOUR) }],
      'moment_passed',
    ],
  ])('%s', (_, more, rules, expected) => {
    const { wanted, dropped } = plan(more, rules);
    const found = [
      ...wanted.map(({ held }) => held?.code ?? 'planned'),
      ...dropped.map(({ reason }) => reason.code),
    ];
    expect(found).toEqual(expected === 'nothing' ? [] : [expected]);
  });

  it('those of who entered the interview come first, and never two people’s', () => {
    const cems = { ...rule, id: 'cems', ownerId: 'cem' };
    const ids = (rules: Rule[], createdById: string | null) =>
      plan(only({ createdById }), rules).wanted.map((text) => text.rule.id);
    expect(ids([rule, cems], 'cem')).toEqual(['cems']);
    expect(ids([rule], 'cem')).toEqual(['rule']);
    expect(ids([rule, cems], null)).toEqual(['rule']);
    expect(ids([{ ...cems, type: 'stageMessage' }, rule], 'cem')).toEqual(['rule']);
    const twice = (status: Interview['status']) => ({
      interviews: [interview, { ...interview, id: 'a copy', createdById: 'cem', status }],
    });
    const idsOf = (more: Partial<CandidateFacts>) =>
      plan(more, [rule, cems]).wanted.map((text) => text.rule.id);
    expect(idsOf(twice('scheduled'))).toEqual(['cems']);
    expect(idsOf(twice('canceled'))).toEqual(['rule']);
  });

  it('the same interview under two ids is one', () => {
    const twice = (status: Interview['status']) => [
      { ...interview, status },
      { ...interview, id: 'a copy' },
    ];
    expect(plan({ interviews: twice('scheduled') }).wanted).toHaveLength(1);
    expect(plan({ interviews: twice('canceled') })).toMatchObject({
      wanted: [{ subject: { id: 'a copy' } }],
      dropped: [],
    });
  });
});

/* Any story of an interview, day by day: what must be true of it whatever happens. */

interface Sent {
  key: string;
  at: Date;
  startsAt: Date;
  wasRight: boolean;
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), hours: fc.integer({ min: -30, max: 90 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(
        'scheduled' as const,
        'confirmed' as const,
        'canceled' as const,
        'declined' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const), asks: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), optedOut: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('zone' as const),
      timezone: fc.constantFrom(null, 'America/New_York', 'Pacific/Honolulu'),
    }),
  },
);
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) | { kind: 'next' };
/** Waits for the next that is planned. */
const next: Step = { kind: 'next' };

const rules = [
  { ...rule, body: 'Hi' },
  { ...rule, id: 'soon', body: 'Hi', offsetMinutes: 90 },
  { ...rule, id: 'now', body: 'Hi', timing: 'onTime' as const, offsetMinutes: 0 },
  { ...rule, id: 'then', body: 'Hi', timing: 'after' as const, offsetMinutes: 300 },
];

function tell(steps: Step[]) {
  let now = NOW;
  let known = { ...facts, interviews: [{ ...interview }] };
  let stored: StoredText[] = [];
  const sent: Sent[] = [];
  const settle = () => {
    const circumstances = { now, quietHoursEnforced: true, edited: new Map<string, string>() };
    const next = settlePlan(stored, planTexts(known, rules, circumstances), { candidateId: 'ben', now });
    for (const text of next) {
      const { cancels: _, id, ...change } = text;
      if (id === null)
        stored.push({
          ...change,
          id: `${stored.length}`,
          isUnsent: false,
          isToOldNumber: false,
          editedBody: null,
          decidedAt: null,
        });
      else stored = stored.map((one) => (one.id === id ? { ...one, ...change } : one));
    }
    return next;
  };
  const send = () => {
    for (const text of stored.filter(({ status, sendAt }) => status === 'planned' && sendAt <= now)) {
      const [one] = known.interviews;
      // As the gate would decide.
      if (nextSendAt(now, known) !== null) continue;
      text.status = 'sent';
      text.messageId = 'message';
      sent.push({
        key: `${text.automationId} ${text.occasion}`,
        at: now,
        startsAt: text.subjectAt,
        wasRight:
          one !== undefined &&
          one.startsAt.getTime() === text.subjectAt.getTime() &&
          one.status !== 'canceled' &&
          one.status !== 'declined' &&
          one.rescheduleRequestedAt === null &&
          !known.optedOut,
      });
    }
  };
  const change = (more: Partial<Interview>) => {
    known = { ...known, interviews: known.interviews.map((one) => ({ ...one, ...more, updatedAt: now })) };
  };
  for (const one of steps) {
    if (one.kind === 'next') {
      const times = stored.flatMap(({ status, sendAt }) => (status === 'planned' ? [sendAt.getTime()] : []));
      now = new Date(Math.max(now.getTime(), Math.min(...times)));
    } else if (one.kind === 'wait') now = new Date(now.getTime() + one.minutes * MINUTE);
    else if (one.kind === 'move')
      change({ startsAt: new Date(now.getTime() + one.hours * HOUR), rescheduleRequestedAt: null });
    else if (one.kind === 'status') change({ status: one.status });
    else if (one.kind === 'ask') change({ rescheduleRequestedAt: one.asks ? now : null });
    else if (one.kind === 'stop') known = { ...known, optedOut: one.optedOut };
    else known = { ...known, timezone: one.timezone };
    settle();
    expect(settle()).toEqual([]);
    send();
  }
  return { sent, stored, settle };
}

it('an automation that is on again sends nothing of the time when it was off', () => {
  const settle = (stored: StoredText[], rules: Rule[], now: Date) =>
    settlePlan(stored, plan({}, rules, now), { candidateId: 'ben', now });
  const body = 'Hi';
  const [made] = settle([], [{ ...rule, body }], NOW);
  const due = made?.sendAt.getTime() ?? 0;
  if (made === undefined) throw new Error('Nothing is planned');
  const stored: StoredText = {
    ...made,
    id: '1',
    status: 'canceled',
    reason: 'automation_off',
    isUnsent: false,
    isToOldNumber: false,
    editedBody: null,
    decidedAt: null,
  };
  const on = (ms: number) => {
    const enabledAt = new Date(due + ms);
    return settle([stored], [{ ...rule, body, enabledAt }], enabledAt).map(({ status }) => status);
  };
  expect(on(-MINUTE)).toEqual(['planned']);
  expect(on(MINUTE)).toEqual([]);
});

describe('whatever happens', () => {
  it('a text goes out once, and only for what is still on', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 16 }), (steps) => {
        const { sent } = tell(steps);
        expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length);
        for (const { wasRight, key, at: sentAt, startsAt } of sent) {
          expect(wasRight).toBe(true);
          if (key.startsWith('rule') || key.startsWith('soon')) expect(sentAt < startsAt).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('an untouched interview gets every text, at its moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30 * 60, max: 120 * 60 }), (minutes) => {
        const startsAt = later(minutes * MINUTE);
        const { sent } = tell([
          { kind: 'move', hours: minutes / 60 },
          ...Array.from({ length: 5 }, () => next),
        ]);
        expect(sent.map(({ key }) => key.split(' ')[0]).sort()).toEqual(['now', 'rule', 'soon', 'then']);
        for (const { key, at: sentAt } of sent) {
          if (key.startsWith('then')) expect(sentAt >= new Date(startsAt.getTime() + 5 * HOUR)).toBe(true);
          else expect(sentAt <= startsAt).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
