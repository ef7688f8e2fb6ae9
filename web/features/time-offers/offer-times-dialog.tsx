import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  Select,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { type FreeTime, MAX_TIMES } from '../../../contract/time-offers.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { lengthInWords } from '../interviews/interview-words.ts';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import { answersIn, asksSender, type SendAnswers, SendQuestion } from '../writing/send-question.tsx';
import classes from './time-offers.module.css';
import { freeTimesChanged, freeTimesQuery, offersHeard, previewQuery } from './time-offers-query.ts';
import { TimePicker } from './time-picker.tsx';

interface Offering {
  candidate: Candidate;
  conversationId: string;
  /** The reader's time zone. */
  here: string;
  onClose: () => void;
}

/** Offers the candidate up to three free times by text. */
export function OfferTimesDialog({ opened, ...form }: Offering & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={`Offer times to ${candidateName(form.candidate)}`}
      size="xl"
    >
      <OfferTimesForm {...form} />
    </Modal>
  );
}

const LENGTHS = [15, 30, 45, 60, 90, 120];
const WINDOW_MS = 14 * 24 * 3600_000;

const EMPTY = { title: '', location: '', videoUrl: '', sendInvitation: true };

function OfferTimesForm({ candidate, conversationId, here, onClose }: Offering) {
  const [start] = useState(() => Date.now());
  const [windowNumber, setWindowNumber] = useState(0);
  const [minutes, setMinutes] = useState(30);
  const [chosen, setChosen] = useState<FreeTime[]>([]);
  const [fields, setFields] = useState(EMPTY);
  const [edited, setEdited] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const from = start + windowNumber * WINDOW_MS;
  const range = { from: new Date(from).toISOString(), to: new Date(from + WINDOW_MS).toISOString() };
  const free = useQuery(freeTimesQuery({ candidateId: candidate.id, minutes, ...range }));
  const [intro, setIntro] = useState<string>();
  const times = chosen.map(({ startsAt }) => startsAt);
  const preview = useQuery(previewQuery({ conversationId, times, intro }));
  const body = edited ?? preview.data?.body ?? '';

  const choose = (now: FreeTime[]) => {
    // What was written before the times stays.
    const [first = ''] = preview.data?.options ?? [];
    if (edited !== null) setIntro(first ? (edited.split(first)[0]?.trim() ?? '') : undefined);
    setEdited(null);
    setChosen(now);
  };
  const send = useSend(candidate.id, {
    onDone: onClose,
    onRefused: setErrors,
    onTaken: () => choose([]),
  });
  const field = (name: 'title' | 'location' | 'videoUrl') => ({
    value: fields[name],
    error: errors[name],
    'data-shows': name,
    onChange: ({ currentTarget: { value } }: React.ChangeEvent<HTMLInputElement>) =>
      setFields((before) => ({ ...before, [name]: value })),
  });
  const isReady = chosen.length > 0 && preview.data !== undefined && !preview.isPlaceholderData;

  const submit = (answers: SendAnswers = {}) => {
    setErrors({});
    const title = fields.title.trim() || undefined;
    if (isReady && !send.isPending)
      send.run({
        ...fields,
        title,
        conversationId,
        minutes,
        times,
        body,
        ...answers,
      });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <div className={classes.columns}>
          <Stack gap="md">
            <Group grow gap="sm" align="flex-start" preventGrowOverflow={false}>
              <TextInput label="Title" placeholder="Interview" data-autofocus {...field('title')} />
              <Select
                label="Length"
                data={LENGTHS.map((length) => ({ value: String(length), label: lengthInWords(length) }))}
                value={String(minutes)}
                allowDeselect={false}
                onChange={(value) => {
                  setMinutes(Number(value));
                  choose([]);
                }}
              />
            </Group>
            <div>
              <Group justify="space-between" gap="xs" mb="xs">
                <Text size="sm" fw={500} role="status">
                  {chosen.length === 0
                    ? `Choose up to ${MAX_TIMES} times`
                    : `${chosen.length} of ${MAX_TIMES} times chosen`}
                </Text>
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    disabled={windowNumber === 0}
                    onClick={() => setWindowNumber(windowNumber - 1)}
                  >
                    Earlier
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setWindowNumber(windowNumber + 1)}>
                    Later
                  </Button>
                </Group>
              </Group>
              {free.isPending ? (
                <Skeleton height={160} role="status" aria-busy="true" aria-label="Loading free times" />
              ) : !free.data ? (
                <LoadFailure what="Your free times" retry={() => void free.refetch()} />
              ) : (
                <>
                  {free.data.incomplete.length > 0 && (
                    <Alert color="orange" mb="sm" title="A calendar is missing">
                      We couldn't read one of your calendars, so you may be busy at some of these times. The
                      Calendars page says which one, if it needs you.
                    </Alert>
                  )}
                  {free.data.items.length > 0 ? (
                    <TimePicker
                      items={free.data.items}
                      chosen={chosen}
                      here={here}
                      there={free.data.candidateTimezone}
                      onChange={choose}
                    />
                  ) : (
                    <Text size="sm" c="dimmed">
                      You have no free time in these two weeks. Look later, or change your working hours on
                      the Calendars page.
                    </Text>
                  )}
                </>
              )}
              {errors.times && (
                <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
                  {errors.times}
                </Text>
              )}
            </div>
          </Stack>
          <Stack gap="md">
            {chosen.length === 0 ? (
              <Text size="sm" c="dimmed">
                Choose a time to see the text.
              </Text>
            ) : (
              <div>
                <Textarea
                  label="Text"
                  description="Change the words around the times, and leave those lines as they are."
                  autosize
                  minRows={4}
                  maxRows={12}
                  value={body}
                  error={errors.body}
                  data-shows="body"
                  onChange={({ currentTarget: { value } }) => setEdited(value)}
                />
                <SegmentCounter body={body} hasMedia={false} />
              </div>
            )}
            <TextInput label="Location" {...field('location')} />
            <TextInput label="Video link" type="url" placeholder="https://" {...field('videoUrl')} />
            {candidate.email ? (
              <Checkbox
                label={`Email an invitation to ${candidate.email}`}
                checked={fields.sendInvitation}
                onChange={({ currentTarget: { checked } }) =>
                  setFields({ ...fields, sendInvitation: checked })
                }
              />
            ) : (
              <Text size="sm" c="dimmed">
                Add their email address to send them an invitation, too.
              </Text>
            )}
          </Stack>
        </div>
        {asksSender(send.error) && (
          <Group gap="xs" role="group" aria-label="Before they're sent">
            <SendQuestion
              error={send.error}
              given={answersIn(send.variables)}
              candidate={candidate}
              timezone={here}
              onAnswer={submit}
            />
          </Group>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={send.isPending} disabled={!isReady}>
            Send times
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useSend(
  candidateId: string,
  on: { onDone: () => void; onRefused: (errors: Record<string, string>) => void; onTaken: () => void },
) {
  return useSave({
    save: useCallOnceOf(),
    showsFields: true,
    done: 'Times sent',
    onDone: () => on.onDone(),
    onFailed: (error) => {
      on.onRefused(fieldErrorsOf(error));
      if (error instanceof ApiError && error.code === 'time_taken') on.onTaken();
    },
    changes: (queryClient) => {
      offersHeard(queryClient, candidateId);
      void freeTimesChanged(queryClient);
    },
  });
}

function useCallOnceOf() {
  const send = useCallOnce(routes.createTimeOffer);
  type Body = Parameters<typeof send>[0]['body'];
  return (body: Body) => send({ body });
}
