import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as routes from '../../../contract/routes.ts';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { DialogFoot } from '../../ui/form-dialog.tsx';
import { OidcFields } from './oidc-fields.tsx';
import { bodyOf, type ProviderValues, valuesOf } from './provider-values.ts';
import { SamlFields } from './saml-fields.tsx';
import { type Connection, keepSingleSignOn } from './single-sign-on-query.ts';

const PROTOCOLS = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
];

export function ProviderForm({
  connection,
  us,
  close,
}: {
  connection: Connection | null;
  us: SingleSignOn['us'];
  close: () => void;
}) {
  const check = schemaValidator(routes.updateSingleSignOn.body);
  const form = useForm<ProviderValues>({
    initialValues: valuesOf(connection),
    validate: (values) => check(bodyOf(values, connection)),
  });
  const save = useSave({
    save: (values: ProviderValues) => call(routes.updateSingleSignOn, { body: bodyOf(values, connection) }),
    form,
    keep: (queryClient, changed) => keepSingleSignOn(queryClient, changed),
    done: 'Single sign-on updated',
    onDone: close,
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
      <Stack gap="md">
        <SegmentedControl aria-label="Protocol" data={PROTOCOLS} {...fieldProps(form, 'provider.protocol')} />
        <TextInput
          label="Email domain"
          description="The part after the @ in your team's email addresses."
          placeholder="acme.com"
          autoCapitalize="none"
          {...fieldProps(form, 'domain')}
        />
        {form.values.provider.protocol === 'saml' ? (
          <SamlFields form={form} us={us} />
        ) : (
          <OidcFields form={form} us={us} hasSecret={connection?.provider.protocol === 'oidc'} />
        )}
        <DialogFoot submit="Save" isSaving={save.isPending} disabled={!form.isDirty()} onClose={close} />
      </Stack>
    </form>
  );
}
