import { type RawBuilder, sql } from 'kysely';
import type { AtsType } from '../../../contract/ats.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { inBatches, sweepRows } from '../../db/sweep.ts';
import { peopleOf } from '../hiring/records/people.ts';
import type { NotedText } from './note-body.ts';

/** The account's zone is that of its first admin. */
export const zoneOf = (accountId: RawBuilder<unknown>) => sql<string>`
  coalesce((select u.timezone from users u where u.account_id = ${accountId}
             order by u.deactivated_at is null desc, u.user_type = 'admin' desc, u.id limit 1), 'UTC')`;

/** Of texts `m`: what was received, and what the carrier took. */
const happened = sql`
  (m.direction = 'inbound' or m.carrier_id is not null and m.status in ('sending', 'sent', 'delivered'))`;
const happenedAt = sql`coalesce(m.sent_at, m.created_at)`;

export interface System {
  accountId: string;
  atsType: AtsType;
}

const of = ({ accountId, atsType }: System) => sql`n.account_id = ${accountId} and n.ats_type = ${atsType}`;

/** Texts that are one note together, in order. */
export interface DueNote {
  candidateId: string;
  day: string | null;
  ids: string[];
}

/** Where a page of due notes ended. Times are in microseconds, so they stay text. */
export interface DueCursor {
  dueAt: string;
  id: string;
}

/** Of one candidate on a page. */
const MOST_IN_A_ROW = 50;

/**
 * A page of what is due, by time: for each candidate on it, their notes up to the first that can't be written yet. Writing them
 * one after the other keeps the order. For a day's summary, the first day.
 */
export async function listDueNotes(
  db: Db,
  system: System,
  now: Date,
  { after, limit }: { after: DueCursor | null; limit: number },
): Promise<{ notes: DueNote[]; next: DueCursor | null }> {
  const isLater =
    after === null ? sql`true` : sql`(n.due_at, n.id) > (${after.dueAt}::timestamptz, ${after.id}::uuid)`;
  const { rows: page } = await sql<DueCursor & { candidateId: string }>`
    select n.due_at::text as "dueAt", n.id, n.candidate_id as "candidateId" from ats_notes n
     where ${of(system)} and n.state = 'waiting' and n.due_at <= ${now} and ${isLater}
     order by n.due_at, n.id limit ${limit}`.execute(db);
  const last = page.at(-1);
  if (last === undefined) return { notes: [], next: null };
  const candidateIds = [...new Set(page.map(({ candidateId }) => candidateId))];
  const { rows: notes } = await sql<DueNote>`
    with open as (
      select n.id, n.candidate_id, n.day, ${happenedAt} as at,
             bool_and(n.state = 'waiting' and n.due_at <= ${now}) over in_order as is_free,
             row_number() over in_order as place,
             rank() over (partition by n.candidate_id, n.day is null order by n.day) as place_of_day
        from ats_notes n join messages m on m.account_id = n.account_id and m.id = n.message_id
       where ${of(system)} and n.candidate_id = any(${candidateIds}::uuid[])
         and (n.state = 'claimed' or n.state = 'waiting' and ${happened})
      window in_order as (partition by n.candidate_id, n.day is null
                              order by n.day, n.state = 'claimed' desc, ${happenedAt}, n.id)
    )
    select candidate_id as "candidateId", to_char(day, 'YYYY-MM-DD') as day, array_agg(id order by at, id) as ids
      from open
     where is_free and place <= ${MOST_IN_A_ROW} and (day is null or place_of_day = 1)
     group by candidate_id, day, case when day is null then id end
     order by min(at), min(id::text)`.execute(db);
  const { dueAt, id } = last;
  return { notes, next: page.length < limit ? null : { dueAt, id } };
}

export async function isAnyConnected(db: Db): Promise<boolean> {
  const { rows } = await sql`select from ats_connections limit 1`.execute(db);
  return rows.length > 0;
}

/** Systems with work to do: a note to write, or one whose outcome is unknown. */
export async function listSystemsToNote(db: Db, now: Date): Promise<System[]> {
  const { rows } = await sql<System>`
    select k.account_id as "accountId", k.ats_type as "atsType" from ats_connections k
     where k.enabled and k.error_code is distinct from 'ats_key_refused' and exists (
       select from ats_notes n join messages m on m.account_id = n.account_id and m.id = n.message_id
        where n.account_id = k.account_id and n.ats_type = k.ats_type and n.due_at <= ${now}
          and (n.state = 'claimed' or n.state = 'waiting' and ${happened}))`.execute(db);
  return rows;
}

export interface ClaimedNote extends DueNote {
  /** In the note, to find it by. */
  reference: string;
  claimedAt: Date;
  /** With this one. */
  attempts: number;
}

/**
 * No one else writes them until `deadAt`; after that, the writer is presumed dead. Null: someone was faster, or this is no
 * longer the current connection.
 */
export async function claimNotes(
  db: Db,
  system: System & { generation: string },
  due: DueNote,
  { now, deadAt }: { now: Date; deadAt: Date },
): Promise<ClaimedNote | null> {
  const { rows } = await sql<{ id: string; reference: string; attempts: number }>`
    with taken as materialized (
      select n.id from ats_notes n
       where ${of(system)} and n.id = any(${due.ids}::uuid[]) and n.state = 'waiting'
         and exists (select from ats_connections k
                      where k.account_id = n.account_id and k.ats_type = n.ats_type and k.enabled
                        and k.generation = ${system.generation})
       order by n.id for update skip locked
    ), first as (
      select id from taken order by array_position(${due.ids}::uuid[], id) limit 1
    )
    update ats_notes n
       set state = 'claimed', claimed_at = ${now}, due_at = ${deadAt}, attempts = n.attempts + 1,
           reference = 'hiretext-' || first.id
      from taken, first where n.account_id = ${system.accountId} and n.id = taken.id
    returning n.id, n.reference, n.attempts`.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const ids = due.ids.filter((id) => rows.some((row) => row.id === id));
  return { ...due, ids, reference: first.reference, claimedAt: now, attempts: first.attempts };
}

/** Claims whose writer is dead, or never learned the outcome. */
export async function listLostNotes(
  db: Db,
  system: System,
  now: Date,
  limit: number,
): Promise<ClaimedNote[]> {
  const { rows } = await sql<ClaimedNote>`
    select n.reference, n.candidate_id as "candidateId", to_char(min(n.day), 'YYYY-MM-DD') as day, min(n.claimed_at) as "claimedAt",
           max(n.attempts) as attempts, array_agg(n.id order by ${happenedAt}, n.id) as ids
      from ats_notes n join messages m on m.account_id = n.account_id and m.id = n.message_id
     where ${of(system)} and n.state = 'claimed' and n.due_at <= ${now}
     group by n.reference, n.candidate_id order by min(n.due_at) limit ${limit}`.execute(db);
  return rows;
}

/** What becomes of claimed notes. `waiting`: they certainly aren't written. `claimed`: look again later. */
export type NoteOutcome =
  | { state: 'written'; noteId: string | null }
  | { state: 'refused'; reason: string }
  | { state: 'unknown' }
  | { state: 'waiting' | 'claimed'; dueAt: Date };

/** Nothing, if someone else has claimed them since. */
export async function settleNotes(
  db: Db,
  { accountId }: System,
  { ids, claimedAt }: Pick<ClaimedNote, 'ids' | 'claimedAt'>,
  { outcome, now }: { outcome: NoteOutcome; now: Date },
): Promise<void> {
  const noteId = outcome.state === 'written' ? outcome.noteId : null;
  const reason = outcome.state === 'refused' ? outcome.reason : null;
  const dueAt = 'dueAt' in outcome ? outcome.dueAt : null;
  const settledAt = dueAt === null && outcome.state !== 'unknown' ? now : null;
  await sql`
    update ats_notes
       set state = ${outcome.state}, note_id = ${noteId}, reason = ${reason}, due_at = coalesce(${dueAt}::timestamptz, due_at),
           settled_at = ${settledAt}
     where account_id = ${accountId} and id = any(${ids}::uuid[]) and state = 'claimed' and claimed_at = ${claimedAt}`.execute(
    db,
  );
}

export interface TextToNote extends NotedText {
  conversationId: string;
  /** Of the colleague who wrote it, in lower case. */
  authorEmail: string | null;
}

/** In the order of the ids. */
export async function loadTexts(db: Db, system: System, ids: string[]): Promise<TextToNote[]> {
  const { rows } = await sql<TextToNote>`
    select m.direction, ${happenedAt} as at, m.body, p.first_name as candidate, c.id as "conversationId",
           case m.direction when 'outbound' then sender.first_name else receiver.first_name end as colleague,
           lower(sender.email) as "authorEmail", read.answer, read.starts_at as "answeredStartsAt",
           exists (select from media where media.account_id = m.account_id and media.message_id = m.id) as "hasMedia"
      from ats_notes n
      join messages m on m.account_id = n.account_id and m.id = n.message_id
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
      join seats s on s.account_id = c.account_id and s.id = c.seat_id
      left join read_answers read on read.account_id = m.account_id and read.message_id = m.id
      left join users sender on sender.account_id = m.account_id and sender.id = m.sender_id
      left join users receiver on receiver.account_id = s.account_id and receiver.id = s.user_id
     where ${of(system)} and n.id = any(${ids}::uuid[])
     order by array_position(${ids}::uuid[], n.id)`.execute(db);
  return rows;
}

export interface NotePlace {
  personExternalId: string;
  applicationExternalId: string | null;
  zone: string;
}

/** Of several people there who are one candidate here: the one furthest along. Undefined: they are no longer linked. */
export async function findNotePlace(
  db: Db,
  { accountId, atsType }: System,
  candidateId: string,
): Promise<NotePlace | undefined> {
  const account = sql`${accountId}::uuid`;
  const { rows } = await sql<NotePlace>`
    select p.external_id as "personExternalId", a.external_id as "applicationExternalId",
           ${zoneOf(account)} as zone
      from (${peopleOf(account, sql`${candidateId}::uuid`)}) as p
      left join ats_applications a on a.account_id = ${account} and a.ats_type = p.ats_type
           and a.person_external_id = p.external_id and a.status = 'active'
     where p.ats_type = ${atsType}
     order by a.stage_changed_at desc nulls last, a.external_id, p.external_id limit 1`.execute(db);
  return rows[0];
}

/** Those that failed before are tried again now. */
export async function bringNotesForward(db: Db, system: System, now: Date): Promise<void> {
  await sql`
    update ats_notes n set due_at = ${now}
     where ${of(system)} and n.state = 'waiting' and n.attempts > 0 and n.due_at > ${now}`.execute(db);
}

/** The waiting ones when notes are turned off. One that is being written still gets written. */
export async function giveUpNotes(tx: Tx, system: System, now: Date): Promise<void> {
  await sql`
    update ats_notes n set state = 'refused', reason = 'Notes were turned off.', settled_at = ${now}
     where ${of(system)} and n.state = 'waiting'`.execute(tx);
}

export interface NoteCounts {
  waiting: number;
  unknown: number;
  oldestAt: Date | null;
}

/** By system, for those that have any. A summary of a day that isn't over doesn't wait. */
export async function countNotes(db: Db, accountId: string, now: Date): Promise<Map<AtsType, NoteCounts>> {
  const { rows } = await sql<NoteCounts & { atsType: AtsType }>`
    select n.ats_type as "atsType",
           count(distinct (n.candidate_id, n.day, case when n.day is null then n.id end)) filter (where n.state <> 'unknown')::int as waiting,
           count(distinct n.reference) filter (where n.state = 'unknown')::int as unknown,
           min(${happenedAt}) filter (where n.state <> 'unknown') as "oldestAt"
      from ats_notes n join messages m on m.account_id = n.account_id and m.id = n.message_id
     where n.account_id = ${accountId}
       and (n.state in ('unknown', 'claimed')
            or n.state = 'waiting' and ${happened} and (n.attempts > 0 or n.due_at <= ${now}))
     group by n.ats_type`.execute(db);
  return new Map(rows.map(({ atsType, ...counts }) => [atsType, counts]));
}

/** With a connection that ends. */
export async function forgetNotes(db: Db, system: System): Promise<void> {
  await sql`delete from ats_notes n where ${of(system)}`.execute(db);
}

/** Settled ones after thirty days, and those of texts that never went out. What may be written stays for a person to see. */
export async function sweepAtsNotes(db: Db): Promise<void> {
  await sweepRows(db, 'ats_notes', {
    time: sql`settled_at`,
    before: sql`now() - interval '30 days'`,
  });
  await inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ats_notes where (account_id, id) in (
        select n.account_id, n.id from ats_notes n
          join messages m on m.account_id = n.account_id and m.id = n.message_id
         where n.state = 'waiting' and m.status in ('canceled', 'failed', 'undelivered')
         limit ${limit} for update of n skip locked)`.execute(db);
    return Number(numAffectedRows);
  });
}
