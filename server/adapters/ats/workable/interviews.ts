import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { interview, newHire } from '../defaults.ts';
import { NotFound, RightsMissing } from '../failures.ts';
import type { AtsInterview, AtsNewHire } from '../port.ts';
import { type Rows, rows } from '../records.ts';
import { DayText, TextId, TimeText } from '../values.ts';
import { read, readPage } from './client.ts';

const Event = z.object({
  id: TextId,
  title: z.string().nullish(),
  starts_at: TimeText,
  ends_at: TimeText,
  cancelled: z.boolean().nullish(),
  job: z.object({ shortcode: z.string().nullish() }).nullish(),
  members: z.array(z.object({ name: z.string().nullish() })).nullish(),
  candidate: z.object({ id: TextId }).nullish(),
  conference: z.object({ url: z.string().nullish() }).nullish(),
});

export async function listInterviews(
  api: AtsApi,
  { startsAfter, cursor }: { startsAfter: Date; cursor: string | null },
): Promise<{ interviews: AtsInterview[]; next: string | null }> {
  const query = { start_date: startsAfter.toISOString(), include_cancelled: 'true', limit: 100 };
  const call = { what: 'list interviews', right: 'r_jobs', path: '/events', query };
  const { items, next } = await readPage(api, call, {
    key: 'events',
    kind: 'interview',
    item: Event,
    cursor,
  });
  const interviews = items.flatMap(interviewOf).filter(({ startsAt }) => startsAt > startsAfter);
  return { interviews, next };
}

/** Events without a candidate are the team's own. */
function interviewOf(event: z.infer<typeof Event>): AtsInterview[] {
  if (!event.candidate) return [];
  return [
    interview({
      externalId: event.id,
      personExternalId: event.candidate.id,
      applicationExternalId: event.candidate.id,
      jobExternalId: event.job?.shortcode,
      title: event.title,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      videoUrl: event.conference?.url,
      interviewers: (event.members ?? []).flatMap(({ name }) => name ?? []),
      canceled: event.cancelled,
    }),
  ];
}

const PAGE = 100;

const Employee = z.object({
  id: TextId,
  firstname: z.string().nullish(),
  lastname: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  start_date: DayText.nullish(),
  candidate_id: z.string().nullish(),
});

/** All employees each time: Workable doesn't say who changed. Companies without its HR part have none. */
export async function listNewHires(
  api: AtsApi,
  { cursor }: { cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const offset = Number(cursor ?? 0);
  const employees = await readEmployees(api, offset);
  return {
    newHires: employees.items.filter(({ start_date }) => start_date).map(newHireOf),
    next: employees.count === 0 ? null : String(offset + employees.count),
  };
}

async function readEmployees(api: AtsApi, offset: number): Promise<Rows<z.infer<typeof Employee>>> {
  const query = { limit: PAGE, offset };
  const call = { what: 'list new hires', right: 'r_employees', path: '/employees', query };
  try {
    return (await read(api, call, z.object({ employees: rows(api, 'newHire', Employee) }))).employees;
  } catch (error) {
    if (error instanceof RightsMissing || error instanceof NotFound) return { items: [], count: 0 };
    throw error;
  }
}

function newHireOf(employee: z.infer<typeof Employee>): AtsNewHire {
  return newHire({
    externalId: employee.id,
    personExternalId: employee.candidate_id,
    firstName: employee.firstname,
    lastName: employee.lastname,
    emails: [employee.email],
    phones: [employee.phone],
    startsOn: employee.start_date,
  });
}
