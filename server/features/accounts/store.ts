import { sql } from 'kysely';
import type { PaidPlan } from '../../../contract/access.ts';
import type { KeyMode } from '../../../contract/api-keys.ts';
import type { DraftMode } from '../../../contract/drafts.ts';
import { Feature } from '../../../contract/features.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';

export async function insertAccount(db: Db, account: { id: string; name: string }): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ ...account, type: 'none', plan_type: 'free' })
    .execute();
}

export async function findAccount(db: Db, accountId: string) {
  const { featuresEnabled, sandboxOf, ...account } = await db
    .selectFrom('accounts')
    .select([
      'id',
      'name',
      'type',
      'plan_type as planType',
      'mfa_required as mfaRequired',
      'count_link_clicks as countLinkClicks',
      'compares_people as comparesPeople',
      'cold_texts_per_week as coldTextsPerWeek',
      'number_page_enabled as numberPageEnabled',
      'mcp_enabled as mcpEnabled',
      'sign_out_after_days as signOutAfterDays',
      'one_unanswered_cold_text as oneUnansweredColdText',
      'reply_promise_hours as replyPromiseHours',
      'consent_first as consentFirst',
      'consent_request as consentRequest',
      'consent_reminder as consentReminder',
      'broadcast_consent as broadcastConsent',
      'broadcast_approval_above as broadcastApprovalAbove',
      'broadcasts_per_week as broadcastsPerWeek',
      'opt_outs_first as optOutsFirst',
      'ai_mode as aiMode',
      'ai_note as aiNote',
      'features_enabled as featuresEnabled',
      'sandbox_of as sandboxOf',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const mode: KeyMode = sandboxOf === null ? 'live' : 'test';
  return { ...account, mode, featuresEnabled: knownFeatures(featuresEnabled) };
}

/** It is to be deleted, and no one can sign in. */
export async function isClosing(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deletes_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Features that were turned on once may no longer exist. */
export function knownFeatures(names: string[]): Feature[] {
  return Feature.options.filter((feature) => names.includes(feature));
}

export async function isFeatureOn(db: Db, accountId: string, feature: Feature): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where(sql<boolean>`${feature} = any(features_enabled)`)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many admins are named to people who have to ask one. */
const NAMED_ADMINS = 3;

export function listAdmins(db: Db, accountId: string) {
  return db
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(NAMED_ADMINS)
    .execute();
}

/**
 * Until the transaction ends, no one else changes the account's plan, seats or people. Everyone who changes them takes this
 * lock first, so that no two wait for each other. Texts go on meanwhile, since their rows only refer to the account's.
 */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

/** Stays so until the transaction ends. */
export async function isMfaRequired(db: Db, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('mfa_required as mfaRequired')
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirstOrThrow();
  return account.mfaRequired;
}

export async function setMfaRequired(db: Db, accountId: string, mfaRequired: boolean): Promise<void> {
  await db.updateTable('accounts').set({ mfa_required: mfaRequired }).where('id', '=', accountId).execute();
}

export async function hasSecondStep(db: Db, who: { accountId: string; userId: string }): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('mfa_enabled as mfaEnabled')
    .where('account_id', '=', who.accountId)
    .where('id', '=', who.userId)
    .executeTakeFirstOrThrow();
  return user.mfaEnabled;
}

const SETTINGS = {
  countLinkClicks: 'count_link_clicks',
  comparesPeople: 'compares_people',
  coldTextsPerWeek: 'cold_texts_per_week',
  oneUnansweredColdText: 'one_unanswered_cold_text',
  broadcastConsent: 'broadcast_consent',
  broadcastApprovalAbove: 'broadcast_approval_above',
  broadcastsPerWeek: 'broadcasts_per_week',
  replyPromiseHours: 'reply_promise_hours',
  numberPageEnabled: 'number_page_enabled',
  mcpEnabled: 'mcp_enabled',
  signOutAfterDays: 'sign_out_after_days',
  consentFirst: 'consent_first',
  consentReminder: 'consent_reminder',
} as const satisfies Record<string, keyof DB['accounts']>;

export type Settings = Pick<BodyOf<typeof routes.updateAccount>, keyof typeof SETTINGS | 'consentRequest'>;

/** Writes what is given of them. New words of the question for consent are another version. */
export async function changeSettings(
  db: Db,
  accountId: string,
  { consentRequest, ...settings }: Settings,
): Promise<void> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (given.length > 0)
    await db
      .updateTable('accounts')
      .set(Object.fromEntries(given.map(([name, value]) => [SETTINGS[name as keyof typeof SETTINGS], value])))
      .where('id', '=', accountId)
      .execute();
  if (consentRequest !== undefined)
    await sql`
      update accounts set consent_request = ${consentRequest}, consent_request_version = consent_request_version + 1
       where id = ${accountId} and consent_request is distinct from ${consentRequest}`.execute(db);
}

/** Whether it changed. */
export async function setOptOutsFirst(db: Db, accountId: string, isFirst: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({ opt_outs_first: isFirst })
    .where('id', '=', accountId)
    .where('opt_outs_first', '<>', isFirst)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function setName(db: Db, accountId: string, name: string): Promise<void> {
  await db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
}

/** Whether it changed. */
export async function setAiMode(db: Db, accountId: string, mode: DraftMode): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({ ai_mode: mode })
    .where('id', '=', accountId)
    .where(sql<boolean>`ai_mode is distinct from ${mode}`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether it changed. */
export async function setAiNote(db: Db, accountId: string, note: string | null): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({ ai_note: note })
    .where('id', '=', accountId)
    .where(sql<boolean>`ai_note is distinct from ${note}`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function setPlan(
  db: Db,
  accountId: string,
  plan: { type: 'personal' | 'team'; planType: PaidPlan },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ type: plan.type, plan_type: plan.planType })
    .where('id', '=', accountId)
    .execute();
}

/** Its seats and people stay. */
export async function endPlan(db: Db, accountId: string): Promise<void> {
  await db.updateTable('accounts').set({ plan_type: 'free' }).where('id', '=', accountId).execute();
}

/** While a payment is overdue for too long, nothing is sent. Null: sending resumes. */
export async function setSendingStopped(db: Db, accountId: string, at: Date | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ sending_stopped_at: at })
    .where('id', '=', accountId)
    .where('sending_stopped_at', at === null ? 'is not' : 'is', null)
    .execute();
}
