import type { AuditAction } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { rangeOfDays } from '../../lib/zoned-time.ts';

const PAGE_SIZE = 50;

export interface AuditFilter {
  actorId: string | null;
  action: AuditAction | null;
  /** Days as a date field gives them: 2026-11-21. */
  firstDay: string;
  lastDay: string;
}

export const NO_FILTER: AuditFilter = { actorId: null, action: null, firstDay: '', lastDay: '' };

/** Days begin and end in the person's own time zone. */
export function queryOf(filter: AuditFilter, timezone: string) {
  return {
    actorId: filter.actorId ?? undefined,
    action: filter.action ?? undefined,
    ...rangeOfDays(filter.firstDay, filter.lastDay, timezone),
  };
}

export const auditQuery = (filter: AuditFilter, timezone: string) => ({
  ...pagedQuery(routes.listAuditEvents, { query: { ...queryOf(filter, timezone), limit: PAGE_SIZE } }),
  ...staysWhileLoading,
});
