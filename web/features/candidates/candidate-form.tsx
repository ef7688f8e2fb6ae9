import { Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { atField } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { DialogFoot } from '../../ui/form-dialog.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { candidatesChanged } from './candidates-query.ts';

type Fields = BodyInput<typeof routes.createCandidate>;

interface Values {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  city: string;
  zipCode: string;
  jobTitle: string;
  timezone: string | null;
  tags: string[];
}

const valuesOf = (candidate: Candidate | null): Values => ({
  firstName: candidate?.firstName ?? '',
  lastName: candidate?.lastName ?? '',
  phoneNumber: candidate?.phoneNumberFormatted ?? '',
  email: candidate?.email ?? '',
  city: candidate?.city ?? '',
  zipCode: candidate?.zipCode ?? '',
  jobTitle: candidate?.jobTitle ?? '',
  timezone: candidate?.timezone ?? null,
  tags: candidate?.tags ?? [],
});

const bodyOf = (values: Values): Fields => ({
  ...values,
  email: values.email.trim() || null,
  city: values.city.trim() || null,
  zipCode: values.zipCode.trim() || null,
  jobTitle: values.jobTitle.trim() || null,
});

const labels: Record<keyof Values, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone',
  email: 'Email',
  city: 'City',
  zipCode: 'ZIP code',
  jobTitle: 'Job title',
  timezone: 'Time zone',
  tags: 'Tags',
};

/** What a colleague saved in the fields that were changed here too: "Job title: Welder". */
function alsoChanged(mine: Values, before: Candidate, now: Candidate): string[] {
  const [old, theirs] = [valuesOf(before), valuesOf(now)];
  return (Object.keys(mine) as (keyof Values)[])
    .filter((field) => !isSame(theirs[field], old[field]))
    .filter((field) => !isSame(mine[field], old[field]) && !isSame(mine[field], theirs[field]))
    .map((field) => `${labels[field]}: ${[theirs[field] ?? []].flat().join(', ') || 'empty'}`);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Adds a candidate, or changes the one given. */
export function CandidateForm({
  candidate: opened,
  onDone,
}: {
  candidate: Candidate | null;
  onDone: () => void;
}) {
  const [candidate, setCandidate] = useState(opened);
  const [theirs, setTheirs] = useState<string[]>([]);
  const create = useCallOnce(routes.createCandidate);
  const validate = schemaValidator<Fields>(
    candidate ? routes.updateCandidate.body : routes.createCandidate.body,
  );
  const form = useFormOf(valuesOf(candidate), (values) => validate(bodyOf(values)));
  /** Their changes come into the form, beside what was changed here. */
  async function takeTheirs(before: Candidate) {
    const now = await call(routes.getCandidate, { params: { id: before.id } });
    setTheirs(alsoChanged(form.getValues(), before, now));
    setCandidate(now);
  }
  const save = useSave({
    save: async (body: Fields) => {
      try {
        if (!candidate) return await create({ body });
        const { id, updatedAt } = candidate;
        return await call(routes.updateCandidate, { params: { id }, body: { ...body, updatedAt } });
      } catch (error) {
        if (candidate && error instanceof ApiError && error.code === 'candidate_edited')
          await takeTheirs(candidate);
        throw atField(error, 'candidate_exists', 'phoneNumber');
      }
    },
    form,
    keep: (queryClient) => void candidatesChanged(queryClient),
    done: candidate ? 'Candidate saved' : 'Candidate added',
    onDone,
  });
  const locked = candidate?.can.changeNumber === false && {
    readOnly: true,
    description: 'Colleagues text this candidate too. Ask an admin to change it.',
  };
  return (
    <form onSubmit={form.onSubmit((values) => save.run(bodyOf(values)))} noValidate>
      <Stack gap="md">
        <Group grow gap="sm" align="flex-start">
          <TextInput label="First name" data-autofocus {...fieldProps(form, 'firstName')} />
          <TextInput label="Last name" {...fieldProps(form, 'lastName')} />
        </Group>
        <PhoneField label="Phone" {...locked} {...fieldProps(form, 'phoneNumber')} />
        <TextInput label="Email" type="email" {...locked} {...fieldProps(form, 'email')} />
        <Group grow gap="sm" align="flex-start">
          <TextInput label="City" {...fieldProps(form, 'city')} />
          <TextInput label="ZIP code" inputMode="numeric" maxLength={10} {...fieldProps(form, 'zipCode')} />
        </Group>
        <TextInput label="Job title" {...fieldProps(form, 'jobTitle')} />
        <TagsInput
          label="Tags"
          description="Press Enter after each"
          maxTags={20}
          acceptValueOnBlur
          clearable
          {...fieldProps(form, 'tags')}
        />
        <TimezoneField
          description="Leave this empty to guess it from the ZIP code, or else the area code"
          clearable
          {...fieldProps(form, 'timezone')}
        />
        {theirs.length > 0 && (
          <Text size="sm" c="var(--warning)" role="alert">
            {`A colleague just saved ${theirs.join('; ')}. If you save now, yours replaces it.`}
          </Text>
        )}
        <DialogFoot
          submit={candidate ? 'Save' : 'Add candidate'}
          isSaving={save.isPending}
          onClose={onDone}
        />
      </Stack>
    </form>
  );
}
