import { Textarea, TextInput } from '@mantine/core';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import classes from './code-input.module.css';
import { CopiedValue } from './copied-value.tsx';
import { MetadataField } from './metadata-field.tsx';
import type { ProviderFormApi } from './provider-values.ts';

export function SamlFields({ form, us }: { form: ProviderFormApi; us: SingleSignOn['us'] }) {
  return (
    <>
      <CopiedValue
        label="Add Hiretext to your provider as an application, using this entity ID (our metadata is there too):"
        value={us.entityId}
        copy="Copy entity ID"
      />
      <CopiedValue
        label="And this ACS URL (also called a reply URL). Identify people by their email address."
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
        description="The issuer, exactly as your provider names itself."
        placeholder="https://login.acme.com/metadata"
        autoCapitalize="none"
        {...fieldProps(form, 'provider.entityId')}
      />
      <TextInput
        label="Sign-in URL"
        placeholder="https://login.acme.com/saml"
        type="url"
        {...fieldProps(form, 'provider.signInUrl')}
      />
      <Textarea
        label="Certificate"
        description="What your provider signs with (X.509). You can paste several, one after another."
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: classes.input }}
        {...fieldProps(form, 'provider.certificate')}
      />
    </>
  );
}
