import { Alert, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { connectionsChanged } from './connections-query.ts';
import { CONNECTED } from './use-sign-in-there.ts';

export type ProviderByHand = 'caldav' | 'ics';

interface Values {
  provider: ProviderByHand;
  url: string;
  username: string;
  password: string;
}

const TITLES: Record<ProviderByHand, string> = {
  caldav: 'Connect a CalDAV calendar',
  ics: 'Connect a calendar link',
};

/** Where people with a well-known address find it, and where the app password is made. */
const SERVICES = [
  {
    name: 'iCloud',
    url: 'https://caldav.icloud.com',
    hint: 'Not your Apple password. Make an app-specific password at account.apple.com, under Sign-In and Security.',
  },
  {
    name: 'Fastmail',
    url: 'https://caldav.fastmail.com',
    hint: 'Not your Fastmail password. Make an app password in Fastmail, under Settings > Privacy & Security.',
  },
];

/** Connects a calendar with a password or a link. */
export function ConnectCalendarDialog({
  provider,
  onClose,
}: {
  provider: ProviderByHand;
  onClose: () => void;
}) {
  useFocusBack();
  const form = useForm<Values>({
    initialValues: { provider, url: '', username: '', password: '' },
    validate: schemaValidator<Values>(routes.connectCalendar.body),
    onValuesChange: () => {
      // It was about other values.
      if (connect.isError) connect.reset();
    },
  });
  const connect = useSave({
    save: ({ provider, url, username, password }: Values) =>
      call(routes.connectCalendar, {
        body: provider === 'ics' ? { provider, url } : { provider, url, username, password },
      }),
    form,
    showsAll: true,
    done: CONNECTED,
    onDone: onClose,
    changes: connectionsChanged,
  });
  const { url } = form.values;
  const service = SERVICES.find((one) => url.trim().startsWith(one.url));
  return (
    <FormDialog
      title={TITLES[provider]}
      form={form}
      submit="Connect"
      isSaving={connect.isPending}
      onSubmit={connect.run}
      onClose={onClose}
    >
      {provider === 'caldav' && (
        <Group gap="xs">
          {SERVICES.map((one) => (
            <Button
              key={one.name}
              size="compact-sm"
              variant="default"
              aria-pressed={one === service}
              onClick={() => form.setFieldValue('url', one.url)}
            >
              {one.name}
            </Button>
          ))}
        </Group>
      )}
      <TextInput
        type="url"
        label="Address"
        description={
          provider === 'caldav'
            ? 'Choose your service, or enter the address of its CalDAV server.'
            : 'The secret address in ICS format, from the settings of your calendar. We can only read it.'
        }
        placeholder={
          provider === 'caldav' ? 'https://caldav.example.com' : 'https://calendar.example.com/you.ics'
        }
        data-autofocus
        {...fieldProps(form, 'url')}
      />
      {provider === 'caldav' && (
        <>
          <TextInput
            label="User name"
            description="Often your email address."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...fieldProps(form, 'username')}
          />
          <PasswordInput
            label="App password"
            description={
              service?.hint ?? 'Make one for Hiretext in the settings of your calendar or email service.'
            }
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': 'Show', tabIndex: 0 }}
            {...fieldProps(form, 'password')}
          />
        </>
      )}
      {connect.isError && Object.keys(fieldErrorsOf(connect.error)).length === 0 && (
        <Alert color="red" variant="light" role="alert">
          {connect.error instanceof ApiError ? connect.error.message : SERVER_ERROR}
        </Alert>
      )}
    </FormDialog>
  );
}
