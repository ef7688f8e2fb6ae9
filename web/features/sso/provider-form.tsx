import { Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { schemaValidator } from '../../lib/schema-validator.ts';
import { CopyButton } from '../users/copy-button.tsx';
import { type Connection, keepSingleSignOn } from './single-sign-on-query.ts';

type Fields = Required<Omit<BodyInput<typeof routes.updateSingleSignOn>, 'ssoOnly'>>;

export function ProviderForm({
  connection,
  callbackUrl,
  close,
}: {
  connection: Connection | null;
  callbackUrl: string;
  close: () => void;
}) {
  const queryClient = useQueryClient();
  // An empty secret is one that stays, where there is one.
  const bodyOf = ({ clientSecret, ...rest }: Fields) =>
    connection && clientSecret === '' ? rest : { ...rest, clientSecret };
  const check = schemaValidator(routes.updateSingleSignOn.body);
  const form = useForm<Fields>({
    initialValues: {
      domain: connection?.domain ?? '',
      issuer: connection?.issuer ?? '',
      clientId: connection?.clientId ?? '',
      clientSecret: '',
    },
    validate: (values) => check(bodyOf(values)),
  });
  const save = useMutation({
    mutationFn: (values: Fields) => call(routes.updateSingleSignOn, { body: bodyOf(values) }),
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    onSuccess: (changed) => {
      keepSingleSignOn(queryClient, changed);
      notifications.show({ message: 'Single sign-on updated', color: 'teal' });
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <Stack gap={4}>
          <Text size="sm">
            Register Hiretext at your provider as a web application, with this redirect URI:
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {callbackUrl}
          </Code>
          <CopyButton text={callbackUrl} label="Copy redirect URI" />
        </Stack>
        <TextInput
          label="Email domain"
          description="What stands behind the @ of your people's addresses."
          placeholder="acme.com"
          autoCapitalize="none"
          {...form.getInputProps('domain')}
        />
        <TextInput
          label="Issuer"
          description="The provider's address, exactly as it calls itself."
          placeholder="https://login.acme.com"
          type="url"
          {...form.getInputProps('issuer')}
        />
        <TextInput label="Client ID" autoComplete="off" {...form.getInputProps('clientId')} />
        <PasswordInput
          label="Client secret"
          description={connection ? 'Leave it empty to keep the one you entered.' : undefined}
          autoComplete="off"
          {...form.getInputProps('clientSecret')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
