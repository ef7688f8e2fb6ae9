import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskedBroadcast, BroadcastPreview } from '../../../contract/broadcasts.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { dayAndTime } from '../../lib/dates.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { counted, pluralOf } from '../../lib/words.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/paged-list.tsx';
import classes from './broadcasts.module.css';
import { TestText } from './test-text.tsx';

const TYPING_PAUSE_MS = 600;
/** The query's body until the form is complete; never sent. */
const NOTHING: AskedBroadcast = { audience: {}, body: '' };

/** Who gets the text and who doesn't, when the last is out, and what it takes. */
export function Check({
  asked,
  problems,
  timezone,
  onSend,
}: {
  /** Null: there is something to fill in first. */
  asked: AskedBroadcast | null;
  problems: Record<string, string>;
  timezone: string;
  onSend: (preview: BroadcastPreview) => void;
}) {
  const [settled] = useDebouncedValue(JSON.stringify(asked), TYPING_PAUSE_MS);
  const body: AskedBroadcast | null = JSON.parse(settled);
  const preview = useQuery({
    ...routeQuery(routes.previewBroadcast, { body: body ?? NOTHING }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  if (asked === null || body === null)
    return <Text c="dimmed">{Object.values(problems)[0] ?? 'Fill in the fields above.'}</Text>;
  if (preview.isPending)
    return (
      <Loading what="who gets it">
        <Skeleton height={16} width="50%" mb="sm" />
        <Skeleton height={16} width="64%" />
      </Loading>
    );
  const [refused] = Object.values(fieldErrorsOf(preview.error));
  if (refused) return <Text c="var(--danger)">{refused}</Text>;
  if (preview.data === undefined)
    return <LoadFailure what="Who gets it" retry={() => void preview.refetch()} />;
  const isOld = preview.isPlaceholderData || settled !== JSON.stringify(asked);
  const { willSend, blockedBecause } = preview.data;
  return (
    <Stack gap="md" aria-busy={isOld}>
      <Numbers preview={preview.data} timezone={timezone} />
      <LeftOut preview={preview.data} />
      <Samples preview={preview.data} asked={asked} />
      {blockedBecause && <Text c="var(--danger)">{blockedBecause.message}</Text>}
      <div>
        <Button
          disabled={isOld || willSend === 0 || blockedBecause !== null}
          onClick={() => onSend(preview.data)}
        >
          {`Continue with ${counted(willSend, 'candidate')}`}
        </Button>
      </div>
    </Stack>
  );
}

function Numbers({ preview, timezone }: { preview: BroadcastPreview; timezone: string }) {
  const { audience, willSend, segments, costCents, remainingTexts, startsAt, finishesAt, waitingFor } =
    preview;
  const facts: [string, string][] = [
    ['Get it', `${willSend.toLocaleString('en-US')} of ${counted(audience, 'candidate')}`],
    ...(startsAt ? [['First text', dayAndTime(startsAt, timezone)] as [string, string]] : []),
    ...(finishesAt ? [['Last text', dayAndTime(finishesAt, timezone)] as [string, string]] : []),
    ...waitingFor.map(({ zone, until, count }): [string, string] => [
      zone.replaceAll('_', ' '),
      `${count.toLocaleString('en-US')} ${pluralOf(count, 'waits', 'wait')} until ${dayAndTime(until, timezone)}`,
    ]),
    ['Counts as', counted(segments, 'text')],
    ...(remainingTexts === null
      ? []
      : [
          [
            'Costs about',
            `$${(costCents / 100).toFixed(2)} of your packages; ${counted(remainingTexts, 'text')} left`,
          ] as [string, string],
        ]),
  ];
  return (
    <dl className={classes.facts} aria-label="Flight plan">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LeftOut({ preview: { leftOut } }: { preview: BroadcastPreview }) {
  const [open, setOpen] = useState<string | null>(null);
  if (leftOut.length === 0) return null;
  return (
    <section aria-label="Left out">
      <h3 className={classes.subtitle}>Left out</h3>
      <ul className={classes.reasons}>
        {leftOut.map(({ reason, text, count, candidates }) => (
          <li key={reason}>
            <button
              type="button"
              className={classes.reason}
              aria-expanded={open === reason}
              onClick={() => setOpen(open === reason ? null : reason)}
            >
              <span>{text}</span>
              <span>{count.toLocaleString('en-US')}</span>
            </button>
            {open === reason && (
              <p className={classes.names}>
                {candidates.map((each) => nameOf(each)).join(', ')}
                {count > candidates.length &&
                  ` and ${(count - candidates.length).toLocaleString('en-US')} more`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = (candidate: { firstName: string; lastName: string; phoneNumberFormatted: string }) =>
  `${candidate.firstName} ${candidate.lastName}`.trim() || candidate.phoneNumberFormatted;

function Samples({ preview: { samples }, asked }: { preview: BroadcastPreview; asked: AskedBroadcast }) {
  const [at, setAt] = useState(0);
  const sample = samples[Math.min(at, samples.length - 1)];
  if (sample === undefined) return null;
  const shown = Math.min(at, samples.length - 1);
  return (
    <section aria-label="As they get it">
      <h3 className={classes.subtitle}>
        As {candidateName({ ...sample, phoneNumberFormatted: 'they' })} gets it
      </h3>
      <p className={classes.bubble}>{sample.body}</p>
      {samples.length > 1 && (
        <Button.Group>
          <Button size="compact-sm" variant="default" disabled={shown === 0} onClick={() => setAt(shown - 1)}>
            Previous
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={shown === samples.length - 1}
            onClick={() => setAt(shown + 1)}
          >
            Next
          </Button>
        </Button.Group>
      )}
      {asked.body !== undefined && (
        <div className={classes.test}>
          <TestText
            tested={{
              candidateId: sample.candidateId,
              body: asked.body,
              ...(asked.mediaIds ? { mediaIds: asked.mediaIds } : {}),
            }}
          />
        </div>
      )}
    </section>
  );
}
