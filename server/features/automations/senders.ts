import { sql } from 'kysely';
import type { ShortcutLink } from '../../../contract/with-links.ts';
import type { Db } from '../../db/connection.ts';
import { usableLinks } from '../links/booking/store.ts';

/** Who an automatic text is from, as far as it names them. */
export interface Sender {
  accountId: string;
  firstName: string;
  lastName: string;
  companyName: string;
  /** E.164, of the seat. */
  from: string | null;
  links: ShortcutLink[];
}

/** By text: the person on its seat, or the automation's owner while no one has it. */
export async function findSenders(
  db: Db,
  accountId: string,
  texts: { text: { id: string; seatId: string | null; ownerId: string } }[],
): Promise<Map<string, Sender>> {
  const { rows } = await sql<Sender & { id: string }>`
    select asked.id, a.id as "accountId", coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName",
           a.name as "companyName", n.phone_number as "from", ${usableLinks(sql`a.id`, sql`u.id`)} as links
      from unnest(${texts.map(({ text }) => text.id)}::uuid[], ${texts.map(({ text }) => text.seatId)}::uuid[],
                  ${texts.map(({ text }) => text.ownerId)}::uuid[]) as asked(id, seat_id, owner_id)
      join accounts a on a.id = ${accountId}
      left join seats s on s.account_id = a.id and s.id = asked.seat_id
      left join numbers n on n.account_id = a.id and n.seat_id = s.id
      left join users u on u.account_id = a.id and u.id = coalesce(s.user_id, asked.owner_id)`.execute(db);
  return new Map(rows.map(({ id, ...sender }) => [id, sender]));
}
