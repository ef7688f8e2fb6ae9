import type { CandidateSort, ContactedWhen } from '../../../contract/candidates.ts';

/* What the address of the list holds, so that Back works and a list can be shared. */

export const SORTS = ['added', 'name', 'lastContact'] as const satisfies CandidateSort[];
export const CONTACTED = [
  'within7Days',
  'within30Days',
  'over30Days',
  'never',
] as const satisfies ContactedWhen[];

export interface CandidatesSearch {
  search?: string | undefined;
  /** Without one: newest first. */
  sort?: CandidateSort | undefined;
  tag?: string | undefined;
  job?: string | undefined;
  stage?: string | undefined;
  contact?: ContactedWhen | undefined;
  optedOut?: boolean | undefined;
}

/** Whether something narrows the list down, besides a search. */
export const isFiltered = ({ search: _, sort: __, ...filter }: CandidatesSearch): boolean =>
  Object.values(filter).some((value) => value !== undefined);
