import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { findCandidate, lockCandidate } from '../../candidates/store.ts';
import { tellThreads } from '../../candidates/tell-threads.ts';
import { requireVisible } from '../records/hidden.ts';
import { startOf } from './rules.ts';
import { insertOnboardings, lockOnboarding, type OnboardingRow, updateOnboarding } from './store.ts';

interface Who {
  session: Session;
  actor: Actor;
}

export async function startOnboarding(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { candidateId, startsAt }: BodyOf<typeof routes.startOnboarding>,
): Promise<string> {
  const { accountId, userId } = session;
  await requireVisible(tx, session, candidateId);
  const candidate = await findCandidate(tx, accountId, candidateId);
  if (candidate === undefined) throw new Failure('not_found');
  const id = deps.newId();
  const started = await insertOnboardings(tx, accountId, [
    {
      id,
      candidateId,
      userId,
      atsType: null,
      externalId: null,
      applicationId: null,
      startsOn: null,
      startsAt: startOf(startsAt, candidate),
      at: deps.clock(),
    },
  ]);
  if (started === 0) throw new Failure('onboarding_exists');
  await recordAudit(tx, deps, actor, { action: 'onboarding.started', subjectId: candidateId });
  await tellThreads(tx, accountId, candidateId);
  return id;
}

export async function changeOnboarding(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { id, startsAt, status }: BodyOf<typeof routes.updateOnboarding> & { id: string },
): Promise<void> {
  const before = await requireOnboarding(tx, session, id);
  if (before.status === 'ended') throw new Failure('onboarding_ended');
  const candidate = await lockCandidate(tx, session.accountId, before.candidateId);
  if (candidate === undefined) throw new Failure('not_found');
  await write(tx, deps, actor, before, {
    startsAt: startsAt === undefined ? before.startsAt : startOf(startsAt, candidate),
    status: status ?? before.status,
  });
}

export async function endOnboarding(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { id }: { id: string },
): Promise<void> {
  const before = await requireOnboarding(tx, session, id);
  await write(tx, deps, actor, before, { startsAt: before.startsAt, status: 'ended' });
}

/** What a person can't see isn't there. */
async function requireOnboarding(tx: Tx, session: Session, id: string): Promise<OnboardingRow> {
  const onboarding = await lockOnboarding(tx, session.accountId, id);
  if (onboarding === undefined) throw new Failure('not_found');
  await requireVisible(tx, session, onboarding.candidateId);
  return onboarding;
}

async function write(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  before: OnboardingRow,
  after: Pick<OnboardingRow, 'startsAt' | 'status'>,
): Promise<void> {
  const { id, candidateId } = before;
  if (after.startsAt.getTime() === before.startsAt.getTime() && after.status === before.status) return;
  await updateOnboarding(tx, actor.accountId, id, { ...after, at: deps.clock() });
  const action = after.status === 'ended' ? 'onboarding.ended' : 'onboarding.changed';
  await recordAudit(tx, deps, actor, { action, subjectId: candidateId });
  await tellThreads(tx, actor.accountId, candidateId);
}
