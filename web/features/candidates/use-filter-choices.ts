import { useQuery } from '@tanstack/react-query';
import { ATS_NAMES } from '../../../contract/ats.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import type { CandidatesSearch } from './candidates-search.ts';

interface Choice {
  value: string;
  label: string;
}

export const tagsQuery = () => ({ ...routeQuery(routes.listCandidateTags), meta: { quiet: true as const } });

/** What candidates can be filtered by, and always what they are. */
export function useFilterChoices({ tag, job, stage }: CandidatesSearch) {
  const quiet = { meta: { quiet: true as const } };
  const tags = useQuery(tagsQuery()).data ?? [];
  const known = useQuery({ ...routeQuery(routes.listJobStages), ...quiet }).data ?? [];
  const jobs =
    useQuery({ ...routeQuery(routes.listJobs, { query: { limit: MAX_PAGE_SIZE } }), ...quiet }).data?.items ??
    [];
  // Those of connected systems are known by their stages; the account's own share theirs.
  const jobNames = new Map<string, string>([
    ...jobs.map(({ id, name, status }) => [id, status === 'closed' ? `${name} (closed)` : name] as const),
    ...known.flatMap(({ jobId, jobName, atsType }) =>
      jobId === null || atsType === null
        ? []
        : [[jobId, `${jobName ?? 'Job without a name'} (${ATS_NAMES[atsType]})`] as const],
    ),
  ]);
  const isOwn = job !== undefined && jobs.some(({ id }) => id === job);
  const stages = known
    .filter(({ jobId, atsType }) => {
      if (job === undefined) return jobId === null;
      if (isOwn) return atsType === null;
      return jobId === job || (jobId === null && atsType !== null && job.startsWith(`${atsType}/`));
    })
    .map(({ id, name, atsType }) => ({
      value: id,
      label: atsType === null ? name : `${name} (${ATS_NAMES[atsType]})`,
    }));
  return {
    tags: withChosen(oncePerTag(tags.map((each) => each.tag)), tag, tag),
    jobs: withChosen(
      [...jobNames].map(([value, label]) => ({ value, label })),
      job,
      'Deleted job',
    ),
    stages: withChosen(stages, stage, 'Another stage'),
  };
}

/** "Nurse" finds "nurse" too, so one of them is enough: the most used. */
function oncePerTag(tags: string[]): Choice[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tag.toLowerCase())) first.set(tag.toLowerCase(), tag);
  return [...first.values()]
    .toSorted((one, other) => one.localeCompare(other))
    .map((tag) => ({ value: tag, label: tag }));
}

function withChosen(choices: Choice[], chosen: string | undefined, label = ''): Choice[] {
  const isThere = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isThere ? choices : [...choices, { value: chosen, label }];
}
