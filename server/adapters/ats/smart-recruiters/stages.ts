import { z } from 'zod';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import type { AtsApplication, AtsStage } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { TextId } from '../values.ts';
import { read } from './client.ts';

/* All companies have the same statuses; some have sub-statuses, which a company makes itself. A stage is one, or the other within it. */

const STATUSES: readonly { status: string; name: string; kind: JobStageKind }[] = [
  { status: 'LEAD', name: 'Lead', kind: 'lead' },
  { status: 'NEW', name: 'New', kind: 'applied' },
  { status: 'IN_REVIEW', name: 'In review', kind: 'screen' },
  { status: 'INTERVIEW', name: 'Interview', kind: 'interview' },
  { status: 'OFFERED', name: 'Offered', kind: 'offer' },
  { status: 'HIRED', name: 'Hired', kind: 'hired' },
  { status: 'REJECTED', name: 'Rejected', kind: 'rejected' },
  { status: 'WITHDRAWN', name: 'Withdrawn', kind: 'rejected' },
];

export interface StatusOfApplication {
  status?: string | null | undefined;
  subStatus?: string | null | undefined;
}

export const stageIdOf = ({ status, subStatus }: StatusOfApplication): string | null =>
  status ? (subStatus ? `${status}/${subStatus}` : status) : null;

export function stageNameOf({ status, subStatus }: StatusOfApplication): string | null {
  return subStatus || (STATUSES.find((each) => each.status === status)?.name ?? status ?? null);
}

export function applicationStatusOf({ status }: StatusOfApplication): AtsApplication['status'] {
  if (status === 'HIRED') return 'hired';
  return status === 'REJECTED' || status === 'WITHDRAWN' || status === 'TRANSFERRED' ? 'rejected' : 'active';
}

/** Null: there is no such stage. */
export function statusOfStage(stageId: string): { status: string; subStatus?: string } | null {
  const [status = '', ...rest] = stageId.split('/');
  if (!STATUSES.some((each) => each.status === status)) return null;
  return rest.length === 0 ? { status } : { status, subStatus: rest.join('/') };
}

const SubStatus = z.union([TextId, z.object({ name: TextId }).transform(({ name }) => name)]);
const Listed = z.object({ id: TextId, active: z.boolean().nullish() });
const processIn = (api: AtsApi) =>
  Listed.extend({
    subStatuses: z.record(z.string(), items(api, 'stage', SubStatus).nullish()).nullish(),
  });

const PROCESSES = '/configuration/hiring-processes';
const call = { what: 'list stages', right: 'configuration_read' };

export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const { content } = await read(
    api,
    { ...call, path: PROCESSES },
    z.object({ content: items(api, 'other', Listed) }),
  );
  const names = new Map<string, Set<string>>();
  for (const { id } of content.filter(({ active }) => active !== false)) {
    const path = `${PROCESSES}/${encodeURIComponent(id)}`;
    const process = await orSetAside(
      api,
      { kind: 'stage', id },
      read(api, { ...call, path }, processIn(api)),
    );
    for (const [status, subs] of Object.entries(process?.subStatuses ?? {}))
      names.set(status, new Set([...(names.get(status) ?? []), ...(subs ?? [])]));
  }
  return STATUSES.flatMap(({ status, name, kind }) => [
    { externalId: status, name, kind },
    ...[...(names.get(status) ?? [])].map((sub) => ({ externalId: `${status}/${sub}`, name: sub, kind })),
  ]).map((stage, order) => ({ ...stage, jobExternalId: null, order }));
}
