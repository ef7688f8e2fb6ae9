import type {
  RegistrationDraft,
  RegistrationFinding,
  RegistrationStage,
  RegistrationState,
} from '../../../contract/registration.ts';
import type { Db } from '../../db/connection.ts';

export interface RegistrationRow {
  accountId: string;
  reference: string;
  state: RegistrationState;
  draft: RegistrationDraft;
  sealedEin: string | null;
  brandId: string | null;
  campaignId: string | null;
  rejectedStage: RegistrationStage | null;
  findings: RegistrationFinding[];
  submission: number;
  submittedUpTo: number;
  changedAt: Date;
}

const COLUMNS = [
  'account_id as accountId',
  'reference',
  'state',
  'draft',
  'sealed_ein as sealedEin',
  'brand_id as brandId',
  'campaign_id as campaignId',
  'rejected_stage as rejectedStage',
  'findings',
  'submission',
  'submitted_up_to as submittedUpTo',
  'changed_at as changedAt',
] as const;

export async function findRegistration(db: Db, accountId: string): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('registrations')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The account has one from here on; no one else changes it until the transaction ends. */
export async function lockRegistration(
  db: Db,
  accountId: string,
  first: { reference: string; draft: RegistrationDraft; at: Date },
): Promise<RegistrationRow> {
  await db
    .insertInto('registrations')
    .values({
      account_id: accountId,
      reference: first.reference,
      state: 'draft',
      draft: JSON.stringify(first.draft),
      changed_at: first.at,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  return db
    .selectFrom('registrations')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function lockPresentRegistration(
  db: Db,
  accountId: string,
): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('registrations')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

export interface RegistrationChange {
  draft?: RegistrationDraft;
  sealedEin?: string | null;
  state?: RegistrationState;
  brandId?: string;
  campaignId?: string | null;
  rejectedStage?: RegistrationStage | null;
  findings?: RegistrationFinding[];
  submission?: number;
  submittedUpTo?: number;
  changedAt?: Date;
  lookAt?: Date | null;
}

export async function changeRegistration(
  db: Db,
  accountId: string,
  change: RegistrationChange,
): Promise<void> {
  const values = {
    ...(change.draft === undefined ? {} : { draft: JSON.stringify(change.draft) }),
    ...(change.sealedEin === undefined ? {} : { sealed_ein: change.sealedEin }),
    ...(change.state === undefined ? {} : { state: change.state }),
    ...(change.brandId === undefined ? {} : { brand_id: change.brandId }),
    ...(change.campaignId === undefined ? {} : { campaign_id: change.campaignId }),
    ...(change.rejectedStage === undefined ? {} : { rejected_stage: change.rejectedStage }),
    ...(change.findings === undefined ? {} : { findings: JSON.stringify(change.findings) }),
    ...(change.submission === undefined ? {} : { submission: change.submission }),
    ...(change.submittedUpTo === undefined ? {} : { submitted_up_to: change.submittedUpTo }),
    ...(change.changedAt === undefined ? {} : { changed_at: change.changedAt }),
    ...(change.lookAt === undefined ? {} : { look_at: change.lookAt }),
  };
  if (Object.keys(values).length === 0) return;
  await db.updateTable('registrations').set(values).where('account_id', '=', accountId).execute();
}

export async function recordChange(
  db: Db,
  accountId: string,
  change: { id: string; state: RegistrationState; userId: string | null; at: Date },
): Promise<void> {
  await db
    .insertInto('registration_changes')
    .values({
      account_id: accountId,
      id: change.id,
      state: change.state,
      user_id: change.userId,
      changed_at: change.at,
    })
    .execute();
}

const CHANGES_SHOWN = 50;

/** Oldest first. */
export async function listChanges(
  db: Db,
  accountId: string,
): Promise<{ state: RegistrationState; at: Date }[]> {
  const rows = await db
    .selectFrom('registration_changes')
    .select(['state', 'changed_at as at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute();
  return rows.reverse();
}

/** Numbers that the carrier has linked and that are still ours. */
export function listNumbers(db: Db, accountId: string) {
  return db
    .selectFrom('numbers')
    .select([
      'id',
      'seat_id as seatId',
      'phone_number as phoneNumber',
      'carrier_number_id as carrierNumberId',
      'registered_at as registeredAt',
      'registration_refusal as refusal',
      'attach_after as attachAfter',
      'quarantined_until as quarantinedUntil',
    ])
    .where('account_id', '=', accountId)
    .where('link_status', '=', 'linked')
    .where('released_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A number that was given back and is still attached. */
export function findReleased(db: Db, accountId: string, numberId: string) {
  return db
    .selectFrom('numbers')
    .select(['phone_number as phoneNumber', 'carrier_number_id as carrierNumberId'])
    .where('account_id', '=', accountId)
    .where('id', '=', numberId)
    .where('released_at', 'is not', null)
    .where('registered_at', 'is not', null)
    .executeTakeFirst();
}

export async function changeNumber(
  db: Db,
  accountId: string,
  numberId: string,
  change: { registered_at?: Date | null; registration_refusal?: string | null; attach_after?: Date | null },
): Promise<{ seatId: string | null } | undefined> {
  return db
    .updateTable('numbers')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', numberId)
    .returning('seat_id as seatId')
    .executeTakeFirst();
}

/** The account's numbers may no longer text. Returns whose they were. */
export async function unregisterAll(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .updateTable('numbers')
    .set({ registered_at: null })
    .where('account_id', '=', accountId)
    .where('registered_at', 'is not', null)
    .returning('seat_id as seatId')
    .execute();
  return rows.flatMap(({ seatId }) => seatId ?? []);
}

export async function findAccountOfReference(db: Db, reference: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('registrations')
    .select('account_id as accountId')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.accountId;
}

/** Accounts for which the carrier is due to be asked. */
export async function listOverdue(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('account_id as accountId')
    .where('look_at', '<', before)
    .orderBy('look_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.accountId);
}
