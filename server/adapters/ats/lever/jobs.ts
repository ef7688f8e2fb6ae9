import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { stage } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsJob, AtsStage } from '../port.ts';
import { orSetAside } from '../records.ts';
import { TextId } from '../values.ts';
import { EVERYTHING, readAll, readOne } from './client.ts';

const Posting = z.object({
  id: TextId,
  text: z.string(),
  state: z.string(),
  hiringManager: z.object({ email: z.string().nullish() }).nullish(),
});

const Stage = z.object({ id: TextId, text: z.string() });

const STATUS: Record<string, AtsJob['status']> = {
  published: 'open',
  internal: 'open',
  draft: 'draft',
  pending: 'draft',
};

/** More are read with all the others. */
const MOST_ONE_BY_ONE = 5;

const POSTINGS = { what: 'list jobs', right: 'postings:read:admin', kind: 'job' as const };

/** Of an opportunity's job, Lever gives only the id. */
export async function jobNames(api: AtsApi, ids: Set<string>): Promise<Map<string, string>> {
  const Named = Posting.pick({ id: true, text: true });
  if (ids.size > MOST_ONE_BY_ONE) {
    const all = await readAll(api, { ...POSTINGS, path: '/postings', query: EVERYTHING }, Named);
    return new Map(all.map(({ id, text }) => [id, text]));
  }
  const names = new Map<string, string>();
  for (const id of ids) {
    const path = `/postings/${encodeURIComponent(id)}`;
    const read = orGone(readOne(api, { ...POSTINGS, path }, Named));
    const posting = await orSetAside(api, { kind: 'job', id }, read);
    if (posting !== null) names.set(id, posting.text);
  }
  return names;
}

/** Asked for by state, published ones that are on the internal job site only would be missing. */
export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const call = { ...POSTINGS, path: '/postings?expand=hiringManager', query: EVERYTHING };
  const postings = await readAll(api, call, Posting);
  return postings.flatMap(({ id, text, state, hiringManager }) => {
    const status = STATUS[state];
    const email = hiringManager?.email?.toLowerCase();
    return status ? { externalId: id, name: text, status, hiringManagerEmails: email ? [email] : [] } : [];
  });
}

export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const call = { what: 'list stages', right: 'stages:read:admin', kind: 'stage', path: '/stages' } as const;
  const stages = await readAll(api, call, Stage);
  return stages.map(({ id, text }, order) => stage({ externalId: id, name: text, order }));
}
