import type { AtsApi } from '../api.ts';
import { RightsMissing } from '../failures.ts';
import type { AtsConnector } from '../port.ts';
import { findNote, moveStage, writeNote } from './changes.ts';
import {
  APPLICATIONS,
  CANDIDATES,
  JOBS,
  listOf,
  listPage,
  numberOf,
  SCOPES,
  STAGES,
  USERS,
} from './harvest.ts';
import { findByEmail, listPeople, readPerson } from './people.ts';
import { listInterviews, listJobs, listNewHires, listStages } from './schedule.ts';
import { oauth, readRefusal, signIn } from './sign-in.ts';
import { webhooks } from './webhooks.ts';

/** Greenhouse Recruiting, by Harvest v3. */
export const greenhouse: AtsConnector = {
  type: 'greenhouse',
  name: 'Greenhouse',
  credentials: [
    { field: 'clientId', label: 'Client ID', secret: false, required: true, options: null },
    { field: 'clientSecret', label: 'Client secret', secret: true, required: true, options: null },
    { field: 'userId', label: 'User ID of a Site Admin', secret: false, required: false, options: null },
  ],
  rights: Object.entries(SCOPES).map(([scope, use]) => `${scope}: ${use}`),
  signIn,
  oauth,
  // Its limit isn't documented; the previous one was 50 in 10 seconds.
  pace: { calls: 50, perMs: 10_000 },
  readRefusal,
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
  webhooks,
  events: null,
};

async function test(api: AtsApi): Promise<{ atsAccountId: string }> {
  const missing: string[] = [];
  for (const resource of [CANDIDATES, APPLICATIONS, JOBS, STAGES]) {
    try {
      await listPage<unknown>(api, resource, { per_page: 1 });
    } catch (error) {
      if (!(error instanceof RightsMissing)) throw error;
      missing.push(...error.missing);
    }
  }
  const { credentials, client } = api.access;
  const userId = numberOf(credentials.userId ?? '');
  // Everyone else's lists are empty.
  if (missing.length === 0 && userId !== null) {
    const [user] = await listOf(api, USERS, 'ids', [userId], (id) => id);
    if (user?.site_admin !== true) missing.push('Site Admin');
  }
  if (missing.length > 0) throw new RightsMissing('test', missing);
  return { atsAccountId: credentials.clientId ?? client?.id ?? '' };
}
