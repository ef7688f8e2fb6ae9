import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import type { AtsConnector, AtsJob, AtsReply, Refusal } from '../port.ts';
import { companyApi, DEVELOPER_API, findCompany } from './address.ts';
import { findNote, writeNote } from './notes.ts';
import { findByEmail, listPeople, moveStage, readPerson } from './people.ts';
import { listPositions } from './positions.ts';
import { listStages } from './stages.ts';
import { webhooks } from './webhooks.ts';

export const breezy: AtsConnector = {
  type: 'breezy',
  name: 'Breezy HR',
  credentials: [
    { field: 'apiKey', label: 'Personal access token', secret: true, required: true, options: null },
  ],
  rights: [
    `${DEVELOPER_API} (to be asked at all)`,
    'A user who sees all positions (to read candidates, add notes and move people to other stages)',
  ],
  signIn: {
    // The bare token, without a prefix.
    headers: ({ credentials }) => ({ authorization: credentials.apiKey ?? '' }),
    query: null,
    newTokens: null,
  },
  oauth: null,
  // Refused at 100 a minute; counted in shorter times, so that no call waits for long.
  pace: { calls: 15, perMs: 10_000 },
  readRefusal,
  test: async (api) => {
    const { _id, name } = await findCompany(api);
    return { atsAccountId: name ?? _id };
  },
  listJobs,
  listStages,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  listInterviews: null,
  // It reports who is hired, but not from when.
  listNewHires: null,
  writeNote,
  findNote,
  moveStage,
  webhooks,
  events: null,
};

const ErrorBody = z.object({ error: z.object({ type: z.string() }) });

/** A bad token gets 400, a candidate of another position 412. */
function readRefusal({ status, body }: AtsReply): Refusal | null {
  const type = ErrorBody.safeParse(body).data?.error.type;
  if (type === 'invalidAccessToken' || type === 'missingAccessToken') return { kind: 'key' };
  return status === 412 ? { kind: 'notFound' } : null;
}

async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const positions = await listPositions(api, await companyApi(api));
  return positions
    .filter(({ state }) => state !== 'closed' && state !== 'archived')
    .map(({ _id, name, state }) => ({
      externalId: _id,
      name,
      status: state === 'draft' || state === 'pending' ? 'draft' : 'open',
      hiringManagerEmails: null,
    }));
}
