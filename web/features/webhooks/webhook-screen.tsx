import { Badge, Button, Group, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { WebhookEndpoint } from '../../../contract/webhooks.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, Loading } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { Deliveries } from './deliveries.tsx';
import { EndpointMenu } from './endpoint-menu.tsx';
import { nameOf } from './endpoint-name.ts';
import { useSendTest, useTurn } from './use-endpoint.ts';
import { OFF_WORDS, standingOf, typesInWords } from './webhook-words.ts';
import classes from './webhooks.module.css';
import { watchedEndpointsQuery } from './webhooks-query.ts';

const route = getRouteApi(paths.webhook);

const back = { to: paths.webhooks, label: 'Webhooks' };

/** An endpoint, how it's doing, and what was sent to it. */
export function WebhookScreen() {
  const { endpointId } = route.useParams();
  const list = useInfiniteQuery(watchedEndpointsQuery());
  const endpoint = itemsOf(list.data).find(({ id }) => id === endpointId);
  if (endpoint) return <Shown endpoint={endpoint} />;
  return (
    <Page title="Webhook endpoint" back={back} width="account">
      {list.isPending ? (
        <Loading what="the webhook endpoint">
          <Skeleton height={16} width="40%" mb="md" />
          <Skeleton height={64} />
        </Loading>
      ) : list.data === undefined ? (
        <LoadFailure what="This webhook endpoint" retry={() => void list.refetch()} />
      ) : (
        <EmptyState title="This webhook endpoint is gone" text="Someone deleted it." />
      )}
    </Page>
  );
}

function Shown({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { timezone } = useMe().user;
  const navigate = useNavigate();
  const { label, color, why } = standingOf(endpoint, timezone, useNow());
  const isOn = endpoint.status === 'active';
  const test = useSendTest(endpoint);
  const turn = useTurn(endpoint);
  return (
    <Page
      title={nameOf(endpoint)}
      back={back}
      width="account"
      actions={
        <Group gap="xs" wrap="nowrap">
          {isOn ? (
            <Button variant="default" loading={test.isPending} onClick={() => test.run()}>
              Send a test event
            </Button>
          ) : (
            <Button loading={turn.isPending} onClick={() => turn.run('active')}>
              Turn on
            </Button>
          )}
          <EndpointMenu endpoint={endpoint} onDeleted={() => void navigate({ to: paths.webhooks })} />
        </Group>
      }
    >
      <div className={classes.head}>
        <p className={classes.name}>{nameOf(endpoint)}</p>
        <div>
          <Badge variant="light" tt="none" color={color}>
            {label}
          </Badge>
        </div>
        <p className={classes.address}>{endpoint.url}</p>
        <p className={rows.facts}>{typesInWords(endpoint)}</p>
        {why && (
          <p className={classes.why} role="status">
            {isOn ? why : `${why} ${OFF_WORDS}`}
          </p>
        )}
      </div>
      <Deliveries endpoint={endpoint} />
    </Page>
  );
}
