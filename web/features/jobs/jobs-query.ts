import type { QueryClient } from '@tanstack/react-query';
import { ATS_NAMES, type JobStage } from '../../../contract/ats.ts';
import type { JobStatus } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { listed } from '../../lib/words.ts';

const JOBS_AT_ONCE = 50;
const CARDS_AT_ONCE = 20;

export const jobsQuery = (status: JobStatus) => ({
  ...pagedQuery(routes.listJobs, { query: { status, limit: JOBS_AT_ONCE } }),
  ...staysWhileLoading,
});

export const jobQuery = (id: string) => routeQuery(routes.getJob, { params: { id } });

/** Who is in one stage of a job. */
export const columnQuery = (jobId: string, stageId: string) =>
  pagedQuery(routes.listBoard, { params: { id: jobId }, query: { stageId, limit: CARDS_AT_ONCE } });

export const stagesQuery = () => routeQuery(routes.listJobStages);

/** Stages of the account's own jobs, in their order. */
export const ownStagesOf = (stages: readonly JobStage[]) => stages.filter(({ atsType }) => atsType === null);

/** "Greenhouse and Lever"; empty without a connected system that has stages. */
export function systemsIn(stages: readonly JobStage[]): string {
  const names = new Set(stages.flatMap(({ atsType }) => (atsType === null ? [] : ATS_NAMES[atsType])));
  return listed(names);
}

/** Everything that shows who is in which job and stage. */
export const jobsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(
    queryClient,
    routes.listJobs,
    routes.getJob,
    routes.listBoard,
    routes.listJobStages,
    routes.getCandidate,
    routes.listCandidates,
  );
