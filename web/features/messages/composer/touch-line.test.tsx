import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Touch } from '../../../../contract/touches.ts';
import { paths } from '../../../paths.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeId, makeMessage, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const DAY_MS = 24 * 3600_000;
const me = makeUser();
const ben = { id: makeId(), firstName: 'Ben' };

const touch = (daysAgo: number, over: Partial<Touch>): Touch => ({
  at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  by: ben,
  via: 'text',
  answered: false,
  jobName: null,
  conversationId: null,
  body: null,
  ...over,
});

function open(touches: Touch[]) {
  const conversation = makeConversation();
  const messages = [makeMessage({ conversationId: conversation.id })];
  const { api } = createInboxApi({ conversations: [conversation], messages, user: me });
  api.answer(routes.listTouches, touches);
  const view = renderApp(paths.conversation.replace('$conversationId', conversation.id), { api });
  return { ...view, api, conversation };
}

test('who else texted them stands above the composer, and all of it can be shown', async () => {
  const own = touch(0, { by: { id: me.id, firstName: me.firstName } });
  const { user, findByRole } = Object.assign(
    open([
      own,
      touch(1, { jobName: 'Night RN' }),
      touch(2, { by: null, via: 'automation', answered: true }),
      touch(3, { body: 'Hi there', conversationId: makeId(), by: null }),
      touch(31, {}),
    ]),
    screen,
  );
  const line = await findByRole('region', { name: 'Texts from others' });
  expect(line.textContent).toBe('Ben texted about Night RN yesterday, unanswered. Show all');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines.filter((words) => /texted/.test(words ?? ''))).toEqual([
    expect.stringMatching(/^Ben texted about Night RN/),
    expect.stringMatching(/^An automation texted on \w+, answered\.$/),
    expect.stringMatching(/^A former colleague texted on \w+, unanswered\.Hi there$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(screen.queryByText('Hi there')).toBeNull();
});

test('nothing stands there if only they texted', async () => {
  const { api } = open([touch(0, { by: { id: me.id, firstName: me.firstName } }), touch(40, {})]);
  await waitFor(() => expect(api.asked(routes.listTouches)).toHaveLength(1));
  await screen.findByLabelText(/^Text to/);
  expect(screen.queryByRole('region', { name: 'Texts from others' })).toBeNull();
});

test('a text above the limit can be sent anyway', async () => {
  const { user, api, conversation } = open([]);
  const sentence = failures.too_many_cold_texts.message;
  api.answer(routes.sendMessage, ({ body }) => {
    if (!body.evenIfTooMany) return new Refusal('too_many_cold_texts');
    return makeMessage({ conversationId: conversation.id, direction: 'outbound', body: body.body });
  });
  await user.type(await screen.findByLabelText(/^Text to/), 'Hello again{Enter}');
  await screen.findByText(sentence);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(api.asked(routes.sendMessage).map(({ body }) => body.evenIfTooMany ?? false)).toEqual([false, true]);
});
