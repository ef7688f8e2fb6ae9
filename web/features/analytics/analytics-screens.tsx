import { getRouteApi } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { AnalyticsPage } from './analytics-page.tsx';
import type { AnalyticsSearch } from './analytics-search.ts';

const analytics = getRouteApi(paths.analytics);
const hiringManagers = getRouteApi(paths.hiringManagerAnalytics);

/** Each choice is a step that the back button takes back. To close what was opened is none: back doesn't open it again. */
const toAddress = (change: AnalyticsSearch) => ({
  replace: 'behind' in change && change.behind === undefined,
  search: (before: AnalyticsSearch): AnalyticsSearch => ({ ...before, ...change }),
});

export function AnalyticsScreen() {
  const navigate = analytics.useNavigate();
  return (
    <AnalyticsPage
      title="Analytics"
      lead="What texting does for your hiring."
      search={analytics.useSearch()}
      onSearch={(change) => void navigate(toAddress(change))}
    />
  );
}

export function HiringManagerAnalyticsScreen() {
  const navigate = hiringManagers.useNavigate();
  return (
    <AnalyticsPage
      title="Hiring manager analytics"
      lead="Texting by your hiring managers."
      seatRole="hiringManager"
      search={hiringManagers.useSearch()}
      onSearch={(change) => void navigate(toAddress(change))}
    />
  );
}
