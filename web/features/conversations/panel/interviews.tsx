import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { CALENDARS, missingOf } from '../../../../contract/access.ts';
import { ATS_NAMES } from '../../../../contract/ats.ts';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Interview, InterviewStatus } from '../../../../contract/interviews.ts';
import { personName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';
import { whoIs } from '../../../lib/session/access.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { listed } from '../../../lib/words.ts';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { spanIn, spanThere, statusWords } from '../../interviews/interview-words.ts';
import { interviewsQuery } from '../../interviews/interviews-query.ts';
import { UnfinishedOffers } from '../../time-offers/unfinished-offers.tsx';
import classes from './panel.module.css';

const InterviewDialog = lazy(() =>
  import('../../interviews/interview-dialog.tsx').then((module) => ({ default: module.InterviewDialog })),
);

const OfferTimesDialog = lazy(() =>
  import('../../time-offers/offer-times-dialog.tsx').then((module) => ({ default: module.OfferTimesDialog })),
);

type Reader = Pick<User, 'id' | 'timezone'>;

/** Upcoming ones, soonest first; past ones when they are wanted. */
export function Interviews({
  candidate,
  conversationId,
  reader,
}: {
  candidate: Candidate;
  conversationId: string | null;
  reader: User;
}) {
  const { account } = useMe();
  // Times are offered by text, in a conversation that there is.
  const offersTimes = conversationId !== null && missingOf(CALENDARS, whoIs(reader, account)) === null;
  const [dialog, setDialog] = useState<'closed' | 'open' | 'never'>('never');
  const list = useInfiniteQuery(interviewsQuery(candidate.id));
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [edited, setEdited] = useState<Interview | null>(null);
  const open = (interview: Interview | null) => {
    setEdited(interview);
    setWasOpen(true);
    setOpen(true);
  };
  const entries = (interviews: Interview[], which: 'Upcoming' | 'Past') => (
    <ul className={classes.list} aria-label={`${which} interviews`}>
      {interviews.map((interview) => (
        <Entry
          key={interview.id}
          interview={interview}
          isUpcoming={which === 'Upcoming'}
          reader={reader}
          onEdit={() => open(interview)}
        />
      ))}
    </ul>
  );
  return (
    <>
      {!isImpersonating() && (
        <Group gap="xs" mb="sm">
          <Button size="xs" variant="default" onClick={() => open(null)}>
            Add interview
          </Button>
          {offersTimes && (
            <Button size="xs" variant="default" onClick={() => setDialog('open')}>
              Offer times
            </Button>
          )}
        </Group>
      )}
      {offersTimes && <UnfinishedOffers candidateId={candidate.id} here={reader.timezone} />}
      <PagedList list={list} items={itemsOf(list.data)} what="The interviews" empty="No interviews yet.">
        {(shown) => {
          const isUpcoming = ({ endsAt }: Interview) => Date.parse(endsAt) > now.getTime();
          const upcoming = shown.filter(isUpcoming).reverse();
          const past = shown.filter((interview) => !isUpcoming(interview));
          return (
            <>
              {upcoming.length > 0 ? (
                entries(upcoming, 'Upcoming')
              ) : (
                <Text size="sm" c="dimmed">
                  No upcoming interviews.
                </Text>
              )}
              {past.length > 0 && <Past>{() => entries(past, 'Past')}</Past>}
            </>
          );
        }}
      </PagedList>
      {dialog !== 'never' && conversationId !== null && (
        <Suspense>
          <OfferTimesDialog
            opened={dialog === 'open'}
            candidate={candidate}
            conversationId={conversationId}
            here={reader.timezone}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
      {wasOpen && (
        <Suspense>
          <InterviewDialog
            key={edited?.id}
            opened={isOpen}
            candidate={candidate}
            interview={edited}
            here={reader.timezone}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function Past({ children }: { children: () => React.ReactNode }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        size="xs"
        variant="transparent"
        px={0}
        mt="sm"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide past interviews' : 'Show past interviews'}
      </Button>
      <div id={id} hidden={!isShown}>
        {isShown && children()}
      </div>
    </>
  );
}

const colors: Record<InterviewStatus, string> = {
  scheduled: 'gray',
  confirmed: 'teal',
  canceled: 'red',
  declined: 'red',
};

function Entry({
  interview,
  isUpcoming,
  reader,
  onEdit,
}: {
  interview: Interview;
  isUpcoming: boolean;
  reader: Reader;
  onEdit: () => void;
}) {
  const { title, startsAt, location, videoUrl, interviewers, status, can } = interview;
  const there = spanThere(interview, reader.timezone);
  const isAskedToMove = isUpcoming && status !== 'canceled' && interview.rescheduleRequestedAt !== null;
  const origin = originOf(interview, reader.id);
  return (
    <li className={classes.entry}>
      <div className={classes.factLine}>
        <div className={`${classes.factValue} ${classes.entryTitle}`}>{title}</div>
        {can.edit && !isImpersonating() && (
          <Button size="xs" variant="default" aria-label={`Edit ${title}`} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
      <time dateTime={startsAt}>{spanIn(interview, reader.timezone)}</time>
      {there && <div className={classes.muted}>{there}</div>}
      {location && <div className={classes.muted}>{location}</div>}
      {videoUrl && (
        <div>
          <Anchor href={videoUrl} target="_blank" rel="noreferrer" size="sm">
            Join by video
          </Anchor>
        </div>
      )}
      {interviewers.length > 0 && <div className={classes.muted}>With {listed(interviewers)}</div>}
      {origin && <div className={classes.muted}>{origin}</div>}
      {(status !== 'scheduled' || isUpcoming) && (
        <div>
          {isAskedToMove ? (
            <Badge variant="light" tt="none" size="sm" color="orange">
              Asked for another time
            </Badge>
          ) : (
            <Badge variant="light" tt="none" size="sm" color={colors[status]}>
              {statusWords[status]}
            </Badge>
          )}
        </div>
      )}
    </li>
  );
}

/** Why it can be changed here, or can't; of one's own, nothing. */
function originOf({ atsType, createdBy }: Interview, readerId: string): string | null {
  if (atsType !== null) return `From ${ATS_NAMES[atsType]}`;
  if (createdBy === null) return 'Added by a former colleague';
  return createdBy.id === readerId ? null : `Added by ${personName(createdBy)}`;
}
