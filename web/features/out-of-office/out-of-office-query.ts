import { queryOptions } from '@tanstack/react-query';
import type { OutOfOffice } from '../../../contract/out-of-office.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';

export type OutOfOfficeFields = BodyInput<typeof routes.updateOutOfOffice>;

/** Of a colleague by id, or null for the signed-in person's own. */
export const outOfOfficeQuery = (userId: string | null) =>
  queryOptions({
    queryKey: [routes.getOutOfOffice.path, userId] as const,
    queryFn: ({ signal }): Promise<OutOfOffice> =>
      userId === null
        ? call(routes.getOutOfOffice, { signal })
        : call(routes.getUserOfficeByUserId, { params: { id: userId }, signal }),
  });

export function saveOutOfOffice(userId: string | null, body: OutOfOfficeFields): Promise<OutOfOffice> {
  return userId === null
    ? call(routes.updateOutOfOffice, { body })
    : call(routes.updateOutOfOfficeByUserId, { params: { id: userId }, body });
}
