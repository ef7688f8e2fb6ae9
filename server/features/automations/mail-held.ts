import { sql } from 'kysely';
import { z } from 'zod';
import { type DeliveryErrorCode, deliveryErrors } from '../../../contract/delivery-error.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { nameOrPhone } from '../../phone.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { markHeld } from './marks.ts';
import { sentenceOf } from './reasons.ts';

/*
 * Mails to people about texts of theirs that are held or failed, automatic ones and those that they have scheduled: each text once,
 * and many in one mail.
 */

interface Owner {
  accountId: string;
  userId: string;
}

const BETWEEN_MS = 15 * 60_000;

/** Every few minutes: what held texts lack may have come, and their owners are notified. */
export const lookAtHeld = jobKind({ name: 'lookAtHeld', payload: z.unknown(), maxAttempts: 1 });
export const mailHeld = jobKind({
  name: 'mailHeld',
  payload: z.object({ accountId: z.uuid(), userId: z.uuid() }),
  maxAttempts: 5,
});

export async function runLookAtHeld({ db, clock }: Deps): Promise<void> {
  await markHeld(db);
  const owners = await listToMail(db, new Date(clock().getTime() - FAILED_WITHIN_MS));
  await enqueue(
    db,
    owners.map((owner) => ({ kind: mailHeld, payload: owner, key: `mailHeld:${owner.userId}` })),
  );
}

/** People with other news by then aren't notified of it. */
const FAILED_WITHIN_MS = 2 * 24 * 3600_000;

const FAILED = sql`
  m.status in ('undelivered', 'failed') and m.error_code is distinct from 'automation_changed'`;

async function listToMail(db: Db, since: Date): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select account_id as "accountId", owner_id as "userId" from planned_texts
     where status = 'held' and told_at is null
    union
    select account_id, user_id from notifications where mail_due
    union
    select p.account_id, p.owner_id
      from (select distinct account_id from automations) as having_some
      join messages m on m.account_id = having_some.account_id and m.created_at > ${since} and ${FAILED}
      join planned_texts p on p.account_id = m.account_id and p.message_id = m.id and p.told_at is null
     order by 2`.execute(db);
  return rows;
}

export async function runMailHeld(deps: Deps, owner: Owner): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const person = await lockOwner(tx, owner);
    if (person === undefined) return;
    if (person.lastMailedAt !== null && now.getTime() - person.lastMailedAt.getTime() < BETWEEN_MS) {
      const runAt = new Date(person.lastMailedAt.getTime() + BETWEEN_MS);
      return enqueue(tx, [{ kind: mailHeld, payload: owner, key: `mailHeld:${owner.userId}`, runAt }]);
    }
    const texts = await takeUnmailed(tx, owner, now);
    const sentences = await takeMailDue(tx, owner, now);
    // People who want no mails aren't notified later either.
    if (!person.wantsMail) return;
    if (texts.length > 0) await enqueueMail(tx, deps, { to: person.email, ...heldMail(texts, deps) });
    if (sentences.length > 0)
      await enqueueMail(tx, deps, { to: person.email, ...scheduledMail(sentences, deps) });
  });
}

interface UnmailedText {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  reason: string | null;
  reasonDetails: Record<string, unknown> | null;
  /** Of its message, if that failed. */
  errorCode: DeliveryErrorCode | null;
  isHeld: boolean;
}

async function lockOwner(tx: Tx, { accountId, userId }: Owner) {
  const { rows } = await sql<{ email: string; wantsMail: boolean; lastMailedAt: Date | null }>`
    select email, automation_reminder and deletes_at is null and deactivated_at is null as "wantsMail",
           greatest(
             (select max(told_at) from planned_texts p
               where p.account_id = users.account_id and p.owner_id = users.id and p.told_at is not null),
             (select max(mailed_at) from notifications n
               where n.account_id = users.account_id and n.user_id = users.id)) as "lastMailedAt"
      from users where account_id = ${accountId} and id = ${userId} for no key update`.execute(tx);
  return rows[0];
}

async function takeUnmailed(tx: Tx, { accountId, userId }: Owner, now: Date): Promise<UnmailedText[]> {
  // Some went out later than planned.
  const since = new Date(now.getTime() - 2 * FAILED_WITHIN_MS);
  const { rows } = await sql<UnmailedText>`
    with unmailed as (
      select p.id, p.send_at, null as error_code from planned_texts p
       where p.account_id = ${accountId} and p.owner_id = ${userId} and p.told_at is null and p.status = 'held'
       union all
      select p.id, p.send_at, m.error_code from planned_texts p
        join messages m on m.account_id = p.account_id and m.id = p.message_id
       where p.account_id = ${accountId} and p.owner_id = ${userId} and p.told_at is null and p.status = 'sent'
         and p.send_at > ${since} and ${FAILED}
    ), marked as (
      update planned_texts p set told_at = ${now} from unmailed
       where p.account_id = ${accountId} and p.id = unmailed.id
      returning p.candidate_id, p.reason, p.reason_details, p.status, unmailed.send_at, unmailed.error_code
    )
    select c.first_name as "firstName", c.last_name as "lastName", c.phone_number as "phoneNumber", marked.reason,
           marked.reason_details as "reasonDetails", marked.error_code as "errorCode", marked.status = 'held' as "isHeld"
      from marked join candidates c on c.account_id = ${accountId} and c.id = marked.candidate_id
     order by marked.send_at`.execute(tx);
  return rows;
}

/** What their list says of texts that they have scheduled. */
async function takeMailDue(tx: Tx, { accountId, userId }: Owner, now: Date): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with mailed as (
      update notifications set mail_due = false, mailed_at = ${now}
       where account_id = ${accountId} and user_id = ${userId} and mail_due
      returning text, created_at, id
    )
    select text from mailed order by created_at, id`.execute(tx);
  return rows.map(({ text }) => text);
}

const NAMED = 5;

function heldMail(texts: UnmailedText[], { publicUrl }: Pick<Deps, 'publicUrl'>): Composed {
  const [first] = texts;
  return compose({
    subject:
      texts.length === 1 && first !== undefined
        ? `Your automatic text to ${nameOrPhone(first)} didn't go out`
        : `${texts.length} of your automatic texts didn't go out`,
    paragraphs: [
      'These texts are held until what they lack is there, or failed.',
      ...texts.slice(0, NAMED).map((text) => `${nameOrPhone(text)}: ${reasonOf(text)}`),
      ...moreThan(NAMED, texts),
    ],
    button: { label: 'Open automations', url: `${publicUrl}/dashboard/automations` },
    footnote: 'You can turn off these emails on your account page.',
  });
}

const moreThan = (named: number, { length }: unknown[]) =>
  length > named ? [`And ${length - named} more.`] : [];

/** Texts that the person has scheduled. */
function scheduledMail(sentences: string[], { publicUrl }: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'Texts that you scheduled are held',
    paragraphs: [
      'These texts stay with the texts that you scheduled until you change, send or cancel them.',
      ...sentences.slice(0, NAMED),
      ...moreThan(NAMED, sentences),
    ],
    button: { label: 'Open scheduled texts', url: `${publicUrl}/dashboard/scheduled` },
    footnote: 'You can turn off these emails on your account page.',
  });
}

function reasonOf({ isHeld, reason, reasonDetails, errorCode }: UnmailedText): string {
  if (isHeld) return sentenceOf(reason, reasonDetails) ?? 'It is held.';
  return deliveryErrors[errorCode ?? 'unknown_error'];
}
