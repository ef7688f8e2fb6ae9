import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FollowUp } from '../../../contract/follow-ups.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeConversation, makeId, makeMessage, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const HOUR = 3600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

function open(at: 'conversation' | 'list', followUps: FollowUp[] = []) {
  const user = makeUser({ userType: 'admin' });
  const ben = { id: makeId(), firstName: 'Ben', lastName: 'Okafor', avatar: null };
  const conversation = makeConversation();
  const text = makeMessage({
    conversationId: conversation.id,
    direction: 'outbound',
    sender: { ...user, avatar: null },
    body: "Thanks! I'll get back to you within 48 hours.",
    createdAt: ago(HOUR),
  });
  const { api } = createInboxApi({ conversations: [conversation], messages: [text], user });
  const undoId = makeId();
  api.answer(routes.listAssignees, [ben]);
  api.answer(routes.changeConversations, { changed: 1, undoId });
  api.answer(routes.undoBulk, { changed: 1 });
  const made = (over: Partial<FollowUp> = {}): FollowUp => ({
    id: makeId(),
    conversationId: conversation.id,
    messageId: text.id,
    candidate: conversation.candidate,
    person: user,
    body: text.body,
    dueAt: ago(-47 * HOUR),
    doneAt: null,
    ...over,
  });
  const items = [...followUps];
  api.answer(routes.listFollowUps, () => ({ items, nextCursor: null }));
  api.answer(routes.createFollowUp, ({ body }) => {
    const one = made(body);
    items.push(one);
    return one;
  });
  api.answer(routes.updateFollowUp, ({ params }) => {
    const [one = made()] = items.splice(
      items.findIndex(({ id }) => id === params.id),
      1,
    );
    return one;
  });
  api.answer(routes.getRadar, {
    items: [
      {
        conversationId: conversation.id,
        candidate: conversation.candidate,
        assignee: null,
        waitingSince: ago(30 * HOUR),
        workingMinutes: 420,
        minutesOver: 180,
      },
    ],
    nextCursor: null,
  });
  const path =
    at === 'list' ? paths.followUps : paths.conversation.replace('$conversationId', conversation.id);
  return { ...renderApp(path, { api }), api, made, items, text, conversation, ben, undoId };
}

test('a promise in the last text is offered as a reminder, and done with one click', async () => {
  const { user, api, text } = open('conversation');
  await user.click(await screen.findByRole('button', { name: /^Remind me / }));
  const promises = await screen.findByRole('list', { name: 'Promises' });
  await within(promises).findByText(/^You promised an answer by /);
  expect(api.asked(routes.createFollowUp)[0]?.body.messageId).toBe(text.id);
  await user.click(within(promises).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Promises' })).toBeNull());
  expect(api.asked(routes.updateFollowUp)[0]?.body).toEqual({ done: true });
});

test('an offered reminder that someone dismisses stays away', async () => {
  const { user, api } = open('conversation');
  await user.click(await screen.findByRole('button', { name: 'No reminder' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remind me / })).toBeNull());
  expect(api.asked(routes.createFollowUp)).toEqual([]);
});

test('the list has the promises, and for admins who waits too long', async () => {
  const view = open('list');
  view.items.push(view.made({ dueAt: ago(HOUR) }));
  const promises = await screen.findByRole('list', { name: 'Promises' });
  expect(promises.textContent).toContain("I'll get back to you within 48 hours");
  const radar = await screen.findByRole('list', { name: 'Waiting too long' });
  expect(radar.textContent).toMatch(/3 working hours over.*Unassigned/);
  await view.user.click(within(promises).getByRole('button', { name: 'Done' }));
  await screen.findByText('No promises to keep');
});

test('who waits too long is given to a colleague from the row, and z takes it back', async () => {
  const { user, api, conversation, ben, undoId } = open('list');
  const radar = await screen.findByRole('list', { name: 'Waiting too long' });
  await user.click(within(radar).getByRole('button', { name: 'Assign' }));
  await user.click(await screen.findByRole('option', { name: 'Ben Okafor' }));
  await screen.findByText(/^Assigned .* to Ben Okafor$/);
  expect(api.asked(routes.changeConversations).map(({ body }) => body)).toEqual([
    { ids: [conversation.id], action: 'assign', userId: ben.id },
  ]);
  await user.keyboard('z');
  await waitFor(() => expect(api.asked(routes.undoBulk)).toMatchObject([{ params: { undoId } }]));
});
