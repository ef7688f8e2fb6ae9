import { z } from 'zod';
import { IdToken } from './auth.ts';
import { Email, Ok, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';

export const SSO_MINUTES = 10;

const Domain = z
  .string('The domain is required')
  .trim()
  .toLowerCase()
  .min(1, 'The domain is required')
  .max(253, 'The domain is invalid')
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'The domain is invalid')
  .describe('What stands behind the @ of the e-mail addresses, e.g. acme.com.');

const Issuer = z
  .string('The issuer is required')
  .trim()
  .min(1, 'The issuer is required')
  .max(500, 'The issuer is too long')
  .pipe(z.url({ protocol: /^https?$/, error: 'The issuer is invalid' }))
  .describe('Address of the OpenID Connect provider, exactly as it calls itself.');

const ClientId = z
  .string('The client ID is required')
  .trim()
  .min(1, 'The client ID is required')
  .max(300, 'The client ID is too long');

const ClientSecret = z
  .string('The client secret is required')
  .trim()
  .min(1, 'The client secret is required')
  .max(1000, 'The client secret is too long')
  .describe('Never given back. Has to be sent again when the issuer changes.');

const EntityId = z
  .string('The entity ID is required')
  .trim()
  .min(1, 'The entity ID is required')
  .max(1024, 'The entity ID is too long')
  .describe('What the SAML provider calls itself, exactly.');

const SignInUrl = z
  .string('The sign-in URL is required')
  .trim()
  .min(1, 'The sign-in URL is required')
  .max(2000, 'The sign-in URL is too long')
  .pipe(z.url({ protocol: /^https?$/, error: 'The sign-in URL is invalid' }))
  .describe('Where the SAML provider takes requests by HTTP-Redirect.');

const Certificate = z
  .string('The certificate is required')
  .trim()
  .min(1, 'The certificate is required')
  .max(40_000, 'The certificate is too long')
  .describe('What the SAML provider signs with (X.509, RSA): PEM, one or several after each other.');

export const Protocol = z.enum(['oidc', 'saml']);
export type Protocol = z.infer<typeof Protocol>;

const Provider = z.discriminatedUnion('protocol', [
  z.object({ protocol: z.literal('oidc'), issuer: Issuer, clientId: ClientId }),
  z.object({
    protocol: z.literal('saml'),
    entityId: EntityId,
    signInUrl: SignInUrl,
    certificate: Certificate,
    certificateExpiresAt: Timestamp.describe('Of the certificate that is in force longest.'),
  }),
]);

const ProviderInput = z.discriminatedUnion('protocol', [
  z.object({
    protocol: z.literal('oidc'),
    issuer: Issuer,
    clientId: ClientId,
    clientSecret: ClientSecret.optional(),
  }),
  z.object({
    protocol: z.literal('saml'),
    entityId: EntityId,
    signInUrl: SignInUrl,
    certificate: Certificate,
  }),
]);

export const SingleSignOn = z.object({
  us: z
    .object({
      redirectUri: z.string().describe('For OpenID Connect.'),
      entityId: z.string().describe('For SAML; also the address of our metadata.'),
      acsUrl: z.string().describe('For SAML: where the provider sends people back to, by HTTP-POST.'),
    })
    .describe('To be entered at the provider.'),
  connection: z
    .object({
      domain: Domain,
      isDomainVerified: z.boolean().describe('Nobody can sign in before.'),
      dnsRecord: z
        .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
        .describe("To be added to the domain's DNS, which shows that it is yours."),
      provider: Provider,
      ssoOnly: z
        .boolean()
        .describe(
          'Whoever has an e-mail address of the domain signs in at the provider, and in no other way.',
        ),
      can: z.object({
        turnOnSsoOnly: z
          .boolean()
          .describe(
            'The domain is verified, and whoever asks has signed in at the provider as it is set up.',
          ),
      }),
    })
    .nullable()
    .describe('Null until it is set up.'),
});
export type SingleSignOn = z.infer<typeof SingleSignOn>;

export const getSingleSignOn = route({
  method: 'GET',
  path: '/account/singleSignOn',
  summary: "The account's single sign-on.",
  auth: 'session',
  may: { userType: 'admin' },
  reply: SingleSignOn,
});

export const updateSingleSignOn = route({
  method: 'PUT',
  path: '/account/singleSignOn',
  summary:
    'Set up or change single sign-on. A changed domain has to be verified again; a changed provider turns `ssoOnly` off.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z.object({ domain: Domain, provider: ProviderInput, ssoOnly: z.boolean() }).partial(),
  reply: SingleSignOn,
  failures: ['sso_only_untried'],
});

export const verifyDomain = route({
  method: 'POST',
  path: '/account/singleSignOn/verifyDomain',
  summary: "Look for the record in the domain's DNS.",
  auth: 'session',
  may: { userType: 'admin' },
  reply: SingleSignOn,
  failures: ['not_found', 'domain_unverified', 'domain_taken'],
});

export const testSingleSignOn = route({
  method: 'POST',
  path: '/account/singleSignOn/test',
  summary: 'Ask the provider, and say what is wrong.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: z.object({
    problem: z.string().nullable().describe('In words for a person; null when nothing was found.'),
  }),
  failures: ['not_found'],
});

export const removeSingleSignOn = route({
  method: 'DELETE',
  path: '/account/singleSignOn',
  summary: 'End single sign-on, and free the domain.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: Ok,
});

export const getSsoUrl = route({
  method: 'GET',
  path: '/auth/getSsoUrl',
  summary:
    "Where the browser that asks signs in at its company's provider; told by the e-mail's domain alone. Sets a cookie that the way back needs.",
  auth: 'none',
  query: z.object({ email: Email }),
  reply: z.object({ ssoUrl: z.string().describe('Valid for 10 minutes, in this browser.') }),
  failures: ['sso_unknown_domain'],
});

export const exchangeSsoCode = route({
  method: 'POST',
  path: '/auth/exchangeSsoCode',
  summary:
    'The session, for the code with which the browser came back to `/callback`. Works once, in this browser.',
  auth: 'none',
  body: z.object({
    code: z.string('The code is required').max(400),
    timezone: Timezone.optional().describe('Of the browser; becomes that of somebody who has just joined.'),
  }),
  reply: IdToken,
  failures: ['sso_failed'],
});
