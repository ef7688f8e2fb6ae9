import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { ATS_NAMES, type JobStage } from '../../../contract/ats.ts';
import type { JobStatus } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const JOBS_AT_ONCE = 50;
const CARDS_AT_ONCE = 20;

export const jobsQuery = (status: JobStatus) =>
  infiniteQueryOptions({
    queryKey: [routes.listJobs.path, 'pages', { status }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listJobs, { query: { status, limit: JOBS_AT_ONCE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const jobQuery = (id: string) => routeQuery(routes.getJob, { params: { id } });

/** Who is in one stage of a job. */
export const columnQuery = (jobId: string, stageId: string) =>
  infiniteQueryOptions({
    queryKey: [routes.listBoard.path, jobId, stageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listBoard, {
        params: { id: jobId },
        query: { stageId, limit: CARDS_AT_ONCE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });

export const stagesQuery = () => routeQuery(routes.listJobStages);

/** Stages of the account's own jobs, in their order. */
export const ownStagesOf = (stages: readonly JobStage[]) => stages.filter(({ atsType }) => atsType === null);

/** "Greenhouse and Lever"; empty without a connected system that has stages. */
export function systemsIn(stages: readonly JobStage[]): string {
  const names = new Set(stages.flatMap(({ atsType }) => (atsType === null ? [] : ATS_NAMES[atsType])));
  return new Intl.ListFormat('en').format(names);
}

/** Everything that shows who is in which job and stage. */
export function jobsChanged(queryClient: QueryClient): void {
  for (const route of [
    routes.listJobs,
    routes.getJob,
    routes.listBoard,
    routes.listJobStages,
    routes.getCandidate,
    routes.listCandidates,
  ])
    loadAgain(queryClient, route);
}
