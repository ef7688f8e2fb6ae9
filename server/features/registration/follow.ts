import { z } from 'zod';
import type { RegistrationStage, RegistrationState } from '../../../contract/registration.ts';
import type { Problem, Registrar, Review, SubmitOutcome } from '../../adapters/registration/port.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { claim } from '../../queue/claim.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { attachNumbers } from './attach-numbers.ts';
import { changeState } from './change-state.ts';
import { explainProblem } from './explain-problem.ts';
import { eventOf, nextLookAt, type RegistrationEvent } from './rules.ts';
import {
  changeRegistration,
  findRegistration,
  listOverdue,
  lockPresentRegistration,
  type RegistrationChange,
  type RegistrationRow,
} from './store.ts';
import { tellAdmins } from './tell-admins.ts';
import { brandOf, campaignOf } from './to-carrier.ts';

/** Moves a registration forward by the carrier's status, one step after the other. */
export const followRegistration = jobKind({
  name: 'followRegistration',
  payload: z.object({ accountId: z.uuid() }),
  maxAttempts: 25,
});

/** One queue for each account: its steps never run side by side. */
const jobFor = (accountId: string) => ({
  kind: followRegistration,
  payload: { accountId },
  queue: `registration:${accountId}`,
});

/** Something has happened: the registration is checked now, whenever its next look would be. */
export function enqueueFollowing(db: Db, accountId: string): Promise<void> {
  return enqueue(db, [jobFor(accountId)]);
}

/** The next look in this state; however many ask for it, there is one. */
function enqueueLook(
  db: Db,
  { accountId, state, submission }: Pick<RegistrationRow, 'accountId' | 'state' | 'submission'>,
  runAt: Date,
): Promise<void> {
  const key = `registration:${accountId}:${submission}:${state}`;
  return enqueue(db, [{ ...jobFor(accountId), key, runAt }]);
}

/** A number was linked: where its account is registered, it is attached. */
export async function attachSoon(deps: Pick<Deps, 'db' | 'registrar'>, accountId: string): Promise<void> {
  if (deps.registrar === null) return;
  const row = await findRegistration(deps.db, accountId);
  if (row?.state === 'approved') await enqueueFollowing(deps.db, accountId);
}

/** Finds those that no job follows anymore. */
export const sweepRegistrations = jobKind({
  name: 'sweepRegistrations',
  payload: z.unknown(),
  maxAttempts: 1,
});

const OVERDUE_MS = 60_000;
const SWEEP_LIMIT = 200;

export async function runSweepRegistrations(deps: Deps): Promise<void> {
  if (deps.registrar === null) return;
  const now = deps.clock();
  const overdue = await listOverdue(deps.db, new Date(now.getTime() - OVERDUE_MS), SWEEP_LIMIT);
  for (const accountId of overdue) await enqueueFollowing(deps.db, accountId);
}

const inAMoment = (deps: Pick<Deps, 'clock'>) => new Date(deps.clock().getTime() + ATTACHING_MS);

type Step =
  | { event: RegistrationEvent; change?: RegistrationChange; problems?: Problem[] }
  /** The state stays, but there is something to store. */
  | { change: RegistrationChange; askAgainMs?: number }
  | { askAgainMs: number }
  /** What was submitted may be there, and can't be found before. */
  | { unsettledUntil: Date }
  | 'wait';

/** From submitting to being approved, if everything is decided at once; and some. */
const MOST_STEPS = 8;
const ATTACHING_MS = 30_000;
/** Longer than one submission, which may take some thirty calls of fifteen seconds. */
const SUBMITTING_MS = 15 * 60_000;
/** When a run finds another one at work, it looks again after this. */
const SOON_MS = 2000;

export async function runFollowRegistration(deps: Deps, accountId: string): Promise<void> {
  const { registrar } = deps;
  if (registrar === null) return;
  let goesOn = true;
  for (let count = 0; goesOn && count < MOST_STEPS; count += 1)
    goesOn = await takeStep(deps, registrar, accountId);
  if (goesOn) await enqueueFollowing(deps.db, accountId);
  const { isUnderWay } = await attachNumbers(deps, accountId);
  if (isUnderWay)
    await enqueue(deps.db, [{ ...jobFor(accountId), runAt: inAMoment(deps), key: `attach:${accountId}` }]);
}

/** True when the next one can be taken at once. */
async function takeStep(deps: Deps, registrar: Registrar, accountId: string): Promise<boolean> {
  const row = await findRegistration(deps.db, accountId);
  if (row === undefined) return false;
  if (submits(row)) return submitOnce(deps, registrar, accountId);
  const step = await nextStep(deps, registrar, row).catch((error) => couldNotAsk(deps, accountId, error));
  return inTransaction(deps.db, (tx) => keep(tx, deps, row, step));
}

const submits = ({ state, submittedUpTo, submission }: RegistrationRow) =>
  state === 'brandApproved' || (state === 'submitted' && submittedUpTo < submission);

/** Brands and campaigns cost money: one run submits at a time, and only when what was submitted before can be found. */
async function submitOnce(deps: Deps, registrar: Registrar, accountId: string): Promise<boolean> {
  const claimed = await claim(deps, `registration:${accountId}`, SUBMITTING_MS);
  if (typeof claimed === 'string') {
    const runAt = new Date(deps.clock().getTime() + SOON_MS);
    await enqueue(deps.db, [{ ...jobFor(accountId), runAt, key: `submit:${accountId}` }]);
    return false;
  }
  let busyUntil: Date | undefined;
  try {
    // Behind the claim: the last one at it may have submitted it.
    const row = await findRegistration(deps.db, accountId);
    if (row === undefined) return false;
    if (!submits(row)) return true;
    const step = await nextStep(deps, registrar, row).catch((error) => {
      busyUntil = settledAt(deps, registrar);
      return couldNotAsk(deps, accountId, error);
    });
    if (step !== 'wait' && 'unsettledUntil' in step) busyUntil = step.unsettledUntil;
    return await inTransaction(deps.db, (tx) => keep(tx, deps, row, step));
  } finally {
    await claimed.free(busyUntil);
  }
}

function couldNotAsk(deps: Deps, accountId: string, error: unknown): Step {
  deps.log.warn({ err: error, accountId }, 'the registrar could not be asked');
  return 'wait';
}

/** Asks the carrier for what comes next in this state. Nothing is kept here, so it can be done again. */
async function nextStep(deps: Deps, registrar: Registrar, row: RegistrationRow): Promise<Step> {
  const { reference, submission, brandId, campaignId, state } = row;
  if (state === 'draft' || state === 'rejected') return 'wait';
  if (state === 'submitted' && submits(row)) {
    if (row.sealedEin === null) throw new Error('A registration was submitted without an EIN');
    const brand = brandOf(row.draft, deps.sealer.open(row.sealedEin));
    const outcome = await registrar.submitBrand({ reference, submission, brandId, brand });
    return fromOutcome(deps, registrar, outcome, 'brandRejected', (id) => ({
      change: { brandId: id, submittedUpTo: submission },
    }));
  }
  if (brandId === null) return 'wait';
  if (state === 'submitted') {
    const review = await registrar.reviewOfBrand(brandId);
    return fromReview(state, 'brand', review);
  }
  if (state === 'brandApproved') {
    const order = { reference, submission, brandId, campaign: campaignOf(row.draft) };
    const outcome = await registrar.submitCampaign(order);
    return fromOutcome(deps, registrar, outcome, 'campaignRejected', (id) => ({
      event: 'campaignSubmitted',
      change: { campaignId: id },
    }));
  }
  return campaignId === null
    ? fromReview(state, 'brand', await registrar.reviewOfBrand(brandId))
    : fromReview(state, 'campaign', await registrar.reviewOfCampaign(campaignId));
}

const settledAt = (deps: Deps, registrar: Registrar) =>
  new Date(deps.clock().getTime() + registrar.settlesAfterMs);

function fromReview(state: RegistrationState, stage: RegistrationStage, review: Review): Step {
  const event = eventOf(state, stage, review);
  return event === null ? 'wait' : { event, problems: 'problems' in review ? review.problems : [] };
}

function fromOutcome(
  deps: Deps,
  registrar: Registrar,
  outcome: SubmitOutcome,
  refused: RegistrationEvent,
  submitted: (id: string) => Step,
): Step {
  switch (outcome.outcome) {
    case 'submitted':
      return submitted(outcome.id);
    case 'pending':
      return 'wait';
    case 'refused':
      return { event: refused, problems: outcome.problems };
    case 'notReached':
      return { askAgainMs: outcome.retryAfterMs };
    case 'unknown':
      // Submitting looks for what is there first, and by then it would find it.
      return { unsettledUntil: settledAt(deps, registrar) };
  }
}

/** True when the next step can be taken at once. */
async function keep(tx: Tx, deps: Deps, asked: RegistrationRow, step: Step): Promise<boolean> {
  const { accountId } = asked;
  const row = await lockPresentRegistration(tx, accountId);
  if (row === undefined) return false;
  // Meanwhile it was decided or submitted again: what was found out is about what it was before.
  if (row.state !== asked.state || row.submission !== asked.submission) return true;
  if (step !== 'wait' && 'event' in step) {
    const changed = await changeState(tx, deps, row, step.event, {
      ...(step.change === undefined ? {} : { change: step.change }),
      findings: (step.problems ?? []).map(explainProblem),
    });
    if (changed === null) return false;
    await tellAdmins(tx, deps, accountId, { from: row.state, to: changed.state, findings: changed.findings });
    return true;
  }
  const isKept = step !== 'wait' && 'change' in step;
  const now = deps.clock();
  const lookAt = whenAskedAgain(step, now) ?? nextLookAt(row, now, deps.registrar);
  await changeRegistration(tx, accountId, { ...(isKept ? step.change : {}), lookAt });
  if (isKept) return true;
  if (lookAt !== null) await enqueueLook(tx, row, lookAt);
  return false;
}

function whenAskedAgain(step: Step, now: Date): Date | null {
  if (step === 'wait') return null;
  if ('unsettledUntil' in step) return step.unsettledUntil;
  return 'askAgainMs' in step && step.askAgainMs !== undefined
    ? new Date(now.getTime() + step.askAgainMs)
    : null;
}
