import { sql } from 'kysely';
import type { AtsType } from '../../../../contract/ats.ts';
import type { OnboardingStatus } from '../../../../contract/onboardings.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { inBatches } from '../../../db/sweep.ts';
import type { Cursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { visibleTo } from '../records/hidden.ts';
import { ONBOARDING_MS } from './rules.ts';

export interface OnboardingRow {
  id: string;
  candidateId: string;
  startsAt: Date;
  status: OnboardingStatus;
  atsType: AtsType | null;
  createdAt: Date;
  timezone: string | null;
  zipCode: string | null;
  phoneNumber: string;
}

const onboardings = sql`
  select o.id, o.candidate_id as "candidateId", o.starts_at as "startsAt", o.status, o.ats_type as "atsType",
         o.created_at as "createdAt", c.timezone, c.zip_code as "zipCode", c.phone_number as "phoneNumber"
    from onboardings o
    join candidates c on c.account_id = o.account_id and c.id = o.candidate_id`;

/** Locked until the transaction ends. */
export async function lockOnboarding(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<OnboardingRow | undefined> {
  const { rows } = await sql<OnboardingRow>`
    ${onboardings} where o.account_id = ${accountId} and o.id = ${id} for update of o`.execute(tx);
  return rows[0];
}

/** Of the candidates that the person sees, the latest start first. */
export async function listOnboardings(
  db: Db,
  session: Session,
  asked: {
    candidateId: string | null;
    status: OnboardingStatus | null;
    after: Cursor | null;
    limit: number;
  },
): Promise<OnboardingRow[]> {
  const { candidateId, status, after, limit } = asked;
  const isVisible = visibleTo(session)?.(sql`o.candidate_id`) ?? sql`true`;
  const { rows } = await sql<OnboardingRow>`
    ${onboardings}
     where o.account_id = ${session.accountId} and ${isVisible}
       and ${candidateId === null ? sql`true` : sql`o.candidate_id = ${candidateId}`}
       and ${status === null ? sql`true` : sql`o.status = ${status}`}
       and ${after === null ? sql`true` : sql`(o.starts_at, o.id) < (${after.at}, ${after.id}::uuid)`}
     order by o.starts_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface NewOnboarding {
  id: string;
  candidateId: string;
  /** Null: a system started it. */
  userId: string | null;
  atsType: AtsType | null;
  externalId: string | null;
  applicationId: string | null;
  /** The date that the system gave. */
  startsOn: string | null;
  startsAt: Date;
  at: Date;
}

/** Returns how many were new: a candidate who is being onboarded, and a hire that has one, are skipped. */
export async function insertOnboardings(
  tx: Tx,
  accountId: string,
  onboardings: NewOnboarding[],
): Promise<number> {
  if (onboardings.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('onboardings')
    .values(
      onboardings.map((onboarding) => ({
        account_id: accountId,
        id: onboarding.id,
        candidate_id: onboarding.candidateId,
        user_id: onboarding.userId,
        ats_type: onboarding.atsType,
        external_id: onboarding.externalId,
        application_id: onboarding.applicationId,
        said_starts_on: onboarding.startsOn,
        starts_at: onboarding.startsAt,
        status: 'active' as const,
        created_at: onboarding.at,
        updated_at: onboarding.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/** The onboarding is locked. */
export async function updateOnboarding(
  tx: Tx,
  accountId: string,
  id: string,
  change: { startsAt: Date; status: OnboardingStatus; at: Date },
): Promise<void> {
  await tx
    .updateTable('onboardings')
    .set({ starts_at: change.startsAt, status: change.status, updated_at: change.at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Until a person resumes them: the candidate wrote something that needs one. */
export async function pauseOnboardings(tx: Tx, accountId: string, ids: string[], at: Date): Promise<boolean> {
  if (ids.length === 0) return false;
  const { numAffectedRows = 0n } = await sql`
    update onboardings set status = 'paused', updated_at = ${at}
     where account_id = ${accountId} and id = any(${ids}::uuid[]) and status = 'active'`.execute(tx);
  return numAffectedRows > 0n;
}

/** Of each of the candidates, when the one they have now starts. */
export async function findStarts(
  db: Db,
  candidates: { accountId: string; candidateId: string }[],
): Promise<Map<string, Date>> {
  if (candidates.length === 0) return new Map();
  const { rows } = await sql<{ candidateId: string; startsAt: Date }>`
    select o.candidate_id as "candidateId", o.starts_at as "startsAt"
      from unnest(${candidates.map((each) => each.accountId)}::uuid[],
                  ${candidates.map((each) => each.candidateId)}::uuid[]) as of(account_id, candidate_id)
      join onboardings o on o.account_id = of.account_id and o.candidate_id = of.candidate_id
           and o.status <> 'ended'`.execute(db);
  return new Map(rows.map(({ candidateId, startsAt }) => [candidateId, startsAt]));
}

/** Those whose time is over end. */
export async function sweepOnboardings(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - ONBOARDING_MS);
  await inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      update onboardings set status = 'ended', updated_at = ${now}
       where (account_id, id) in (
               select account_id, id from onboardings where status <> 'ended' and starts_at < ${until}
                limit ${limit} for update skip locked)`.execute(db);
    return Number(numAffectedRows);
  });
}
