import { sql } from 'kysely';
import { CONNECTED_DAYS, ENDING_DAYS } from '../../../contract/connected-apps.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import { inBatches } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { connectionEnds } from './mails.ts';

const DAY_MS = 24 * 3600_000;

/** Those who connected an app get one mail in time to do it again. */
export async function mailEndingConnections(
  deps: Pick<Deps, 'db' | 'clock' | 'sealer' | 'newId' | 'publicUrl'>,
): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(deps.db, async (tx) => {
        const ending = await takeEnding(tx, { now: deps.clock(), limit });
        for (const { email, ...connection } of ending)
          await enqueueMail(tx, deps, { to: email, ...connectionEnds(connection, deps) });
        return ending.length;
      }),
    { batch: 100 },
  );
}

interface Ending {
  name: string;
  email: string;
  timezone: string;
  endsAt: Date;
}

/** Each is returned once. One that an app left unused ends earlier, and needs no mail. */
async function takeEnding(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<Ending[]> {
  const connectedBefore = new Date(now.getTime() - (CONNECTED_DAYS - ENDING_DAYS) * DAY_MS);
  const { rows } = await sql<Ending>`
    with ending as (
      select k.account_id, k.id, u.email, u.timezone from api_keys k
        join users u on u.account_id = k.account_id and u.id = k.user_id
        join accounts a on a.id = k.account_id
       where case when k.app_id is not null then k.expires_at end > ${now}
         and case when k.app_id is not null then k.expires_at end <= ${new Date(now.getTime() + ENDING_DAYS * DAY_MS)}
         and k.created_at <= ${connectedBefore} and k.end_mailed_at is null
         and u.deactivated_at is null and u.deletes_at is null and a.deletes_at is null
       limit ${limit} for update of k skip locked)
    update api_keys k set end_mailed_at = ${now} from ending
     where k.account_id = ending.account_id and k.id = ending.id
    returning k.name, ending.email, ending.timezone,
              k.created_at + ${CONNECTED_DAYS} * interval '1 day' as "endsAt"`.execute(tx);
  return rows;
}
