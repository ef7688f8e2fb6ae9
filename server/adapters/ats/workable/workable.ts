import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { KeyRefused, NotFound } from '../failures.ts';
import { oauth2, refusedGrant } from '../oauth2.ts';
import type { AtsAccess, AtsConnector } from '../port.ts';
import { read, subdomainOf } from './client.ts';
import { listInterviews, listNewHires } from './interviews.ts';
import { listJobs, listStages } from './jobs.ts';
import { findByEmail, listPeople, readPerson } from './people.ts';
import { workableWebhooks } from './webhooks.ts';
import { findNote, moveStage, writeNote } from './writes.ts';

const { consent, renew } = oauth2({
  authorizeUrl: 'https://www.workable.com/oauth/authorize',
  tokenUrl: 'https://www.workable.com/oauth/token',
  scopes: ['r_jobs', 'r_candidates', 'w_candidates', 'r_employees'],
  asked: { resource: 'user' },
});

export const workable: AtsConnector = {
  type: 'workable',
  name: 'Workable',
  credentials: [
    { field: 'subdomain', label: 'Subdomain', secret: false, required: true, options: null },
    { field: 'apiKey', label: 'Access token', secret: true, required: true, options: null },
  ],
  rights: [
    'r_jobs: jobs, stages, members and interviews',
    'r_candidates: candidates, and their changes right away',
    'w_candidates: a note for each text, and moving candidates',
    'r_employees: start dates of new hires',
  ],
  signIn: {
    headers: signed,
    query: null,
    newTokens: async (api, access) => {
      const tokens = await renew(api, access);
      return { ...tokens, extra: access.tokens?.extra ?? {} };
    },
    keyIsSent: true,
  },
  oauth: {
    ...consent,
    exchange: async (api, input) => {
      const tokens = await consent.exchange(api, input);
      const subdomain = await readSubdomain(api, tokens.accessToken, input.client.id);
      return { ...tokens, extra: { subdomain } };
    },
  },
  pace: { calls: 9, perMs: 10_000 },
  readRefusal: refusedGrant,
  test,
  listJobs,
  listStages,
  stagesByJob: true,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  listInterviews,
  listNewHires,
  writeNote,
  findNote,
  moveStage,
  webhooks: workableWebhooks,
  events: null,
};

function signed(access: AtsAccess): Record<string, string> {
  if (access.connectedBy === 'key') return { authorization: `Bearer ${access.credentials.apiKey ?? ''}` };
  return signedByConsent(access.tokens?.accessToken ?? '', access.client?.id ?? '');
}

const signedByConsent = (token: string, clientId: string) => ({
  authorization: `Bearer ${token}`,
  'x-workable-client-id': clientId,
});

/** The person who consented has one account. */
async function readSubdomain(api: AtsApi, accessToken: string, clientId: string): Promise<string> {
  const Accounts = z.object({ accounts: z.array(z.object({ subdomain: z.string() })).min(1) });
  const { body } = await api.read(
    'list accounts',
    {
      method: 'GET',
      url: 'https://www.workable.com/spi/v3/accounts',
      headers: signedByConsent(accessToken, clientId),
      unsigned: true,
    },
    Accounts,
  );
  return body.accounts[0]?.subdomain ?? '';
}

/** A good key of another account shows only by a 404. */
async function test(api: AtsApi): Promise<{ atsAccountId: string }> {
  const subdomain = subdomainOf(api.access);
  const account = { what: 'read the account', right: 'r_jobs', path: `/accounts/${subdomain}` };
  try {
    await read(api, account, z.object({ subdomain: z.string() }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new KeyRefused(
      'the key is of another account',
      'Enter the subdomain of the account the key is from.',
    );
  }
  const query = { limit: 1 };
  const candidates = { what: 'list candidates', right: 'r_candidates', path: '/candidates', query };
  await read(api, candidates, z.object({ candidates: z.array(z.unknown()) }));
  return { atsAccountId: subdomain };
}
