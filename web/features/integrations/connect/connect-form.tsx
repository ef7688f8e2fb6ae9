import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { HelpLink } from '../help-link.tsx';
import { integrationsChanged, keepIntegration } from '../integrations-query.ts';
import { OauthButton } from '../oauth-button.tsx';
import { CONNECTED } from '../use-oauth.ts';
import { CredentialInput } from './credential-input.tsx';
import { type CredentialValues, credentialsOf, problemOf, validateCredentials } from './credential-values.ts';

type Purpose = 'test' | 'save';

export function ConnectForm({
  system,
  isConnected,
  onSaved,
}: {
  system: AtsDescription;
  isConnected: boolean;
  /** With the fields that were filled in. */
  onSaved: (integration: AtsIntegration, entered: string[]) => void;
}) {
  const { type, name, oauth, scopes } = system;
  const form = useForm<CredentialValues>({
    initialValues: Object.fromEntries(
      system.credentials.map(({ field, options }) => [field, options?.[0] ?? '']),
    ),
    validate: (values) => validateCredentials(system, values),
    onValuesChange: () => {
      // It was about other values.
      if (!ask.isIdle && !ask.isPending) ask.reset();
    },
  });
  const ask = useSave({
    save: async ({ purpose, values }: { purpose: Purpose; values: CredentialValues }) => {
      const body = { type, credentials: credentialsOf(values) };
      await call(routes.testAtsConnection, { body });
      return purpose === 'save' ? call(routes.saveAtsIntegration, { body }) : null;
    },
    showsAll: true,
    keep: (queryClient, saved) => {
      if (!saved) return;
      keepIntegration(queryClient, saved);
      void integrationsChanged(queryClient);
    },
    done: (saved) => (saved ? CONNECTED : null),
    onDone: (saved, { values }) => {
      if (saved) onSaved(saved, Object.keys(credentialsOf(values)));
    },
    onFailed: (error, { values }) => form.setErrors(problemOf(error, values)?.fields ?? {}),
  });
  const submit = (purpose: Purpose) => form.onSubmit((values) => ask.run({ purpose, values }));
  const isAsking = (purpose: Purpose) => ask.isPending && ask.variables.purpose === purpose;
  const problem = ask.isError ? problemOf(ask.error, form.getValues()) : null;

  return (
    <Stack gap="md">
      {scopes.length > 0 && (
        <div>
          <Text fw={500} mb={4}>
            {oauth ? 'Hiretext needs these permissions:' : 'The key needs these permissions:'}
          </Text>
          <PointList points={scopes} />
        </div>
      )}
      <HelpLink system={system} label={`How to connect ${name}`} />
      {oauth && (
        <>
          <OauthButton system={system} label={`Connect with ${name}`} />
          <Divider label="Or use a key" labelPosition="left" />
        </>
      )}
      <form onSubmit={submit('save')} noValidate>
        <Stack gap="md">
          {system.credentials.map((credential) => (
            <CredentialInput key={credential.field} type={type} credential={credential} form={form} />
          ))}
          {problem?.sentence && (
            <Alert color="red" variant="light" role="alert">
              {problem.sentence}
            </Alert>
          )}
          {ask.isError && problem === null && (
            <Alert color="red" variant="light" role="alert">
              Server error
            </Alert>
          )}
          {ask.isSuccess && ask.data === null && (
            <Text role="status" size="sm" c="var(--good)">
              Connection works.
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              loading={isAsking('test')}
              disabled={isAsking('save')}
              onClick={() => submit('test')()}
            >
              Test connection
            </Button>
            <Button type="submit" loading={isAsking('save')} disabled={isAsking('test')}>
              {isConnected ? 'Save key' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
