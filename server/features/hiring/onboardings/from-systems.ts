import { sql } from 'kysely';
import type { AtsType } from '../../../../contract/ats.ts';
import type { Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { Deps } from '../../../deps.ts';
import { wallClock } from '../../../local-time.ts';
import type { Place } from '../../consent/quiet-hours.ts';
import { type Decided, decide, type Hire, type Present, startOf, zoneOfStart } from './rules.ts';
import { insertOnboardings } from './store.ts';

/** What a system has on someone who is a candidate here. `startsOn`: YYYY-MM-DD; null, today there. */
export interface HireInSystem {
  candidateId: string;
  startsOn: string | null;
  source: Hire['source'];
}

/**
 * Onboardings of people who were hired, one for each hire, however often it is reported. `atsType`: of new hires; null,
 * applications of any kind.
 */
export async function ensureOnboardings(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  of: { accountId: string; atsType: AtsType | null },
  hired: HireInSystem[],
): Promise<void> {
  if (hired.length === 0) return;
  const now = deps.clock();
  const candidates = await lockCandidates(tx, of.accountId, hired);
  const hires = hired.flatMap(({ candidateId, startsOn, source }): Hire[] => {
    const candidate = candidates.get(candidateId);
    if (candidate === undefined) return [];
    const date = startsOn ?? todayOf(candidate, now);
    return [{ candidateId, source, startsOn: date, startsAt: startOf(date, candidate) }];
  });
  const present = await listPresent(tx, of, hires);
  const { start, change } = decide(hires, present, now);
  await insertOnboardings(
    tx,
    of.accountId,
    start.map(({ candidateId, startsOn, startsAt, source }) => ({
      id: deps.newId(),
      candidateId,
      userId: null,
      atsType: 'externalId' in source ? of.atsType : null,
      externalId: 'externalId' in source ? source.externalId : null,
      applicationId: 'applicationId' in source ? source.applicationId : null,
      startsOn,
      startsAt,
      at: now,
    })),
  );
  await writeChanges(tx, of, change, now);
}

function todayOf(candidate: Place, now: Date): string {
  return new Date(wallClock(now.getTime(), zoneOfStart(now, candidate))).toISOString().slice(0, 10);
}

/** In a fixed order, in case others start one at the same time. */
async function lockCandidates(tx: Tx, accountId: string, hired: HireInSystem[]): Promise<Map<string, Place>> {
  const ids = hired.map(({ candidateId }) => candidateId);
  const { rows } = await sql<Place & { id: string }>`
    select id, timezone, zip_code as "zipCode", phone_number as "phoneNumber" from candidates
     where account_id = ${accountId} and id = any(${ids}::uuid[]) order by id for key share`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function listPresent(
  tx: Tx,
  { accountId, atsType }: { accountId: string; atsType: AtsType | null },
  hires: Hire[],
): Promise<Present[]> {
  const candidateIds = hires.map(({ candidateId }) => candidateId);
  const externalIds = hires.flatMap(({ source }) => ('externalId' in source ? source.externalId : []));
  const applicationIds = hires.flatMap(({ source }) =>
    'applicationId' in source ? source.applicationId : [],
  );
  const { rows } = await sql<Present>`
    select id, candidate_id as "candidateId", application_id as "applicationId", starts_at as "startsAt", status,
           to_char(said_starts_on, 'YYYY-MM-DD') as "reportedStartsOn",
           case when ats_type = ${atsType} then external_id end as "externalId"
      from onboardings
     where account_id = ${accountId}
       and (candidate_id = any(${candidateIds}::uuid[]) or application_id = any(${applicationIds}::uuid[])
            or ats_type = ${atsType} and external_id = any(${externalIds}::text[]))
     order by created_at, id for update`.execute(tx);
  return rows;
}

async function writeChanges(
  tx: Tx,
  { accountId, atsType }: { accountId: string; atsType: AtsType | null },
  changes: Decided['change'],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update onboardings o
       set candidate_id = c.candidate_id, starts_at = c.starts_at, said_starts_on = c.starts_on, updated_at = ${now},
           ats_type = case when c.external_id is null then o.ats_type else ${atsType} end,
           external_id = coalesce(c.external_id, o.external_id)
      from ${recordset('c', changes, { uuid: ['id', 'candidateId'], date: ['startsOn'], timestamptz: ['startsAt'], text: ['externalId'] })}
     where o.account_id = ${accountId} and o.id = c.id`.execute(tx);
}
