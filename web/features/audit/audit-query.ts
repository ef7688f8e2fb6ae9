import type { AuditAction } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { instantOf } from '../../lib/zoned-time.ts';

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
    from: startOf(filter.firstDay, timezone),
    until: startOf(dayAfter(filter.lastDay), timezone),
  };
}

function startOf(day: string, timezone: string): string | undefined {
  return (day && instantOf(`${day}T00:00`, timezone)) || undefined;
}

const DAY_MS = 86_400_000;

function dayAfter(day: string): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? '' : new Date(start + DAY_MS).toISOString().slice(0, 10);
}

export const auditQuery = (filter: AuditFilter, timezone: string) => ({
  ...pagedQuery(routes.listAuditEvents, { query: { ...queryOf(filter, timezone), limit: PAGE_SIZE } }),
  ...staysWhileLoading,
});
