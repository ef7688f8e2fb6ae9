import { BREEZY_EVENTS, BreezyBody, BreezyQuery, BreezyReply } from './breezy-schema.ts';
import { checkedReply } from './checked-reply.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import {
  BREEZY_COMPANY,
  BREEZY_PIPELINES,
  type BreezyCandidate,
  type BreezyState,
  breezySays,
  shownId,
} from './fake-breezy-state.ts';

const COMPANY = `/v3/company/${BREEZY_COMPANY}`;
const CANDIDATE = `${COMPANY}/position/:position/candidate/:id`;
const PLAN = 'Developer API';
const STREAM_PAGE = 50;

export function breezyRoutes(state: BreezyState, how: { rowsHavePhones: boolean }): FakeRoute[] {
  return [...reads(state, how), ...stream(state), ...webhooks(state)];
}

/** Everything at once, unless a size is told. */
function cut<T>(
  rows: T[],
  query: { page_size?: number | undefined; pageSize?: number | undefined; page?: string | undefined },
): T[] {
  const size = query.page_size ?? query.pageSize;
  if (size === undefined) return rows;
  const page = Number(query.page ?? 1);
  return rows.slice((page - 1) * size, page * size);
}

function reads(state: BreezyState, how: { rowsHavePhones: boolean }): FakeRoute[] {
  const stageOf = (candidate: BreezyCandidate) => {
    const stages = BREEZY_PIPELINES.flatMap((pipeline) => pipeline.stages);
    const found = stages.find(({ id }) => id === candidate.stageId);
    return {
      id: shownId(candidate.stageId),
      name: found?.name ?? '',
      type: found?.type ?? { id: '', name: '' },
    };
  };
  const summaryOf = (candidate: BreezyCandidate) => ({
    _id: candidate.id,
    meta_id: `m${candidate.id}`,
    name: candidate.name,
    email_address: candidate.email,
    headline: '',
    origin: 'applied',
    source: { id: 's1', name: 'Indeed' },
    stage: stageOf(candidate),
    tags: [],
    creation_date: candidate.created.toISOString(),
    updated_date: candidate.updated.toISOString(),
  });

  return [
    fakeRoute({
      method: 'GET',
      path: '/v3/companies',
      kind: 'read',
      right: PLAN,
      handle: () =>
        checkedReply(BreezyReply.companies, [
          { _id: BREEZY_COMPANY, name: 'Acme Staffing', friendly_id: 'acme', member_count: 3 },
        ]),
    }),
    fakeRoute({
      method: 'GET',
      path: `${COMPANY}/positions`,
      kind: 'read',
      right: PLAN,
      query: BreezyQuery.positions,
      handle: ({ query }) =>
        checkedReply(
          BreezyReply.positions,
          cut(
            state.positions.filter((each) => query.state === undefined || each.state === query.state),
            query,
          ).map(({ id, name, state: at, pipelineId, at: date }) => ({
            _id: id,
            name,
            friendly_id: id,
            state: at,
            org_type: 'position',
            pipeline_id: pipelineId,
            creation_date: date.toISOString(),
            updated_date: date.toISOString(),
          })),
        ),
    }),
    fakeRoute({
      method: 'GET',
      path: `${COMPANY}/pipelines`,
      kind: 'read',
      right: PLAN,
      handle: () =>
        checkedReply(
          BreezyReply.pipelines,
          Object.fromEntries(
            BREEZY_PIPELINES.map(({ _id, name, stages }) => [
              name,
              {
                _id,
                name,
                type: 'default',
                pipeline: stages.map(({ kind: _, ...stage }) => ({ ...stage, id: shownId(stage.id) })),
              },
            ]),
          ),
        ),
    }),
    fakeRoute({
      method: 'GET',
      path: `${COMPANY}/position/:position/candidates`,
      kind: 'read',
      right: PLAN,
      query: BreezyQuery.candidates,
      handle: ({ params, query }) => {
        const { id: positionId } = state.position(params.position ?? '');
        const found = state.candidates
          .filter((each) => each.positionId === positionId)
          .sort((one, other) => other.updated.getTime() - one.updated.getTime());
        return checkedReply(
          BreezyReply.candidates,
          cut(found, query).map((each) => ({
            ...summaryOf(each),
            ...(how.rowsHavePhones && each.phone !== null && { phone_number: each.phone }),
          })),
        );
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${COMPANY}/candidates/search`,
      kind: 'read',
      right: PLAN,
      query: BreezyQuery.search,
      handle: ({ query }) =>
        checkedReply(
          BreezyReply.hits,
          state.candidates
            .filter(({ email }) => email?.toLowerCase() === query.email_address.toLowerCase())
            .map(({ id, name, created, positionId }) => ({
              _id: id,
              name,
              creation_date: created.toISOString(),
              position: { _id: positionId, name: state.position(positionId).name },
            })),
        ),
    }),
    fakeRoute({
      method: 'GET',
      path: CANDIDATE,
      kind: 'read',
      right: PLAN,
      handle: ({ params }) => {
        const found = state.candidate(params.position ?? '', params.id ?? '');
        return checkedReply(BreezyReply.candidate, { ...summaryOf(found), phone_number: found.phone });
      },
    }),
    fakeRoute({
      method: 'PUT',
      path: `${CANDIDATE}/stage`,
      kind: 'write',
      right: PLAN,
      body: BreezyBody.stage,
      handle: ({ params, body }) => {
        const found = state.candidate(params.position ?? '', params.id ?? '');
        const stages = state.stagesOf(state.position(found.positionId));
        if (!stages.some(({ id }) => id === body.stage_id))
          throw new FakeRefusal(breezySays.invalid(['stage_id']));
        state.move(found, body.stage_id);
        return { status: 204 };
      },
    }),
  ];
}

function stream(state: BreezyState): FakeRoute[] {
  return [
    fakeRoute({
      method: 'GET',
      path: `${CANDIDATE}/stream`,
      kind: 'read',
      right: PLAN,
      query: BreezyQuery.stream,
      handle: ({ params, query }) => {
        const found = state.candidate(params.position ?? '', params.id ?? '');
        const newestFirst = found.stream
          .map(({ id, type, at, object }, index) => ({
            _id: id,
            type,
            timestamp: at.toISOString(),
            object,
            ...(index === 0 && { first_activity: true as const }),
          }))
          .reverse();
        const skip = Number(query.skip ?? 0);
        return checkedReply(BreezyReply.stream, newestFirst.slice(skip, skip + STREAM_PAGE));
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${CANDIDATE}/stream`,
      kind: 'write',
      right: PLAN,
      body: BreezyBody.note,
      handle: ({ params, body }) => {
        const found = state.candidate(params.position ?? '', params.id ?? '');
        const posted = { _id: state.note(found, body.body), type: 'companyNotePosted' as const };
        return checkedReply(BreezyReply.posted, posted);
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${CANDIDATE}/conversation`,
      kind: 'write',
      right: PLAN,
      body: BreezyBody.note,
      handle: ({ body }) => {
        state.conversations.push(body.body);
        return { status: 200, body: {} };
      },
    }),
  ];
}

function webhooks(state: BreezyState): FakeRoute[] {
  return [
    fakeRoute({
      method: 'GET',
      path: `${COMPANY}/webhook_endpoints`,
      kind: 'read',
      right: PLAN,
      handle: () =>
        checkedReply(BreezyReply.webhooks, {
          data: state.webhooks.map(({ id, url }) => ({ _id: id, url, status: 'active' })),
          meta: { total: state.webhooks.length, quota: 10 },
        }),
    }),
    fakeRoute({
      method: 'POST',
      path: `${COMPANY}/webhook_endpoints`,
      kind: 'write',
      right: PLAN,
      body: BreezyBody.webhook,
      handle: ({ body: { url, events } }) => {
        const id = state.newId('w');
        const secret = `whsec_${id}`;
        state.webhooks.push({
          id,
          url,
          secret,
          events: BREEZY_EVENTS.filter((each) => events.includes(each)),
        });
        return checkedReply(BreezyReply.newWebhook, { _id: id, url, status: 'active', secret });
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: `${COMPANY}/webhook_endpoint/:id`,
      kind: 'write',
      right: PLAN,
      handle: ({ params }) => {
        if (!state.webhooks.some(({ id }) => id === params.id)) throw new FakeRefusal(breezySays.notFound());
        state.webhooks = state.webhooks.filter(({ id }) => id !== params.id);
        return { status: 204 };
      },
    }),
  ];
}
