import { sql } from 'kysely';
import { type AtsIntegration, AtsType } from '../../../contract/ats.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { capabilitiesOf } from '../../adapters/ats/port.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type ConnectionRow, listConnections } from './connections-store.ts';
import { countNotes, type NoteCounts } from './notes-store.ts';
import { listUnreadable } from './set-aside-store.ts';
import { webhookUrlOf } from './webhook-url.ts';

export function presentTypes({
  ats,
  publicUrl,
}: Pick<Deps, 'ats' | 'publicUrl'>): ReplyOf<typeof routes.listAtsTypes> {
  return AtsType.options.flatMap((type) => {
    const connector = ats.connectors.get(type);
    if (connector === undefined) return [];
    return [
      {
        type,
        name: connector.name,
        oauth: connector.oauth !== null && (ats.settings.get(type)?.client ?? null) !== null,
        credentials: [...connector.credentials],
        scopes: [...connector.rights],
        capabilities: capabilitiesOf(connector),
        helpUrl: `${publicUrl}/help/${type}`,
        simulated: ats.simulated.has(type),
      },
    ];
  });
}

interface Counts {
  atsType: AtsType;
  candidates: number;
  withoutPhone: number;
  jobs: number;
  interviews: number;
  doubtful: number;
}

export async function presentIntegrations(
  db: Db,
  deps: Pick<Deps, 'publicUrl' | 'signer' | 'clock'>,
  accountId: string,
): Promise<AtsIntegration[]> {
  const rows = await listConnections(db, accountId);
  if (rows.length === 0) return [];
  const [all, notes, unreadable] = await Promise.all([
    countAll(db, accountId),
    countNotes(db, accountId, deps.clock()),
    listUnreadable(db, accountId),
  ]);
  const counts = new Map(all.map((count) => [count.atsType, count]));
  return rows.flatMap((row) => {
    const count = counts.get(row.atsType);
    if (count === undefined) return [];
    const unread = unreadable.get(row.atsType) ?? [];
    return [{ ...present(deps, row, count, notes.get(row.atsType)), unreadable: unread }];
  });
}

function present(
  deps: Pick<Deps, 'publicUrl' | 'signer'>,
  row: ConnectionRow,
  count: Counts,
  { waiting, unknown, oldestAt }: NoteCounts = { waiting: 0, unknown: 0, oldestAt: null },
): Omit<AtsIntegration, 'unreadable'> {
  const { candidates, jobs, interviews, withoutPhone, doubtful } = count;
  const isStopped =
    row.errorCode !== null && row.errorCode !== 'ats_unavailable' && row.syncState === 'failed';
  return {
    type: row.atsType,
    enabled: row.enabled,
    atsIntegrationEnabled: row.enabled && !isStopped,
    atsAccountId: row.atsAccountId,
    connectedBy: row.connectedBy,
    lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
    sync: { state: row.syncState, candidates, jobs, interviews, withoutPhone, doubtful },
    reminderUserId: row.reminderUserId,
    notesMode: row.notesMode,
    hiringManagerNotesMode: row.hiringManagerNotesMode,
    notes: { waiting, unknown, oldestAt: oldestAt?.toISOString() ?? null },
    error:
      row.errorCode === null || row.errorMessage === null
        ? null
        : { code: row.errorCode, message: row.errorMessage },
    webhook: { url: webhookUrlOf(deps, row), state: row.webhookState, secret: null },
    connectedAt: row.connectedAt.toISOString(),
  };
}

async function countAll(db: Db, accountId: string): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select k.ats_type as "atsType", people.*,
           (select count(*)::int from ats_jobs j
             where j.account_id = k.account_id and j.ats_type = k.ats_type and j.status <> 'closed') as jobs,
           (select count(*)::int from interviews i
             where i.account_id = k.account_id and i.ats_type = k.ats_type) as interviews,
           (select count(*)::int from ats_pairs pair
             where pair.account_id = k.account_id and pair.ats_type = k.ats_type and pair.decision is null) as doubtful
      from ats_connections k
      cross join lateral (
        select count(*)::int as candidates, (count(*) filter (where phone_numbers = '{}'))::int as "withoutPhone"
          from ats_people p where p.account_id = k.account_id and p.ats_type = k.ats_type) as people
     where k.account_id = ${accountId}`.execute(db);
  return rows;
}
