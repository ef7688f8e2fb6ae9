import { z } from 'zod';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import { orGone } from '../failures.ts';
import type { AtsJob, AtsStage } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { stageKindOf } from '../stage-kind.ts';
import { TextId } from '../values.ts';
import { read, readAll } from './client.ts';

const Job = z.object({ shortcode: TextId, title: z.string(), state: z.string() });

const Stage = z.object({
  slug: TextId,
  name: z.string(),
  kind: z.string(),
  position: z.number(),
});
type WorkableStage = z.infer<typeof Stage>;

const STATUS: Record<string, AtsJob['status']> = { published: 'open', draft: 'draft' };

const KINDS: Record<string, JobStageKind> = {
  sourced: 'lead',
  applied: 'applied',
  shortlisted: 'screen',
  'phone-screen': 'screen',
  phone: 'screen',
  assessment: 'screen',
  interview: 'interview',
  offer: 'offer',
  hired: 'hired',
};

const RIGHT = 'r_jobs';
/** Each takes one of the ten calls that Workable allows in ten seconds. */
const MOST_JOBS = 200;

export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const call = { what: 'list jobs', right: RIGHT, path: '/jobs', query: { limit: 100 } };
  const jobs = await readAll(api, call, { key: 'jobs', kind: 'job', item: Job });
  return jobs.flatMap(({ shortcode, title, state }) => {
    const status = STATUS[state];
    return status ? { externalId: shortcode, name: title, status, hiringManagerEmails: null } : [];
  });
}

const stagesAt = async (api: AtsApi, path: string): Promise<WorkableStage[]> => {
  const call = { what: 'list stages', right: RIGHT, path };
  const { stages } = await read(api, call, z.object({ stages: items(api, 'stage', Stage) }));
  return stages.toSorted((a, b) => a.position - b.position);
};

const readAccountStages = (api: AtsApi) => stagesAt(api, '/stages');

/** A job that was just deleted has none. */
const readJobStages = async (api: AtsApi, shortcode: string): Promise<WorkableStage[]> =>
  (await orGone(stagesAt(api, `/jobs/${encodeURIComponent(shortcode)}/stages`))) ?? [];

/** Those of the account, and those that a job has beyond them. */
export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const shared = await readAccountStages(api);
  const isShared = new Set(shared.map(({ slug }) => slug));
  const stages = shared.map((stage, order) => stageOf(stage, { jobExternalId: null, order }));
  for (const { externalId } of (await listJobs(api)).slice(0, MOST_JOBS)) {
    const reading = readJobStages(api, externalId);
    const own = (await orSetAside(api, { kind: 'stage', id: externalId }, reading)) ?? [];
    for (const [order, stage] of own.entries())
      if (!isShared.has(stage.slug)) stages.push(stageOf(stage, { jobExternalId: externalId, order }));
  }
  return stages;
}

const stageOf = ({ slug, name, kind }: WorkableStage, at: Pick<AtsStage, 'jobExternalId' | 'order'>) => ({
  externalId: slug,
  name,
  kind: KINDS[kind] ?? stageKindOf(name),
  ...at,
});

/**
 * Candidates have the name of their stage, and are moved by its slug. A job is asked for its own stages only when the account
 * doesn't know the name.
 */
export async function slugReader(
  api: AtsApi,
): Promise<(stage: string, shortcode: string | null) => Promise<string>> {
  const shared = await readAccountStages(api);
  const ofJobs = new Map<string, WorkableStage[]>();
  return async (stage, shortcode) => {
    const slug = findSlug(stage, shared);
    if (slug !== undefined || shortcode === null) return slug ?? slugged(stage);
    const own = ofJobs.get(shortcode) ?? (await readJobStages(api, shortcode));
    ofJobs.set(shortcode, own);
    return findSlug(stage, own) ?? slugged(stage);
  };
}

const findSlug = (stage: string, stages: WorkableStage[]) =>
  stages.find(({ name, slug }) => name === stage || slug === stage)?.slug;

const slugged = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
