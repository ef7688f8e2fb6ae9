import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { fullTime, shortTime } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { type Asked, SeatDialog } from '../seat-actions/seat-dialog.tsx';
import { seatsQuery } from '../team-query.ts';
import classes from './uncovered.module.css';
import { uncoveredQuery } from './uncovered-query.ts';

/** What arrives for seats that no one has: read and answer it here, or have a colleague cover the seat. */
export function UncoveredScreen() {
  return (
    <Page
      back={{ to: paths.team, label: 'Team' }}
      title="Uncovered seats"
      lead="Texts to seats that no one has. Answer them, or choose who covers the seat until someone has it."
      width="wide"
    >
      <UncoveredSeats />
      <UncoveredConversations />
    </Page>
  );
}

function UncoveredSeats() {
  const seats = useQuery(seatsQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!seats.data) return null;
  const open = seats.data.filter(
    ({ can, twilioNumber, coveredBy }) => can.cover && twilioNumber && !coveredBy,
  );
  return (
    <>
      {open.length > 0 && (
        <ul className={classes.seats} aria-label="Seats to cover">
          {open.map((seat) => (
            <UncoveredSeat
              key={seat.id}
              seat={seat}
              onCover={() => setAsked({ action: 'cover', seatId: seat.id })}
            />
          ))}
        </ul>
      )}
      <SeatDialog
        asked={asked}
        seatRole="recruiter"
        seats={seats.data}
        onClose={() => setAsked(null)}
        onClosed={() => {}}
      />
    </>
  );
}

function UncoveredSeat({ seat, onCover }: { seat: Seat; onCover: () => void }) {
  return (
    <li>
      <span>
        {seat.twilioNumberFormatted}
        <span className={classes.detail}>
          {seat.pendingEmail ? `${seat.pendingEmail} is invited` : 'Available seat'}
        </span>
      </span>
      <Button variant="default" size="xs" onClick={onCover}>
        Cover this seat
      </Button>
    </li>
  );
}

function UncoveredConversations() {
  const list = useInfiniteQuery(uncoveredQuery());
  const { user: me } = useMe();
  const now = useNow();
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="These conversations"
      empty={
        <EmptyState
          icon={<IconInbox size={32} stroke={1.5} />}
          title="Every conversation has someone"
          text="Texts to a seat that no one has and no one covers appear here."
          action={
            <Button component={Link} to={paths.team} variant="default" size="xs">
              Go to Team
            </Button>
          }
        />
      }
    >
      {(conversations) => (
        <section className={classes.conversations} aria-label="Conversations">
          {conversations.map((conversation) => (
            <UncoveredRow
              key={conversation.id}
              conversation={conversation}
              timezone={me.timezone}
              now={now}
            />
          ))}
        </section>
      )}
    </PagedList>
  );
}

function UncoveredRow({
  conversation: { id, candidate, lastMessage, unreadCount },
  timezone,
  now,
}: {
  conversation: Conversation;
  timezone: string;
  now: Date;
}) {
  return (
    <Link
      to={paths.conversation}
      params={{ conversationId: id }}
      className={classes.row}
      data-unread={unreadCount > 0 || undefined}
    >
      <PersonAvatar person={candidate} />
      <span className={classes.words}>
        <span className={classes.name}>{candidateName(candidate)}</span>
        <span className={classes.preview}>{lastMessage?.body || 'No words'}</span>
      </span>
      {unreadCount > 0 && <span className={classes.unread}>{unreadCount} unread</span>}
      {lastMessage && (
        <time
          className={classes.detail}
          dateTime={lastMessage.createdAt}
          title={fullTime(lastMessage.createdAt, timezone)}
        >
          {shortTime(lastMessage.createdAt, timezone, now)}
        </time>
      )}
    </Link>
  );
}
