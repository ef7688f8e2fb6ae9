import { answer, pageOf } from './fake-answers.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import type { FakeOauth } from './fake-oauth.ts';
import { found, smartSays } from './fake-smart-recruiters-reads.ts';
import { type FakeSmartState, SUB_STATUSES } from './fake-smart-recruiters-state.ts';
import { SmartAnswer, SmartBody, SmartQuery } from './smart-recruiters-schema.ts';

const SUBSCRIPTIONS = '/webhooks-api/v201907/subscriptions';
const TAG = /#\[CANDIDATE:([^\]]+)\] ?/g;

const invalid = (problem: string) => new FakeRefusal(smartSays.invalid([problem]));

export function smartWrites(
  state: FakeSmartState,
  oauth: FakeOauth,
  { pageSize }: { pageSize: number },
): FakeRoute[] {
  const subscription = (id: string | undefined) => found(state.subscriptions.find((each) => each.id === id));
  const shown = ({ id, callbackUrl, events, status }: FakeSmartState['subscriptions'][number]) => ({
    id,
    callbackUrl,
    events: events.map((name) => ({ name, version: 'v201910' })),
    status,
  });
  return [
    fakeRoute({
      method: 'PUT',
      path: '/candidates/:id/jobs/:job/status',
      kind: 'write',
      right: 'candidates_manage',
      body: SmartBody.status,
      handle: ({ params, body: { status, subStatus } }) => {
        const candidate = found(state.candidates.find(({ id }) => id === params.id));
        const { jobId } = found(candidate.assignments.find((each) => each.jobId === params.job));
        const known: Record<string, string[]> = SUB_STATUSES;
        if (status === 'TRANSFERRED') throw invalid('status');
        if (subStatus !== undefined && !known[status]?.includes(subStatus)) throw invalid('subStatus');
        state.move(`${candidate.id}:${jobId}`, subStatus === undefined ? status : `${status}/${subStatus}`);
        return { status: 200 };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/messages/shares',
      kind: 'write',
      right: 'messages_write',
      body: SmartBody.share,
      handle: ({ body: { content, shareWith } }) => {
        const { users = [], hiringTeamOf = [], everyone = false, openNote = false } = shareWith;
        const sendsMail = users.length > 0 || hiringTeamOf.length > 0 || everyone || content.includes('@[');
        if (sendsMail) throw invalid('this sends mail');
        const tagged = [...content.matchAll(TAG)].map(([, id]) => id);
        if (!openNote || tagged.length !== 1) throw invalid('this stands on no profile');
        const candidate = found(state.candidates.find(({ id }) => id === tagged[0]));
        const text = content.replace(TAG, '');
        state.notes.push({ candidateId: candidate.id, content: text, createdOn: state.tick() });
        return answer(SmartAnswer.shared, { id: state.id(), shareRequired: false }, 201);
      },
    }),
    fakeRoute({
      method: 'GET',
      path: SUBSCRIPTIONS,
      kind: 'read',
      right: 'webhooks_manage',
      query: SmartQuery.subscriptions,
      handle: ({ query }) => {
        const page = pageOf(state.subscriptions.map(shown), query.pageId, pageSize);
        if (page === null) throw invalid('pageId');
        const { items: content, next } = page;
        return answer(SmartAnswer.subscriptions, { content, ...(next !== null && { nextPageId: next }) });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: SUBSCRIPTIONS,
      kind: 'write',
      right: 'webhooks_manage',
      body: SmartBody.subscription,
      handle: ({ body: { callbackUrl, events } }) => {
        const made = { id: state.id(), callbackUrl, events, secretKeys: [], status: 'inactive' as const };
        state.subscriptions.push(made);
        return answer(SmartAnswer.subscription, shown(made), 201);
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${SUBSCRIPTIONS}/:id/secret-key`,
      kind: 'write',
      right: 'webhooks_manage',
      handle: ({ params }) => {
        const secretKey = `${state.id()}-key`;
        subscription(params.id).secretKeys.push(secretKey);
        return answer(SmartAnswer.secretKey, { secretKey }, 201);
      },
    }),
    fakeRoute({
      method: 'PUT',
      path: `${SUBSCRIPTIONS}/:id/activation`,
      kind: 'write',
      right: 'webhooks_manage',
      handle: ({ params }) => {
        const wanted = subscription(params.id);
        const headers = { 'x-hook-secret': state.id() };
        state.outbox.add({ url: wanted.callbackUrl, sign: () => ({ headers, body: Buffer.from('') }) });
        wanted.status = 'active';
        return { status: 204 };
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: `${SUBSCRIPTIONS}/:id`,
      kind: 'write',
      right: 'webhooks_manage',
      handle: ({ params }) => {
        const { id } = subscription(params.id);
        state.subscriptions = state.subscriptions.filter((each) => each.id !== id);
        return { status: 204 };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/identity/oauth/token',
      kind: 'signIn',
      body: SmartBody.token,
      handle: ({ body }) => answer(SmartAnswer.tokens, oauth.grant(body)),
    }),
  ];
}
