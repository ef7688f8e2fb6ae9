import { sql } from 'kysely';
import { type AtsIntegration, type AtsType, MOST_UNREADABLE_NAMED } from '../../../contract/ats.ts';
import type { Records } from '../../adapters/ats/api.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { lineOrNull } from './clean.ts';
import type { Of } from './people-store.ts';

/** Of one kind in one system. Beyond that, people only see how many there are. */
const MOST_KEPT = 500;

/** Keeps what couldn't be read, and forgets what was read since. Within the transaction that saves the others. */
export async function keepSetAside(tx: Tx, of: Of, { read, setAside }: Records, at: Date): Promise<void> {
  const { accountId, atsType } = of;
  const unread = new Map(setAside.map((record) => [`${record.kind} ${record.key}`, record]));
  const readNow = read.filter(({ kind, key }) => !unread.has(`${kind} ${key}`));
  if (readNow.length > 0 && (await hasSetAside(tx, of)))
    await sql`
      delete from ats_set_aside s
       using unnest(${readNow.map(({ kind }) => kind)}::text[], ${readNow.map(({ key }) => key)}::text[]) as r(kind, key)
       where s.account_id = ${accountId} and s.ats_type = ${atsType} and s.kind = r.kind and s.key = r.key`.execute(
      tx,
    );
  if (unread.size === 0) return;
  const rows = [...unread.values()].map((record) => ({ ...record, name: lineOrNull(record.name, 120) }));
  await sql`
    insert into ats_set_aside as kept (account_id, ats_type, kind, key, external_id, name, field, seen_at)
    select ${accountId}::uuid, ${atsType}, kind, key, external_id, name, field, ${at}::timestamptz
      from (
        select s.*, known.key is not null as is_known, row_number() over (partition by s.kind, known.key is null) as place
          from ${recordset('s', rows, { text: ['kind', 'key', 'externalId', 'name', 'field'] })}
          left join ats_set_aside known on known.account_id = ${accountId} and known.ats_type = ${atsType}
               and known.kind = s.kind and known.key = s.key) as found
     where is_known or place <= ${MOST_KEPT} - (
       select count(*) from ats_set_aside present
        where present.account_id = ${accountId} and present.ats_type = ${atsType} and present.kind = found.kind)
        on conflict (account_id, ats_type, kind, key) do update
       set external_id = excluded.external_id, name = excluded.name, field = excluded.field, seen_at = excluded.seen_at`.execute(
    tx,
  );
}

/** What a full sync hasn't seen is gone. */
export async function forgetUnseen(tx: Tx, { accountId, atsType }: Of, startedAt: Date): Promise<void> {
  await sql`
    delete from ats_set_aside
     where account_id = ${accountId} and ats_type = ${atsType} and seen_at < ${startedAt}`.execute(tx);
}

export async function hasSetAside(db: Db, { accountId, atsType }: Of): Promise<boolean> {
  const { rows } = await sql`
    select from ats_set_aside where account_id = ${accountId} and ats_type = ${atsType} limit 1`.execute(db);
  return rows.length > 0;
}

type Unreadable = AtsIntegration['unreadable'];

/** By system: how many of each kind, and the last ones by name. */
export async function listUnreadable(db: Db, accountId: string): Promise<Map<AtsType, Unreadable>> {
  const { rows } = await sql<Unreadable[number] & { atsType: AtsType }>`
    select ats_type as "atsType", kind, max(total)::int as count,
           jsonb_agg(jsonb_build_object('externalId', external_id, 'name', name) order by place) as records
      from (
        select *, count(*) over (partition by ats_type, kind) as total,
               row_number() over (partition by ats_type, kind order by seen_at desc, key) as place
          from ats_set_aside where account_id = ${accountId}) as ranked
     where place <= ${MOST_UNREADABLE_NAMED}
     group by ats_type, kind order by ats_type, kind`.execute(db);
  const byType = Map.groupBy(rows, ({ atsType }) => atsType);
  return new Map([...byType].map(([type, some]) => [type, some.map(({ atsType: _, ...rest }) => rest)]));
}
