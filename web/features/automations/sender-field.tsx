import { Select, type SelectProps } from '@mantine/core';
import type { User } from '../../../contract/users.ts';
import { RECRUITER } from './automation-form.ts';
import { useSenderOptions } from './use-names.ts';

export function SenderField({ user, ...field }: { user: User } & SelectProps) {
  const options = [{ value: RECRUITER, label: "The candidate's recruiter" }, ...useSenderOptions(user)];
  // A seat that the person can't look up, or that no one has now.
  const isOther = options.every(({ value }) => value !== field.value);
  return (
    <Select
      label="From"
      allowDeselect={false}
      searchable={options.length > 8}
      nothingFoundMessage="No one by that name"
      {...field}
      data={isOther ? [...options, { value: String(field.value), label: 'A colleague' }] : options}
    />
  );
}
