import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Candidate } from '../../../contract/candidates.ts';
import type { Interview } from '../../../contract/interviews.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { showUndo } from '../../ui/undo-notice.tsx';
import {
  aboutTime,
  atFields,
  type Body,
  bodyOf,
  problemsIn,
  type Values,
  valuesOf,
} from './interview-form.ts';
import { lengthInWords, statusWords } from './interview-words.ts';
import { interviewsChanged } from './interviews-query.ts';

/** Adds an interview, or changes the one given. */
export function InterviewDialog({
  opened,
  ...form
}: {
  opened: boolean;
  candidate: Candidate;
  interview: Interview | null;
  /** The reader's time zone. */
  here: string;
  onClose: () => void;
}) {
  const { candidate, interview, onClose } = form;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={interview ? 'Edit interview' : `Add an interview with ${candidateName(candidate)}`}
    >
      <InterviewForm {...form} />
    </Modal>
  );
}

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 480];

function InterviewForm({
  candidate,
  interview,
  here,
  onClose,
}: {
  candidate: Candidate;
  interview: Interview | null;
  here: string;
  onClose: () => void;
}) {
  const form = useForm<Values>({
    initialValues: valuesOf(interview, candidate, here),
    validate: (values) => problemsIn(values, candidate.id),
  });
  const { save, cancel } = useChanges(interview, {
    onDone: onClose,
    onRefused: (errors) => form.setErrors(errors),
  });
  const { values } = form;
  const lengths = [...new Set([...LENGTHS, Number(form.getInitialValues().minutes)])].sort((a, b) => a - b);
  // A button cancels.
  const statuses = Object.entries(statusWords)
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => value !== 'canceled' || interview?.status === 'canceled');
  const submit = (given: Values) => {
    const body = bodyOf(given, candidate.id);
    if (body) save.run({ body, status: form.isDirty('status') ? given.status : undefined });
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput label="Title" placeholder="Interview" data-autofocus {...fieldProps(form, 'title')} />
        <Group grow gap="sm" align="flex-start" preventGrowOverflow={false}>
          <TextInput type="date" label="Date" data-shows="startsAt endsAt" {...fieldProps(form, 'date')} />
          <TextInput type="time" label="Start" {...fieldProps(form, 'start')} />
        </Group>
        <Select
          label="Length"
          data={lengths.map((minutes) => ({ value: String(minutes), label: lengthInWords(minutes) }))}
          allowDeselect={false}
          {...fieldProps(form, 'minutes')}
        />
        <div>
          <TimezoneField
            description={zoneNote(candidate, values.timezone)}
            allowDeselect={false}
            {...fieldProps(form, 'timezone')}
          />
          <Text size="sm" c="dimmed" mt={4} role="status">
            {aboutTime(values, here)}
          </Text>
        </div>
        <TextInput label="Location" {...fieldProps(form, 'location')} />
        <TextInput label="Video link" type="url" placeholder="https://" {...fieldProps(form, 'videoUrl')} />
        <TextInput
          label="Interviewers"
          description="Names, separated by commas"
          {...fieldProps(form, 'interviewers')}
        />
        {interview && (
          <Select label="Status" data={statuses} allowDeselect={false} {...fieldProps(form, 'status')} />
        )}
        <Group justify="flex-end" gap="sm">
          {interview && interview.status !== 'canceled' && (
            <Button
              variant="subtle"
              color="red"
              mr="auto"
              loading={cancel.isPending}
              onClick={() => cancel.run(interview)}
            >
              Cancel interview
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={save.isPending}>
            {interview ? 'Save' : 'Add interview'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function zoneNote({ zones }: Candidate, chosen: string): string {
  if (!zones.includes(chosen)) return "Not the candidate's time zone";
  return zones.length === 1 ? "The candidate's time zone" : 'Guessed from the phone number. Check it.';
}

function useChanges(
  interview: Interview | null,
  { onDone, onRefused }: { onDone: () => void; onRefused: (errors: Record<string, string>) => void },
) {
  const create = useCallOnce(routes.createInterview);
  const save = useSave({
    save: ({ body, status }: { body: Body; status: Interview['status'] | undefined }) =>
      interview
        ? call(routes.updateInterview, { params: { id: interview.id }, body: { ...body, status } })
        : create({ body }),
    showsFields: true,
    done: interview ? 'Interview saved' : 'Interview added',
    onDone,
    onFailed: (error) => onRefused(atFields(fieldErrorsOf(error))),
    changes: interviewsChanged,
  });
  const restore = useSave({
    save: ({ id, status }: Interview) => call(routes.updateInterview, { params: { id }, body: { status } }),
    changes: interviewsChanged,
  });
  const cancel = useSave({
    save: ({ id }: Interview) => call(routes.cancelInterview, { params: { id } }),
    keep: (_client, _answer, canceled) => showUndo('Interview canceled', () => restore.run(canceled)),
    onDone,
    changes: interviewsChanged,
  });
  return { save, cancel };
}
