import { z } from 'zod';
import { IdToken } from './auth.ts';
import { Email, Ok, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';
import { isWebUrl, notWebUrl } from './web-url.ts';

export const SSO_MINUTES = 10;

const Domain = z
  .string('The domain is required')
  .trim()
  .toLowerCase()
  .min(1, 'The domain is required')
  .max(253, 'The domain is invalid')
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'The domain is invalid')
  .describe("The part after the @ in the company's email addresses, e.g. acme.com.");

const isHttpUrl = (text: string) => isWebUrl(text) && /^http/i.test(text);

const Issuer = z
  .string('The issuer is required')
  .trim()
  .min(1, { error: 'The issuer is required', abort: true })
  .max(500, 'The issuer is too long')
  .refine(isHttpUrl, notWebUrl('issuer'))
  .describe("The OpenID Connect provider's address, exactly as the provider gives it.");

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
  .describe('Never returned. Send it again when you change the issuer.');

const EntityId = z
  .string('The entity ID is required')
  .trim()
  .min(1, 'The entity ID is required')
  .max(1024, 'The entity ID is too long')
  .describe("The SAML provider's name for itself, exactly as the provider gives it.");

const SignInUrl = z
  .string('The sign-in URL is required')
  .trim()
  .min(1, { error: 'The sign-in URL is required', abort: true })
  .max(2000, 'The sign-in URL is too long')
  .refine(isHttpUrl, notWebUrl('sign-in URL'))
  .describe('Where the SAML provider accepts requests with the HTTP-Redirect binding.');

const Certificate = z
  .string('The certificate is required')
  .trim()
  .min(1, 'The certificate is required')
  .max(40_000, 'The certificate is too long')
  .describe(
    "The SAML provider's signing certificate (X.509, RSA) in PEM. You can put several one after another.",
  );

export const Protocol = z.enum(['oidc', 'saml']);
export type Protocol = z.infer<typeof Protocol>;

const Provider = z.discriminatedUnion('protocol', [
  z.object({ protocol: z.literal('oidc'), issuer: Issuer, clientId: ClientId }),
  z.object({
    protocol: z.literal('saml'),
    entityId: EntityId,
    signInUrl: SignInUrl,
    certificate: Certificate,
    certificateExpiresAt: Timestamp.describe('When the certificate that lasts longest expires.'),
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
      entityId: z.string().describe('For SAML. Also the address of our metadata.'),
      acsUrl: z
        .string()
        .describe('For SAML: where the provider sends people back to, with the HTTP-POST binding.'),
    })
    .describe('What to enter at the provider.'),
  connection: z
    .object({
      domain: Domain,
      isDomainVerified: z.boolean().describe('No one can sign in until it is.'),
      dnsRecord: z
        .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
        .describe("Add it to the domain's DNS to prove that you own the domain."),
      provider: Provider,
      ssoOnly: z
        .boolean()
        .describe('Whether people with an email address at the domain can sign in only at the provider.'),
      can: z.object({
        turnOnSsoOnly: z
          .boolean()
          .describe(
            "True once the domain is verified and the signed-in user has signed in with the provider's current settings.",
          ),
      }),
    })
    .nullable()
    .describe('Null until you set it up.'),
});
export type SingleSignOn = z.infer<typeof SingleSignOn>;

export const getSingleSignOn = route({
  method: 'GET',
  path: '/account/singleSignOn',
  summary: "Get the account's single sign-on settings.",
  auth: 'session',
  may: { userType: 'admin' },
  reply: SingleSignOn,
});

export const updateSingleSignOn = route({
  method: 'PUT',
  path: '/account/singleSignOn',
  summary:
    'Set up or change single sign-on. If you change the domain, verify it again. Changing the provider turns off `ssoOnly`.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z.object({ domain: Domain, provider: ProviderInput, ssoOnly: z.boolean() }).partial(),
  reply: SingleSignOn,
  failures: ['sso_only_untried'],
});

export const verifyDomain = route({
  method: 'POST',
  path: '/account/singleSignOn/verifyDomain',
  summary: 'Verify the domain by its DNS record.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: SingleSignOn,
  failures: ['not_found', 'domain_unverified', 'domain_taken'],
});

export const testSingleSignOn = route({
  method: 'POST',
  path: '/account/singleSignOn/test',
  summary: 'Test the connection to the provider.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: z.object({
    problem: z
      .string()
      .nullable()
      .describe('What is wrong, in a sentence to show people. Null if we found nothing.'),
  }),
  failures: ['not_found'],
});

export const removeSingleSignOn = route({
  method: 'DELETE',
  path: '/account/singleSignOn',
  summary: 'Remove single sign-on and free up the domain.',
  auth: 'session',
  may: { userType: 'admin' },
  reply: Ok,
});

export const getSsoUrl = route({
  method: 'GET',
  path: '/auth/getSsoUrl',
  summary:
    "Get the address where a browser signs in at its company's provider. Depends only on the email's domain. Sets a cookie that the browser needs when it comes back.",
  auth: 'none',
  query: z.object({ email: Email }),
  reply: z.object({ ssoUrl: z.string().describe('Works for 10 minutes, in this browser.') }),
  failures: ['sso_unknown_domain', 'account_elsewhere'],
});

export const exchangeSsoCode = route({
  method: 'POST',
  path: '/auth/exchangeSsoCode',
  summary:
    'Exchange the code that the browser brought back to `/callback` for a session. Works once, in this browser.',
  auth: 'none',
  body: z.object({
    code: z.string('The code is required').max(400),
    timezone: Timezone.optional().describe("The browser's timezone. Used for someone who has just joined."),
  }),
  reply: IdToken,
  failures: ['sso_failed'],
});
