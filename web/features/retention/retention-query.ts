import type { RetentionDays } from '../../../contract/retention.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

export const retentionQuery = () => routeQuery(routes.getRetention, {});

const asked = (days: number | null) => days ?? ('null' as const);

/** What a rule would delete now. */
export const previewQuery = (rule: RetentionDays) => ({
  ...routeQuery(routes.previewRetention, {
    query: {
      textsAfterDays: asked(rule.textsAfterDays),
      mediaAfterDays: asked(rule.mediaAfterDays),
      candidatesAfterDays: asked(rule.candidatesAfterDays),
    },
  }),
  staleTime: 0,
  gcTime: 0,
});
