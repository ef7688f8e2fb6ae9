import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WebhookEndpoint } from '../../../contract/webhooks.ts';
import { useNow } from '../../lib/use-now.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { itemsOf } from '../../ui/paged-list.tsx';
import { hostOf } from './endpoint-name.ts';
import classes from './webhooks.module.css';
import { endpointsQuery } from './webhooks-query.ts';

const LOOK_MS = 5 * 60_000;

/** What a person turned off isn't a surprise. */
const isOff = ({ status, disabledReason }: WebhookEndpoint) =>
  status === 'disabled' && disabledReason !== 'person';
/** A receiver that is being restarted isn't news. */
const NEWS_MS = 3600_000;
const isFailing = ({ status, failingSince }: WebhookEndpoint, now: Date) =>
  status === 'active' && failingSince !== null && now.getTime() - Date.parse(failingSince) >= NEWS_MS;

/** For admins, while the company's software doesn't hear of what happens. */
export function WebhooksBanner() {
  const { data } = useInfiniteQuery({
    ...endpointsQuery(),
    staleTime: 60_000,
    refetchInterval: LOOK_MS,
    meta: { quiet: true },
  });
  const now = useNow();
  const endpoints = itemsOf(data);
  const off = endpoints.filter(isOff);
  const bad = off.length > 0 ? off : endpoints.filter((endpoint) => isFailing(endpoint, now));
  const [first] = bad;
  if (first === undefined) return null;
  const which =
    bad.length === 1 ? `The webhook endpoint at ${hostOf(first)}` : counted(bad.length, 'webhook endpoint');
  const [one, many] = off.length > 0 ? ['was turned off', 'were turned off'] : ['is failing', 'are failing'];
  return (
    <section className={classes.banner} aria-label="Webhooks">
      <span className={classes.bannerText}>{`${which} ${bad.length === 1 ? one : many}.`}</span>
      {bad.length === 1 ? (
        <Link to={paths.webhook} params={{ endpointId: first.id }}>
          View
        </Link>
      ) : (
        <Link to={paths.webhooks}>View</Link>
      )}
    </section>
  );
}
