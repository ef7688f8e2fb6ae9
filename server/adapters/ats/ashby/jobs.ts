import { z } from 'zod';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import type { AtsJob, AtsStage } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { stageKindOf } from '../stage-kind.ts';
import { Order, TextId } from '../values.ts';
import { read, readAll } from './client.ts';

const Job = z.object({
  id: TextId,
  title: z.string(),
  status: z.enum(['Draft', 'Open', 'Closed', 'Archived']),
  defaultInterviewPlanId: z.string().nullish(),
  hiringTeam: z.array(z.object({ email: z.string().nullish(), role: z.string() })).nullish(),
});

export const Stage = z.object({
  id: TextId,
  title: z.string(),
  type: z.string(),
  orderInInterviewPlan: Order,
});

const KINDS: Record<string, JobStageKind> = {
  Lead: 'lead',
  Offer: 'offer',
  Hired: 'hired',
  Archived: 'rejected',
};

function openJobs(api: AtsApi): Promise<z.infer<typeof Job>[]> {
  const json = { status: ['Open', 'Draft'] };
  return readAll(api, { what: 'list jobs', right: 'jobsRead', kind: 'job', path: 'job.list', json }, Job);
}

export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  return (await openJobs(api)).map(({ id, title, status, hiringTeam }) => ({
    externalId: id,
    name: title,
    status: status === 'Draft' ? 'draft' : 'open',
    hiringManagerEmails: (hiringTeam ?? [])
      .filter(({ role }) => /hiring manager/i.test(role))
      .flatMap(({ email }) => email?.toLowerCase() ?? []),
  }));
}

/** Stages belong to a plan, which many jobs can have. */
export async function listStages(api: AtsApi): Promise<AtsStage[]> {
  const byPlan = Map.groupBy(await openJobs(api), (job) => job.defaultInterviewPlanId ?? null);
  const stages: AtsStage[] = [];
  for (const [interviewPlanId, jobs] of byPlan) {
    if (interviewPlanId === null) continue;
    const json = { interviewPlanId };
    const call = { what: 'list stages', right: 'interviewsRead', path: 'interviewStage.list', json };
    const reading = read(api, call, items(api, 'stage', Stage));
    const ofPlan = (await orSetAside(api, { kind: 'stage', id: interviewPlanId }, reading)) ?? [];
    stages.push(...jobs.flatMap((job) => ofPlan.map((stage) => stageOf(stage, job.id))));
  }
  return stages;
}

const stageOf = (
  { id, title, type, orderInInterviewPlan }: z.infer<typeof Stage>,
  job: string,
): AtsStage => ({
  externalId: id,
  jobExternalId: job,
  name: title,
  order: orderInInterviewPlan,
  kind: KINDS[type] ?? stageKindOf(title),
});
