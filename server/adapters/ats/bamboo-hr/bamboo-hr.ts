import type { AtsApi } from '../api.ts';
import { stage } from '../defaults.ts';
import { RightsMissing } from '../failures.ts';
import { basic } from '../oauth2.ts';
import type { AtsConnector, AtsJob, AtsReply, AtsStage, Refusal } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { EMPLOYEES, HIRING, read, write } from './address.ts';
import { listNewHires, readEmployee } from './employees.ts';
import { APPLICATIONS, findByEmail, listPeople, moveStage, readPerson } from './people.ts';
import { Job, Status, Written } from './replies.ts';
import { webhooks } from './webhooks.ts';

export const bambooHr: AtsConnector = {
  type: 'bambooHr',
  name: 'BambooHR',
  credentials: [
    { field: 'subdomain', label: 'Company subdomain', secret: false, required: true, options: null },
    { field: 'apiKey', label: 'API key', secret: true, required: true, options: null },
  ],
  rights: [
    `${HIRING} (to read applications, add comments and move people to other stages)`,
    `${EMPLOYEES} (to learn who starts when)`,
  ],
  signIn: {
    headers: ({ credentials }) => ({
      authorization: basic(credentials.apiKey ?? '', 'x'),
      // XML otherwise.
      accept: 'application/json',
    }),
    query: null,
    newTokens: null,
  },
  oauth: null,
  // They name no limit.
  pace: { calls: 5, perMs: 1000 },
  readRefusal,
  test: async (api) => {
    await listStages(api);
    return { atsAccountId: api.access.credentials.subdomain ?? '' };
  },
  listJobs,
  listStages,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  listInterviews: null,
  listNewHires,
  writeNote: async (api, note) => {
    const path = `${APPLICATIONS}/${note.personExternalId}/comments`;
    const json = { type: 'comment', comment: note.body };
    const call = { what: 'write note', right: HIRING, method: 'POST', path, json } as const;
    return { noteId: (await write(api, call, Written)).id };
  },
  // Comments can't be listed.
  findNote: null,
  moveStage,
  webhooks,
  events: null,
};

/** The reason is in a header, and the body may be empty. Until fall 2026 they throttled with 503. */
function readRefusal({ status, headers }: AtsReply): Refusal | null {
  if (status === 503 && headers.has('retry-after')) return { kind: 'throttled', waitMs: null };
  const reason = headers.get('x-bamboohr-error-message');
  if (reason !== null && status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status))
    return { kind: 'invalid', reason };
  return null;
}

async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const call = { what: 'list stages', right: HIRING, path: 'applicant_tracking/statuses' };
  const statuses = await read(api, call, items(api, 'stage', Status));
  return statuses
    .filter(({ enabled }) => enabled)
    .map(({ id, name }, order) => stage({ externalId: id, name, order }));
}

async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const query = { statusGroups: 'Draft,Open,On Hold' };
  const call = { what: 'list jobs', right: HIRING, path: 'applicant_tracking/jobs', query };
  const jobs = await read(api, call, items(api, 'job', Job));
  const leads = new Map<string, string[]>();
  for (const { hiringLead } of jobs) {
    if (hiringLead === null || hiringLead === undefined || leads.has(hiringLead.employeeId)) continue;
    leads.set(hiringLead.employeeId, await emailsOf(api, hiringLead.employeeId));
  }
  return jobs.map(({ id, title, status, hiringLead }) => ({
    externalId: id,
    name: title.label,
    status: status.label === 'Draft' ? 'draft' : 'open',
    hiringManagerEmails: leads.get(hiringLead?.employeeId ?? '') ?? [],
  }));
}

/** Without the right to see employees, jobs are still jobs. */
async function emailsOf(api: AtsApi, employeeId: string): Promise<string[]> {
  try {
    const reading = readEmployee(api, employeeId, 'workEmail');
    const employee = await orSetAside(api, { kind: 'other', id: employeeId }, reading);
    return [employee?.workEmail?.toLowerCase() ?? ''].filter(Boolean);
  } catch (error) {
    if (error instanceof RightsMissing) return [];
    throw error;
  }
}
