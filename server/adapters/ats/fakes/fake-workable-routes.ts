import { answer, pageOf } from './fake-answers.ts';
import { type FakeAtsRequest, FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import type { FakeOauth } from './fake-oauth.ts';
import { type FakeWorkableState, SUBDOMAIN } from './fake-workable-state.ts';
import { WorkableAnswer, WorkableBody, WorkableQuery } from './workable-schema.ts';

const refuse = (status: number, error: string) => ({ status, body: { error } });

export const workableSays = {
  keyRefused: () => ({
    status: 401,
    body: {
      error: {
        error: {
          error: { name: 'invalid_token', state: 'unauthorized' },
          reason: 'unknown',
          description: 'The access token is invalid',
        },
      },
    },
  }),
  rightMissing: () => refuse(403, 'Not authorized'),
  notFound: () => refuse(404, 'Not found'),
  invalid: (problems: string[]) => ({
    status: 422,
    body: { error: 'Validation failed', validation_errors: { fields: problems } },
  }),
  throttled: (waitSeconds: number) => ({
    ...refuse(429, 'Rate limit exceeded'),
    headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(waitSeconds) },
  }),
};

const BASE = '/spi/v3';

export interface How {
  pageSize: number;
  /** Where the next page is said to be. */
  host: string;
}

export function workableRoutes(state: FakeWorkableState, oauth: FakeOauth, how: How): FakeRoute[] {
  type Paged = { limit?: number | undefined; since_id?: string | undefined };

  function paged<T>(all: T[], { limit = 50, since_id }: Paged, { path, query }: FakeAtsRequest) {
    const page = pageOf(all, since_id, Math.min(limit, how.pageSize));
    if (page === null) throw new FakeRefusal(workableSays.invalid(['since_id']));
    if (page.next === null) return { items: page.items };
    const url = new URL(path, `https://${how.host}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    url.searchParams.set('since_id', page.next);
    return { items: page.items, paging: { next: url.href } };
  }

  function known<T>(item: T | undefined): T {
    if (item === undefined) throw new FakeRefusal(workableSays.notFound());
    return item;
  }

  const stageTold = ({ meaning: _, ...stage }: FakeWorkableState['stages'][number]) => stage;

  const candidate = (wanted: string | undefined) => known(state.candidates.find(({ id }) => id === wanted));

  function member(wanted: string) {
    const found = state.members.find(({ id, active }) => id === wanted && active);
    if (found === undefined) throw new FakeRefusal(workableSays.invalid(['member_id']));
    return found;
  }

  const account = { id: 'a1', name: 'Acme', subdomain: SUBDOMAIN };

  return [
    fakeRoute({
      method: 'GET',
      path: `${BASE}/accounts`,
      kind: 'read',
      right: 'r_jobs',
      handle: () => answer(WorkableAnswer.accounts, { accounts: [account] }),
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/accounts/:subdomain`,
      kind: 'read',
      right: 'r_jobs',
      handle: ({ params }) => {
        if (params.subdomain !== SUBDOMAIN) throw new FakeRefusal(workableSays.notFound());
        return answer(WorkableAnswer.account, account);
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/candidates`,
      kind: 'read',
      right: 'r_candidates',
      query: WorkableQuery.candidates,
      handle: ({ query, request }) => {
        const wanted = state.candidates.filter(
          ({ email, updated_at }) =>
            (query.email === undefined || email === query.email) &&
            (query.updated_after === undefined || updated_at > query.updated_after),
        );
        const { items: candidates, ...rest } = paged(wanted, query, request);
        return answer(WorkableAnswer.candidates, { candidates, ...rest });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/candidates/:id`,
      kind: 'read',
      right: 'r_candidates',
      handle: ({ params }) => answer(WorkableAnswer.candidate, { candidate: candidate(params.id) }),
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/candidates/:id/activities`,
      kind: 'read',
      right: 'r_candidates',
      query: WorkableQuery.list,
      handle: ({ params, query, request }) => {
        const { id } = candidate(params.id);
        const theirs = state.activities
          .filter(({ candidateId }) => candidateId === id)
          .map(({ candidateId: _, ...activity }) => activity);
        const { items: activities, ...rest } = paged(theirs, query, request);
        return answer(WorkableAnswer.activities, { activities, ...rest });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${BASE}/candidates/:id/comments`,
      kind: 'write',
      right: 'w_candidates',
      body: WorkableBody.comment,
      handle: ({ params, body }) => {
        const { id, name } = member(body.member_id);
        const activity = {
          id: state.id(),
          action: 'comment',
          body: body.comment.body,
          created_at: state.tick(),
          member: { id, name },
        };
        state.activities.push({ ...activity, candidateId: candidate(params.id).id });
        return answer(WorkableAnswer.comment, { id: activity.id }, 201);
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${BASE}/candidates/:id/move`,
      kind: 'write',
      right: 'w_candidates',
      body: WorkableBody.move,
      handle: ({ params, body }) => {
        member(body.member_id);
        const { id, job } = candidate(params.id);
        if (!state.stagesOf(job?.shortcode).some(({ slug }) => slug === body.target_stage))
          throw new FakeRefusal(workableSays.invalid(['target_stage']));
        state.move(id, body.target_stage);
        return { status: 202 };
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/jobs`,
      kind: 'read',
      right: 'r_jobs',
      query: WorkableQuery.jobs,
      handle: ({ query, request }) => {
        const all = state.jobs.map((job) => ({ id: `job-${job.shortcode}`, ...job }));
        const { items: jobs, ...rest } = paged(all, query, request);
        return answer(WorkableAnswer.jobs, { jobs, ...rest });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/stages`,
      kind: 'read',
      right: 'r_jobs',
      handle: () => answer(WorkableAnswer.stages, { stages: state.stages.map(stageTold) }),
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/jobs/:shortcode/stages`,
      kind: 'read',
      right: 'r_jobs',
      handle: ({ params }) => {
        const job = known(state.jobs.find(({ shortcode }) => shortcode === params.shortcode));
        return answer(WorkableAnswer.stages, { stages: state.stagesOf(job.shortcode).map(stageTold) });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/members`,
      kind: 'read',
      right: 'r_jobs',
      query: WorkableQuery.members,
      handle: ({ query, request }) => {
        const wanted = state.members.filter(
          ({ email, role, active }) =>
            active &&
            (query.email === undefined || email === query.email) &&
            (query.role === undefined || role === query.role),
        );
        const { items: members, ...rest } = paged(wanted, query, request);
        return answer(WorkableAnswer.members, { members, ...rest });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/events`,
      kind: 'read',
      right: 'r_jobs',
      query: WorkableQuery.events,
      handle: ({ query, request }) => {
        const wanted = state.events.filter(
          ({ starts_at, cancelled }) =>
            (query.start_date === undefined || starts_at >= query.start_date) &&
            (!cancelled || query.include_cancelled === 'true'),
        );
        const { items: events, ...rest } = paged(wanted, query, request);
        return answer(WorkableAnswer.events, { events, ...rest });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/employees`,
      kind: 'read',
      right: 'r_employees',
      query: WorkableQuery.employees,
      handle: ({ query: { limit = 50, offset = 0 } }) => {
        const employees = state.employees.slice(offset, offset + Math.min(limit, how.pageSize));
        return answer(WorkableAnswer.employees, { employees });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${BASE}/subscriptions`,
      kind: 'read',
      right: 'r_candidates',
      query: WorkableQuery.list,
      handle: ({ query, request }) => {
        if (state.subscriptions.length === 0) throw new FakeRefusal(workableSays.notFound());
        const { items: subscriptions, ...rest } = paged(state.subscriptions, query, request);
        return answer(WorkableAnswer.subscriptions, { subscriptions, ...rest });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${BASE}/subscriptions`,
      kind: 'write',
      right: ({ body }) =>
        /"event":"(employee|onboarding)/.test(JSON.stringify(body)) ? 'r_employees' : 'r_candidates',
      body: WorkableBody.subscription,
      handle: ({ body: { target, event } }) => {
        if (state.subscriptions.some((each) => each.target === target))
          throw new FakeRefusal(refuse(409, 'Target has already been taken'));
        const made = { id: Number.parseInt(state.id(), 16), event, target, created_at: state.tick() };
        state.subscriptions.push(made);
        return answer(WorkableAnswer.subscription, { id: made.id }, 201);
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: `${BASE}/subscriptions/:id`,
      kind: 'write',
      right: 'r_candidates',
      handle: ({ params }) => {
        const { id } = known(state.subscriptions.find((each) => String(each.id) === params.id));
        state.subscriptions = state.subscriptions.filter((each) => each.id !== id);
        return { status: 200 };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/oauth/token',
      kind: 'signIn',
      body: WorkableBody.token,
      handle: ({ body }) => answer(WorkableAnswer.tokens, oauth.grant(body)),
    }),
  ];
}
