import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Sender } from './sender.ts';

/** Segments that go out before a new broadcast's: in the queue of the number, and of other broadcasts from the seat. */
export async function countAhead(
  db: Db,
  accountId: string,
  { numberId, seatId }: Pick<Sender, 'numberId' | 'seatId'>,
): Promise<number> {
  const { rows } = await sql<{ segments: number }>`
    select (coalesce((
             select sum(m.segments) from messages m
              where m.account_id = ${accountId} and m.number_id = ${numberId} and m.status in ('scheduled', 'queued')
                and m.send_after <= now()), 0)
            + coalesce((
             select sum(r.segments) from broadcasts b
               join broadcast_recipients r on r.account_id = b.account_id and r.broadcast_id = b.id
                and r.outcome = 'waiting' and r.message_id is null and r.send_at <= now()
              where b.account_id = ${accountId} and b.seat_id = ${seatId} and b.status = 'running'), 0))::int as segments`.execute(
    db,
  );
  return rows[0]?.segments ?? 0;
}
