import { Button, Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Candidate } from '../../../contract/candidates.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { atField, fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { candidatesChanged } from './candidates-query.ts';

type Fields = BodyInput<typeof routes.createCandidate>;

interface Values {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  jobTitle: string;
  timezone: string | null;
  tags: string[];
}

const valuesOf = (candidate: Candidate | null): Values => ({
  firstName: candidate?.firstName ?? '',
  lastName: candidate?.lastName ?? '',
  phoneNumber: candidate?.phoneNumberFormatted ?? '',
  email: candidate?.email ?? '',
  jobTitle: candidate?.jobTitle ?? '',
  timezone: candidate?.timezone ?? null,
  tags: candidate?.tags ?? [],
});

const bodyOf = (values: Values): Fields => ({
  ...values,
  email: values.email.trim() || null,
  jobTitle: values.jobTitle.trim() || null,
});

/** Adds a candidate, or changes the one given. */
export function CandidateForm({ candidate, onDone }: { candidate: Candidate | null; onDone: () => void }) {
  const queryClient = useQueryClient();
  const create = useCallOnce(routes.createCandidate);
  const validate = schemaValidator<Fields>(
    candidate ? routes.updateCandidate.body : routes.createCandidate.body,
  );
  const form = useForm<Values>({
    initialValues: valuesOf(candidate),
    validate: (values) => validate(bodyOf(values)),
  });
  const save = useMutation({
    mutationFn: async (body: Fields) => {
      try {
        return candidate
          ? await call(routes.updateCandidate, { params: { id: candidate.id }, body })
          : await create({ body });
      } catch (error) {
        throw atField(error, 'candidate_exists', 'phoneNumber');
      }
    },
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    onSuccess: () => {
      notifications.show({ message: candidate ? 'Candidate saved' : 'Candidate added', color: 'teal' });
      onDone();
      void candidatesChanged(queryClient);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(bodyOf(values)))} noValidate>
      <Stack gap="md">
        <Group grow gap="sm" align="flex-start">
          <TextInput label="First name" data-autofocus {...form.getInputProps('firstName')} />
          <TextInput label="Last name" {...form.getInputProps('lastName')} />
        </Group>
        <PhoneField label="Phone" {...form.getInputProps('phoneNumber')} />
        <TextInput label="Email" type="email" {...form.getInputProps('email')} />
        <TextInput label="Job title" {...form.getInputProps('jobTitle')} />
        <TagsInput
          label="Tags"
          description="Press Enter after each"
          maxTags={20}
          acceptValueOnBlur
          clearable
          {...form.getInputProps('tags')}
        />
        <TimezoneField
          description="Leave this empty to guess it from the area code"
          clearable
          {...form.getInputProps('timezone')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {candidate ? 'Save' : 'Add candidate'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
