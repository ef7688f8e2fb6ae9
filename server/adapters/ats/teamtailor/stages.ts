import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import type { AtsStage } from '../port.ts';
import { stageKindOf } from '../stage-kind.ts';
import { idIn, type Resource, readAll, textOf } from './json-api.ts';

export function kindOf(stage: Resource): JobStageKind {
  const type = textOf(stage, 'stage-type');
  if (type === 'Inbox') return 'applied';
  if (type === 'Hired') return 'hired';
  return stageKindOf(textOf(stage, 'name') ?? '');
}

/** Each job has its own. `row-order` counts in millions, from below zero. */
export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const { data } = await readAll(
    api,
    { what: 'list stages', kind: 'stage', path: 'stages' },
    { include: 'job', sort: 'id' },
  );
  const rowOf = ({ attributes }: Resource) => Number(attributes['row-order'] ?? 0);
  const jobs = Map.groupBy(data, (stage) => idIn(stage, 'job'));
  return [...jobs].flatMap(([jobExternalId, stages]) =>
    stages
      .sort((one, other) => rowOf(one) - rowOf(other))
      .map((stage, order) => ({
        externalId: stage.id,
        jobExternalId,
        name: textOf(stage, 'name') ?? '',
        order,
        kind: kindOf(stage),
      })),
  );
}
