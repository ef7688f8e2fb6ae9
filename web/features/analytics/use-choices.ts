import { useQuery } from '@tanstack/react-query';
import type { Analytics } from '../../../contract/analytics.ts';
import { ATS_NAMES } from '../../../contract/ats.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { SeatRole } from '../../../contract/seats.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import type { AnalyticsSearch } from './analytics-search.ts';

export interface Choice {
  value: string;
  label: string;
}

export interface Choices {
  people: Choice[];
  tags: Choice[];
  jobs: Choice[];
}

const byLabel = (a: Choice, b: Choice) => a.label.localeCompare(b.label);

/** What can be filtered by, and always what is. Members filter neither by people nor by tags, since they see only themselves. */
export function useChoices(
  search: AnalyticsSearch,
  {
    isAdmin,
    seatRole,
    data,
  }: { isAdmin: boolean; seatRole: SeatRole | undefined; data: Analytics | undefined },
): Choices {
  const hint = { enabled: isAdmin, meta: { quiet: true as const } };
  const seats = useQuery({ ...routeQuery(routes.getSeats), ...hint }).data ?? [];
  const former = useQuery({ ...routeQuery(routes.getFormerMembers), ...hint }).data ?? [];
  const stages = useQuery({ ...routeQuery(routes.listJobStages), meta: { quiet: true } }).data ?? [];
  const own =
    useQuery({ ...routeQuery(routes.listJobs, { query: { limit: MAX_PAGE_SIZE } }), meta: { quiet: true } })
      .data?.items ?? [];

  const ours = seats.filter((seat) => seatRole === undefined || seat.seatRole === seatRole);
  const people = [...ours.flatMap(({ user }) => user ?? []), ...(seatRole ? [] : former)].map((person) => ({
    value: person.id,
    label: personName(person) || person.email,
  }));
  const tags = [...new Set(ours.flatMap((seat) => seat.tags))].map((tag) => ({ value: tag, label: tag }));
  // Those of connected systems are known by their stages; the account's own share theirs.
  const jobs = new Map<string, string>([
    ...own.map(({ id, name, status }) => [id, status === 'closed' ? `${name} (closed)` : name] as const),
    ...stages.flatMap(({ jobId, jobName, atsType }) =>
      jobId === null || atsType === null
        ? []
        : [[jobId, `${jobName ?? 'Job without a name'} (${ATS_NAMES[atsType]})`] as const],
    ),
  ]);
  const name = data?.people.find(({ userId }) => userId === search.person)?.name;
  return {
    people: withChosen(people, search.person, name ?? 'Someone else'),
    tags: withChosen(tags, search.tag, search.tag),
    jobs: withChosen(
      [...jobs].map(([value, label]) => ({ value, label })),
      search.job,
      'Deleted job',
    ),
  };
}

function withChosen(choices: Choice[], chosen: string | undefined, label = ''): Choice[] {
  const isThere = chosen === undefined || choices.some(({ value }) => value === chosen);
  return (isThere ? choices : [...choices, { value: chosen, label }]).toSorted(byLabel);
}
