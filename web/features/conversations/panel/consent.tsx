import { useInfiniteQuery } from '@tanstack/react-query';
import type { Candidate, ConsentEvent, ConsentStatus } from '../../../../contract/candidates.ts';
import { personName } from '../../../../contract/person-name.ts';
import { dateTime } from '../../../lib/dates.ts';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import classes from './panel.module.css';
import { consentEventsQuery } from './panel-query.ts';
import { PanelSection } from './panel-section.tsx';

const statuses: Record<ConsentStatus, string> = {
  none: "Hasn't texted you yet",
  implied: 'Has texted you',
  optedOut: 'Opted out of texts',
};

export function Consent({ candidate, timezone }: { candidate: Candidate; timezone: string }) {
  const { status, changedAt } = candidate.consent;
  return (
    <>
      <div className={classes.fact}>
        <div className={classes.factLabel}>Consent</div>
        <div className={classes.factValue} data-tone={status === 'optedOut' ? 'danger' : undefined}>
          {statuses[status]}
          {changedAt && <div className={classes.muted}>Since {dateTime(changedAt, timezone)}</div>}
        </div>
      </div>
      <PanelSection name="Consent history">
        <ConsentHistory candidateId={candidate.id} timezone={timezone} />
      </PanelSection>
    </>
  );
}

function ConsentHistory({ candidateId, timezone }: { candidateId: string; timezone: string }) {
  const list = useInfiniteQuery(consentEventsQuery(candidateId));
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="The consent history"
      empty="This number has never opted out."
    >
      {(events) => (
        <ol className={classes.list} aria-label="Consent history">
          {events.map((event) => (
            <li key={event.id} className={classes.entry}>
              <div>{consentWords(event).what}</div>
              <div className={classes.muted}>{consentWords(event).how}</div>
              {event.wording && <blockquote className={classes.quote}>{event.wording}</blockquote>}
              <time className={classes.muted} dateTime={event.createdAt}>
                {dateTime(event.createdAt, timezone)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
}

/** What became of it, and how. */
export const consentWords = (event: ConsentEvent) => ({
  what: event.change === 'optedOut' ? 'Opted out' : 'Opted back in',
  how: howOf(event),
});

function howOf({ source, reviewedBy }: ConsentEvent): string {
  switch (source) {
    case 'keyword':
      return 'By text';
    case 'carrier':
      return 'The carrier told us';
    case 'reviewed': {
      const name = reviewedBy && personName(reviewedBy);
      return name ? `By text, reviewed by ${name}` : 'By text, reviewed by a former colleague';
    }
  }
}
