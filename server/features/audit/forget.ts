import { type RawBuilder, sql } from 'kysely';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import { personName } from '../../../contract/person-name.ts';
import type { Tx } from '../../db/connection.ts';

interface Erased {
  accountId: string;
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * That it was done, when, and that it was one and the same person stays, since the company is accountable for it (GDPR article
 * 17(3)(b), (e)); who that was and from where goes with the person.
 */
export async function forgetPerson(tx: Tx, person: Erased): Promise<void> {
  const { accountId, userId, email } = person;
  const called = [personName(person), email];
  await sql`
    update audit_events set actor_name = ${ERASED_PERSON}, ip = null, user_agent = null,
           subject = case when action like 'signIn.passkey%' then null else subject end
     where account_id = ${accountId} and actor_id = ${userId}`.execute(tx);
  await sql`
    update audit_events set subject = ${ERASED_PERSON}
     where account_id = ${accountId} and (${isAbout(userId)} or lower(subject) = lower(${email}))`.execute(
    tx,
  );
  // A colleague who got the threads, or whose seat someone else got.
  for (const key of ['threadsTo', 'before'])
    await sql`
      update audit_events set details = jsonb_set(details, array[${key}], to_jsonb(${ERASED_PERSON}::text))
       where account_id = ${accountId} and details ->> ${key} = any(${called})`.execute(tx);
  await sql`
    update audit_events set subject = ${ERASED_PERSON}
     where details ? 'accountId' and details ->> 'accountId' = ${accountId} and ${isAbout(userId)}`.execute(
    tx,
  );
}

/** The log of an account goes with it; what staff did for it stays in theirs, without a name. */
export async function forgetAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update audit_events set subject = null, details = details - 'account' - 'reason'
     where details ? 'accountId' and details ->> 'accountId' = ${accountId}`.execute(tx);
}

/** Numbers and orders are called by the number, which is the company's. */
function isAbout(userId: string): RawBuilder<boolean> {
  return sql`(subject_id = ${userId} and action not like 'staff.number%' and action not like 'staff.order%')`;
}
