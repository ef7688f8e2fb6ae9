import type { AtsApi } from '../api.ts';
import { NotFound } from '../failures.ts';
import type { AtsConnector, AtsJob, AtsReply, Refusal } from '../port.ts';
import { ADMIN, readAll, readMany, readOne, textOf } from './json-api.ts';
import { findNote, writeNote } from './notes.ts';
import { CANDIDATES, findByEmail, listPeople, moveStage, readPerson } from './people.ts';
import { listStages } from './stages.ts';
import { webhooks } from './webhooks.ts';

/** Required with every call; without it nothing is answered. */
const API_VERSION = '20240404';

export const teamtailor: AtsConnector = {
  type: 'teamtailor',
  name: 'Teamtailor',
  credentials: [
    { field: 'apiKey', label: 'API key', secret: true, required: true, options: null },
    { field: 'region', label: 'Data region', secret: false, required: false, options: ['eu', 'na'] },
    {
      field: 'webhookSecret',
      label: 'Webhook signature key',
      secret: true,
      required: false,
      options: null,
    },
  ],
  rights: [`${ADMIN} (to read candidates and jobs, add notes and move people to other stages)`],
  signIn: {
    headers: ({ credentials }) => ({
      authorization: `Token token=${credentials.apiKey}`,
      'x-api-version': API_VERSION,
      accept: 'application/vnd.api+json',
    }),
    query: null,
    newTokens: null,
  },
  oauth: null,
  // Refused at 50 in 10 s.
  pace: { calls: 40, perMs: 10_000 },
  readRefusal,
  test: async (api) => {
    // The company alone would prove no right.
    await readMany(api, CANDIDATES, { page: 1 });
    const company = await readOne(api, 'read company', 'company', {});
    if (company === null) throw new NotFound('read company: not found');
    return { atsAccountId: textOf(company.data, 'name') ?? company.data.id };
  },
  listJobs,
  listStages,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  listInterviews: null,
  listNewHires: null,
  writeNote,
  findNote,
  moveStage,
  webhooks,
  events: null,
};

/** 406: the version is not served anymore, which is nothing an admin can fix. */
function readRefusal({ status }: AtsReply): Refusal | null {
  return status === 406 ? { kind: 'unavailable' } : null;
}

async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  // Without filters, published ones for the public only.
  const query = { 'filter[status]': 'all', 'filter[feed]': 'public,internal' };
  const { data } = await readAll(api, { what: 'list jobs', kind: 'job', path: 'jobs' }, query);
  return data
    .filter((job) => textOf(job, 'status') !== 'archived' && textOf(job, 'human-status') !== 'archived')
    .map((job) => ({
      externalId: job.id,
      name: textOf(job, 'title') ?? '',
      status: ['draft', 'temp'].includes(textOf(job, 'status') ?? '') ? 'draft' : 'open',
      hiringManagerEmails: null,
    }));
}
