import type { AutomationType } from '../../../contract/automations.ts';
import type { MergeAttribute } from '../../../contract/merge-attributes.ts';
import { unfinishedIn } from '../../../contract/render-template.ts';
import { type Place, slowestZoneOf } from '../consent/quiet-hours.ts';
import type { StageEntry } from '../hiring/records/stage-entries.ts';
import type { Rule } from './acting-rules.ts';
import type { CandidateFacts } from './candidate-facts.ts';
import { interviewAndStart, missingOf } from './fill-in.ts';
import { deadlineOf, type Legal, legalMoment, momentOf } from './moment.ts';
import type { Reason } from './reasons.ts';

/* THE planner: decides which texts go out, from the facts about one candidate and the rules. It queries and stores nothing. */

/** What a text of a rule is about. */
export interface Subject {
  occasion: string;
  id: string;
  at: Date;
  /** It was different before. */
  knownSince: Date;
}

export interface WantedText {
  rule: Rule;
  subject: Subject;
  seatId: string | null;
  /** By the rule, before it is moved into hours in which texting is allowed. */
  moment: Date;
  sendAt: Date;
  deadline: Date;
  /** Why it doesn't go out although it's wanted; null: it goes. */
  held: Reason | null;
  /** Why it doesn't go at the rule's time. */
  moved: Reason | null;
}

/** What is no longer possible, and why. */
export interface DroppedText {
  rule: Rule;
  occasion: string;
  reason: Reason;
}

export interface Plan {
  wanted: WantedText[];
  dropped: DroppedText[];
  /** Everything there is to text about, by anyone's automations. */
  occasions: ReadonlySet<string>;
}

export interface Circumstances {
  now: Date;
  quietHoursEnforced: boolean;
  /** Bodies that a person changed for one text, by `keyOf`. */
  edited: ReadonlyMap<string, string>;
}

/** For one text: how it is wanted, why not, or (null) nothing about it. */
type Outcome = WantedText | DroppedText | null;

export function planTexts(facts: CandidateFacts, rules: Rule[], circumstances: Circumstances): Plan {
  const outcomes = [
    ...facts.interviews.flatMap((interview) =>
      remindersOf(facts, rules, interview).map(({ rule, held }) =>
        forInterview(facts, rule, interview, circumstances, held),
      ),
    ),
    ...facts.onboardings.flatMap((onboarding) =>
      rulesFor(facts, rules, 'onboardingMessage', onboarding.userId).map((rule) =>
        forOnboarding(facts, rule, onboarding, circumstances),
      ),
    ),
    ...facts.entries.flatMap((entry) =>
      rulesFor(facts, rules, 'stageMessage', null)
        .filter((rule) => rule.jobStageIds.includes(entry.stageId))
        .map((rule) => forEntry(facts, rule, entry, circumstances)),
    ),
  ];
  const occasions = new Set([
    ...facts.interviews.map(({ startsAt }) => occasionOfInterview(facts.id, startsAt)),
    ...facts.onboardings.map(({ id }) => id),
    ...facts.entries.map(occasionOfEntry),
  ]);
  return { ...onePerOccasion(outcomes.filter((outcome) => outcome !== null)), occasions };
}

/** Never two people's rules for one thing: those of the person who entered it, else those of the candidate's recruiter. */
function rulesFor(
  { recruiter }: CandidateFacts,
  rules: Rule[],
  type: AutomationType,
  firstId: string | null,
): Rule[] {
  const of = (userId: string | null) =>
    userId === null ? [] : rules.filter((rule) => rule.type === type && rule.ownerId === userId);
  const first = of(firstId);
  return first.length > 0 ? first : of(recruiter?.userId ?? null);
}

/**
 * Of a system's interview whose candidate has no recruiter, reminders are held, so that someone sees it: by the rules of one of those
 * who have some.
 */
function remindersOf(
  facts: CandidateFacts,
  rules: Rule[],
  interview: InterviewFacts,
): { rule: Rule; held: Reason | null }[] {
  const found = rulesFor(facts, rules, 'interviewReminder', makerOf(facts, rules, interview));
  if (found.length > 0 || facts.recruiter !== null || interview.system === null)
    return found.map((rule) => ({ rule, held: null }));
  const reminders = rules.filter(({ type }) => type === 'interviewReminder');
  const [first] = reminders.map(({ ownerId }) => ownerId).toSorted();
  return reminders
    .filter(({ ownerId }) => ownerId === first)
    .map((rule) => ({ rule, held: { code: 'no_reminder_sender' } }));
}

/** Who entered the interview, also where a system has the same one. */
function makerOf(
  { interviews }: CandidateFacts,
  rules: Rule[],
  { startsAt, createdById }: InterviewFacts,
): string | null {
  const [maker] = interviews
    .filter((other) => other.startsAt.getTime() === startsAt.getTime())
    .filter(({ status }) => status !== 'canceled' && status !== 'declined')
    .flatMap((other) => other.createdById ?? [])
    .filter((userId) => rules.some((rule) => rule.type === 'interviewReminder' && rule.ownerId === userId))
    .toSorted();
  return maker ?? createdById;
}

type InterviewFacts = CandidateFacts['interviews'][number];
type OnboardingFacts = CandidateFacts['onboardings'][number];

const occasionOfInterview = (candidateId: string, startsAt: Date) =>
  `${candidateId} ${startsAt.toISOString()}`;

const occasionOfEntry = ({ applicationId, stageId }: StageEntry) => `${applicationId} ${stageId}`;

function forInterview(
  facts: CandidateFacts,
  rule: Rule,
  interview: InterviewFacts,
  circumstances: Circumstances,
  noSender: Reason | null,
): Outcome {
  const { id, startsAt: at, status } = interview;
  const occasion = occasionOfInterview(facts.id, at);
  const drop = (code: Reason['code']): DroppedText => ({ rule, occasion, reason: { code } });
  if (status === 'canceled') return drop('interview_canceled');
  if (status === 'declined') return drop('interview_declined');
  // For one that was entered afterwards.
  if (interview.createdAt >= at) return drop('begun');
  if (!isInStageOf(rule, facts)) return drop('not_in_stage');
  const held: Reason | null =
    interview.rescheduleRequestedAt === null ? noSender : { code: 'asked_another_time' };
  return want(facts, rule, { occasion, id, at, knownSince: interview.updatedAt }, circumstances, held);
}

function forOnboarding(
  facts: CandidateFacts,
  rule: Rule,
  { id, startsAt: at, status, createdAt }: OnboardingFacts,
  circumstances: Circumstances,
): Outcome {
  const drop = (code: Reason['code']): DroppedText => ({ rule, occasion: id, reason: { code } });
  if (status === 'ended') return drop('onboarding_ended');
  if (!isInStageOf(rule, facts)) return drop('not_in_stage');
  const held: Reason | null = status === 'paused' ? { code: 'onboarding_paused' } : null;
  return want(facts, rule, { occasion: id, id, at, knownSince: createdAt }, circumstances, held);
}

function forEntry(
  facts: CandidateFacts,
  rule: Rule,
  entry: StageEntry,
  circumstances: Circumstances,
): Outcome {
  const { applicationId, enteredAt: at, status, kind } = entry;
  const occasion = occasionOfEntry(entry);
  const drop = (code: Reason['code']): DroppedText => ({ rule, occasion, reason: { code } });
  if (status !== 'active' && status !== kind) return drop('left_stage');
  const hasAnswered = facts.lastInboundAt !== null && facts.lastInboundAt > at;
  if (rule.untilAnswered && hasAnswered) return drop('answered');
  if (momentOf(rule, at, facts) < rule.enabledAt) return drop('moment_passed');
  return want(facts, rule, { occasion, id: applicationId, at, knownSince: at }, circumstances, null);
}

function isInStageOf({ jobStageIds }: Rule, { entries }: CandidateFacts): boolean {
  return jobStageIds.length === 0 || entries.some(({ stageId }) => jobStageIds.includes(stageId));
}

function want(
  facts: CandidateFacts,
  rule: Rule,
  about: Subject,
  { now, quietHoursEnforced, edited }: Circumstances,
  held: Reason | null,
): Outcome {
  const subject = { ...about, knownSince: latest(about.knownSince, rule.enabledAt) };
  const drop = (code: Reason['code']): DroppedText => ({
    rule,
    occasion: subject.occasion,
    reason: { code },
  });
  const moment = momentOf(rule, subject.at, facts);
  const legal: Legal = quietHoursEnforced
    ? legalMoment(rule, { moment, subjectAt: subject.at, knownSince: subject.knownSince }, facts)
    : { sendAt: moment, moved: null };
  const sendAt = 'sendAt' in legal ? legal.sendAt : moment;
  const deadline = deadlineOf(rule, subject.at, sendAt);
  if (now >= deadline) return drop(deadline > subject.at ? 'too_late' : 'begun');
  // STOP ends every plan at once.
  if (facts.optedOut) return drop('opted_out');
  const body = edited.get(keyOf(rule.id, subject.occasion)) ?? rule.body;
  const seatId = rule.senderSeatId ?? facts.recruiter?.seatId ?? facts.seatOf(rule.ownerId);
  return {
    rule,
    subject,
    seatId,
    moment,
    sendAt,
    deadline,
    held: held ?? whyHeld(facts, body, { legal, seatId, subjectId: subject.id, now }),
    moved: whyMoved(rule, subject.at, moment, legal),
  };
}

function whyHeld(
  facts: CandidateFacts,
  body: string,
  found: { legal: Legal; seatId: string | null; subjectId: string; now: Date },
): Reason | null {
  if (found.seatId === null) return { code: 'no_sender' };
  if (/[{}]/.test(body) && unfinishedIn(body).length > 0) return { code: 'unfinished' };
  const missing = missingOf(body, facts, interviewAndStart(facts, found.subjectId, found.now));
  if (missing.isZoneUnknown) return { code: 'zone_unknown' };
  if (missing.attributes.length > 0) return missingReason(missing.attributes);
  if ('opensAt' in found.legal) return { code: 'no_legal_moment' };
  return null;
}

export function missingReason(attributes: MergeAttribute[]): Reason {
  return { code: 'missing_attributes', details: { attributes } };
}

function whyMoved(rule: Rule, subjectAt: Date, moment: Date, legal: Legal): Reason | null {
  if ('moved' in legal && legal.moved !== null) return { code: `${legal.moved}_quiet_hours` };
  const isShifted =
    rule.workingDaysOnly && Math.abs(moment.getTime() - subjectAt.getTime()) !== rule.offsetMinutes * 60_000;
  return isShifted ? { code: 'working_day' } : null;
}

/** Why a text that is due waits for hours in which the candidate may be texted. */
export function quietReason(until: Date, person: Place): Reason {
  return { code: 'quiet_hours', details: { until: until.toISOString(), zone: slowestZoneOf(until, person) } };
}

const latest = (one: Date, other: Date) => (one > other ? one : other);

/** The same interview under two IDs is one: wanted beats unwanted, and sendable beats held. */
function onePerOccasion(outcomes: (WantedText | DroppedText)[]): Omit<Plan, 'occasions'> {
  const wanted = new Map<string, WantedText>();
  const dropped = new Map<string, DroppedText>();
  for (const outcome of outcomes) {
    if ('subject' in outcome) {
      const key = keyOf(outcome.rule.id, outcome.subject.occasion);
      const other = wanted.get(key);
      if (other === undefined || isBetter(outcome, other)) wanted.set(key, outcome);
    } else dropped.set(keyOf(outcome.rule.id, outcome.occasion), outcome);
  }
  return {
    wanted: [...wanted.values()],
    dropped: [...dropped].flatMap(([key, drop]) => (wanted.has(key) ? [] : [drop])),
  };
}

function isBetter(one: WantedText, other: WantedText): boolean {
  if ((one.held === null) !== (other.held === null)) return one.held === null;
  return one.subject.id < other.subject.id;
}

export const keyOf = (automationId: string, occasion: string) => `${automationId} ${occasion}`;
