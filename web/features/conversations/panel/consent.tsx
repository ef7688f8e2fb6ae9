import { useInfiniteQuery } from '@tanstack/react-query';
import type { Candidate, ConsentStatus } from '../../../../contract/candidates.ts';
import type { ConsentEvent, ConsentType } from '../../../../contract/consents.ts';
import { personName } from '../../../../contract/person-name.ts';
import { dateTime } from '../../../lib/dates.ts';
import { itemsOf, PagedList } from '../../../ui/paged-list.tsx';
import { ExportEvidence } from './export-evidence.tsx';
import classes from './panel.module.css';
import { consentsQuery } from './panel-query.ts';
import { PanelSection } from './panel-section.tsx';

const statuses: Record<ConsentStatus, string> = {
  none: "Hasn't texted you yet",
  implied: 'Has texted you',
  granted: 'Agreed to texts',
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
        <ConsentHistory phoneNumber={candidate.phoneNumber} timezone={timezone} />
        <ExportEvidence phoneNumber={candidate.phoneNumber} />
      </PanelSection>
    </>
  );
}

function ConsentHistory({ phoneNumber, timezone }: { phoneNumber: string; timezone: string }) {
  const list = useInfiniteQuery(consentsQuery(phoneNumber));
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="The consent history"
      empty="Nothing on record for this number yet."
    >
      {(events) => (
        <ol className={classes.list} aria-label="Consent history">
          {events.map((event) => (
            <li key={event.id} className={classes.entry}>
              <div>{consentWords(event).what}</div>
              <div className={classes.muted}>{consentWords(event).how}</div>
              {event.wording && <blockquote className={classes.quote}>{event.wording}</blockquote>}
              <time className={classes.muted} dateTime={event.at}>
                {dateTime(event.at, timezone)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
}

const types: Record<ConsentType, string> = {
  granted: 'Agreed to texts',
  confirmed: 'Confirmed that they agree',
  revoked: 'Opted out',
  held: 'May have asked to stop',
  released: 'Reviewed: not an opt-out',
  regranted: 'Opted back in',
};

/** What became of it, and how. */
export const consentWords = (event: ConsentEvent) => ({ what: types[event.type], how: howOf(event) });

function howOf({ type, source, method, actor, wordingVersion }: ConsentEvent): string {
  const by = actor && personName(actor);
  if (type === 'granted' || type === 'confirmed')
    return [
      method,
      source === 'import' && 'from a file',
      by && `entered by ${by}`,
      wordingVersion && `version ${wordingVersion}`,
    ]
      .filter(Boolean)
      .join(', ');
  if (type === 'released') return by ? `By ${by}` : 'By a former colleague';
  if (source === 'carrier') return 'The carrier told us';
  if (source === 'import') return by ? `From a file, imported by ${by}` : 'From a file';
  if (method === 'reviewed') return `By text, reviewed by ${by ?? 'a former colleague'}`;
  return 'By text';
}
