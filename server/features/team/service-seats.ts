import { personName } from '../../../contract/person-name.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { publish } from '../../live/publish.ts';
import { NO_MAIL_OF_SERVICE } from '../../mail/no-mail.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findUser, insertUser, updateUser } from '../users/store.ts';
import { requireMember } from './change-person.ts';
import { freeSeatsFor } from './invite-people.ts';
import { giveSeat } from './seats/give-seat.ts';
import { updateSeat } from './seats/store.ts';

/* Software that has a seat (decision 118). The caller of each holds the account (`lockTeam`). */

type TeamDeps = Pick<Deps, 'newId' | 'clock'>;

/** One that was removed stays for the texts that it sent. */
export const servicesByAccount: Limit = { name: 'service seats', points: 30, seconds: 3600 };

/** On a free seat, as a recruiter who texts. */
export async function addService(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  wanted: { name: string; seatId: string | undefined },
): Promise<{ userId: string; seatId: string }> {
  const { accountId } = actor;
  const { name } = wanted;
  const [seat] = await freeSeatsFor(tx, accountId, wanted.seatId);
  if (seat === undefined) throw new Failure('no_free_seat');
  const { timezone } = await findUser(tx, accountId, actor.userId);
  const [userId, seatId] = [deps.newId(), seat.id];
  await insertUser(tx, accountId, {
    id: userId,
    userType: 'member',
    firstName: name,
    lastName: '',
    email: userId + NO_MAIL_OF_SERVICE,
    passwordHash: null,
    timezone,
    isService: true,
  });
  await updateSeat(tx, accountId, seatId, { seatRole: 'recruiter', seatType: 'texter' });
  await giveSeat(tx, { accountId, seatId, userId });
  await recordAudit(tx, deps, actor, { action: 'service.added', subjectId: userId, subject: name });
  return { userId, seatId };
}

export async function renameService(
  tx: Tx,
  deps: TeamDeps,
  actor: Actor,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  const { accountId } = actor;
  const service = await requireMember(tx, accountId, userId);
  // People choose their own names.
  if (!service.isService) throw new Failure('not_found');
  const before = personName(service);
  if (before === name) return;
  await updateUser(tx, accountId, userId, { firstName: name });
  await recordAudit(tx, deps, actor, {
    action: 'service.renamed',
    subjectId: userId,
    subject: name,
    details: { before },
  });
  await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: service.seat.id }]);
}
