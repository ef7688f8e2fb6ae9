import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import type { AtsJob, AtsStage } from '../port.ts';
import { stageKindOf } from '../stage-kind.ts';
import { EVERYTHING, readAll } from './client.ts';

const Posting = z.object({
  id: z.string(),
  text: z.string(),
  state: z.string(),
  hiringManager: z.object({ email: z.string().nullish() }).nullish(),
});

const Stage = z.object({ id: z.string(), text: z.string() });

const STATUS: Record<string, AtsJob['status']> = {
  published: 'open',
  internal: 'open',
  draft: 'draft',
  pending: 'draft',
};

/** Asked for by state, published ones that are on the internal job site only would be missing. */
export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const postings = await readAll(
    api,
    {
      what: 'list jobs',
      right: 'postings:read:admin',
      path: '/postings?expand=hiringManager',
      query: EVERYTHING,
    },
    Posting,
  );
  return postings.flatMap(({ id, text, state, hiringManager }) => {
    const status = STATUS[state];
    const email = hiringManager?.email?.toLowerCase();
    return status ? { externalId: id, name: text, status, hiringManagerEmails: email ? [email] : [] } : [];
  });
}

export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const stages = await readAll(
    api,
    { what: 'list stages', right: 'stages:read:admin', path: '/stages', query: { limit: 100 } },
    Stage,
  );
  return stages.map(({ id, text }, order) => ({
    externalId: id,
    jobExternalId: null,
    name: text,
    order,
    kind: stageKindOf(text),
  }));
}
