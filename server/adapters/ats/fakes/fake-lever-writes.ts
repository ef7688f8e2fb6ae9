import { answer } from './fake-answers.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import { type How, known, leverSays, shown } from './fake-lever-reads.ts';
import type { FakeLeverState } from './fake-lever-state.ts';
import type { FakeOauth } from './fake-oauth.ts';
import { LeverAnswer, LeverBody, LeverQuery } from './lever-schema.ts';

export function leverWrites(state: FakeLeverState, oauth: FakeOauth, how: How): FakeRoute[] {
  const actor = ({ perform_as }: { perform_as: string }) => {
    const found = state.users.find(({ id, deactivatedAt }) => id === perform_as && deactivatedAt === null);
    if (found === undefined) throw new FakeRefusal(leverSays.invalid(['perform_as: no such user']));
    return found.id;
  };
  return [
    fakeRoute({
      method: 'POST',
      path: '/v1/opportunities/:id/notes',
      kind: 'write',
      right: 'notes:write:admin',
      query: LeverQuery.act,
      body: LeverBody.note,
      handle: ({ params, query, body }) => {
        if (body.notifyFollowers !== false)
          throw new FakeRefusal(leverSays.invalid(['this mails the followers']));
        const at = state.clock.tick().getTime();
        const note = {
          id: state.id(),
          text: 'Note',
          fields: [{ type: 'textarea', text: 'Note', value: body.value }],
          user: actor(query),
          secret: body.secret ?? false,
          completedAt: at,
          createdAt: at,
          deletedAt: null,
        };
        state.notes.push({ ...note, opportunity: known(state, params.id).id });
        return how.notesAsDocumented
          ? answer(LeverAnswer.written, { data: { noteId: note.id } }, 201)
          : answer(LeverAnswer.written, { data: note }, 201);
      },
    }),
    fakeRoute({
      method: 'PUT',
      path: '/v1/opportunities/:id/stage',
      kind: 'write',
      right: 'opportunities:write:admin',
      query: LeverQuery.act,
      body: LeverBody.stage,
      handle: ({ params, query, body }) => {
        actor(query);
        const opportunity = known(state, params.id);
        if (!state.stages.some(({ id }) => id === body.stage)) throw new FakeRefusal(leverSays.notFound());
        state.move(opportunity.id, body.stage);
        return answer(LeverAnswer.opportunity, { data: shown(state, opportunity) });
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/v1/webhooks',
      kind: 'write',
      right: 'webhooks:write:admin',
      body: LeverBody.webhook,
      handle: ({ body }) => {
        const webhook = {
          id: state.id(),
          ...body,
          signatureToken: `${state.id()}-token`,
          createdAt: state.clock.tick().getTime(),
        };
        state.webhooks.push(webhook);
        const { signatureToken, ...rest } = webhook;
        const shownWebhook = { ...rest, configuration: { signatureToken }, updatedAt: rest.createdAt };
        return answer(LeverAnswer.webhook, { data: { data: shownWebhook } }, 201);
      },
    }),
    fakeRoute({
      method: 'DELETE',
      path: '/v1/webhooks/:id',
      kind: 'write',
      right: 'webhooks:write:admin',
      handle: ({ params }) => {
        const at = state.webhooks.findIndex(({ id }) => id === params.id);
        if (at < 0) throw new FakeRefusal(leverSays.notFound());
        state.webhooks.splice(at, 1);
        return { status: 204 };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/oauth/token',
      kind: 'signIn',
      body: LeverBody.token,
      handle: ({ body }) => answer(LeverAnswer.tokens, { ...oauth.grant(body), scope: 'all' }),
    }),
  ];
}
