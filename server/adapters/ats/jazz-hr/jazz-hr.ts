import type { AtsApi } from '../api.ts';
import type { AtsConnector, AtsJob, AtsReply, NewNote, Refusal } from '../port.ts';
import { addressOf, readAll, readPage } from './lists.ts';
import { listNewHires, listPeople, readApplicant, readPerson } from './people.ts';
import { ApplicantRow, Job, User, Written } from './replies.ts';
import { webhooks } from './webhooks.ts';

export const jazzHr: AtsConnector = {
  type: 'jazzHr',
  name: 'JazzHR',
  credentials: [{ field: 'apiKey', label: 'API key', secret: true, required: true, options: null }],
  rights: ['API key of the account (to read applicants, jobs and hires, and to add notes)'],
  signIn: {
    headers: () => ({}),
    query: ({ credentials }) => ({ apikey: credentials.apiKey ?? '' }),
    newTokens: null,
  },
  oauth: null,
  // Refused at 80 a minute; counted in shorter times, so that no call waits for long.
  pace: { calls: 13, perMs: 10_000 },
  readRefusal,
  test: async (api) => {
    await readPage(api, 'test', { path: 'applicants', page: 1, kind: 'other' }, ApplicantRow);
    const [user] = await readUsers(api);
    return { atsAccountId: user?.email?.split('@')[1] ?? 'JazzHR' };
  },
  listJobs,
  // Known from applications only.
  listStages: null,
  listPeople,
  readPerson,
  findByEmail: null,
  findByPhone: null,
  listInterviews: null,
  listNewHires,
  writeNote,
  findNote,
  // There is no call for it.
  moveStage: null,
  webhooks,
  events: null,
};

/** There are no rights: a refusal means a wrong key. */
function readRefusal({ status }: AtsReply): Refusal | null {
  return status === 403 ? { kind: 'key' } : null;
}

/** All at once. */
async function readUsers(api: AtsApi) {
  return await readAll(api, 'list users', { path: 'users', kind: 'other' }, User);
}

async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const jobs = await readAll(api, 'list jobs', { path: 'jobs', kind: 'job' }, Job);
  const users = jobs.some(({ hiring_lead: lead }) => lead) ? await readUsers(api) : [];
  const emailOf = (id: string | null | undefined) => users.find((user) => user.id === id)?.email;
  return jobs
    .filter(({ status }) => !/closed|cancel|filled/i.test(status ?? ''))
    .map(({ id, title, status, hiring_lead: lead }) => ({
      externalId: id,
      name: title ?? '',
      status: /draft|needs approval/i.test(status ?? '') ? 'draft' : 'open',
      hiringManagerEmails: [emailOf(lead)?.toLowerCase() ?? ''].filter(Boolean),
    }));
}

async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const users = note.authorEmail === null ? [] : await readUsers(api);
  const author = users.find(({ email }) => email?.toLowerCase() === note.authorEmail);
  const json = {
    apikey: api.access.credentials.apiKey,
    applicant_id: note.personExternalId,
    ...(author && { user_id: author.id }),
    contents: note.body,
    // Everyone there who sees the applicant sees it.
    security: '0',
  };
  const { body } = await api.write('write note', { method: 'POST', url: addressOf('notes'), json }, Written);
  return { noteId: body.comment_id ?? null };
}

/** Notes come with the applicant, called comments. */
async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const applicant = await readApplicant(api, note.personExternalId);
  const isThere = JSON.stringify(applicant?.comments ?? null).includes(note.reference);
  return isThere ? { noteId: null } : null;
}
