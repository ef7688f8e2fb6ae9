import { Anchor, Badge, Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { MOST_ENDPOINTS, type WebhookEndpoint } from '../../../contract/webhooks.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import { QuickStart } from '../../ui/quick-start.tsx';
import rows from '../../ui/rows.module.css';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { EndpointDialog, type NewSecret } from './endpoint-dialog.tsx';
import { EndpointMenu } from './endpoint-menu.tsx';
import { hostOf, nameOf } from './endpoint-name.ts';
import { useTurn } from './use-endpoint.ts';
import { standingOf, typesInWords } from './webhook-words.ts';
import classes from './webhooks.module.css';
import { watchedEndpointsQuery } from './webhooks-query.ts';

/** Standard Webhooks has the same for most languages. */
const EXAMPLE = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.HIRETEXT_WEBHOOK_SECRET);

app.post('/hooks', (request, response) => {
  const event = webhook.verify(request.rawBody, request.headers);
  response.sendStatus(204); // Then work on it. The same ID may come twice.
});`;

/** Where the company's own software hears of what happens. */
export function WebhooksScreen() {
  const list = useInfiniteQuery(watchedEndpointsQuery());
  const [task, setTask] = useState<'add' | NewSecret | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const endpoints = itemsOf(list.data);
  const isFull = endpoints.length >= MOST_ENDPOINTS;
  const close = () => setTask(null);
  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Your other software hears right away what happens here: each event is sent to it, signed and in
          order.{' '}
          <Anchor href="/v1/docs" target="_blank" underline="always" inherit>
            Read about webhooks
          </Anchor>
        </>
      }
      back={{ to: paths.integrations, label: 'Integrations' }}
      width="account"
      actions={
        <Button
          ref={add}
          leftSection={<IconPlus size={16} />}
          disabled={isFull}
          onClick={() => setTask('add')}
        >
          Add endpoint
        </Button>
      }
    >
      {isFull && (
        <p className={classes.hint}>
          You have {MOST_ENDPOINTS} endpoints. Delete one before you add another.
        </p>
      )}
      <PagedList
        list={list}
        items={endpoints}
        what="Your webhook endpoints"
        empty={
          <QuickStart
            icon={<IconWebhook size={32} stroke={1.5} />}
            title="No webhook endpoints yet"
            text="Add the address of your software, and it gets each text, candidate and opt-out as it happens."
            button="Add endpoint"
            onStart={() => setTask('add')}
            heading="Take an event"
            example={EXAMPLE}
          />
        }
      >
        {(items) => (
          <ul className={rows.list} aria-label="Webhook endpoints">
            {items.map((endpoint) => (
              // The row that had the focus is gone.
              <Row key={endpoint.id} endpoint={endpoint} onDeleted={() => add.current?.focus()} />
            ))}
          </ul>
        )}
      </PagedList>
      {task === 'add' && <EndpointDialog endpoint={null} onClose={close} onAdded={setTask} />}
      {task !== null && task !== 'add' && (
        <SecretDialog name={nameOf(task.endpoint)} secret={task.secret} onClose={close} />
      )}
    </Page>
  );
}

function Row({ endpoint, onDeleted }: { endpoint: WebhookEndpoint; onDeleted: () => void }) {
  const { timezone } = useMe().user;
  const { label, color, why } = standingOf(endpoint, timezone, useNow());
  const turn = useTurn(endpoint);
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <Link to={paths.webhook} params={{ endpointId: endpoint.id }} className={rows.name}>
            {nameOf(endpoint)}
          </Link>
          <Badge variant="light" tt="none" color={color}>
            {label}
          </Badge>
        </div>
        {endpoint.description && <p className={rows.facts}>{hostOf(endpoint)}</p>}
        <p className={rows.facts}>{typesInWords(endpoint)}</p>
        {why && <p className={classes.why}>{why}</p>}
      </div>
      <div className={rows.tools}>
        {endpoint.status === 'disabled' && (
          <Button
            size="compact-sm"
            variant="default"
            loading={turn.isPending}
            onClick={() => turn.run('active')}
          >
            Turn on
          </Button>
        )}
        <EndpointMenu endpoint={endpoint} onDeleted={onDeleted} />
      </div>
    </li>
  );
}
