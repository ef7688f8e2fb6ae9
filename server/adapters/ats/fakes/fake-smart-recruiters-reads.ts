import { answer, pageOf } from './fake-answers.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import { type FakeSmartCandidate, type FakeSmartState, SUB_STATUSES } from './fake-smart-recruiters-state.ts';
import { SmartAnswer, SmartQuery } from './smart-recruiters-schema.ts';

const refuse = (status: number, code: string, message: string) =>
  answer(SmartAnswer.refusal, { message, errors: [{ code, message }] }, status);

export const smartSays = {
  keyRefused: () => refuse(401, 'UNAUTHORIZED', 'Authorization is missing or wrong'),
  rightMissing: () => refuse(403, 'ACCESS_DENIED', 'Access is denied'),
  notFound: () => refuse(404, 'NOT_FOUND', 'It was not found'),
  invalid: (problems: string[]) => refuse(400, 'BAD_REQUEST', problems.join('; ')),
  throttled: (waitSeconds: number) => ({
    ...refuse(429, 'TOO_MANY_REQUESTS', 'Slow down'),
    headers: { 'retry-after': String(waitSeconds), 'x-ratelimit-limit': '10' },
  }),
};

export function found<T>(item: T | undefined): T {
  if (item === undefined) throw new FakeRefusal(smartSays.notFound());
  return item;
}

function paged<T>(all: T[], pageId: string | undefined, size: number) {
  const page = pageOf(all, pageId, size);
  if (page === null) throw new FakeRefusal(smartSays.invalid(['pageId was not given out']));
  return { content: page.items, ...(page.next !== null && { nextPageId: page.next }) };
}

export function smartReads(state: FakeSmartState, { pageSize }: { pageSize: number }): FakeRoute[] {
  const listed = ({ assignments, phoneNumber: _, ...candidate }: FakeSmartCandidate) => {
    const [primaryAssignment, ...secondaryAssignments] = assignments.map(
      ({ applicationId: __, jobId, ...assignment }) => ({
        ...assignment,
        job: { id: jobId, title: state.jobs.find(({ id }) => id === jobId)?.title ?? '' },
        source: 'Referral',
      }),
    );
    return {
      ...candidate,
      internal: false,
      tags: [],
      ...(primaryAssignment && { primaryAssignment }),
      secondaryAssignments,
    };
  };
  const process = { id: 'default', name: 'Default', active: true };

  return [
    fakeRoute({
      method: 'GET',
      path: '/candidates',
      kind: 'read',
      right: 'candidates_read',
      query: SmartQuery.candidates,
      handle: ({ query }) => {
        // Words, anywhere: never an address alone.
        const words = (query.q ?? '')
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .filter(Boolean);
        const wanted = state.candidates.filter((candidate) => {
          const text = JSON.stringify(candidate).toLowerCase();
          return (
            (words.length === 0 || words.some((word) => text.includes(word))) &&
            (query.status === undefined ||
              candidate.assignments.some(({ status }) => status === query.status)) &&
            candidate.updatedOn > (query.updatedAfter ?? '')
          );
        });
        const limit = Math.min(query.limit ?? 10, query.q === undefined ? pageSize : 100);
        return answer(SmartAnswer.candidates, {
          limit,
          totalFound: wanted.length,
          ...paged(wanted.map(listed), query.pageId, limit),
        });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/candidates/:id',
      kind: 'read',
      right: 'candidates_read',
      handle: ({ params }) => {
        const candidate = found(state.candidates.find(({ id }) => id === params.id));
        const { phoneNumber } = candidate;
        return answer(SmartAnswer.candidate, { ...listed(candidate), ...(phoneNumber && { phoneNumber }) });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/candidates/:id/jobs/:job',
      kind: 'read',
      right: 'candidates_read',
      handle: ({ params }) => {
        const candidate = found(state.candidates.find(({ id }) => id === params.id));
        const {
          applicationId,
          jobId: _,
          ...assignment
        } = found(candidate.assignments.find(({ jobId }) => jobId === params.job));
        const url = `https://api.smartrecruiters.com/job-applications-api/v202112/job-applications/${applicationId}`;
        return answer(SmartAnswer.application, { ...assignment, url });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/jobs',
      kind: 'read',
      right: 'jobs_read',
      query: SmartQuery.jobs,
      handle: ({ query: { limit = 10, offset = 0 } }) => {
        const content = state.jobs.slice(offset, offset + Math.min(limit, pageSize)).map(({ id, title }) => ({
          id,
          title,
          refNumber: 'REF1',
          status: 'SOURCING',
          postingStatus: 'PUBLIC',
        }));
        return answer(SmartAnswer.jobs, { limit, offset, totalFound: state.jobs.length, content });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/jobs/:id/hiring-team',
      kind: 'read',
      right: 'jobs_read',
      handle: ({ params }) => {
        const { team } = found(state.jobs.find(({ id }) => id === params.id));
        return answer(SmartAnswer.team, { totalFound: team.length, content: team });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/configuration/company',
      kind: 'read',
      right: 'configuration_read',
      handle: () => answer(SmartAnswer.company, { identifier: 'AcmeInc', name: 'Acme' }),
    }),
    fakeRoute({
      method: 'GET',
      path: '/configuration/hiring-processes',
      kind: 'read',
      right: 'configuration_read',
      handle: () => answer(SmartAnswer.processes, { totalFound: 1, content: [process] }),
    }),
    fakeRoute({
      method: 'GET',
      path: '/configuration/hiring-processes/:id',
      kind: 'read',
      right: 'configuration_read',
      handle: () => answer(SmartAnswer.process, { ...process, subStatuses: SUB_STATUSES }),
    }),
    fakeRoute({
      method: 'GET',
      path: '/user-api/v201804/users/:id',
      kind: 'read',
      right: 'users_read',
      handle: ({ params }) => answer(SmartAnswer.user, found(state.users.find(({ id }) => id === params.id))),
    }),
    fakeRoute({
      method: 'GET',
      path: '/interviews-api/v201904/interviews',
      kind: 'read',
      right: 'interviews_read',
      query: SmartQuery.interviews,
      handle: ({ query }) => {
        const theirs = state.interviews.filter((each) => each.applicationId === query.applicationId);
        const content = theirs.map(({ applicationId: _, ...interview }) => interview);
        return answer(SmartAnswer.interviews, { content });
      },
    }),
    fakeRoute({
      method: 'GET',
      path: '/messages',
      kind: 'read',
      right: 'messages_read',
      query: SmartQuery.messages,
      handle: ({ query }) => {
        const notes = state.notes
          .filter(({ candidateId }) => candidateId === query.candidateId)
          .map(({ content, createdOn }) => ({
            content,
            createdOn,
            visibility: 'OPEN' as const,
            authorId: 'author',
          }));
        return answer(
          SmartAnswer.messages,
          paged(notes, query.pageId, Math.min(query.limit ?? 10, pageSize)),
        );
      },
    }),
  ];
}
