import { Text } from '@mantine/core';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBan,
  IconBriefcase,
  IconCalendarEvent,
  IconLock,
  IconMessages,
  IconPhone,
  IconRobot,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import type { TimelineEntry } from '../../../contract/timeline.ts';
import type { User } from '../../../contract/users.ts';
import { dayName, dayOf, fullTime, timeOfDay } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import { consentWords } from '../conversations/panel/consent.tsx';
import { timelineQuery } from '../conversations/panel/panel-query.ts';
import { spanIn, statusWords } from '../interviews/interview-words.ts';
import { activityInWords } from '../messages/activity/activity-words.ts';
import { heldInWords } from '../messages/held-words.ts';
import { Recording } from '../messages/thread/call-entry.tsx';
import { callWords } from '../messages/thread/call-words.ts';
import { LinkedText } from '../messages/thread/linked-text.tsx';
import { MessageMediaList } from '../messages/thread/message-media.tsx';
import { hasFailed } from '../messages/thread/message-status.tsx';
import { stateWords } from '../messages/thread/state-words.ts';
import classes from './timeline.module.css';

/** Newest first, by day. */
export function Timeline({ candidate, user }: { candidate: Candidate; user: User }) {
  const list = useInfiniteQuery(timelineQuery(candidate.id));
  const now = useNow();
  const { timezone } = user;
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="The timeline"
      empty="Nothing has happened with them yet."
    >
      {(entries, isBusy) => (
        <>
          {[...Map.groupBy(entries, ({ at }) => dayOf(at, timezone))].map(([day, ofDay]) => (
            <section key={day} aria-busy={isBusy}>
              <h3 className={classes.day}>{dayName(ofDay[0]?.at ?? day, timezone, now)}</h3>
              <ol className={classes.list}>
                {ofDay.map((entry) => (
                  <Entry key={entry.id} entry={entry} candidate={candidate} user={user} />
                ))}
              </ol>
            </section>
          ))}
          {user.userType !== 'admin' && !list.hasNextPage && (
            <Text size="xs" c="dimmed" mt="md">
              Colleagues' conversations that you can't see aren't included.
            </Text>
          )}
        </>
      )}
    </PagedList>
  );
}

interface Shown<Kind extends TimelineEntry['kind'] = TimelineEntry['kind']> {
  entry: Extract<TimelineEntry, { kind: Kind }>;
  candidate: Candidate;
  user: User;
}

function Entry({ entry, ...rest }: Shown) {
  switch (entry.kind) {
    case 'message':
      return <MessageEntry entry={entry} {...rest} />;
    case 'note':
      return <NoteEntry entry={entry} {...rest} />;
    case 'activity':
      return <ActivityEntry entry={entry} {...rest} />;
    case 'interview':
      return <InterviewEntry entry={entry} {...rest} />;
    case 'stage':
      return <StageEntry entry={entry} {...rest} />;
    case 'consent':
      return <ConsentEntry entry={entry} {...rest} />;
  }
}

/** What happened, when, and more about it. */
function Line({
  icon: Icon,
  what,
  at,
  timezone,
  tone,
  children,
}: {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  what: ReactNode;
  at: string;
  timezone: string;
  tone?: 'danger' | undefined;
  children?: ReactNode;
}) {
  return (
    <li className={classes.entry} data-tone={tone}>
      <span className={classes.icon}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={classes.main}>
        <div className={classes.head}>
          <span className={classes.what}>{what}</span>
          <time className={classes.time} dateTime={at} title={fullTime(at, timezone)}>
            {timeOfDay(at, timezone)}
          </time>
        </div>
        {children}
      </div>
    </li>
  );
}

function MessageEntry({ entry: { at, message, colleague }, candidate, user }: Shown<'message'>) {
  const { timezone } = user;
  const them = candidate.firstName || candidateName(candidate);
  const us =
    colleague === null ? 'a former colleague' : colleague.id === user.id ? 'you' : colleague.firstName;
  const isOutbound = message.direction === 'outbound';
  const open = (words: string) => (
    <Link
      to={paths.conversation}
      params={{ conversationId: message.conversationId }}
      className={classes.link}
    >
      {words}
    </Link>
  );
  if (message.call)
    return (
      <Line
        icon={IconPhone}
        what={open(`${callWords(message.call, colleague?.id === user.id)}, ${them} to ${us}`)}
        at={at}
        timezone={timezone}
        tone={message.call.outcome === 'missed' ? 'danger' : undefined}
      >
        {message.media.map((item) => (
          <Recording key={item.id} media={item} />
        ))}
      </Line>
    );
  const isAutomatic = isOutbound && message.sender === null;
  const from = isAutomatic ? 'Automatic text' : capitalized(us);
  return (
    <Line
      icon={isAutomatic ? IconRobot : isOutbound ? IconArrowUpRight : IconArrowDownLeft}
      what={open(isOutbound ? `${from} to ${them}` : `${them} to ${us}`)}
      at={at}
      timezone={timezone}
    >
      {message.body && (
        <p className={classes.body}>
          <LinkedText text={message.body} />
        </p>
      )}
      <MessageMediaList media={message.media} />
      {(hasFailed(message) || message.status === 'scheduled') && (
        <p
          className={classes.state}
          data-tone={hasFailed(message) || message.heldReason ? 'danger' : undefined}
        >
          {message.heldReason
            ? heldInWords(message.heldReason)
            : message.status === 'scheduled'
              ? `Scheduled for ${fullTime(message.scheduledAt ?? at, timezone)}`
              : (message.errorText ?? stateWords[message.status])}
        </p>
      )}
    </Line>
  );
}

function NoteEntry({ entry: { at, note }, user }: Shown<'note'>) {
  const author =
    note.author === null ? 'A former colleague' : note.author.id === user.id ? 'You' : note.author.firstName;
  return (
    <Line
      icon={IconLock}
      what={
        <Link
          to={paths.conversation}
          params={{ conversationId: note.conversationId }}
          className={classes.link}
        >
          {author} wrote a note
        </Link>
      }
      at={at}
      timezone={user.timezone}
    >
      <p className={`${classes.body} ${classes.note}`}>{note.body}</p>
    </Line>
  );
}

function ActivityEntry({ entry: { at, activity, conversationId }, user }: Shown<'activity'>) {
  return (
    <Line
      icon={IconMessages}
      what={
        <Link to={paths.conversation} params={{ conversationId }} className={classes.link}>
          {activityInWords(activity, user)}
        </Link>
      }
      at={at}
      timezone={user.timezone}
    />
  );
}

function InterviewEntry({ entry: { at, interview }, user }: Shown<'interview'>) {
  return (
    <Line icon={IconCalendarEvent} what={interview.title} at={at} timezone={user.timezone}>
      <p className={classes.state}>
        {spanIn(interview, user.timezone)} · {statusWords[interview.status]}
      </p>
    </Line>
  );
}

function StageEntry({ entry, user }: Shown<'stage'>) {
  const by = entry.by.id === user.id ? 'You' : entry.by.name;
  return (
    <Line icon={IconBriefcase} what={stageChange(entry)} at={entry.at} timezone={user.timezone}>
      <p className={classes.state}>By {by === 'You' ? 'you' : by}</p>
    </Line>
  );
}

function stageChange({ change, jobName, stageName, system }: Shown<'stage'>['entry']): string {
  const job = jobName ?? 'a job';
  switch (change) {
    case 'addedToJob':
      return `Added to ${job}`;
    case 'removedFromJob':
      return `Removed from ${job}`;
    case 'moved':
      return `Moved to ${stageName ?? 'another stage'} in ${system ?? job}`;
  }
}

function ConsentEntry({ entry: { at, event }, user }: Shown<'consent'>) {
  const isOut = event.type === 'revoked';
  const { what, how } = consentWords(event);
  return (
    <Line icon={IconBan} what={what} at={at} timezone={user.timezone} tone={isOut ? 'danger' : undefined}>
      <p className={classes.state}>{how}</p>
      {event.wording && <blockquote className={classes.body}>{event.wording}</blockquote>}
    </Line>
  );
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
