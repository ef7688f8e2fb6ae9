import * as routes from '../../../contract/routes.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { rangeOfDays } from '../../lib/zoned-time.ts';

/* What the address of the screen holds, so that Back leads to the same results. */

export interface TextsSearch {
  q?: string | undefined;
  /** A colleague's ID. */
  person?: string | undefined;
  /** Days as a date field gives them: 2026-11-21. */
  from?: string | undefined;
  to?: string | undefined;
  attachment?: true | undefined;
  failed?: true | undefined;
}

const PAGE_SIZE = 30;

export const isAsked = (search: TextsSearch): boolean =>
  Object.values(search).some((value) => value !== undefined);

export const textsQuery = ({ q, person, from, to, attachment, failed }: TextsSearch, timezone: string) => {
  const days = rangeOfDays(from ?? '', to ?? '', timezone);
  return {
    ...pagedQuery(routes.search, {
      query: {
        limit: PAGE_SIZE,
        ...(q ? { q } : {}),
        ...(person ? { personId: person } : {}),
        ...(days.from ? { from: days.from } : {}),
        ...(days.until ? { to: days.until } : {}),
        ...(attachment ? { hasAttachment: 'true' as const } : {}),
        ...(failed ? { failed: 'true' as const } : {}),
      },
    }),
    ...staysWhileLoading,
  };
};
