import { IconClock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ScheduledMessage } from '../../../contract/messages.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { heldInWords } from '../messages/held-words.ts';
import { dayAndClock, ownTimeInWords, sendTimeInWords } from '../messages/schedule/schedule-times.ts';
import { ScheduledActions } from '../messages/schedule/scheduled-actions.tsx';
import classes from './scheduled-screen.module.css';

const PAGE_SIZE = 50;

/** Your texts that go out later, and those that are held. */
export function ScheduledScreen() {
  const list = useInfiniteQuery(pagedQuery(routes.listScheduledMessages, { query: { limit: PAGE_SIZE } }));
  return (
    <Page title="Scheduled" lead="Your texts that go out later." width="wide">
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Scheduled texts"
        empty={
          <EmptyState
            icon={<IconClock size={32} stroke={1.5} />}
            title="Nothing scheduled"
            text="Choose a time with the clock beside Send, and the text waits here until then."
          />
        }
      >
        {(texts) => (
          <ul className={rows.list} aria-label="Scheduled texts">
            {texts.map((text) => (
              <Row key={text.id} text={text} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

/** By the candidate's clock, and by one's own where that differs. */
function bothTimes(iso: string, theirs: string | null, own: string, now: Date): string {
  if (!theirs) return `${dayAndClock(iso, own, now)} your time`;
  const times = [sendTimeInWords(iso, theirs, own, now), ownTimeInWords(iso, theirs, own, now)];
  return times.filter(Boolean).join(', ');
}

function Row({ text }: { text: ScheduledMessage }) {
  const { user } = useMe();
  const now = useNow();
  const { conversationId, candidate, body, scheduledAt, heldReason, cancelIfAnswered } = text;
  const at = scheduledAt && bothTimes(scheduledAt, candidate.timezone, user.timezone, now);
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <Link to={paths.conversation} params={{ conversationId }} className={rows.name}>
            {candidateName(candidate)}
          </Link>
          <span className={classes.when} data-held={heldReason !== null || undefined}>
            {heldReason ? heldInWords(heldReason) : at}
            {heldReason === null && cancelIfAnswered && ' · canceled if they answer'}
          </span>
        </div>
        <p className={classes.body}>{body || 'Picture'}</p>
        <div className={classes.actions}>
          <ScheduledActions message={text} candidate={candidate} user={user} />
        </div>
      </div>
    </li>
  );
}
