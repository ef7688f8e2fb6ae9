import { Feature } from '../../../contract/features.ts';
import { personName } from '../../../contract/person-name.ts';
import type { StaffAccount, StaffAccountDetails } from '../../../contract/staff/accounts.ts';
import type { HoldReview } from '../../../contract/staff/hold-reviews.ts';
import type { FailedJob } from '../../../contract/staff/jobs.ts';
import type { StaffLandlineOrder, StaffNumber } from '../../../contract/staff/numbers.ts';
import type { StaffPerson } from '../../../contract/staff/people.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';
import type { FailedJobRow } from '../../queue/failed-jobs.ts';
import { withoutPersonalData } from '../../without-personal-data.ts';
import { weightiestWords } from '../consent/wording/model.ts';
import * as accounts from './account-store.ts';
import type { HoldReviewRow } from './hold-review-store.ts';
import type { StaffOrderRow } from './landline-store.ts';
import type { StaffNumberRow } from './number-store.ts';
import { linkStatusAfter, mayImpersonate, mayResetSecondStep } from './rules.ts';

type AccountRow = Awaited<ReturnType<typeof accounts.listAccounts>>[number];

export function presentAccount(row: AccountRow): StaffAccount {
  const { id, name, type, planType, people } = row;
  return {
    id,
    name,
    type,
    planType,
    people,
    createdAt: row.createdAt.toISOString(),
    deletesAt: row.deletesAt?.toISOString() ?? null,
  };
}

export async function presentAccountDetails(db: Db, accountId: string): Promise<StaffAccountDetails> {
  const account = await accounts.findAccount(db, accountId);
  if (account === undefined) throw new Failure('not_found');
  const [seats, failures] = await Promise.all([
    accounts.countSeatsByStatus(db, accountId),
    accounts.listRecentFailures(db, accountId),
  ]);
  const { used = 0, available = 0, pendingInvitation = 0 } = seats;
  return {
    ...presentAccount(account),
    mfaRequired: account.mfaRequired,
    seats: { used, available, pendingInvitation },
    features: Feature.options.map((name) => ({ name, enabled: account.featuresEnabled.includes(name) })),
    recentFailures: failures.map((failure) => ({
      messageId: failure.messageId,
      createdAt: failure.createdAt.toISOString(),
      status: failure.status as 'failed',
      errorCode: failure.errorCode,
    })),
  };
}

/** The facts about a person that the rules check. */
export function factsOf(deps: Pick<Deps, 'isStaff'>, row: accounts.PersonRow) {
  const emailVerified = row.emailVerifiedAt !== null;
  return {
    mfaEnabled: row.mfaEnabled,
    isService: row.isService,
    isFormerMember: row.deactivatedAt !== null,
    deletesAt: row.deletesAt,
    isStaff: deps.isStaff({ email: row.email, emailVerified }),
  };
}

export function presentPerson(deps: Pick<Deps, 'isStaff'>, row: accounts.PersonRow): StaffPerson {
  const { id, firstName, lastName, email, userType, mfaEnabled } = row;
  const facts = factsOf(deps, row);
  return {
    id,
    firstName,
    lastName,
    email,
    emailVerified: row.emailVerifiedAt !== null,
    userType,
    mfaEnabled,
    isFormerMember: facts.isFormerMember,
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    deletesAt: row.deletesAt?.toISOString() ?? null,
    secondStepResetAt: row.secondStepResetAt?.toISOString() ?? null,
    seat:
      row.seatId === null || row.seatRole === null || row.seatType === null
        ? null
        : { id: row.seatId, seatRole: row.seatRole, seatType: row.seatType, number: numberOf(row) },
    can: {
      impersonate: mayImpersonate(facts),
      resetSecondStep: mayResetSecondStep(facts) && row.secondStepResetAt === null,
    },
  };
}

function numberOf({ phoneNumber, linkStatus }: accounts.PersonRow) {
  if (phoneNumber === null || linkStatus === null) return null;
  return { phoneNumber, phoneNumberFormatted: formatPhone(phoneNumber), linkStatus };
}

/** All or nothing: the seat's person is joined. */
function personOf(row: { userId: string | null; firstName: string | null; lastName: string | null }) {
  const { userId, firstName, lastName } = row;
  if (userId === null || firstName === null || lastName === null) return null;
  return { id: userId, name: personName({ firstName, lastName }) };
}

/** A number that waits for a decision, whichever way it came. */
function waiting(row: StaffNumberRow | StaffOrderRow) {
  const { id, phoneNumber, carrier } = row;
  return {
    id,
    account: { id: row.accountId, name: row.accountName },
    phoneNumber,
    phoneNumberFormatted: formatPhone(phoneNumber),
    carrier,
    person: personOf(row),
  };
}

export function presentNumber(row: StaffNumberRow): StaffNumber {
  return {
    ...waiting(row),
    linkStatus: row.linkStatus,
    createdAt: row.createdAt.toISOString(),
    can: {
      approve: linkStatusAfter(row, 'approve') !== null && row.carrierNumberId !== null,
      reject: linkStatusAfter(row, 'reject') !== null,
      reopen: linkStatusAfter(row, 'reopen') !== null,
    },
  };
}

export function presentOrder(row: StaffOrderRow): StaffLandlineOrder {
  return {
    ...waiting(row),
    letterSubmitted: row.letterSubmitted,
    changedAt: row.changedAt.toISOString(),
    keptAt: row.keptAt?.toISOString() ?? null,
  };
}

export function presentJob(row: FailedJobRow): FailedJob {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    failedAt: row.failedAt.toISOString(),
    error: withoutPersonalData(row.error),
  };
}

export function presentHoldReview(row: HoldReviewRow): HoldReview {
  return {
    id: row.id,
    account: { id: row.accountId, name: row.accountName },
    wording: row.wording,
    kind: row.kind,
    weighed: weightiestWords(row.wording),
    optedOut: row.optedOut,
    reviewedAt: row.reviewedAt.toISOString(),
    reviewedBy: row.userId === null ? null : { id: row.userId, name: `${row.firstName} ${row.lastName}` },
  };
}
