import { sql } from 'kysely';
import type { Automation, AutomationType } from '../../../contract/automations.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';

interface Owner {
  accountId: string;
  userId: string;
}

export type AutomationFields = Omit<Automation, 'id' | 'type' | 'createdAt' | 'updatedAt'>;
export type AutomationRow = AutomationFields & {
  id: string;
  type: AutomationType;
  createdAt: Date;
  updatedAt: Date;
};

/** Those that weren't deleted. */
function automations(db: Db, { accountId, userId }: Owner) {
  return db
    .selectFrom('automations')
    .select([
      'id',
      'type',
      'name',
      'body',
      'timing',
      'offset_minutes as offsetMinutes',
      'job_stage_ids as jobStageIds',
      'sender_seat_id as senderSeatId',
      'working_days_only as workingDaysOnly',
      'until_answered as untilAnswered',
      'even_in_conversation as evenInConversation',
      'enabled',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('account_id', '=', accountId)
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null);
}

/** A person's, oldest first. */
export function listAutomations(db: Db, person: Owner, type?: AutomationType): Promise<AutomationRow[]> {
  const all = automations(db, person).orderBy('created_at').orderBy('id');
  return (type === undefined ? all : all.where('type', '=', type)).execute();
}

export function findAutomation(db: Db, person: Owner, id: string): Promise<AutomationRow | undefined> {
  return automations(db, person).where('id', '=', id).executeTakeFirst();
}

/** No one else changes the person's automations until the transaction ends. */
export async function lockAutomations(tx: Tx, { accountId, userId }: Owner): Promise<void> {
  const name = `automations ${accountId} ${userId}`;
  await lockNamed(tx, name);
}

export async function insertAutomation(
  tx: Tx,
  { accountId, userId }: Owner,
  { id, type, createdAt, updatedAt, ...fields }: AutomationRow,
): Promise<void> {
  await tx
    .insertInto('automations')
    .values({
      account_id: accountId,
      id,
      owner_id: userId,
      type,
      ...columnsOf(fields),
      enabled_at: createdAt,
      version: 1,
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .execute();
}

/** One more version. `isTurnedOn`: what would have gone out before doesn't. */
export async function updateAutomation(
  tx: Tx,
  accountId: string,
  { id, type: _, createdAt: __, updatedAt, ...fields }: AutomationRow,
  { isTurnedOn }: { isTurnedOn: boolean },
): Promise<void> {
  await tx
    .updateTable('automations')
    .set({
      ...columnsOf(fields),
      ...(isTurnedOn ? { enabled_at: updatedAt } : {}),
      version: sql`version + 1`,
      updated_at: updatedAt,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markDeleted(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('automations')
    .set({ deleted_at: at, updated_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

const FLAGS = {
  interviewReminder: 'interview_reminder_enabled',
  onboardingMessage: 'onboarding_message_enabled',
  stageMessage: 'stage_message_enabled',
} as const satisfies Record<AutomationType, string>;

/** Whether the person's automations of this kind act at all. */
export async function switchAutomations(
  db: Db,
  { accountId, userId }: Owner,
  type: AutomationType,
  enabled: boolean,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ [FLAGS[type]]: enabled })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}

function columnsOf(fields: AutomationFields) {
  return {
    name: fields.name,
    body: fields.body,
    timing: fields.timing,
    offset_minutes: fields.offsetMinutes,
    job_stage_ids: fields.jobStageIds,
    sender_seat_id: fields.senderSeatId,
    working_days_only: fields.workingDaysOnly,
    until_answered: fields.untilAnswered,
    even_in_conversation: fields.evenInConversation,
    enabled: fields.enabled,
  };
}
