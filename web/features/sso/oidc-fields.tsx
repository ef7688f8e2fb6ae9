import { PasswordInput, TextInput } from '@mantine/core';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { CopiedValue } from './copied-value.tsx';
import type { ProviderFormApi } from './provider-values.ts';

export function OidcFields({
  form,
  us,
  hasSecret,
}: {
  form: ProviderFormApi;
  us: SingleSignOn['us'];
  hasSecret: boolean;
}) {
  return (
    <>
      <CopiedValue
        label="Register Hiretext with your provider as a web application, using this redirect URI:"
        value={us.redirectUri}
        copy="Copy redirect URI"
      />
      <TextInput
        label="Issuer"
        description="Your provider's address, exactly as it names itself."
        placeholder="https://login.acme.com"
        type="url"
        {...fieldProps(form, 'provider.issuer')}
      />
      <TextInput label="Client ID" autoComplete="off" {...fieldProps(form, 'provider.clientId')} />
      <PasswordInput
        label="Client secret"
        description={hasSecret ? 'Leave this empty to keep the one you entered.' : undefined}
        autoComplete="off"
        {...fieldProps(form, 'provider.clientSecret')}
      />
    </>
  );
}
