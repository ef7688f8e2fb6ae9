import { NewAutomation } from '../../contract/automations.ts';
import * as routes from '../../contract/routes.ts';
import type { SeatRole, UserType } from '../../contract/seats.ts';
import { inTransaction, type Tx } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import { Failure } from '../failure.ts';
import type { Actor } from '../features/audit/record-audit.ts';
import { addAutomation } from '../features/automations/save-automation.ts';
import { addApplication } from '../features/hiring/jobs/save-application.ts';
import { addJob } from '../features/hiring/jobs/save-job.ts';
import { listStages } from '../features/hiring/jobs/store.ts';
import { startOnboarding } from '../features/hiring/onboardings/save-onboarding.ts';
import { addShortcut } from '../features/links/booking/save-shortcut.ts';
import { addInterview } from '../features/scheduling/interviews/save-interview.ts';
import { connectedCalendars } from '../features/scheduling/offers/calendars.ts';
import { prepareOffer, sendOffer } from '../features/scheduling/offers/send-offer.ts';
import { addTemplate } from '../features/templates/save-template.ts';
import type { Session } from '../http/session.ts';
import type { MadePerson } from '../testing/make.ts';
import { DAY_MS, dateOf, MINUTE_MS, onDay, startOfDay, weekdayOf } from './days.ts';
import {
  FIRST_TEXT,
  interviews,
  jobs,
  newHire,
  offer,
  onboardingMessages,
  reminder,
  shortcut,
  templates,
} from './work.ts';

/* What the demo company has done here so far: by what the product does when people do it, with the clock set back. */

export type Texter = MadePerson & {
  numberId: string;
  phoneNumber: string;
  userType: UserType;
  seatRole: SeatRole;
};

export interface Made {
  texters: Texter[];
  /** By full name. */
  candidateIds: ReadonlyMap<string, string>;
}

interface Doer {
  session: Session;
  actor: Actor;
}

const BEGAN_DAYS_AGO = 80;

/** Returns the template that conversations begin with. */
export async function seedTemplates(tx: Tx, deps: Deps, texters: Texter[]): Promise<string | undefined> {
  const then = daysAgo(deps, BEGAN_DAYS_AGO);
  let firstTextId: string | undefined;
  for (const template of templates) {
    const id = await addTemplate(tx, then, adminOf(texters, then), template);
    if (template.name === FIRST_TEXT) firstTextId = id;
  }
  return firstTextId;
}

export async function seedWork(tx: Tx, deps: Deps, made: Made): Promise<void> {
  const now = deps.clock();
  const admin = adminOf(made.texters, deps);
  const then = daysAgo(deps, BEGAN_DAYS_AGO);
  await addShortcut(tx, then, admin.session, shortcut);
  await hire(tx, deps, made);
  const stages = await listStages(tx, admin.session.accountId);
  const jobStageIds = stages.filter(({ kind }) => kind === 'interview').map(({ id }) => id);
  for (const rule of [{ ...reminder, jobStageIds }, ...onboardingMessages])
    await addAutomation(tx, then, admin, NewAutomation.parse(rule));
  for (const { name, inDays, at, minutes, ...interview } of interviews) {
    const startsAt = onDay(now, inDays, at);
    const body = routes.createInterview.body.parse({
      ...interview,
      candidateId: idOf(made, name),
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + minutes * MINUTE_MS).toISOString(),
    });
    await addInterview(tx, daysAgo(deps, 2), admin, body);
  }
  await showActive(tx, made.texters, now);
}

/** Jobs, and everyone in them. */
async function hire(tx: Tx, deps: Deps, made: Made): Promise<void> {
  const now = deps.clock();
  const admin = adminOf(made.texters, deps);
  const startsAt = dateOf(now, nextMonday(now, newHire.daysAhead));
  // First, so that the stage starts no second one.
  await startOnboarding(tx, daysAgo(deps, 2), admin, { candidateId: idOf(made, newHire.name), startsAt });
  for (const { name, candidates } of jobs) {
    const jobId = await addJob(tx, daysAgo(deps, BEGAN_DAYS_AGO / 4), admin.actor, { name });
    const stages = await listStages(tx, admin.session.accountId);
    for (const candidate of candidates)
      await addApplication(tx, daysAgo(deps, candidate.daysAgo), admin, {
        jobId,
        candidateId: idOf(made, candidate.name),
        stageId: stages.find(({ kind }) => kind === candidate.stage)?.id,
      });
  }
}

/** Written some minutes after the last text of the conversation. */
export async function offerTimes(deps: Deps, made: Made): Promise<void> {
  const now = deps.clock();
  const { session } = adminOf(made.texters, deps);
  const candidateId = idOf(made, offer.name);
  const { lastAt } = await deps.db
    .selectFrom('conversations')
    .select('last_message_at as lastAt')
    .where('account_id', '=', session.accountId)
    .where('candidate_id', '=', candidateId)
    .executeTakeFirstOrThrow();
  const then = { ...deps, clock: () => new Date(lastAt.getTime() + 10 * MINUTE_MS) };
  const weekdays = [2, 3, 4, 5].filter((inDays) => ![0, 6].includes(weekdayOf(now, inDays)));
  const body = routes.createTimeOffer.body.parse({
    candidateId,
    title: offer.title,
    minutes: offer.minutes,
    intro: offer.intro,
    times: offer.times.map(({ weekday, at }) => onDay(now, weekdays[weekday] ?? 0, at).toISOString()),
  });
  try {
    const prepared = await prepareOffer(then, connectedCalendars, session, body);
    await inTransaction(deps.db, (tx) => sendOffer(tx, then, session, prepared, null));
  } catch (error) {
    // Where companies have to be registered first, they can't offer times either.
    if (!(error instanceof Failure && error.code === 'number_not_registered')) throw error;
  }
}

/** The recruiter works today, the hiring manager did yesterday; the admin is about to sign in. */
async function showActive(tx: Tx, texters: Texter[], now: Date): Promise<void> {
  const today = new Date(Math.max(now.getTime() - 20 * MINUTE_MS, startOfDay(now).getTime()));
  for (const [place, at] of [
    [1, today],
    [2, onDay(now, -1, '16:10')],
  ] as const)
    await tx
      .updateTable('users')
      .set({ last_active_at: at })
      .where('account_id', '=', texters[place]?.accountId ?? '')
      .where('id', '=', texters[place]?.userId ?? '')
      .execute();
}

function nextMonday(now: Date, daysAhead: number): number {
  let inDays = daysAhead;
  while (weekdayOf(now, inDays) !== 1) inDays += 1;
  return inDays;
}

function daysAgo(deps: Deps, days: number): Deps {
  const at = new Date(deps.clock().getTime() - days * DAY_MS);
  return { ...deps, clock: () => at };
}

function idOf({ candidateIds }: Made, name: string): string {
  const id = candidateIds.get(name);
  if (id === undefined) throw new Error(`The demo has no ${name}`);
  return id;
}

function adminOf([admin]: Texter[], deps: Deps): Doer {
  if (admin === undefined) throw new Error('The demo has no admin');
  const { accountId, userId, firstName, lastName } = admin;
  return {
    actor: { accountId, userId, firstName, lastName, ip: null, userAgent: null },
    session: {
      ...admin,
      id: deps.newId(),
      isStaff: false,
      avatarId: null,
      accountType: 'team',
      planType: 'annual',
      seatType: 'texter',
      linkStatus: 'linked',
      isLandline: false,
      rejection: null,
      mfaMissing: false,
      mfaEnabled: false,
      isDelegate: false,
      expiresAt: deps.clock(),
      impersonatedBy: null,
      key: null,
    },
  };
}
