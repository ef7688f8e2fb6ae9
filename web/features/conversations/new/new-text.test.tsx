import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import { routes } from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeCandidate, makeConversation, makeMessage, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

/** The conversation that a first text begins is there for the server once it has been taken. */
function open() {
  const candidate = makeCandidate();
  const conversation = makeConversation({ candidate });
  const { api, inbox } = createInboxApi({ conversations: [], user: makeUser({ undoSeconds: 20 }) });
  api.answer(routes.getCandidate, candidate);
  const take = () =>
    api.answer(routes.sendMessage, ({ body }) => {
      inbox.conversations = [conversation];
      inbox.messages = [
        makeMessage({
          conversationId: conversation.id,
          direction: 'outbound',
          body: body.body,
          status: 'queued',
        }),
      ];
      return inbox.messages[0] as (typeof inbox.messages)[0];
    });
  take();
  const view = renderApp(`${paths.newConversation}?candidateId=${candidate.id}`, { api });
  return { ...view, candidate, conversation, take };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Maria');
const conversationPath = (id: string) => paths.conversation.replace('$conversationId', id);

test('a first text leads to the conversation that it begins', async () => {
  const { user, api, candidate, conversation, path } = open();
  await user.type(await field(), 'Hello Maria{Enter}');
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  expect(await screen.findByText('Queued')).toBeTruthy();
  expect(screen.getAllByText('Hello Maria', { selector: '[role="log"] *' })).toHaveLength(1);
  const [sent] = api.asked(routes.sendMessage);
  expect(sent?.body).toEqual({ candidateId: candidate.id, body: 'Hello Maria', undoSeconds: 20 });
});

test('one that failed stays, and trying again is the same text', async () => {
  const { user, api, conversation, path, take } = open();
  api.answer(routes.sendMessage, new Refusal('unavailable'));
  await user.type(await field(), 'Are you there?{Enter}');
  await screen.findByText(failures.unavailable.message);
  expect((await field()).value).toBe('');
  take();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  const keys = api.asked(routes.sendMessage).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('what is on its way or begun goes on in the conversation', async () => {
  const { user, api, conversation, path, take } = open();
  let answerFirst = () => {};
  api.answer(
    routes.sendMessage,
    () =>
      new Promise((resolve) => {
        answerFirst = () =>
          resolve(makeMessage({ conversationId: conversation.id, direction: 'outbound', body: 'One' }));
      }),
  );
  await user.type(await field(), 'One{Enter}');
  expect(await screen.findByText('Sending…')).toBeTruthy();
  api.answer(routes.sendMessage, new Refusal('unavailable'));
  await user.type(await field(), 'Two{Enter}');
  await screen.findByText(failures.unavailable.message);
  await user.type(await field(), 'Three');
  take();
  api.answer(routes.getConversation, conversation);
  answerFirst();
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  expect(await screen.findByText('Two', { selector: '[role="log"] *' })).toBeTruthy();
  expect(screen.getByText(failures.unavailable.message)).toBeTruthy();
  expect((await field()).value).toBe('Three');
});

test('a draft is kept for somebody without a conversation too', async () => {
  const { user, router, candidate } = open();
  await user.type(await field(), 'Half a thought');
  await router.navigate({ to: paths.messages });
  await waitFor(() => expect(screen.queryByLabelText('Text to Maria')).toBeNull());
  await router.navigate({ to: paths.newConversation, search: { candidateId: candidate.id } });
  expect((await field()).value).toBe('Half a thought');
});
