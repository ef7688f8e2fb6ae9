import type { PaidPlan } from '../../../contract/access.ts';
import { MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import { MAX_SEATS } from '../../../contract/team.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { findAccount, setPlan } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { giveUpNumbers } from './give-up-numbers.ts';
import { fitSeats, freeSeats } from './seats/fit-seats.ts';
import { seatAfter, seatsAfter } from './seats/rules.ts';
import { countSeats, findSeat, insertSeats, listSeatFacts, removeSeats, updateSeat } from './seats/store.ts';

/* How many seats there are. The caller of each holds the account (`lockTeam`). */

type TeamDeps = Pick<Deps, 'newId' | 'clock'>;

interface PlanChoice {
  accountType: 'personal' | 'team';
  planType: PaidPlan;
  seats: number;
}

/** The charge, for the log. */
export interface Charged {
  chargedCents: number;
  currency: string;
}

/**
 * Records the plan and gives the account its seats. `paid`: it is paid for, so seats taken since then stay, beyond the total.
 */
export async function changePlan(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  choice: PlanChoice,
  paid?: Charged,
): Promise<void> {
  const { accountId, userId } = actor;
  const wanted = { total: choice.seats, ownerId: userId };
  const { needed } = seatsAfter(await listSeatFacts(tx, accountId), wanted);
  const total = paid ? Math.max(needed, wanted.total) : wanted.total;
  const gone = await fitSeats(tx, accountId, { ...wanted, total, newId: deps.newId, at: deps.clock() });
  const canceledTexts = await giveUpNumbers(tx, deps, accountId, gone);
  await setPlan(tx, accountId, { type: choice.accountType, planType: choice.planType });
  await recordAudit(tx, deps, actor, {
    action: 'plan.changed',
    details: {
      accountType: choice.accountType,
      planType: choice.planType,
      seats: total,
      canceledTexts: canceledTexts || undefined,
      ...paid,
    },
  });
}

const MOST = MAX_SEATS.toLocaleString('en-US');

/** Refuses more seats than a team can have. Returns how many there are. */
export async function requireRoom(tx: Tx, accountId: string, quantity: number): Promise<number> {
  const [{ type }, { total }] = [await findAccount(tx, accountId), await countSeats(tx, accountId)];
  // The plan may have been changed while they waited.
  if (type !== 'team') throw new Failure('forbidden', { missing: 'teamAccount' });
  if (total + quantity <= MAX_SEATS) return total;
  const left = MAX_SEATS - total;
  throw invalidField(
    'quantity',
    left === 0
      ? `A team can have at most ${MOST} seats`
      : `A team can have at most ${MOST} seats. You can purchase ${left} more`,
  );
}

export async function addSeats(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  quantity: number,
  paid?: Charged,
): Promise<void> {
  const { accountId } = actor;
  const seats = freeSeats(quantity, deps.newId);
  await insertSeats(tx, accountId, seats);
  await recordAudit(tx, deps, actor, { action: 'seats.purchased', details: { quantity, ...paid } });
  // One is enough for an open page to look again.
  await publish(
    tx,
    seats.slice(0, 1).map(({ id }) => ({ accountId, kind: 'seat.updated' as const, subjectId: id })),
  );
}

export async function removeSeat(tx: Tx, deps: TeamDeps, actor: Actor, seatId: string): Promise<void> {
  const { accountId } = actor;
  const seat = await findSeat(tx, accountId, seatId);
  seatAfter(seat?.status ?? 'removed', 'remove');
  if ((await countSeats(tx, accountId)).total <= MIN_TEAM_RECRUITERS) throw new Failure('team_minimum');
  const canceledTexts = await giveUpNumbers(tx, deps, accountId, [seatId]);
  await removeSeats(tx, accountId, [seatId], deps.clock());
  await recordAudit(tx, deps, actor, {
    action: 'seat.removed',
    subjectId: seatId,
    details: { canceledTexts: canceledTexts || undefined },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
}

export async function tagSeat(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  wanted: { seatId: string; tags: string[] },
): Promise<void> {
  const { accountId } = actor;
  const tags = [...new Set(wanted.tags)];
  if (!(await updateSeat(tx, accountId, wanted.seatId, { tags }))) throw new Failure('not_found');
  await recordAudit(tx, deps, actor, {
    action: 'seat.tagged',
    subjectId: wanted.seatId,
    details: { tags: tags.join(', ') },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: wanted.seatId }]);
}
