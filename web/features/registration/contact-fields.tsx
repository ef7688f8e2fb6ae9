import { SimpleGrid, TextInput } from '@mantine/core';
import { fieldProps } from '../../lib/forms/success.ts';
import type { RegistrationFormState } from './registration-values.ts';

/** Someone at the company, by their business addresses only. */
export function ContactFields({ form }: { form: RegistrationFormState }) {
  const field = (name: Parameters<typeof form.getInputProps>[0]) => ({ name, ...fieldProps(form, name) });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First name" autoComplete="given-name" {...field('contactFirstName')} />
        <TextInput label="Last name" autoComplete="family-name" {...field('contactLastName')} />
      </SimpleGrid>
      <TextInput label="Job title" autoComplete="organization-title" {...field('contactTitle')} />
      <TextInput
        label="Business email"
        description="Use your company's domain. Reviewers reject free email addresses."
        inputMode="email"
        autoCapitalize="none"
        {...field('contactEmail')}
      />
      <TextInput label="Business phone number" inputMode="tel" {...field('contactPhone')} />
    </>
  );
}
