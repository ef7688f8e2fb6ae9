import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { inGroups } from '../in-groups.ts';
import type { AtsJob } from '../port.ts';
import { read, readUser } from './client.ts';

const PAGE = 100;

const Job = z.object({ id: z.string(), title: z.string(), status: z.string() });
type Job = z.infer<typeof Job>;
const Jobs = z.object({ totalFound: z.number(), content: z.array(Job) });
const Team = z.object({ content: z.array(z.object({ id: z.string(), role: z.string() })) });

const STATUS: Record<string, AtsJob['status']> = {
  CREATED: 'draft',
  FILLED: 'closed',
  CANCELLED: 'closed',
};

const RIGHT = 'jobs_read';

export async function listJobs(api: AtsApi): Promise<AtsJob[]> {
  const open = (await allJobs(api)).filter(({ status }) => STATUS[status] !== 'closed');
  const emails = new Map<string, Promise<string | null>>();
  const emailOf = (userId: string) => {
    const known = emails.get(userId) ?? readUser(api, userId).then(({ email }) => email ?? null);
    emails.set(userId, known);
    return known;
  };
  return inGroups(open, async ({ id, title, status }) => {
    const path = `/jobs/${encodeURIComponent(id)}/hiring-team`;
    const { content } = await read(api, { what: "read a job's team", right: RIGHT, path }, Team);
    const managers = content.filter(({ role }) => role === 'HIRING_MANAGER');
    const found = await Promise.all(managers.map((manager) => emailOf(manager.id)));
    return {
      externalId: id,
      name: title,
      status: STATUS[status] ?? 'open',
      hiringManagerEmails: found.flatMap((email) => email?.toLowerCase() ?? []),
    };
  });
}

async function allJobs(api: AtsApi): Promise<Job[]> {
  const jobs: Job[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: jobs.length };
    const call = { what: 'list jobs', right: RIGHT, path: '/jobs', query };
    const { content, totalFound } = await read(api, call, Jobs);
    jobs.push(...content);
    if (content.length === 0 || jobs.length >= totalFound) return jobs;
  }
}
