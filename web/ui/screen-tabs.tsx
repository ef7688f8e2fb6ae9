import { useMatches, useRouter } from '@tanstack/react-router';
import { isOfferedTo } from '../lib/session/access.ts';
import { useMeOnceLoaded } from '../lib/session/use-me.ts';
import { Parts } from './parts.tsx';

/** The screens that stand together with this one as tabs, as far as the person may open them. */
export function ScreenTabs() {
  const me = useMeOnceLoaded();
  const router = useRouter();
  const of = useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.tab) })
    ?.staticData.tab?.of;
  if (!of || !me) return null;
  const tabs = Object.values(router.routesById).flatMap(
    ({ fullPath, options: { staticData: { tab, ...screen } = {} } }) =>
      tab?.of === of && isOfferedTo(me, screen) ? [{ to: fullPath, label: tab.label }] : [],
  );
  return tabs.length > 1 ? <Parts label="Tabs" parts={tabs} /> : null;
}
