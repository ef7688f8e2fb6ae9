import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import {
  EXAMPLE_VALUES,
  MERGE_ATTRIBUTES,
  type MergeAttribute,
  type MergeValues,
} from '../../../contract/merge-attributes.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { renderTokens } from '../../../contract/render-template.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { parseWithLinks } from '../../../contract/with-links.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { listed } from '../../lib/words.ts';
import { calendarValues, useUsableShortcuts } from '../calendars/calendars-query.ts';
import { sampleOf, withSamples } from '../calendars/short-links.ts';
import { useInterviewValues } from '../interviews/use-interview-values.ts';
import { useOnboardingValues } from '../onboardings/onboardings-query.ts';
import { labelOf } from '../writing/attributes.ts';
import { fillKnown } from '../writing/fill-known.ts';
import { valuesFor } from '../writing/preview-values.ts';
import { RenderedBody } from '../writing/rendered-body.tsx';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import classes from './template-editor.module.css';

const SEARCH_PAUSE_MS = 200;
const OFFERED = 20;
const NOTHING = Object.fromEntries(MERGE_ATTRIBUTES.map((attribute) => [attribute, null]));

/** How a body reads, and what it costs: with examples, or for a candidate. */
export function TemplatePreview({ body, hasMedia, user }: { body: string; hasMedia: boolean; user: User }) {
  const [candidate, setCandidate] = useState<Candidate | null>(null);
  const { account } = useMe();
  const interview = useInterviewValues(candidate?.id, body);
  const onboarding = useOnboardingValues(user, candidate?.id, body);
  // Values that no one has yet count as missing, not as unknown.
  const shortcuts = useUsableShortcuts(user, /#|calendar\.link/.test(body));
  const links = withSamples(shortcuts ?? [], sampleOf(account));
  const values: MergeValues = candidate
    ? {
        ...NOTHING,
        ...valuesFor(candidate, user, account),
        ...calendarValues(shortcuts && links),
        ...interview,
        ...onboarding,
      }
    : EXAMPLE_VALUES;
  const rendered = renderTokens(parseWithLinks(body, links), values);
  return (
    <section className={classes.preview} aria-label="Preview">
      <CandidateChoice candidate={candidate} onChoose={setCandidate} />
      <p className={classes.bubble} data-empty={body.trim() === '' || undefined}>
        {body.trim() === '' ? (
          'Your text appears here.'
        ) : (
          <RenderedBody body={body} values={values} links={links} />
        )}
      </p>
      {!rendered.ok && rendered.missing.length > 0 && candidate && (
        <p className={classes.problem} role="status">
          {`${candidateName(candidate)} has no value for: ${labelsOf(rendered.missing)}. The text can't be sent like this.`}
        </p>
      )}
      <div className={classes.count}>
        <SegmentCounter
          body={rendered.ok ? rendered.text : fillKnown(body, values, links)}
          hasMedia={hasMedia}
        />
      </div>
    </section>
  );
}

const labelsOf = (attributes: MergeAttribute[]) =>
  listed(attributes.map((attribute) => labelOf(attribute).toLowerCase()));

function CandidateChoice({
  candidate,
  onChoose,
}: {
  candidate: Candidate | null;
  onChoose: (candidate: Candidate | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, SEARCH_PAUSE_MS);
  // The field shows the chosen candidate's name, which isn't a search.
  const sought = candidate && search === candidateName(candidate) ? '' : search.trim();
  const found = useQuery({
    ...routeQuery(routes.listCandidates, { query: { search: sought || undefined, limit: OFFERED } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const offered = found.data?.items ?? [];
  const people = candidate ? [candidate, ...offered.filter(({ id }) => id !== candidate.id)] : offered;
  return (
    <Select
      label="Preview for"
      placeholder="Example values"
      searchable
      clearable
      data={people.map((one) => ({ value: one.id, label: candidateName(one) }))}
      filter={({ options }) => options}
      value={candidate?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChoose(people.find((one) => one.id === id) ?? null)}
      nothingFoundMessage={found.isPending ? 'Loading…' : 'No candidate found'}
    />
  );
}
