import { sql } from 'kysely';
import type { UserType } from '../../../contract/seats.ts';
import type { Db } from '../../db/connection.ts';

interface NewUser {
  id: string;
  userType: UserType;
  firstName: string;
  lastName: string;
  email: string;
  /** Null for someone who signs in only at their company's provider. */
  passwordHash: string | null;
  timezone: string;
  /** Of someone who is at the screen just now. */
  lastActiveAt?: Date;
  isService?: true;
}

export async function insertUser(db: Db, accountId: string, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      account_id: accountId,
      id: user.id,
      user_type: user.userType,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      password_hash: user.passwordHash,
      timezone: user.timezone,
      last_active_at: user.lastActiveAt ?? null,
      is_service: user.isService ?? false,
    })
    .execute();
}

export function findUser(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'account_id as accountId',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone_number as phoneNumber',
      'timezone',
      'avatar_id as avatarId',
      'notify_browser as notifyBrowser',
      'notify_sound as notifySound',
      'notify_hide_text as notifyHideText',
      'notify_mail as notifyMail',
      'notify_mention_mail as notifyMentionMail',
      'card_title as cardTitle',
      'card_picture as cardPicture',
      'card_email as cardEmail',
      'call_forwarding_enabled as callForwardingEnabled',
      'call_forwarding_number as callForwardingNumber',
      'call_forwarding_hours as callForwardingHours',
      'calendar_shortcut_enabled as calendarShortcutEnabled',
      'interview_reminder_enabled as interviewReminderEnabled',
      'onboarding_message_enabled as onboardingMessageEnabled',
      'stage_message_enabled as stageMessageEnabled',
      'automation_reminder as automationReminder',
      'weekly_figures as weeklyFigures',
      sql<'account' | 'messages' | null>`opens_with`.as('opensWith'),
      'user_type as userType',
      'undo_seconds as undoSeconds',
      'mfa_enabled as mfaEnabled',
      'email_verified_at as emailVerifiedAt',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether the person has any conversation: a look at each of the two sets of indexes by assignee. */
export async function hasConversations(db: Db, accountId: string, id: string): Promise<boolean> {
  const own = sql`select 1 from conversations where account_id = ${accountId} and assignee_id = ${id}`;
  const { rows } = await sql<{ has: boolean }>`
    select exists (${own} and archived_at is null) or exists (${own} and archived_at is not null) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

export function findPasswordHash(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Until the transaction ends, no one else changes the person. */
export async function lockUser(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

interface UserChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  timezone?: string | undefined;
  phoneNumber?: string | null | undefined;
  undoSeconds?: number | undefined;
  mfaEnabled?: boolean | undefined;
  automationReminder?: boolean | undefined;
  weeklyFigures?: boolean | undefined;
  opensWith?: 'account' | 'messages' | undefined;
  notifications?:
    | {
        browser?: boolean | undefined;
        sound?: boolean | undefined;
        hideText?: boolean | undefined;
        mail?: boolean | undefined;
        mentionMail?: boolean | undefined;
      }
    | undefined;
  contactCard?:
    | { title?: string | null | undefined; picture?: boolean | undefined; email?: boolean | undefined }
    | undefined;
}

export async function updateUser(db: Db, accountId: string, id: string, changes: UserChanges): Promise<void> {
  const { browser, sound, hideText, mail, mentionMail } = changes.notifications ?? {};
  const card = changes.contactCard ?? {};
  const set = {
    ...(changes.firstName === undefined ? {} : { first_name: changes.firstName }),
    ...(changes.lastName === undefined ? {} : { last_name: changes.lastName }),
    ...(changes.timezone === undefined ? {} : { timezone: changes.timezone }),
    ...(changes.phoneNumber === undefined ? {} : { phone_number: changes.phoneNumber }),
    ...(changes.undoSeconds === undefined ? {} : { undo_seconds: changes.undoSeconds }),
    ...(changes.mfaEnabled === undefined ? {} : { mfa_enabled: changes.mfaEnabled }),
    ...(changes.automationReminder === undefined ? {} : { automation_reminder: changes.automationReminder }),
    ...(changes.weeklyFigures === undefined ? {} : { weekly_figures: changes.weeklyFigures }),
    ...(changes.opensWith === undefined ? {} : { opens_with: changes.opensWith }),
    ...(browser === undefined ? {} : { notify_browser: browser }),
    ...(sound === undefined ? {} : { notify_sound: sound }),
    ...(hideText === undefined ? {} : { notify_hide_text: hideText }),
    ...(mail === undefined ? {} : { notify_mail: mail }),
    ...(mentionMail === undefined ? {} : { notify_mention_mail: mentionMail }),
    ...(card.title === undefined ? {} : { card_title: card.title }),
    ...(card.picture === undefined ? {} : { card_picture: card.picture }),
    ...(card.email === undefined ? {} : { card_email: card.email }),
  };
  if (Object.keys(set).length === 0) return;
  await db.updateTable('users').set(set).where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function setPasswordHash(
  db: Db,
  accountId: string,
  id: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markEmailVerified(db: Db, accountId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** For someone who joined by single sign-on and has not been here yet: if no zone is known, their browser's counts. */
export async function setFirstTimezone(
  db: Db,
  accountId: string,
  id: string,
  timezone: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ timezone })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .where('last_active_at', 'is', null)
    .execute();
}

/** Returns the previous picture; the row is locked until the transaction ends. */
export async function setAvatar(
  db: Db,
  accountId: string,
  id: string,
  avatarId: string | null,
): Promise<string | null> {
  const before = await db
    .selectFrom('users')
    .select('avatar_id as avatarId')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({ avatar_id: avatarId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return before.avatarId;
}

/** When the person is erased; null: they stay. */
export function findDeletion(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['deletes_at as deletesAt', 'user_type as userType', 'deactivated_at as deactivatedAt'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}
