import { Textarea, TextInput } from '@mantine/core';
import type { SingleSignOn } from '../../../contract/sso.ts';
import classes from './code-input.module.css';
import { CopiedValue } from './copied-value.tsx';
import { MetadataField } from './metadata-field.tsx';
import type { ProviderFormApi } from './provider-values.ts';

export function SamlFields({ form, us }: { form: ProviderFormApi; us: SingleSignOn['us'] }) {
  return (
    <>
      <CopiedValue
        label="Add Hiretext at your provider as an application, with this entity ID (also where our metadata is):"
        value={us.entityId}
        copy="Copy entity ID"
      />
      <CopiedValue
        label="With this ACS URL (also called reply URL). Let it name people by their email."
        value={us.acsUrl}
        copy="Copy ACS URL"
      />
      <MetadataField
        onRead={({ entityId, signInUrl, certificate }) => {
          form.setFieldValue('provider.entityId', entityId);
          form.setFieldValue('provider.signInUrl', signInUrl);
          form.setFieldValue('provider.certificate', certificate);
        }}
      />
      <TextInput
        label="Provider's entity ID"
        description="Its issuer, exactly as it calls itself."
        placeholder="https://login.acme.com/metadata"
        autoCapitalize="none"
        {...form.getInputProps('provider.entityId')}
      />
      <TextInput
        label="Sign-in URL"
        placeholder="https://login.acme.com/saml"
        type="url"
        {...form.getInputProps('provider.signInUrl')}
      />
      <Textarea
        label="Certificate"
        description="What the provider signs with (X.509). Several after each other are fine."
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: classes.input }}
        {...form.getInputProps('provider.certificate')}
      />
    </>
  );
}
