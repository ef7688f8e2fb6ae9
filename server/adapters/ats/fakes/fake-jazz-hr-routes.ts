import type { z } from 'zod';
import { checkedReply } from './checked-reply.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import { type JazzHrState, jazzHrSays, spaced } from './fake-jazz-hr-state.ts';
import { JazzHrBody, JazzHrQuery, JazzHrReply } from './jazz-hr-schema.ts';

const API = '/v1';
const PAGE_SIZE = 100;

export function jazzHrRoutes(state: JazzHrState): FakeRoute[] {
  const paged = (path: string, schema: z.ZodType, find: () => object[]) =>
    fakeRoute({
      method: 'GET',
      path: `${API}/${path}/page/:page`,
      kind: 'read',
      query: JazzHrQuery,
      handle: ({ params }) => {
        const page = Number(params.page);
        return rowsReply(schema, find().slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
      },
    });

  return [
    paged('users', JazzHrReply.users, () =>
      state.users.map(({ id, name, email }) => ({
        id,
        type: 'Super Administrator',
        first_name: name,
        last_name: 'Díaz',
        email,
      })),
    ),
    paged('jobs', JazzHrReply.jobs, () =>
      state.jobs.map(({ id, title, status, leadId }) => ({
        id,
        title,
        status,
        hiring_lead: leadId,
        board_code: `b${id}`,
      })),
    ),
    paged('applicants', JazzHrReply.applicants, () =>
      state.applicants.map((each) => ({
        id: each.id,
        first_name: each.firstName,
        last_name: each.lastName,
        prospect_phone: each.phone,
        apply_date: spaced(each.applied).slice(0, 10),
        job_id: each.jobs[0]?.id ?? '',
        job_title: state.titleOf(each.jobs[0]?.id ?? ''),
      })),
    ),
    paged('hires', JazzHrReply.hires, () =>
      state.hires.map(({ id, applicantId, jobId, at }) => ({
        id,
        applicant_id: applicantId,
        job_id: jobId,
        hired_time: spaced(at),
        workflow_step_id: '903',
      })),
    ),
    fakeRoute({
      method: 'GET',
      path: `${API}/applicants/:id`,
      kind: 'read',
      query: JazzHrQuery,
      handle: ({ params }) => {
        const found = state.applicant(params.id ?? '');
        return checkedReply(JazzHrReply.applicant, {
          id: found.id,
          first_name: found.firstName,
          last_name: found.lastName,
          email: found.email,
          phone: found.phone,
          source: 'Indeed',
          desired_start_date: found.desiredStart,
          jobs: oneOrMany(
            found.jobs.map(({ id, step }) => ({
              job_id: id,
              job_title: state.titleOf(id),
              applicant_progress: step.name,
              workflow_step_id: step.id,
            })),
          ),
          comments: found.notes.map(({ id, text }) => ({ id, text })),
          messages: [],
          activities: [],
        });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${API}/notes`,
      kind: 'write',
      query: JazzHrQuery,
      body: JazzHrBody.note,
      handle: ({ body }) => {
        const found = state.applicant(body.applicant_id);
        if (body.user_id !== undefined && !state.users.some(({ id }) => id === body.user_id))
          throw new FakeRefusal(jazzHrSays.invalid(['user_id']));
        const note = { id: state.newId('note'), text: body.contents, userId: body.user_id ?? null };
        found.notes.push(note);
        return checkedReply(JazzHrReply.written, { comment_id: note.id });
      },
    }),
  ];
}

function oneOrMany(rows: object[]): object {
  const [only] = rows;
  return rows.length === 1 && only !== undefined ? only : rows;
}

const rowsReply = (schema: z.ZodType, rows: object[]) => checkedReply(schema, oneOrMany(rows));
