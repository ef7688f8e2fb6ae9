import { Button, Group, Input, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain, putAnswer } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { TimezoneField } from '../../../ui/timezone-field.tsx';

type Fields = BodyInput<typeof routes.updateUser>;

const MAX_UNDO_SECONDS = 30;

interface Values {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  timezone: string;
  undoSeconds: number | '';
  opensWith: 'account' | 'messages';
}

const valuesOf = (user: User): Values => ({
  firstName: user.firstName,
  lastName: user.lastName,
  phoneNumber: user.phoneNumber ?? '',
  timezone: user.timezone,
  undoSeconds: user.undoSeconds,
  opensWith: user.opensWith ?? 'account',
});

const bodyOf = (values: Values): Fields => ({
  ...values,
  phoneNumber: values.phoneNumber.trim() || null,
  undoSeconds: values.undoSeconds || 0,
});

const validate = schemaValidator<Fields>(routes.updateUser.body);

export function ProfileForm() {
  const { user } = useMe();
  const form = useFormOf(valuesOf(user), (values) => validate(bodyOf(values)));
  const save = useSave({
    save: (values: Values) => {
      // Left as it was, it isn't a choice, and the inbox still asks.
      const isChosen = user.opensWith !== null || values.opensWith !== 'account';
      const opensWith = isChosen ? values.opensWith : undefined;
      return call(routes.updateUser, { body: { ...bodyOf(values), opensWith } });
    },
    form,
    keep: (queryClient, changed) => {
      putAnswer(queryClient, userQuery().queryKey, changed);
      // Its times are shown by the clock of the person's timezone.
      void loadAgain(queryClient, routes.getOutOfOffice);
    },
    done: 'Profile updated',
    onDone: (changed, sent) => form.saved(sent, valuesOf(changed)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
      <Stack gap="md">
        <Group grow gap="sm" align="flex-start">
          <TextInput label="First name" autoComplete="given-name" {...fieldProps(form, 'firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...fieldProps(form, 'lastName')} />
        </Group>
        <PhoneField
          label="Your personal phone"
          description="Candidates never see it."
          autoComplete="tel"
          {...fieldProps(form, 'phoneNumber')}
        />
        <TimezoneField
          description="All times are shown in this time zone."
          allowDeselect={false}
          {...fieldProps(form, 'timezone')}
        />
        <NumberInput
          label="Time to undo a text"
          description={`Each text waits this long before it goes out, so you can undo it. 0 sends right away; the most is ${MAX_UNDO_SECONDS} seconds.`}
          suffix=" s"
          min={0}
          max={MAX_UNDO_SECONDS}
          allowDecimal={false}
          allowNegative={false}
          {...fieldProps(form, 'undoSeconds')}
        />
        <Input.Wrapper label="Open Hiretext with" labelElement="div">
          <SegmentedControl
            aria-label="Open Hiretext with"
            fullWidth
            data={[
              { value: 'account', label: 'Account' },
              { value: 'messages', label: 'Messages' },
            ]}
            {...form.getInputProps('opensWith')}
          />
        </Input.Wrapper>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save profile
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
