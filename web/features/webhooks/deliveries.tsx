import { Badge, Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EVENTS_DAYS } from '../../../contract/events.ts';
import * as routes from '../../../contract/routes.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../../contract/webhooks.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { shortDateTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { counted, inDigits } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { ResendDialog } from './resend-dialog.tsx';
import { DELIVERY_STATUSES } from './webhook-search.ts';
import { deliveryWords } from './webhook-words.ts';
import classes from './webhooks.module.css';
import { deliveriesChanged, deliveriesQuery } from './webhooks-query.ts';

const route = getRouteApi(paths.webhook);

/** What was sent to an endpoint, newest first. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(deliveriesQuery(endpoint.id, status));
  const [isResending, setResending] = useState(false);
  const isOn = endpoint.status === 'active';
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className={classes.heading}>
        Deliveries
      </h2>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Show deliveries that are"
          value={status ?? 'all'}
          data={[
            { value: 'all', label: 'All' },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: deliveryWords[value].label })),
          ]}
          onChange={(value) =>
            void navigate({
              search: { status: DELIVERY_STATUSES.find((known) => known === value) },
              replace: true,
            })
          }
        />
        <Button
          size="xs"
          variant="default"
          aria-haspopup="dialog"
          disabled={!isOn}
          onClick={() => setResending(true)}
        >
          Send everything again since…
        </Button>
      </div>
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Deliveries"
        empty={
          <EmptyState
            title={status ? 'None of them' : 'Nothing was sent yet'}
            text={
              status
                ? `No delivery of the last ${EVENTS_DAYS} days is ${deliveryWords[status].label.toLowerCase()}.`
                : 'Each event appears here with the answer of your software. Send a test event to see one.'
            }
          />
        }
      >
        {(deliveries, isBusy) => (
          <ul className={rows.list} aria-label="Deliveries" aria-busy={isBusy}>
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} isOn={isOn} />
            ))}
          </ul>
        )}
      </PagedList>
      {isResending && <ResendDialog endpoint={endpoint} onClose={() => setResending(false)} />}
    </section>
  );
}

function Row({ delivery, isOn }: { delivery: WebhookDelivery; isOn: boolean }) {
  const { timezone } = useMe().user;
  const now = useNow();
  const { id, type, status, attempts, nextAttemptAt } = delivery;
  const { label, color } = deliveryWords[status];
  const last = attempts.at(-1);
  const facts = [
    last && shortDateTime(last.at, timezone, now),
    last && answerInWords(last),
    nextAttemptAt && nextInWords(nextAttemptAt, { isOn, timezone, now }),
  ].filter(Boolean);
  const resend = useSave({
    save: () => call(routes.resendWebhookDelivery, { params: { id } }),
    done: 'The event is sent again',
    changes: deliveriesChanged,
  });
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <span className={rows.name}>{type}</span>
          <Badge variant="light" tt="none" color={color}>
            {label}
          </Badge>
        </div>
        <p className={rows.facts}>{facts.join(' · ')}</p>
        <Attempts delivery={delivery} />
      </div>
      {isOn && (
        <div className={rows.tools}>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Send again: ${type}`}
            loading={resend.isPending}
            onClick={() => resend.run()}
          >
            Send again
          </Button>
        </div>
      )}
    </li>
  );
}

function nextInWords(at: string, { isOn, timezone, now }: { isOn: boolean; timezone: string; now: Date }) {
  if (!isOn) return "next attempt when it's on";
  return Date.parse(at) <= now.getTime()
    ? 'next attempt now'
    : `next attempt ${shortDateTime(at, timezone, now)}`;
}

type Attempt = WebhookDelivery['attempts'][number];

const answerInWords = ({ status, ms }: Attempt) =>
  `${status === null ? 'no answer' : `answered ${status}`} after ${inDigits(ms)} ms`;

function Attempts({ delivery: { attempts, eventId } }: { delivery: WebhookDelivery }) {
  const { timezone } = useMe().user;
  const now = useNow();
  return (
    <details className={classes.attempts}>
      <summary>{attempts.length === 0 ? 'No attempt yet' : counted(attempts.length, 'attempt')}</summary>
      <p className={rows.facts}>Event {eventId}</p>
      <ol>
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.at}>
            {shortDateTime(attempt.at, timezone, now)} · {answerInWords(attempt)}
            {attempt.response && <pre className={classes.answer}>{attempt.response}</pre>}
          </li>
        ))}
      </ol>
    </details>
  );
}
