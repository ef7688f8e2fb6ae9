import { z } from 'zod';
import { personName } from '../../../contract/person-name.ts';
import { SECOND_STEP_RESET_HOURS } from '../../../contract/staff/people.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { ID_PATTERN } from '../../http/page.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { endSessionsOf } from '../auth/store.ts';
import { dropAuthenticator } from '../users/authenticator-store.ts';
import { mailUser } from '../users/mail-user.ts';
import { deletePasskey, listPasskeys } from '../users/passkey-store.ts';
import { securityNotice } from '../users/security-notice.ts';
import { findUser, lockUser, updateUser } from '../users/store.ts';
import { forgetTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { findAccount, findPerson } from './account-store.ts';
import { secondStepResetAsked } from './mails.ts';
import { factsOf } from './present.ts';
import { recordStaff } from './record-staff.ts';
import { findReset, insertReset, type Reset, takeReset } from './reset-store.ts';
import { mayResetSecondStep } from './rules.ts';

type Which = Pick<Reset, 'accountId' | 'userId' | 'id'>;

export const resetSecondStep = jobKind({
  name: 'resetSecondStep',
  payload: z.object({ accountId: z.uuid(), userId: z.uuid(), id: z.uuid() }),
  maxAttempts: 25,
});

const enqueueReset = (db: Db, payload: Which, runAt: Date) =>
  enqueue(db, [{ kind: resetSecondStep, payload, runAt }]);

/** For someone who has lost it. If an impostor talked staff into it, it comes out in time: the real person gets a mail. */
export function askSecondStepReset(
  deps: Deps,
  staff: Actor,
  given: { accountId: string; userId: string; reason: string },
): Promise<Date> {
  const { accountId, userId, reason } = given;
  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx, accountId, userId);
    const [account, person] = [await findAccount(tx, accountId), await findPerson(tx, accountId, userId)];
    if (account === undefined || person === undefined) throw new Failure('not_found');
    if (!mayResetSecondStep(factsOf(deps, person))) throw new Failure('no_second_step');
    if (person.secondStepResetAt !== null) return person.secondStepResetAt;
    const now = deps.clock();
    const reset: Reset = {
      accountId,
      userId,
      id: deps.newId(),
      staffAccountId: staff.accountId,
      staffUserId: staff.userId,
      staffName: personName(staff),
      reason,
      dueAt: new Date(now.getTime() + SECOND_STEP_RESET_HOURS * 3600_000),
    };
    await insertReset(tx, { ...reset, createdAt: now });
    await enqueueReset(tx, { accountId, userId, id: reset.id }, reset.dueAt);
    await recordStaff(tx, deps, staff, account, {
      action: 'staff.secondStepResetAsked',
      subjectId: userId,
      subject: personName(person),
      details: { reason },
    });
    const { timezone } = await findUser(tx, accountId, userId);
    const token = tokenOf(deps, reset);
    await mailUser(tx, deps, reset, secondStepResetAsked({ ...reset, token, timezone }, deps));
    return reset.dueAt;
  });
}

const payloadOf = ({ accountId, userId, id }: Which) => [accountId, userId, id].join('.');

/** Signed instead of stored, as the way back from a deletion. */
function tokenOf(deps: Pick<Deps, 'signer'>, which: Which): string {
  const payload = payloadOf(which);
  return `${payload}.${deps.signer.signPath(`/keep-second-step/${payload}`)}`;
}

const TOKEN = new RegExp(`^(${ID_PATTERN})\\.(${ID_PATTERN})\\.(${ID_PATTERN})\\.([\\w-]{43})$`);

function readToken(deps: Pick<Deps, 'signer'>, token: string): Which | null {
  const [, accountId, userId, id, signature] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !id || !signature) return null;
  const which = { accountId, userId, id };
  return deps.signer.isPathSigned(`/keep-second-step/${payloadOf(which)}`, signature) ? which : null;
}

/** The person objects. */
export async function keepSecondStep(
  deps: Deps,
  token: string,
  place: Pick<Actor, 'ip' | 'userAgent'>,
): Promise<void> {
  const which = readToken(deps, token);
  if (which === null) throw new Failure('link_invalid');
  await inTransaction(deps.db, async (tx) => {
    if (!(await takeReset(tx, which))) throw new Failure('link_invalid');
    const person = await findUser(tx, which.accountId, which.userId);
    const { firstName, lastName } = person;
    await recordAudit(
      tx,
      deps,
      { accountId: which.accountId, userId: which.userId, firstName, lastName, ...place },
      {
        action: 'staff.secondStepResetCanceled',
        subjectId: which.userId,
        subject: personName(person),
      },
    );
  });
}

/** The job, a day later. */
export async function runResetSecondStep(deps: Deps, which: Which): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // The person's row first, as with everything that changes the second step.
    await lockUser(tx, which.accountId, which.userId);
    const reset = await findReset(tx, which);
    if (reset === undefined) return;
    const now = deps.clock();
    if (reset.dueAt > now) {
      await enqueueReset(tx, which, reset.dueAt);
      return;
    }
    if (!(await takeReset(tx, which))) return;
    await dropAuthenticator(tx, which);
    for (const { id } of await listPasskeys(tx, which)) await deletePasskey(tx, which, id);
    await forgetTrustedBrowsers(tx, which);
    await updateUser(tx, which.accountId, which.userId, { mfaEnabled: false });
    await endSessionsOf(tx, which.accountId, which.userId, { at: now, except: null });
    await mailUser(tx, deps, which, securityNotice('mfaOff', deps));
    const person = await findUser(tx, which.accountId, which.userId);
    await recordAudit(
      tx,
      deps,
      {
        accountId: which.accountId,
        userId: reset.staffUserId,
        firstName: reset.staffName,
        lastName: '',
        ip: null,
        userAgent: null,
      },
      {
        action: 'staff.secondStepReset',
        subjectId: which.userId,
        subject: personName(person),
        details: { reason: reset.reason },
      },
    );
  });
}
