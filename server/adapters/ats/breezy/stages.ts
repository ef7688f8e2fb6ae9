import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import type { AtsStage } from '../port.ts';
import { stageKindOf } from '../stage-kind.ts';
import { companyApi } from './address.ts';
import { listPositions } from './positions.ts';
import { pipelinesIn, type Stage } from './replies.ts';

const KINDS: Record<string, JobStageKind> = {
  applied: 'applied',
  interviewing: 'interview',
  offer: 'offer',
  hired: 'hired',
  disqualified: 'rejected',
};

/** What a stage is named says more than its type, of which there are few. */
export function kindOf({ name, type }: Stage): JobStageKind {
  const byType = KINDS[type?.id ?? ''];
  if (byType === 'hired' || byType === 'rejected') return byType;
  const byName = stageKindOf(name);
  return byName === 'other' ? (byType ?? 'other') : byName;
}

export const stageIdOf = ({ id, _id }: Stage) => id ?? _id ?? '';

/** Of each position by its pipeline; where none of that id is left, Breezy goes by the default one. */
export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const company = await companyApi(api);
  const positions = await listPositions(api, company);
  const asked = { method: 'GET', path: 'pipelines' } as const;
  const pipelines = await company.read('list pipelines', asked, pipelinesIn(api));
  const fallback =
    pipelines.find(({ name }) => name === 'default') ??
    pipelines.find((each) => each.is_default) ??
    pipelines[0];
  return positions.flatMap((position) => {
    const own = pipelines.find(({ _id }) => _id === position.pipeline_id) ?? fallback;
    return (own?.pipeline ?? []).map((stage, order) => ({
      externalId: stageIdOf(stage),
      jobExternalId: position._id,
      name: stage.name,
      order,
      kind: kindOf(stage),
    }));
  });
}
