import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { SeatType, UserType } from '../../../../contract/seats.ts';
import { fieldProps } from '../../../lib/forms/success.ts';

export interface InvitedAs {
  userType: UserType;
  seatType: SeatType;
}

/** What the invited people will be. */
export function InvitedAsFields({
  value,
  onChange,
}: {
  value: InvitedAs;
  onChange: (value: InvitedAs) => void;
}) {
  return (
    <>
      <Select
        label="Role"
        description="Admins can change the team, its numbers and the plan."
        allowDeselect={false}
        data={[
          { value: 'member', label: 'Member' },
          { value: 'admin', label: 'Admin' },
        ]}
        value={value.userType}
        onChange={(userType) => userType && onChange({ ...value, userType: userType as UserType })}
      />
      <Switch
        label="Texts candidates"
        description="They choose a number after they sign up."
        checked={value.seatType === 'texter'}
        onChange={(event) =>
          onChange({ ...value, seatType: event.currentTarget.checked ? 'texter' : 'nonTexter' })
        }
      />
    </>
  );
}

/** What an invited person is called. */
export function NameFields({
  form,
  isOptional = false,
}: {
  form: Parameters<typeof fieldProps>[0];
  isOptional?: boolean;
}) {
  const optional = isOptional ? ' (optional)' : '';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
      <TextInput
        label={`First name${optional}`}
        autoComplete="off"
        {...fieldProps(form, 'firstName' as never)}
      />
      <TextInput
        label={`Last name${optional}`}
        autoComplete="off"
        {...fieldProps(form, 'lastName' as never)}
      />
    </SimpleGrid>
  );
}
