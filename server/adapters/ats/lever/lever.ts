import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { basic, oauth2, refusedGrant } from '../oauth2.ts';
import type { AtsAccess, AtsConnector } from '../port.ts';
import { EVERYTHING, readPage } from './client.ts';
import { listInterviews, listNewHires } from './interviews.ts';
import { listJobs, listStages } from './jobs.ts';
import { findByEmail, listPeople, readPerson } from './people.ts';
import { leverWebhooks } from './webhooks.ts';
import { findNote, moveStage, writeNote } from './writes.ts';

const SCOPES = [
  'opportunities:read:admin',
  'opportunities:write:admin',
  'archive_reasons:read:admin',
  'postings:read:admin',
  'stages:read:admin',
  'users:read:admin',
  'interviews:read:admin',
  'offers:read:admin',
  'notes:read:admin',
  'notes:write:admin',
  'webhooks:read:admin',
  'webhooks:write:admin',
];
const { consent, renew } = oauth2({
  authorizeUrl: 'https://auth.lever.co/authorize',
  tokenUrl: 'https://auth.lever.co/oauth/token',
  scopes: ['offline_access', ...SCOPES, 'confidential:access:admin'],
  asked: { audience: 'https://api.lever.co/v1/' },
});

export const lever: AtsConnector = {
  type: 'lever',
  name: 'Lever',
  credentials: [{ field: 'apiKey', label: 'API key', secret: true, required: true, options: null }],
  rights: [
    'opportunities:read:admin, opportunities:write:admin: candidates, and moving them',
    'archive_reasons:read:admin: who was hired',
    'postings:read:admin, stages:read:admin: jobs and stages',
    'interviews:read:admin: interviews to remind of',
    'offers:read:admin: start dates of new hires',
    'notes:read:admin, notes:write:admin: a note for each text',
    'users:read:admin: who wrote a text',
    'webhooks:read:admin, webhooks:write:admin: changes, right away',
    'Confidential data, chosen when the key is created: confidential candidates too',
  ],
  signIn: {
    headers: (access) => ({ authorization: authorization(access) }),
    query: null,
    newTokens: renew,
    keyIsSent: true,
  },
  oauth: consent,
  pace: { calls: 9, perMs: 1000 },
  readRefusal: refusedGrant,
  test,
  listJobs,
  listStages,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  interviewsByApplication: true,
  listInterviews,
  listNewHires,
  writeNote,
  findNote,
  moveStage,
  webhooks: leverWebhooks,
  events: null,
};

function authorization(access: AtsAccess): string {
  if (access.connectedBy === 'oauth') return `Bearer ${access.tokens?.accessToken ?? ''}`;
  return basic(access.credentials.apiKey ?? '', '');
}

/** Lever names no account: it is known by where its users' mail goes. */
async function test(api: AtsApi): Promise<{ atsAccountId: string }> {
  const query = { ...EVERYTHING, limit: 1 };
  const candidates = { what: 'list candidates', right: 'opportunities:read:admin', path: '/opportunities' };
  await readPage(api, { ...candidates, query }, null, z.object({ id: z.string() }));
  const users = { what: 'list users', right: 'users:read:admin', path: '/users', query: { limit: 1 } };
  const { items } = await readPage(api, users, null, z.object({ email: z.string().nullish() }));
  return { atsAccountId: items[0]?.email?.split('@')[1] ?? 'Lever' };
}
