import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { oauth2 } from '../oauth2.ts';
import type { AtsAccess, AtsReply, AtsTokens, Refusal, SignIn } from '../port.ts';
import { SCOPES } from './harvest.ts';

const { consent, renew, ask } = oauth2({
  authorizeUrl: 'https://auth.greenhouse.io/authorize',
  tokenUrl: 'https://auth.greenhouse.io/token',
  scopes: Object.keys(SCOPES),
  clientBy: 'header',
  usualSeconds: 3600,
});

export { consent as oauth };

export const signIn: SignIn = {
  headers: ({ tokens }): Record<string, string> =>
    tokens === null ? {} : { authorization: `Bearer ${tokens.accessToken}` },
  query: null,
  newTokens: (api, access) =>
    access.connectedBy === 'oauth' ? renew(api, access) : ofCredential(api, access),
};

function ofCredential(api: AtsApi, { credentials }: AtsAccess): Promise<AtsTokens> {
  const { clientId = '', clientSecret = '', userId } = credentials;
  const form = { grant_type: 'client_credentials', ...(userId !== undefined && { sub: userId }) };
  return ask(api, { id: clientId, secret: clientSecret }, form);
}

const RETIRED =
  'Greenhouse retired the keys of Harvest v1 and v2 on August 31, 2026. Create a credential of the type Harvest V3 (OAuth), and enter its client ID and client secret.';
const REFUSED_AT_SIGN_IN = ['invalid_client', 'invalid_grant', 'unauthorized_client'];

/** An unknown client ID gets 400, with the ID repeated in the reply. */
export function readRefusal({ status, body }: AtsReply): Refusal | null {
  if (status !== 400) return null;
  const { message, error } = z
    .object({ message: z.string().catch(''), error: z.string().catch('') })
    .catch({ message: '', error: '' })
    .parse(body);
  if (message.startsWith('client_id=')) return { kind: 'key', hint: RETIRED };
  return REFUSED_AT_SIGN_IN.includes(error) ? { kind: 'key' } : null;
}
