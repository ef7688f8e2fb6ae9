import { z } from 'zod';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import type { AtsJob, AtsStage } from '../port.ts';
import { items } from '../records.ts';
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
export type WorkableStage = z.infer<typeof Stage>;

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

export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const call = { what: 'list jobs', right: RIGHT, path: '/jobs', query: { limit: 100 } };
  const jobs = await readAll(api, call, { key: 'jobs', kind: 'job', item: Job });
  return jobs.flatMap(({ shortcode, title, state }) => {
    const status = STATUS[state];
    return status ? { externalId: shortcode, name: title, status, hiringManagerEmails: null } : [];
  });
}

export async function readAccountStages(api: AtsApi): Promise<WorkableStage[]> {
  const call = { what: 'list stages', right: RIGHT, path: '/stages' };
  const { stages } = await read(api, call, z.object({ stages: items(api, 'stage', Stage) }));
  return stages.toSorted((a, b) => a.position - b.position);
}

/** Those of the account: asked for job by job, they would take all of the ten calls that Workable allows in ten seconds. */
export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  return (await readAccountStages(api)).map(({ slug, name, kind }, order) => ({
    externalId: slug,
    jobExternalId: null,
    name,
    order,
    kind: KINDS[kind] ?? stageKindOf(name),
  }));
}

/** Candidates have the name of their stage, and are moved by its slug. */
export function slugOf(name: string, stages: WorkableStage[]): string {
  const known = stages.find((stage) => stage.name === name || stage.slug === name);
  return (
    known?.slug ??
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
  );
}
