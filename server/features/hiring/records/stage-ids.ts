import { AtsType } from '../../../../contract/ats.ts';

/* Jobs and stages as the wire names them: one string that is unique across all systems. */

const SEPARATOR = '/';
const joined = (parts: string[]) => parts.map(encodeURIComponent).join(SEPARATOR);

export interface StageKey {
  atsType: AtsType;
  /** Empty where all jobs have the same stages. */
  jobExternalId: string;
  externalId: string;
}

export function stageIdOf({ atsType, jobExternalId, externalId }: StageKey): string {
  return joined([atsType, jobExternalId, externalId]);
}

export function jobIdOf(atsType: AtsType, jobExternalId: string): string {
  return joined([atsType, jobExternalId]);
}

/** Null: it isn't a stage. */
export function readStageId(id: string): StageKey | null {
  const [type, job, stage, ...more] = id.split(SEPARATOR);
  const atsType = AtsType.safeParse(type);
  if (!atsType.success || job === undefined || !stage || more.length > 0) return null;
  try {
    return {
      atsType: atsType.data,
      jobExternalId: decodeURIComponent(job),
      externalId: decodeURIComponent(stage),
    };
  } catch {
    return null;
  }
}

/** Null: it isn't a job. */
export function readJobId(id: string): { atsType: AtsType; externalId: string } | null {
  const [type, job, ...more] = id.split(SEPARATOR);
  const atsType = AtsType.safeParse(type);
  if (!atsType.success || !job || more.length > 0) return null;
  try {
    return { atsType: atsType.data, externalId: decodeURIComponent(job) };
  } catch {
    return null;
  }
}
