import { type RawBuilder, sql } from 'kysely';
import type { AtsType } from '../../../contract/ats.ts';
import type { Deps } from '../../deps.ts';
import { whileClaimed } from '../../queue/claim.ts';
import { peopleOf } from '../hiring/records/people.ts';
import { zoneOf } from './notes-store.ts';

/*
 * Texts become notes by a scan for them, so that sending and receiving do no work for it, least of all in accounts without a
 * connection. IDs of texts are in the order of time: each connection is scanned from its position on.
 */

/** Longer than a text can take from its ID to its commit. */
const LATE_COMMIT = sql.lit('3 minutes');
const MOVES_ON_AFTER = sql.lit('4 minutes');
/** Rows of texts that are older may have been swept. */
const OLDEST = sql.lit('29 days');
const LINKS_AT_ONCE = 200;
/** Of texts, so that a statement takes a few seconds. */
const TEXTS_AT_ONCE = 10_000;

/** The first ID of a moment. */
const idAt = (moment: RawBuilder<unknown>) => sql`
  (lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid`;

type CollectDeps = Pick<Deps, 'db' | 'clock' | 'ats'>;

const COLLECTING_MS = 30_000;

/** Records what has to be noted, unless another worker is at it. Each text of a system is one row, however often it is found. */
export async function collectNotes(deps: CollectDeps): Promise<void> {
  await whileClaimed(deps, 'collectNotes', COLLECTING_MS, () => collectAll(deps));
}

async function collectAll(deps: CollectDeps): Promise<void> {
  const { db } = deps;
  const now = deps.clock();
  const types = [...deps.ats.connectors].flatMap(([type, { writeNote }]) => (writeNote ? [type] : []));
  // Until there is nothing left: what is before the new position isn't looked at again.
  while ((await collectRecent(deps, types, now)) > 0);
  await sql`
    update ats_connections set notes_position = ${idAt(sql`now() - interval ${LATE_COMMIT}`)}
     where (account_id, ats_type) in (
             select account_id, ats_type from ats_connections
              where notes_position is null or notes_position < ${idAt(sql`now() - interval ${MOVES_ON_AFTER}`)}
                for no key update skip locked)`.execute(db);
  let linked = LINKS_AT_ONCE;
  while (linked === LINKS_AT_ONCE) linked = await collectOfLinked(deps, types, now);
}

/** From each connection's position on. */
async function collectRecent({ db }: Pick<Deps, 'db'>, types: AtsType[], now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await insertNotes(
    types,
    now,
    sql`
      from ats_connections k
      join messages m on m.account_id = k.account_id
           and m.id >= coalesce(k.notes_position, ${idAt(sql`least(k.connected_at, now()) - interval ${LATE_COMMIT}`)})
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join seats s on s.account_id = c.account_id and s.id = c.seat_id
     where exists (select from (${peopleOf(sql`c.account_id`, sql`c.candidate_id`)}) as p where p.ats_type = k.ats_type)`,
    sql`limit ${TEXTS_AT_ONCE}`,
  ).execute(db);
  return Number(numAffectedRows);
}

/** What was texted before someone was linked. */
async function collectOfLinked({ db }: Pick<Deps, 'db'>, types: AtsType[], now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with linked as materialized (
      select account_id, ats_type, external_id, candidate_id from ats_people
       where candidate_id is not null and noted_candidate_id is distinct from candidate_id
       limit ${LINKS_AT_ONCE} for no key update skip locked
    ), marked as (
      update ats_people p set noted_candidate_id = linked.candidate_id from linked
       where p.account_id = linked.account_id and p.ats_type = linked.ats_type and p.external_id = linked.external_id
    ), collected as (${insertNotes(
      types,
      now,
      sql`
      from (select distinct account_id, ats_type, candidate_id from linked) as l
      join ats_connections k on k.account_id = l.account_id and k.ats_type = l.ats_type
      join conversations c on c.account_id = l.account_id and c.candidate_id = l.candidate_id
      join messages m on m.account_id = c.account_id and m.conversation_id = c.id
           and m.created_at > ${now}::timestamptz - interval ${OLDEST}
      join seats s on s.account_id = c.account_id and s.id = c.seat_id
     where true`,
    )})
    select count(*)::int as count from linked`.execute(db);
  return rows[0]?.count ?? 0;
}

/** `found`: connections `k`, texts `m`, their conversations `c` and seats `s`. */
function insertNotes(types: AtsType[], now: Date, found: RawBuilder<unknown>, limit = sql``) {
  return sql`
    insert into ats_notes (account_id, id, ats_type, candidate_id, message_id, day, state, due_at, settled_at)
    select account_id, gen_random_uuid(), ats_type, candidate_id, message_id,
           case mode when 'daily' then (at at time zone zone)::date end,
           case mode when 'off' then 'off' else 'waiting' end,
           case mode when 'daily' then ((at at time zone zone)::date + 1)::timestamp at time zone zone + interval '5 minutes'
                     else ${now}::timestamptz end,
           case mode when 'off' then ${now}::timestamptz end
      from (
        select k.account_id, k.ats_type, c.candidate_id, m.id as message_id, greatest(m.created_at, m.scheduled_at) as at,
               case s.seat_role when 'hiringManager' then coalesce(k.hiring_manager_notes_mode, k.notes_mode)
                                else k.notes_mode end as mode,
               ${zoneOf(sql`k.account_id`)} as zone
        ${found}
           and k.ats_type = any(${types}::text[]) and m.call_outcome is null
           and m.status not in ('canceled', 'failed', 'undelivered')
           and greatest(m.created_at, m.scheduled_at, m.sent_at) >= k.connected_at
           and not exists (select from ats_notes n
                            where n.account_id = m.account_id and n.message_id = m.id and n.ats_type = k.ats_type)
      ) as found
     order by message_id, ats_type ${limit}
        on conflict do nothing`;
}
