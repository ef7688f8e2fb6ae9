import { Checkbox, Radio, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type KeyMode, MOST_NETWORKS, type NewApiKey } from '../../../../contract/api-keys.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Scope } from '../../../../contract/scopes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { seatName } from '../../team/seats/find-seats.ts';
import { seatsQuery } from '../../team/team-query.ts';
import classes from './api-keys.module.css';
import { apiKeysChanged } from './api-keys-query.ts';
import { SCOPE_GROUPS } from './scope-words.ts';

interface Values {
  name: string;
  ownerId: string;
  mode: KeyMode;
  scopes: Scope[];
  /** A day in the browser's calendar; empty: never. */
  expires: string;
  addresses: string[];
}

const bodyOf = ({ name, ownerId, mode, scopes, expires, addresses }: Values) => ({
  name,
  ownerId,
  mode,
  scopes,
  expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString(),
  addresses,
});

const fits = schemaValidator<ReturnType<typeof bodyOf>>(routes.createApiKey.body);

const servicesOf = (seats: Seat[]) =>
  seats.flatMap((seat) => (seat.user?.isService ? [{ value: seat.user.id, label: seatName(seat) }] : []));

export function CreateKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (made: NewApiKey) => void;
}) {
  const { id: me } = useMe().user;
  const seats = useQuery(seatsQuery());
  const form = useForm<Values>({
    initialValues: { name: '', ownerId: me, mode: 'live', scopes: [], expires: '', addresses: [] },
    validate: (values) => {
      const { expiresAt, ...errors } = fits(bodyOf(values));
      return { ...errors, ...(expiresAt && { expires: expiresAt }) };
    },
  });
  const create = useSave({
    save: async (values: Values) => onCreated(await call(routes.createApiKey, { body: bodyOf(values) })),
    form,
    changes: apiKeysChanged,
  });
  return (
    <FormDialog
      title="Create API key"
      form={form}
      submit="Create key"
      isSaving={create.isPending}
      size="lg"
      onSubmit={create.run}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What it is for, e.g. Payroll."
        data-autofocus
        {...fieldProps(form, 'name')}
      />
      <Select
        label="Owner"
        description="The key stops working when its owner is removed. Texts go out under the owner's name."
        allowDeselect={false}
        data={[{ value: me, label: 'You' }, ...servicesOf(seats.data ?? [])]}
        {...fieldProps(form, 'ownerId')}
      />
      <Radio.Group label="Where it calls" {...form.getInputProps('mode')}>
        <Stack gap="sm" mt="sm">
          <Radio value="live" label="Live" description="Your company. Its texts reach people." />
          <Radio
            value="test"
            label="Test"
            description="A sandbox beside your company, with its own number, candidates and conversations. Its texts reach no one and cost nothing."
          />
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        label="What it may do"
        description="It never has more rights than its owner."
        {...form.getInputProps('scopes')}
      >
        <Stack gap="md" mt="sm">
          {SCOPE_GROUPS.map(({ name, scopes }) => (
            <fieldset key={name} className={classes.group}>
              <legend>{name}</legend>
              {Object.entries(scopes).map(([scope, words]) => (
                <Checkbox key={scope} value={scope} label={words} />
              ))}
            </fieldset>
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="date"
        label="Expires after"
        description="Leave it empty if it should never expire."
        {...fieldProps(form, 'expires')}
      />
      <TagsInput
        label="Addresses"
        description="Where it can be used from, e.g. 203.0.113.0/24. Empty: anywhere."
        maxTags={MOST_NETWORKS}
        acceptValueOnBlur
        {...form.getInputProps('addresses')}
        error={Object.entries(form.errors).find(([field]) => field.startsWith('addresses'))?.[1]}
      />
    </FormDialog>
  );
}
