import { SimpleGrid, TextInput } from '@mantine/core';

/** What an invited person is called. */
export function NameFields({
  form,
  isOptional = false,
}: {
  form: { getInputProps: (field: 'firstName' | 'lastName') => object };
  isOptional?: boolean;
}) {
  const optional = isOptional ? ' (optional)' : '';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
      <TextInput label={`First name${optional}`} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={`Last name${optional}`} autoComplete="off" {...form.getInputProps('lastName')} />
    </SimpleGrid>
  );
}
