import { SimpleGrid, TextInput } from '@mantine/core';
import type { RegistrationFormState } from './registration-values.ts';

/** Of somebody at the company, by their business addresses only. */
export function ContactFields({ form }: { form: RegistrationFormState }) {
  const field = (name: Parameters<typeof form.getInputProps>[0]) => ({ name, ...form.getInputProps(name) });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First name" autoComplete="given-name" {...field('contactFirstName')} />
        <TextInput label="Last name" autoComplete="family-name" {...field('contactLastName')} />
      </SimpleGrid>
      <TextInput label="Job title" autoComplete="organization-title" {...field('contactTitle')} />
      <TextInput
        label="Business email"
        description="At the company's own domain; reviewers turn free mail down."
        inputMode="email"
        autoCapitalize="none"
        {...field('contactEmail')}
      />
      <TextInput label="Business phone number" inputMode="tel" {...field('contactPhone')} />
    </>
  );
}
