import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { RightsMissing } from '../failures.ts';
import { basic } from '../oauth2.ts';
import type { AtsConnector } from '../port.ts';
import { ashbyChanges } from './changes.ts';
import { read, readAshbyRefusal } from './client.ts';
import { listInterviews, listNewHires } from './interviews.ts';
import { listJobs, listStages } from './jobs.ts';
import { CANDIDATES, findByEmail, listPeople, readPerson } from './people.ts';
import { ashbyWebhooks } from './webhooks.ts';
import { findNote, moveStage, writeNote } from './writes.ts';

export const ashby: AtsConnector = {
  type: 'ashby',
  name: 'Ashby',
  credentials: [{ field: 'apiKey', label: 'API key', secret: true, required: true, options: null }],
  rights: [
    'candidatesRead: candidates and their applications',
    'candidatesWrite: a note for each text, and moving candidates',
    'jobsRead: jobs and their hiring managers',
    'interviewsRead: stages, and interviews to remind of',
    'offersRead: start dates of new hires',
    'hiringProcessMetadataRead: a reason, when someone is archived',
    'apiKeysRead: the name of the key',
    'apiKeysWrite: changes, right away',
    'Allow access to confidential jobs: their candidates too',
  ],
  signIn: {
    headers: ({ credentials }) => ({ authorization: basic(credentials.apiKey ?? '', '') }),
    query: null,
    newTokens: null,
  },
  oauth: null,
  pace: { calls: 15, perMs: 1000 },
  readRefusal: readAshbyRefusal,
  test,
  listJobs,
  listStages,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  listInterviews,
  listNewHires,
  writeNote,
  findNote,
  moveStage,
  webhooks: ashbyWebhooks,
  events: ashbyChanges,
};

/** Ashby names no account: it is known by the name of its key. */
async function test(api: AtsApi): Promise<{ atsAccountId: string }> {
  await read(api, { ...CANDIDATES, json: { limit: 1 } }, z.array(z.unknown()));
  const call = { what: 'read the key', right: 'apiKeysRead', path: 'apiKey.info' };
  try {
    const { title } = await read(api, call, z.object({ title: z.string().nullish() }));
    return { atsAccountId: title || 'Ashby' };
  } catch (error) {
    if (error instanceof RightsMissing) return { atsAccountId: 'Ashby' };
    throw error;
  }
}
