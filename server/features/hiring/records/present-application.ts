import type { Application, AtsType } from '../../../../contract/ats.ts';
import type { Ats } from '../../../deps.ts';
import type { ApplicationRow } from './applications-store.ts';
import { jobIdOf, stageIdOf } from './stage-ids.ts';

/** The systems in which we can move people. */
export function movableTypes({ connectors }: Ats): ReadonlySet<AtsType> {
  return new Set([...connectors].filter(([, { moveStage }]) => moveStage !== null).map(([type]) => type));
}

export function presentApplication(row: ApplicationRow, movable: ReadonlySet<AtsType>): Application {
  const { id, atsType, externalId, jobName, stageName, source, profileUrl } = row;
  return {
    id,
    atsType,
    externalId,
    jobId: row.jobExternalId === null ? null : jobIdOf(atsType, row.jobExternalId),
    jobName,
    stageId:
      row.stageExternalId === null
        ? null
        : stageIdOf({ atsType, jobExternalId: row.stageJobExternalId, externalId: row.stageExternalId }),
    stageName,
    source,
    profileUrl,
    can: { moveStage: row.isConnected && row.status === 'active' && movable.has(atsType), remove: false },
  };
}
