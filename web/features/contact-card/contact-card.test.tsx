import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Conversation } from '../../../contract/conversations.ts';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeAccount, makeConversation, makeId, makeMessage, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const me = makeUser({ contactCard: { title: 'Nurse recruiter', picture: true, email: false } });
const sender = { ...me, avatar: null };
const id = makeId();
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString();

const ours = makeMessage({
  conversationId: id,
  direction: 'outbound',
  sender,
  status: 'delivered',
  createdAt: at(0),
});
const answers = Array.from({ length: 4 }, (_, minute) =>
  makeMessage({ conversationId: id, createdAt: at(minute + 1) }),
);
const card = makeMessage({
  conversationId: id,
  direction: 'outbound',
  sender,
  status: 'delivered',
  body: '',
  createdAt: at(30),
  media: [
    {
      id: makeId(),
      contentType: 'text/vcard',
      bytes: 300,
      status: 'stored',
      url: 'http://localhost/media/a/b',
    },
  ],
});

function open(
  messages: Message[],
  over: { conversation?: Partial<Conversation>; user?: Partial<User> } = {},
) {
  const seat = { id: me.seat?.id ?? '' };
  const conversation = makeConversation({ id, seat, ...over.conversation });
  const { api } = createInboxApi({
    conversations: [conversation],
    messages: messages.toReversed(),
    user: { ...me, ...over.user },
  });
  api.answer(routes.sendContactCard, card);
  return { ...renderApp(paths.conversation.replace('$conversationId', id), { api }), api };
}

const offer = () => screen.findByRole('button', { name: 'Send my contact card' });

test('after the first answer the card is offered, shown, and sent once', async () => {
  const { user, api } = open([ours, ...answers.slice(0, 1)]);
  await user.click(await offer());
  const dialog = within(await screen.findByRole('dialog', { name: 'Send your contact card' }));
  expect(dialog.getByRole('figure', { name: 'Your contact card' }).textContent).toMatch(
    /Dana Reed.*Nurse recruiter.*\(415\) 555-0100$/,
  );
  await user.dblClick(dialog.getByRole('button', { name: 'Send' }));
  const chip = await screen.findByRole('link', { name: 'Dana Reed Contact card' });
  expect(chip.getAttribute('href')).toBe('/media/a/b');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Send my contact card' })).toBeNull();
  const asked = api.asked(routes.sendContactCard);
  expect(asked.map(({ params }) => params)).toEqual([{ id }]);
  expect(asked[0]?.headers.get('idempotency-key')).toBeTruthy();
});

test('an offer that someone dismisses stays away', async () => {
  const messages = [ours, ...answers.slice(0, 1)];
  const { user, unmount } = open(messages);
  await offer();
  await user.click(screen.getByRole('button', { name: "Don't offer the contact card" }));
  expect(screen.queryByRole('button', { name: 'Send my contact card' })).toBeNull();
  unmount();
  open(messages);
  await screen.findByRole('button', { name: 'More actions' });
  await screen.findAllByText(ours.body);
  expect(screen.queryByRole('button', { name: 'Send my contact card' })).toBeNull();
});

test.each<[string, Message[], Parameters<typeof open>[1]]>([
  ['no answer yet', [ours], {}],
  ['many answers', [ours, ...answers], {}],
  ['a card', [ours, ...answers.slice(0, 1), card], {}],
  ['only texts of the candidate', answers.slice(0, 1), {}],
  ["a colleague's number", [ours, ...answers.slice(0, 1)], { conversation: { seat: { id: makeId() } } }],
  [
    'an opt-out',
    [ours, ...answers.slice(0, 1)],
    { conversation: { can: { send: false, archive: true, assign: true, reviewHold: false } } },
  ],
])('with %s it is not offered', async (_, messages, over) => {
  open(messages, over);
  await screen.findByRole('button', { name: 'Candidate details' });
  await screen.findAllByText(messages[0]?.body ?? '');
  expect(screen.queryByRole('button', { name: 'Send my contact card' })).toBeNull();
});

test('it is in the menu of the conversation and in the palette, whenever it can be sent', async () => {
  const { user } = open([ours]);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send my contact card', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send your contact card' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('option', { name: /Send my contact card/ }));
  await screen.findByRole('dialog', { name: 'Send your contact card' });
});

test('a card that the carrier did not take can be sent again, as it is by now', async () => {
  const failed = {
    ...card,
    status: 'failed' as const,
    errorCode: 'carrier_busy',
    errorText: 'The carrier was busy.',
  };
  const { user, api } = open([ours, failed]);
  const next = { ...card, id: makeId(), createdAt: at(31), clientKey: `again-${failed.id}` };
  api.answer(routes.sendContactCard, next);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Sent again');
  expect(api.asked(routes.sendContactCard)[0]?.headers.get('idempotency-key')).toBe(`again-${failed.id}`);
});

test('the list says that the last text is a contact card', async () => {
  const { lastMessage } = makeConversation();
  open([ours], {
    conversation: {
      lastMessage: lastMessage && { ...lastMessage, body: '', hasMedia: true, hasContactCard: true },
    },
  });
  await screen.findByText(/Contact card$/);
});

test.each([
  ['their own number', {}, `Check this number: ${location.origin}/v/14155550100 Reply STOP`],
  ["a colleague's number", { conversation: { seat: { id: makeId() } } }, 'Acme Staffing.  Reply STOP'],
])(
  'where candidates can check numbers, a first text from %s suggests its page',
  async (_, over, expected) => {
    const { user, api } = open([], over);
    api.answer(routes.getAccount, makeAccount({ numberPageEnabled: true }));
    await user.click(await screen.findByRole('button', { name: /^Start with/ }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text to Ana').value).toContain(expected);
  },
);

test('people choose what is on their card, and see it', async () => {
  const api = createFakeApi();
  api.answer(routes.getUser, me);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.updateUser, ({ body }) => ({ ...me, ...(body as Pick<User, 'contactCard'>) }));
  const { user } = renderApp(paths.account, { api });
  const section = within(await screen.findByRole('region', { name: 'Contact card' }));
  const title = section.getByLabelText('Title on the card');
  await user.clear(title);
  await user.type(title, 'Recruiter, nights');
  await user.click(section.getByRole('switch', { name: /^Show my email/ }));
  expect(section.getByRole('figure').textContent).toMatch(/Recruiter, nights.*dana@acme\.example$/);
  await user.click(section.getByRole('button', { name: 'Save contact card' }));
  await screen.findByText('Contact card updated');
  expect(api.asked(routes.updateUser).map(({ body }) => body)).toEqual([
    { contactCard: { title: 'Recruiter, nights', picture: true, email: true } },
  ]);
});
