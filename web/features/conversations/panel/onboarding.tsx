import { Badge, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ATS_NAMES } from '../../../../contract/ats.ts';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Onboarding as OnboardingData } from '../../../../contract/onboardings.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { dayOf, isKnownZone, monthDay, weekday } from '../../../lib/dates.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { onboardingsHeard, onboardingsQuery, openOf } from '../../onboardings/onboardings-query.ts';
import classes from './panel.module.css';

/** From when on onboarding messages are counted, and whether they go out. */
export function Onboarding({ candidate }: { candidate: Candidate }) {
  const list = useQuery(onboardingsQuery(candidate.id));
  if (list.isPending) return <Skeleton height={36} role="status" aria-label="Loading the onboarding" />;
  if (!list.data) return <LoadFailure what="The onboarding" retry={() => void list.refetch()} />;
  const open = openOf(list.data.items);
  const [last] = list.data.items;
  if (open) return <Open candidate={candidate} onboarding={open} />;
  return (
    <>
      {last && <div className={classes.muted}>The onboarding for {startIn(last)} has ended.</div>}
      {!isImpersonating() && <Start candidate={candidate} />}
    </>
  );
}

function Start({ candidate }: { candidate: Candidate }) {
  const once = useCallOnce(routes.startOnboarding);
  const start = useSave({
    save: (startsAt: string) => once({ body: { candidateId: candidate.id, startsAt } }),
    showsFields: true,
    done: 'Onboarding started',
    changes: onboardingsHeard,
  });
  return (
    <StartDate
      label="First day"
      submit="Start onboarding"
      saving={start}
      onSubmit={(date) => start.run(date)}
    />
  );
}

function Open({ candidate, onboarding }: { candidate: Candidate; onboarding: OnboardingData }) {
  const [isDating, setDating] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { id, status, startsAt, atsType } = onboarding;
  const isPaused = status === 'paused';
  const change = useSave({
    save: (body: { startsAt?: string; status?: 'active' | 'paused' }) =>
      call(routes.updateOnboarding, { params: { id }, body }),
    showsFields: true,
    done: (changed, { startsAt: date }) => {
      const said = date
        ? 'Start date changed'
        : changed.status === 'paused'
          ? 'Onboarding paused'
          : 'Onboarding resumed';
      return said;
    },
    onDone: () => setDating(false),
    changes: onboardingsHeard,
  });
  const hasStarted = Date.parse(startsAt) <= Date.now();
  return (
    <>
      <div className={classes.factLine}>
        <div className={classes.factValue}>
          {hasStarted ? 'Started' : 'Starts'} <time dateTime={startsAt}>{startIn(onboarding)}</time>
        </div>
        <Badge variant="light" tt="none" size="sm" color={isPaused ? 'orange' : 'teal'}>
          {isPaused ? 'Paused' : 'Active'}
        </Badge>
      </div>
      {atsType && <div className={classes.muted}>From {ATS_NAMES[atsType]}</div>}
      {isPaused && <div className={classes.muted}>No onboarding messages go out until you resume it.</div>}
      {!isImpersonating() && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            loading={change.isPending && !isDating}
            onClick={() => change.run({ status: isPaused ? 'active' : 'paused' })}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="xs" variant="default" aria-expanded={isDating} onClick={() => setDating(!isDating)}>
            Change date
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => setEnding(true)}>
            Not joining
          </Button>
        </Group>
      )}
      {isDating && (
        <StartDate
          label="New first day"
          submit="Save"
          initial={dayOf(startsAt, zoneOf(onboarding))}
          saving={change}
          onSubmit={(date) => change.run({ startsAt: date })}
        />
      )}
      <EndDialog
        opened={isEnding}
        name={candidateName(candidate)}
        onboarding={onboarding}
        onClose={() => setEnding(false)}
      />
    </>
  );
}

function StartDate({
  label,
  submit,
  initial = '',
  saving,
  onSubmit,
}: {
  label: string;
  submit: string;
  initial?: string;
  saving: { isPending: boolean; error: Error | null; reset: () => void };
  onSubmit: (date: string) => void;
}) {
  const [date, setDate] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(date === '');
        if (date !== '') onSubmit(date);
      }}
    >
      <Stack gap="xs" align="flex-start">
        <TextInput
          type="date"
          label={label}
          size="xs"
          w="100%"
          value={date}
          error={isMissing ? 'Choose a date' : fieldErrorsOf(saving.error).startsAt}
          data-shows="startsAt"
          onChange={(event) => {
            setDate(event.currentTarget.value);
            setMissing(false);
            saving.reset();
          }}
        />
        <Button type="submit" size="xs" loading={saving.isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

function EndDialog({
  opened,
  name,
  onboarding,
  onClose,
}: {
  opened: boolean;
  name: string;
  onboarding: OnboardingData;
  onClose: () => void;
}) {
  const end = useSave({
    save: () => call(routes.endOnboarding, { params: { id: onboarding.id } }),
    done: 'Onboarding ended',
    onDone: onClose,
    changes: onboardingsHeard,
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`End ${name}'s onboarding?`}>
      <Stack gap="md">
        <Text>The onboarding ends, and no more of its messages go out. You can't undo this.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" loading={end.isPending} onClick={() => end.run()}>
            End onboarding
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Browsers learn of new zones later than servers. */
const zoneOf = ({ timezone }: OnboardingData) => (isKnownZone(timezone) ? timezone : 'UTC');

/** Monday, Mar 2, as they see it there. */
function startIn(onboarding: OnboardingData): string {
  const zone = zoneOf(onboarding);
  return `${weekday(onboarding.startsAt, zone)}, ${monthDay(onboarding.startsAt, zone)}`;
}
