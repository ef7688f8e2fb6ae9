import { sql } from 'kysely';
import type { SeatRole } from '../../../contract/seats.ts';
import type { ReadDb } from '../../db/connection.ts';
import type { Whose } from './figures-store.ts';

export interface PersonRow {
  id: string;
  name: string;
  seatRole: SeatRole | null;
}

/** People with a seat that counts here, and those with the IDs. Erased ones aren't included. */
export async function listPeople(db: ReadDb, whose: Whose, ids: string[]): Promise<PersonRow[]> {
  const { accountId, personId, seatIds } = whose;
  const { rows } = await sql<PersonRow>`
    select u.id, u.first_name || ' ' || u.last_name as name, s.seat_role as "seatRole"
      from users u
      left join seats s on s.account_id = u.account_id and s.user_id = u.id
     where u.account_id = ${accountId}
       and (u.id = any(${ids}::uuid[])
            or s.id is not null ${personId === null ? sql`` : sql`and false`}
               ${seatIds === null ? sql`` : sql`and s.id = any(${seatIds}::uuid[])`})`.execute(db);
  return rows;
}

/** By id, of what is still there: templates, automations and numbers. */
export async function listNames(db: ReadDb, accountId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from templates where account_id = ${accountId} and id = any(${ids}::uuid[])
     union all
    select id, name from automations
     where account_id = ${accountId} and id = any(${ids}::uuid[]) and deleted_at is null
     union all
    select id, phone_number from numbers
     where account_id = ${accountId} and id = any(${ids}::uuid[]) and released_at is null`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
