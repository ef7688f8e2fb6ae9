import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { stage } from '../defaults.ts';
import type { AtsConnector, AtsJob, AtsReply, AtsStage, Refusal } from '../port.ts';
import { items } from '../records.ts';
import { TextId } from '../values.ts';
import { events } from './events.ts';
import { listInterviews, listNewHires } from './interviews.ts';
import { all, RIGHTS, search } from './lists.ts';
import { findNote, writeNote } from './notes.ts';
import { findByEmail, findByPhone, listPeople, moveStage, readPerson } from './people.ts';
import { companyOf, newTokens, oauth, WRONG_CLIENT, within } from './session.ts';

export const bullhorn: AtsConnector = {
  type: 'bullhorn',
  name: 'Bullhorn',
  credentials: [
    { field: 'clientId', label: 'Client ID', secret: false, required: true, options: null },
    { field: 'clientSecret', label: 'Client secret', secret: true, required: true, options: null },
    { field: 'username', label: 'API username', secret: false, required: true, options: null },
    { field: 'password', label: 'API password', secret: true, required: true, options: null },
  ],
  rights: [
    `${RIGHTS.Candidate} (to know whom you text)`,
    `${RIGHTS.Note}, ${RIGHTS.CorporateUser.toLowerCase()} (to note texts, each by its sender)`,
    `${RIGHTS.JobOrder}, ${RIGHTS.JobSubmission.toLowerCase()} (to know stages, and to move people)`,
    `${RIGHTS.Appointment}, ${RIGHTS.Placement.toLowerCase()} (to know interviews, and who starts when)`,
    'Event subscriptions (to see changes at once)',
  ],
  signIn: {
    headers: ({ tokens }) => ({ BhRestToken: tokens?.accessToken ?? '' }),
    query: null,
    newTokens,
  },
  oauth,
  domain: 'bullhornstaffing.com',
  pace: { calls: 10, perMs: 1000 },
  readRefusal,
  test: async (api) => {
    const asked = { entity: 'Candidate' as const, where: 'isDeleted:0', fields: 'id', start: 0, count: 1 };
    await search(api, 'test', asked, z.unknown());
    return { atsAccountId: companyOf(api) };
  },
  listJobs,
  listStages,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone,
  listInterviews,
  listNewHires,
  writeNote,
  findNote,
  moveStage,
  webhooks: null,
  events,
};

const ErrorBody = z.object({ error: z.string() });

/** OAuth refuses with 400, and a wrong password with the page to sign in. 412: no session came with the call. */
function readRefusal({ status, headers, body, text }: AtsReply): Refusal | null {
  if (status === 412) return { kind: 'key' };
  const isPage = /html/.test(headers.get('content-type') ?? '');
  if (status === 200 && isPage && /type=["']?password/i.test(text)) return { kind: 'key' };
  // A request with an unknown client ID gets a page that says so, whatever its status.
  if ((isPage || status >= 400) && /invalid client/i.test(text)) return { kind: 'key', hint: WRONG_CLIENT };
  const oauthError = ErrorBody.safeParse(body).data?.error ?? '';
  return status === 400 && /^(invalid_(grant|client)|unauthorized_client)$/.test(oauthError)
    ? { kind: 'key' }
    : null;
}

const Job = z.object({
  id: z.number().int(),
  title: z.string().nullish(),
  clientContact: z.object({ email: z.string().nullish() }).nullish(),
});

async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const where = 'isOpen:1 AND isDeleted:0';
  const asked = {
    entity: 'JobOrder' as const,
    where,
    sort: 'id',
    fields: 'id,title,clientContact(id,email)',
  };
  const jobs = await all('list jobs', (start) => search(api, 'list jobs', { ...asked, start }, Job));
  return jobs.map(({ id, title, clientContact }) => ({
    externalId: String(id),
    name: title ?? '',
    status: 'open',
    hiringManagerEmails: [clientContact?.email?.toLowerCase() ?? ''].filter(Boolean),
  }));
}

/** Names are all there is of them. */
async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const request = { method: 'GET', url: within('settings/jobResponseStatusList') } as const;
  const { body } = await api.read(
    'list stages',
    request,
    z.object({ jobResponseStatusList: items(api, 'stage', TextId) }),
  );
  return body.jobResponseStatusList.map((name, order) => stage({ externalId: name, name, order }));
}
