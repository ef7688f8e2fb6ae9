import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { oauth2, refusedGrant } from '../oauth2.ts';
import type { AtsAccess, AtsConnector } from '../port.ts';
import { read } from './client.ts';
import { listInterviews } from './interviews.ts';
import { listJobs } from './jobs.ts';
import { findByEmail, listNewHires, listPeople, readPerson } from './people.ts';
import { listStages } from './stages.ts';
import { smartRecruitersWebhooks } from './webhooks.ts';
import { findNote, moveStage, writeNote } from './writes.ts';

const { consent, renew } = oauth2({
  authorizeUrl: 'https://www.smartrecruiters.com/identity/oauth/allow',
  tokenUrl: 'https://api.smartrecruiters.com/identity/oauth/token',
  scopes: [
    'candidates_read',
    'candidates_manage',
    'jobs_read',
    'users_read',
    'configuration_read',
    'interviews_read',
    'messages_read',
    'messages_write',
    'webhooks_manage',
  ],
});

export const smartRecruiters: AtsConnector = {
  type: 'smartRecruiters',
  name: 'SmartRecruiters',
  credentials: [{ field: 'apiKey', label: 'API key', secret: true, required: true, options: null }],
  rights: [
    'candidates_read, candidates_manage: candidates, and moving them',
    'jobs_read, users_read: jobs and their hiring managers',
    'configuration_read: the stages that your company made',
    'interviews_read: interviews to remind of',
    'messages_write: a note for each text',
    'messages_read, of an administrator: looking a note up after an outage',
    'webhooks_manage: changes, right away',
  ],
  signIn: {
    headers: signed,
    query: null,
    newTokens: renew,
    keyIsSent: true,
  },
  oauth: consent,
  pace: { calls: 8, perMs: 1000 },
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
  webhooks: smartRecruitersWebhooks,
  events: null,
};

function signed(access: AtsAccess): Record<string, string> {
  return access.connectedBy === 'key'
    ? { 'x-smarttoken': access.credentials.apiKey ?? '' }
    : { authorization: `Bearer ${access.tokens?.accessToken ?? ''}` };
}

async function test(api: AtsApi): Promise<{ atsAccountId: string }> {
  const candidates = { what: 'list candidates', right: 'candidates_read', path: '/candidates' };
  await read(api, { ...candidates, query: { limit: 1 } }, z.object({ content: z.array(z.unknown()) }));
  const company = {
    what: 'read the company',
    right: 'configuration_read',
    path: '/configuration/company',
  };
  const { identifier } = await read(api, company, z.object({ identifier: z.string() }));
  return { atsAccountId: identifier };
}
