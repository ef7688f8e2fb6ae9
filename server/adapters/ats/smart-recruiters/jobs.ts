import { z } from 'zod';
import { allNumbered, inGroups } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { orGone } from '../failures.ts';
import type { AtsJob } from '../port.ts';
import { items, orSetAside, rows } from '../records.ts';
import { TextId } from '../values.ts';
import { read, readUser } from './client.ts';

const PAGE = 100;

const Job = z.object({ id: TextId, title: z.string(), status: z.string() });
type Job = z.infer<typeof Job>;
const Member = z.object({ id: z.string(), role: z.string() });

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
    const known = emails.get(userId) ?? emailOfUser(api, userId);
    emails.set(userId, known);
    return known;
  };
  return inGroups(open, async ({ id, title, status }) => {
    const path = `/jobs/${encodeURIComponent(id)}/hiring-team`;
    const Team = z.object({ content: items(api, 'other', Member) });
    const call = { what: "read a job's team", right: RIGHT, path };
    const team = await orSetAside(api, { kind: 'other', id }, read(api, call, Team));
    const managers = (team?.content ?? []).filter(({ role }) => role === 'HIRING_MANAGER');
    const found = await Promise.all(managers.map((manager) => emailOf(manager.id)));
    return {
      externalId: id,
      name: title,
      status: STATUS[status] ?? 'open',
      hiringManagerEmails: found.flatMap((email) => email?.toLowerCase() ?? []),
    };
  });
}

async function emailOfUser(api: AtsApi, id: string): Promise<string | null> {
  const user = await orSetAside(api, { kind: 'other', id }, orGone(readUser(api, id)));
  return user?.email ?? null;
}

function allJobs(api: AtsApi): Promise<Job[]> {
  return allNumbered('list jobs', 0, async (offset) => {
    const call = { what: 'list jobs', right: RIGHT, path: '/jobs', query: { limit: PAGE, offset } };
    const Jobs = z.object({ totalFound: z.number(), content: rows(api, 'job', Job) });
    const { content, totalFound } = await read(api, call, Jobs);
    const next = offset + content.count;
    return { items: content.items, next: content.count === 0 || next >= totalFound ? null : next };
  });
}
