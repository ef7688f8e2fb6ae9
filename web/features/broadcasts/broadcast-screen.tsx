import { Badge, Progress, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type Broadcast, type BroadcastRecipient, RecipientOutcome } from '../../../contract/broadcasts.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import { shortDateTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { MessageMediaList } from '../messages/thread/message-media.tsx';
import { AttributedText } from '../writing/attributed-text.tsx';
import { Actions } from './broadcast-actions.tsx';
import { outcomeWords, progressOf, shareOf, statusColors, statusWords } from './broadcast-words.ts';
import classes from './broadcasts.module.css';
import { broadcastQuery, recipientsQuery } from './broadcasts-query.ts';

/** How far a broadcast is, live, and what became of each text. */
export function BroadcastScreen() {
  const { broadcastId = '' } = useParams({ strict: false });
  const broadcast = useQuery(broadcastQuery(broadcastId));
  const back = { to: paths.broadcasts, label: 'Broadcasts' };
  if (broadcast.data) return <Shown broadcast={broadcast.data} />;
  return (
    <Page title="Broadcast" back={back} width="wide">
      {broadcast.isPending ? (
        <Loading what="the broadcast">
          <Skeleton height={16} width="40%" mb="md" />
          <Skeleton height={64} />
        </Loading>
      ) : (
        <LoadFailure what="This broadcast" retry={() => void broadcast.refetch()} />
      )}
    </Page>
  );
}

function Shown({ broadcast }: { broadcast: Broadcast }) {
  const { user } = useMe();
  const now = useNow();
  const { name, status, body, attachments, author, stoppedBecause, pausedBecause, warning } = broadcast;
  const { out, of } = progressOf(broadcast);
  const why = stoppedBecause ?? pausedBecause;
  return (
    <Page
      title={name}
      back={{ to: paths.broadcasts, label: 'Broadcasts' }}
      width="wide"
      actions={<Actions broadcast={broadcast} />}
    >
      <p className={classes.name}>{name}</p>
      <div className={classes.head}>
        <Badge variant="light" tt="none" color={statusColors[status]}>
          {statusWords[status]}
        </Badge>
        <span className={classes.status} role="status">
          {`${out.toLocaleString('en-US')} of ${counted(of, 'text')} out`}
          {status === 'running' && broadcast.nextSendAt && Date.parse(broadcast.nextSendAt) > now.getTime()
            ? ` · goes on ${shortDateTime(broadcast.nextSendAt, user.timezone, now)}`
            : ''}
          {status === 'scheduled' ? ` · ${startOf(broadcast, user.timezone, now)}` : ''}
          {author && author.id !== user.id ? ` · ${personName(author)}` : ''}
        </span>
      </div>
      {broadcast.limitedUntil && (
        <p className={classes.warning}>
          Carriers take no more texts from your company today. The others go out tomorrow.
        </p>
      )}
      {why && <p className={classes.why}>{why.message}</p>}
      {warning && status === 'running' && (
        <p className={classes.warning}>
          {warning.code === 'opt_outs'
            ? 'Many people are opting out. It stops at 1.5%.'
            : 'Carriers block some of the texts as spam. It stops at 1.5%.'}
        </p>
      )}
      <Progress value={of === 0 ? 0 : (out / of) * 100} aria-label="Texts that are out" />
      <Outcomes broadcast={broadcast} />
      <p className={classes.bubble}>
        <AttributedText body={body} />
      </p>
      {attachments.length > 0 && (
        <div className={classes.pictures}>
          <MessageMediaList media={attachments.map((media) => ({ ...media, status: 'stored' }))} />
        </div>
      )}
      <Recipients broadcast={broadcast} />
    </Page>
  );
}

function startOf({ localTime, startsAt }: Broadcast, timezone: string, now: Date): string {
  if (localTime === null) return `starts ${shortDateTime(startsAt, timezone, now)}`;
  return `at ${shortDateTime(`${localTime}:00.000Z`, 'UTC', now)}, on each candidate's clock`;
}

/** Each leads to those recipients. */
function Outcomes({ broadcast }: { broadcast: Broadcast }) {
  const { show }: { show?: string } = useSearch({ strict: false });
  const { id, audience, outcomes, answered, optedOut } = broadcast;
  const delivered = outcomes.delivered ?? 0;
  const cards = [
    { show: undefined, label: 'Everyone', count: audience, share: '' },
    ...RecipientOutcome.options
      .map((outcome) => ({
        show: outcome as string,
        label: outcomeWords[outcome],
        count: outcomes[outcome] ?? 0,
        share: '',
      }))
      .filter(({ count, show: outcome }) => count > 0 || outcome === 'delivered'),
    { show: 'answered', label: 'Answered', count: answered, share: shareOf(answered, delivered) },
    { show: 'optedOut', label: 'Opted out', count: optedOut, share: shareOf(optedOut, delivered) },
  ];
  return (
    <nav className={classes.outcomes} aria-label="Outcomes">
      {cards.map((card) => (
        <Link
          key={card.label}
          to={paths.broadcast}
          params={{ broadcastId: id }}
          search={{ show: card.show }}
          replace
          resetScroll={false}
          className={classes.outcome}
          aria-current={card.show === show ? 'page' : undefined}
        >
          <strong>{card.count.toLocaleString('en-US')}</strong>
          <span>{card.share ? `${card.label} · ${card.share}` : card.label}</span>
        </Link>
      ))}
    </nav>
  );
}

function Recipients({ broadcast }: { broadcast: Broadcast }) {
  const { show }: { show?: string } = useSearch({ strict: false });
  const outcome = RecipientOutcome.options.find((known) => known === show);
  const only = show === 'answered' || show === 'optedOut' ? show : undefined;
  const list = useInfiniteQuery(recipientsQuery(broadcast.id, { outcome, only }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <PagedList list={list} items={items} what="Recipients" empty="No one is in this group.">
      {(recipients, isBusy) => (
        <ul className={rows.list} aria-label="Recipients" aria-busy={isBusy}>
          {recipients.map((recipient) => (
            <Row key={recipient.phoneNumber} recipient={recipient} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Row({ recipient }: { recipient: BroadcastRecipient }) {
  const { user } = useMe();
  const now = useNow();
  const { candidateId, conversationId, outcome, reasonText, answeredAt, optedOutAt, sendAt } = recipient;
  const name = candidateName(recipient);
  const facts = [
    name === recipient.phoneNumberFormatted ? null : recipient.phoneNumberFormatted,
    outcome === 'waiting' && Date.parse(sendAt) > now.getTime()
      ? `not before ${shortDateTime(sendAt, user.timezone, now)}`
      : null,
    reasonText,
    optedOutAt
      ? 'Opted out'
      : answeredAt
        ? `Answered ${shortDateTime(answeredAt, user.timezone, now)}`
        : null,
  ].filter((fact) => fact !== null);
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          {conversationId === null ? (
            <Link to={paths.candidate} params={{ candidateId }} className={rows.name}>
              {name}
            </Link>
          ) : (
            <Link to={paths.conversation} params={{ conversationId }} className={rows.name}>
              {name}
            </Link>
          )}
          <span className={classes.status}>{outcomeWords[outcome]}</span>
        </div>
        <p className={rows.facts}>{facts.join(' · ')}</p>
      </div>
    </li>
  );
}
