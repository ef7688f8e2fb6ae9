import type { useForm } from '@mantine/form';
import type { BodyInput } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Protocol } from '../../../contract/sso.ts';
import type { Form } from '../../lib/forms/success.ts';
import type { Connection } from './single-sign-on-query.ts';

/** What the form holds: the fields of both protocols, so switching between them loses nothing. */
export interface ProviderValues {
  domain: string;
  provider: {
    protocol: Protocol;
    issuer: string;
    clientId: string;
    clientSecret: string;
    entityId: string;
    signInUrl: string;
    certificate: string;
  };
}

/** What the fields of one protocol need of the form. */
export type ProviderFormApi = Pick<
  ReturnType<typeof useForm<ProviderValues>>,
  'getInputProps' | 'setFieldValue'
> &
  Pick<Form, 'isTouched' | 'isValid'>;

export function valuesOf(connection: Connection | null): ProviderValues {
  return {
    domain: connection?.domain ?? '',
    provider: {
      protocol: 'oidc',
      issuer: '',
      clientId: '',
      clientSecret: '',
      entityId: '',
      signInUrl: '',
      certificate: '',
      ...connection?.provider,
    },
  };
}

/** Of the chosen protocol only. An empty secret keeps the saved one. */
export function bodyOf(
  { domain, provider }: ProviderValues,
  connection: Connection | null,
): BodyInput<typeof routes.updateSingleSignOn> {
  const { protocol, issuer, clientId, clientSecret, entityId, signInUrl, certificate } = provider;
  if (protocol === 'saml') return { domain, provider: { protocol, entityId, signInUrl, certificate } };
  const isKept = connection?.provider.protocol === 'oidc' && clientSecret === '';
  return { domain, provider: { protocol, issuer, clientId, ...(isKept ? {} : { clientSecret }) } };
}
