import { sql } from 'kysely';
import type { AtsType, DoubtfulPair } from '../../../contract/ats.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';
import type { Of } from './people-store.ts';

export interface NewPair {
  id: string;
  externalId: string;
  candidateId: string;
  reason: 'samePhoneOtherName' | 'sameEmailOtherPhone';
}

/** No one is asked twice about the same two. */
export async function insertPairs(tx: Tx, of: Of, pairs: NewPair[], at: Date): Promise<void> {
  if (pairs.length === 0) return;
  await tx
    .insertInto('ats_pairs')
    .values(
      pairs.map((pair) => ({
        account_id: of.accountId,
        id: pair.id,
        ats_type: of.atsType,
        external_id: pair.externalId,
        candidate_id: pair.candidateId,
        reason: pair.reason,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** They aren't the same person, and never will be. */
export async function keepApart(
  tx: Tx,
  of: Of,
  pair: { id: string; externalId: string; candidateId: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into ats_pairs (account_id, id, ats_type, external_id, candidate_id, decision, decided_by, created_at)
    values (${of.accountId}, ${pair.id}, ${of.atsType}, ${pair.externalId}, ${pair.candidateId}, 'different', ${pair.by},
            ${pair.at})
        on conflict (account_id, ats_type, external_id, candidate_id) do update
       set decision = 'different', decided_by = excluded.decided_by`.execute(tx);
}

export interface PairRow {
  id: string;
  atsType: AtsType;
  externalId: string;
  reason: DoubtfulPair['reason'];
  firstName: string;
  lastName: string;
  emails: string[];
  phoneNumbers: string[];
  profileUrl: string | null;
  candidateId: string;
  candidateFirstName: string;
  candidateLastName: string;
  candidateEmail: string | null;
  candidatePhoneNumber: string;
  createdAt: Date;
}

/** Undecided ones, or those said to be the same who still are linked; newest first. */
export async function listPairs(
  db: Db,
  accountId: string,
  page: { decision: 'none' | 'same'; after: Cursor | null; limit: number },
): Promise<PairRow[]> {
  const after = page.after
    ? sql`(pair.created_at, pair.id) < (${page.after.at}, ${page.after.id}::uuid)`
    : sql`true`;
  // To the letter the conditions of the two indexes.
  const decided =
    page.decision === 'none'
      ? sql`pair.decision is null`
      : sql`pair.decision = 'same' and p.candidate_id = pair.candidate_id`;
  const { rows } = await sql<PairRow>`
    select pair.id, pair.ats_type as "atsType", pair.external_id as "externalId", pair.reason,
           p.first_name as "firstName", p.last_name as "lastName", p.emails, p.phone_numbers as "phoneNumbers",
           p.profile_url as "profileUrl", c.id as "candidateId", c.first_name as "candidateFirstName",
           c.last_name as "candidateLastName", c.email as "candidateEmail", c.phone_number as "candidatePhoneNumber",
           pair.created_at as "createdAt"
      from ats_pairs pair
      join ats_people p on p.account_id = pair.account_id and p.ats_type = pair.ats_type
           and p.external_id = pair.external_id
      join candidates c on c.account_id = pair.account_id and c.id = pair.candidate_id
     where pair.account_id = ${accountId} and ${decided} and ${after}
     order by pair.created_at desc, pair.id desc limit ${page.limit + 1}`.execute(db);
  return rows;
}

export interface OpenPair {
  atsType: AtsType;
  externalId: string;
  candidateId: string;
}

export async function findOpenPair(db: Db, accountId: string, id: string): Promise<OpenPair | undefined> {
  return db
    .selectFrom('ats_pairs')
    .select(['ats_type as atsType', 'external_id as externalId', 'candidate_id as candidateId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst();
}

/** False: someone else was faster. */
export async function decidePair(
  tx: Tx,
  accountId: string,
  id: string,
  decided: { decision: 'same' | 'different'; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ats_pairs')
    .set({ decision: decided.decision, decided_by: decided.by })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
