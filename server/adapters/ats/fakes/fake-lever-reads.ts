import { answer, pageOf } from './fake-answers.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import type { FakeLeverState, FakeOpportunity } from './fake-lever-state.ts';
import { LeverAnswer, LeverQuery } from './lever-schema.ts';

export interface How {
  pageSize: number;
  notesAsDocumented: boolean;
}

const refuse = (status: number, code: string, message: string) => ({ status, body: { code, message } });

export const leverSays = {
  keyRefused: () => refuse(401, 'Unauthorized', 'A valid API key was not provided'),
  rightMissing: () => refuse(403, 'Forbidden', 'Your settings do not allow this'),
  notFound: () => refuse(404, 'ResourceNotFound', 'It was not found'),
  invalid: (problems: string[]) => refuse(400, 'BadRequest', problems.join('; ')),
  throttled: (waitSeconds: number) => ({
    ...refuse(429, 'TooManyRequests', 'Slow down'),
    headers: { 'retry-after': String(waitSeconds) },
  }),
};

type Paging = { limit?: number | undefined; offset?: string | undefined };

function paged<T>(all: T[], { limit = 100, offset }: Paging, { pageSize }: How) {
  const page = pageOf(all, offset, Math.min(limit, pageSize));
  if (page === null) throw new FakeRefusal(leverSays.invalid(['offset was not given out']));
  return {
    data: page.items,
    hasNext: page.next !== null,
    ...(page.next === null ? {} : { next: page.next }),
  };
}

export function shown(state: FakeLeverState, opportunity: FakeOpportunity, expand: string[] = []) {
  const { id, contact, stage, posting, ...rest } = opportunity;
  const {
    firstName,
    lastName,
    emails = [],
    phones = [],
    isAnonymized = false,
  } = state.contacts.get(contact) ?? {};
  const name = `${firstName} ${lastName}`;
  const application = {
    id: `${id}-application`,
    opportunityId: id,
    createdAt: rest.createdAt,
    type: 'posting' as const,
    posting: posting ?? '',
    postingHiringManager: null,
  };
  const { text = '' } = state.stages.find((each) => each.id === stage) ?? {};
  const [owner = null] = state.users;
  return {
    id,
    contact,
    name: isAnonymized ? '' : name,
    emails: isAnonymized ? [] : emails,
    phones: isAnonymized ? [] : phones,
    isAnonymized,
    headline: '',
    stage: expand.includes('stage') ? { id: stage, text } : stage,
    applications: posting === null ? [] : [expand.includes('applications') ? application : application.id],
    owner: expand.includes('owner') ? owner : (owner?.id ?? null),
    origin: 'applied',
    sources: ['Referral'],
    tags: [],
    urls: { list: 'https://hire.lever.co/candidates', show: `https://hire.lever.co/candidates/${id}` },
    ...rest,
  };
}

export function leverReads(state: FakeLeverState, how: How): FakeRoute[] {
  const user = (id: string | null) => state.users.find((each) => each.id === id) ?? null;
  const postings = (expand: string[] = []) =>
    state.postings.map(({ hiringManager, ...posting }) => ({
      ...posting,
      confidentiality: 'non-confidential',
      createdAt: 1_700_000_000_000,
      updatedAt: 1_700_000_000_000,
      owner: null,
      hiringManager: expand.includes('hiringManager') ? user(hiringManager) : hiringManager,
      distributionChannels: ['public'],
    }));
  return [
    fakeRoute({
      method: 'GET',
      path: '/v1/opportunities',
      kind: 'read',
      right: 'opportunities:read:admin',
      query: LeverQuery.opportunities,
      handle: ({ query }) => {
        if (!state.seesConfidential && query.confidentiality !== undefined)
          throw new FakeRefusal(leverSays.rightMissing());
        const wanted = state.opportunities.filter((each) => {
          const { emails = [] } = state.contacts.get(each.contact) ?? {};
          return (
            (query.confidentiality === 'all' ||
              each.confidentiality === (query.confidentiality ?? 'non-confidential')) &&
            (query.email === undefined || emails.includes(query.email)) &&
            (query.contact_id === undefined || each.contact === query.contact_id) &&
            (query.archived === undefined || (each.archived !== null) === (query.archived === 'true')) &&
            each.updatedAt >= (query.updated_at_start ?? 0)
          );
        });
        const page = paged(wanted, query, how);
        const data = page.data.map((each) => shown(state, each, query.expand));
        return answer(LeverAnswer.opportunities, { ...page, data });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/opportunities/:id',
      kind: 'read',
      right: 'opportunities:read:admin',
      query: LeverQuery.opportunity,
      handle: ({ params, query }) => {
        const data = shown(state, known(state, params.id), query.expand);
        return answer(LeverAnswer.opportunity, { data });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/postings',
      kind: 'read',
      right: 'postings:read:admin',
      query: LeverQuery.postings,
      handle: ({ query }) => {
        return answer(LeverAnswer.postings, paged(postings(query.expand), query, how));
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/postings/:id',
      kind: 'read',
      right: 'postings:read:admin',
      handle: ({ params }) => {
        const data = postings().find(({ id }) => id === params.id);
        if (data === undefined) throw new FakeRefusal(leverSays.notFound());
        return answer(LeverAnswer.posting, { data });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/stages',
      kind: 'read',
      right: 'stages:read:admin',
      query: LeverQuery.list,
      handle: ({ query }) => {
        const stages = state.stages.map(({ id, text }) => ({ id, text }));
        return answer(LeverAnswer.stages, paged(stages, query, how));
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/archive_reasons',
      kind: 'read',
      right: 'archive_reasons:read:admin',
      query: LeverQuery.list,
      handle: ({ query }) => answer(LeverAnswer.archiveReasons, paged(state.reasons, query, how)),
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/users',
      kind: 'read',
      right: 'users:read:admin',
      query: LeverQuery.users,
      handle: ({ query }) => {
        const users = state.users.filter(
          ({ email, accessRole, deactivatedAt }) =>
            (query.email === undefined || email === query.email) &&
            (query.accessRole === undefined || accessRole === query.accessRole) &&
            (deactivatedAt === null || query.includeDeactivated === 'true'),
        );
        return answer(LeverAnswer.users, paged(users, query, how));
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/opportunities/:id/interviews',
      kind: 'read',
      right: 'interviews:read:admin',
      query: LeverQuery.list,
      handle: ({ params, query }) => {
        const { id, stage, posting } = known(state, params.id);
        const interviews = state.interviews
          .filter((each) => each.opportunity === id)
          .map(({ opportunity: _, ...interview }) => ({
            ...interview,
            panel: `${interview.id}-panel`,
            note: '',
            createdAt: interview.date,
            user: state.users[0]?.id ?? '',
            stage,
            postings: posting === null ? [] : [posting],
          }));
        return answer(LeverAnswer.interviews, paged(interviews, query, how));
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/opportunities/:id/offers',
      kind: 'read',
      right: 'offers:read:admin',
      query: LeverQuery.list,
      handle: ({ params, query }) => {
        const { id } = known(state, params.id);
        const offers = state.offers
          .filter(({ opportunity }) => opportunity === id)
          .map((offer) => ({
            id: offer.id,
            createdAt: offer.createdAt,
            status: 'signed',
            creator: state.users[0]?.id ?? '',
            fields: [{ text: 'Start date', identifier: 'anticipated_start_date', value: offer.start }],
          }));
        return answer(LeverAnswer.offers, paged(offers, query, how));
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/opportunities/:id/notes',
      kind: 'read',
      right: 'notes:read:admin',
      query: LeverQuery.list,
      handle: ({ params, query }) => {
        const { id } = known(state, params.id);
        const notes = state.notes.filter(({ opportunity }) => opportunity === id);
        return answer(
          LeverAnswer.notes,
          paged(
            notes.map(({ opportunity: _, ...note }) => note),
            query,
            how,
          ),
        );
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/v1/webhooks',
      kind: 'read',
      right: 'webhooks:read:admin',
      query: LeverQuery.list,
      handle: ({ query }) => {
        const webhooks = state.webhooks.map(({ signatureToken: _, ...webhook }) => ({
          ...webhook,
          configuration: {},
          updatedAt: webhook.createdAt,
        }));
        return answer(LeverAnswer.webhooks, paged(webhooks, query, how));
      },
    }),
  ];
}

export function known(state: FakeLeverState, id: string | undefined): FakeOpportunity {
  const found = state.opportunities.find((each) => each.id === id);
  if (found === undefined) throw new FakeRefusal(leverSays.notFound());
  return found;
}
