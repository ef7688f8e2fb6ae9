import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../../contract/conversations.ts';
import { failures } from '../../../../contract/failure.ts';
import type { Message, MessageStatus } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { keepDraft } from '../../../lib/forms/drafts.ts';
import { endSession } from '../../../lib/session/session.ts';
import { paths } from '../../../paths.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeCandidate,
  makeConversation,
  makeConversationCandidate,
  makeId,
  makeMessage,
  makeUser,
} from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { conversationQuery, putConversation } from '../../messages/conversation-cache.ts';

const named = (firstName: string, at: string, over = {}) => {
  const conversation = makeConversation(over);
  return {
    ...conversation,
    candidate: makeConversationCandidate({ firstName, lastName: 'Test' }),
    lastMessage: conversation.lastMessage && { ...conversation.lastMessage, createdAt: at },
  };
};

const names = () =>
  screen.getAllByRole('listitem').map((row) => /(Ana|Ben|Cat) Test/.exec(row.textContent)?.[0]);

describe('the list', () => {
  test('shows who, what, and what is the matter', async () => {
    const unnamed = makeConversation({
      candidate: makeConversationCandidate({
        firstName: '',
        lastName: '',
        consent: { status: 'optedOut', changedAt: '2026-11-20T15:00:00.000Z' },
      }),
      unreadCount: 3,
    });
    const wrote = (sender: { id: string; firstName: string } | null, status: MessageStatus = 'delivered') => {
      const conversation = makeConversation();
      const { lastMessage } = conversation;
      return {
        ...conversation,
        lastMessage: lastMessage && {
          ...lastMessage,
          direction: 'outbound' as const,
          sender,
          status,
          body: 'See you',
        },
      };
    };
    const user = makeUser();
    const failed = wrote(user, 'undelivered');
    const planned = wrote(user, 'scheduled');
    if (planned.lastMessage) planned.lastMessage.scheduledAt = '2026-11-21T15:00:00.000Z';
    const undoable = wrote(user, 'scheduled');
    if (undoable.lastMessage) undoable.lastMessage.scheduledAt = '2026-11-20T15:00:20.000Z';
    const held = wrote(user, 'scheduled');
    if (held.lastMessage) {
      held.lastMessage.scheduledAt = '2026-11-21T15:00:00.000Z';
      held.lastMessage.isHeld = true;
    }
    const drafted = makeConversation();
    keepDraft(user.id, drafted.id, 'Half a thought');
    const conversations = [
      unnamed,
      failed,
      wrote({ id: makeId(), firstName: 'Marcus' }),
      wrote(null),
      planned,
      undoable,
      drafted,
      held,
    ];
    const { api } = createInboxApi({ conversations, user });
    renderApp(paths.messages, { api });
    const [first, second, third, fourth, fifth, sixth, seventh, eighth] =
      await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('(415) 555-0123');
    expect(first?.textContent).toContain('Opted out');
    expect(first?.textContent).toContain('3 unread');
    expect(second?.textContent).toContain('You: See you');
    expect(within(second as HTMLElement).getByLabelText('Not delivered')).toBeTruthy();
    expect(third?.textContent).toContain('Marcus: See you');
    expect(fourth?.textContent).toContain('Automatic: See you');
    expect(fifth?.textContent).toContain('Scheduled: See you');
    expect(sixth?.textContent).toContain('You: See you');
    expect(eighth?.textContent).toContain('Not sent: See you');
    expect(seventh?.textContent).toContain('Draft: Half a thought');
    keepDraft(user.id, drafted.id, '');
    await waitFor(() => expect(seventh?.textContent).toContain('Thanks, Thursday works'));
  });

  test('shows what was begun on another device, until it is sent from there', async () => {
    const user = makeUser();
    const [one, other] = [makeConversation(), makeConversation()];
    const { api, live } = createInboxApi({ conversations: [one, other], user });
    let listed = [{ conversationId: one.id, body: 'Half a thought' }];
    api.answer(routes.listKeptDrafts, () => listed);
    renderApp(paths.messages, { api });
    await screen.findByText('Half a thought');
    await live.connected();
    listed = [{ conversationId: other.id, body: 'Another one' }, ...listed];
    live.emit({ type: 'keptDraft.updated', conversationId: other.id, version: 1 });
    await screen.findByText('Another one');
    keepDraft(user.id, other.id, 'What is written here');
    await screen.findByText('What is written here');
    listed = listed.slice(0, 1);
    live.emit({
      type: 'message.created',
      message: makeMessage({
        conversationId: one.id,
        direction: 'outbound',
        sender: { ...user, avatar: null },
      }),
    });
    await waitFor(() => expect(screen.queryByText('Half a thought')).toBeNull());
  });

  test('counts the unread in the tab title', async () => {
    const { api } = createInboxApi({
      conversations: [makeConversation({ unreadCount: 2 }), makeConversation()],
    });
    renderApp(paths.messages, { api });
    await waitFor(() => expect(document.title).toBe('(1) Messages · Hiretext'));
  });

  test('asks the server for the filter and the search', async () => {
    const { api } = createInboxApi({ conversations: [makeConversation()] });
    const { user } = renderApp(paths.messages, { api });
    await user.click(await screen.findByRole('button', { name: /^Waiting/ }));
    await user.type(screen.getByLabelText('Search conversations'), 'lop');
    await waitFor(() => {
      const last = api.asked(routes.listConversations).at(-1);
      expect(last?.query).toMatchObject({ filter: 'waiting', search: 'lop' });
    });
    const searches = new Set(api.asked(routes.listConversations).map((asked) => asked.query.search));
    expect(searches).toEqual(new Set([undefined, 'lop']));
  });

  test('loads the next page when its end comes near', async () => {
    const many = Array.from({ length: 120 }, (_, number) => makeConversation({ unreadCount: number }));
    const { api } = createInboxApi({ conversations: [] });
    api.answer(routes.listConversations, ({ query }) => {
      const from = Number(query.cursor ?? 0);
      return { items: many.slice(from, from + 12), nextCursor: from + 12 < 120 ? String(from + 12) : null };
    });
    renderApp(paths.messages, { api });
    await waitFor(() =>
      expect(api.asked(routes.listConversations).map((asked) => asked.query.cursor)).toContain('12'),
    );
  });

  test('says when it could not be loaded, and tries again', async () => {
    const { api, inbox } = createInboxApi({ conversations: [makeConversation()] });
    api.answer(routes.listConversations, new Refusal('internal'));
    const { user } = renderApp(paths.messages, { api });
    await screen.findByText("Your conversations couldn't be loaded.");
    api.answer(routes.listConversations, { items: inbox.conversations, nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ana Lopez')).toBeTruthy();
  });

  test('an empty page is followed by the next, and a page that fails is loaded once', async () => {
    const { api } = createInboxApi({ conversations: [] });
    api.answer(routes.listConversations, ({ query }) =>
      query.cursor === undefined ? { items: [], nextCursor: 'second' } : new Refusal('internal'),
    );
    const { user } = renderApp(paths.messages, { api });
    await screen.findByText("More conversations couldn't be loaded.");
    const pages = () => api.asked(routes.listConversations).filter(({ query }) => query.cursor === 'second');
    expect(pages()).toHaveLength(1);
    api.answer(routes.listConversations, { items: [makeConversation()], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ana Lopez')).toBeTruthy();
  });

  test('a page that adds nothing is followed by the next, and one that fails can be tried again', async () => {
    const first = makeConversation();
    const { api } = createInboxApi({ conversations: [] });
    api.answer(routes.listConversations, ({ query: { cursor } }) => {
      if (cursor === undefined) return { items: [first], nextCursor: 'same' };
      return cursor === 'same' ? { items: [first], nextCursor: 'third' } : new Refusal('internal');
    });
    const { user } = renderApp(paths.messages, { api });
    await screen.findByText("More conversations couldn't be loaded.");
    api.answer(routes.listConversations, {
      items: [named('Cat', '2026-11-19T15:00:00.000Z')],
      nextCursor: null,
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Cat Test')).toBeTruthy();
  });

  test('has what came between its first load and the live stream', async () => {
    const [early, meanwhile] = [
      named('Ana', '2026-11-20T15:01:00.000Z'),
      named('Ben', '2026-11-20T15:02:00.000Z'),
    ];
    const { api, inbox } = createInboxApi({ conversations: [early] });
    const stream = Promise.withResolvers<Response>();
    api.answer(routes.streamEvents, () => stream.promise);
    renderApp(paths.messages, { api });
    await screen.findByText('Ana Test');
    inbox.conversations = [meanwhile, early];
    stream.resolve(new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }));
    expect(await screen.findByText('Ben Test')).toBeTruthy();
  });

  test('is loaded once more when its first answer was on its way as the live stream began', async () => {
    const [early, meanwhile] = [
      named('Ana', '2026-11-20T15:01:00.000Z'),
      named('Ben', '2026-11-20T15:02:00.000Z'),
    ];
    const { api, inbox } = createInboxApi({ conversations: [early] });
    const stream = Promise.withResolvers<Response>();
    api.answer(routes.streamEvents, () => stream.promise);
    const first = Promise.withResolvers<void>();
    let asked = 0;
    api.answer(routes.listConversations, async () => {
      const items = inbox.conversations;
      asked += 1;
      if (asked === 1) await first.promise;
      return { items, nextCursor: null };
    });
    renderApp(paths.messages, { api });
    await waitFor(() => expect(asked).toBe(1));
    const counted = () => api.asked(routes.getInboxCounts).length;
    await waitFor(() => expect(counted()).toBe(1));
    stream.resolve(new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }));
    // By this the page has heard that the stream has begun.
    await waitFor(() => expect(counted()).toBeGreaterThan(1));
    inbox.conversations = [meanwhile, early];
    first.resolve();
    expect(await screen.findByText('Ben Test')).toBeTruthy();
  });

  test('has no longer what a colleague deleted, also where it is open, until it is restored', async () => {
    const conversations = [
      named('Ana', '2026-11-20T15:02:00.000Z'),
      named('Ben', '2026-11-20T15:01:00.000Z'),
    ];
    const { api, inbox, live } = createInboxApi({ conversations });
    const id = conversations[0]?.id ?? '';
    renderApp(paths.conversation.replace('$conversationId', id), { api });
    await screen.findByText('Ben Test');
    await screen.findByRole('heading', { name: /Ana Test/ });
    await live.connected();
    inbox.conversations = conversations.slice(1);
    api.answer(routes.getConversation, new Refusal('not_found'));
    live.emit({ type: 'conversation.deleted', conversationId: id });
    expect(await screen.findByText('Conversation not found')).toBeTruthy();
    expect(screen.queryByText('Ana Test')).toBeNull();
    expect(screen.getByText('Ben Test')).toBeTruthy();
    const [ana] = conversations;
    if (!ana) throw new Error('no Ana');
    live.emit({ type: 'conversation.updated', conversation: ana });
    expect(await screen.findByRole('heading', { name: /Ana Test/ })).toBeTruthy();
  });

  test('says what an empty filter means', async () => {
    const { api } = createInboxApi({ conversations: [] });
    const { user } = renderApp(paths.messages, { api });
    await screen.findByText('No conversations yet');
    await user.click(screen.getByRole('button', { name: 'Unread' }));
    expect(await screen.findByText('All caught up')).toBeTruthy();
  });
});

describe('the keyboard', () => {
  const three = () => [
    named('Ana', '2026-11-20T15:03:00.000Z'),
    named('Ben', '2026-11-20T15:02:00.000Z'),
    named('Cat', '2026-11-20T15:01:00.000Z'),
  ];
  const addressOf = (conversation: Conversation | undefined) =>
    paths.conversation.replace('$conversationId', conversation?.id ?? '');
  const focusIsOn = (name: string) =>
    waitFor(() => expect(document.activeElement?.textContent).toContain(name));

  /** With the calls that change a conversation. */
  function open({ openAt }: { openAt?: number } = {}) {
    const conversations = three();
    const { api, live } = createInboxApi({ conversations });
    const change = (route: typeof routes.archiveConversation, over: () => Partial<Conversation>) =>
      api.answer(route, ({ params }) => {
        const found = conversations.find(({ id }) => id === params.id) ?? makeConversation();
        return Object.assign(found, over());
      });
    change(routes.archiveConversation, () => ({ archivedAt: '2026-11-20T16:00:00.000Z' }));
    change(routes.unarchiveConversation, () => ({ archivedAt: null }));
    change(routes.unsnoozeConversation, () => ({ snoozedUntil: null }));
    api.answer(routes.snoozeConversation, ({ params, body }) => {
      const found = conversations.find(({ id }) => id === params.id) ?? makeConversation();
      return Object.assign(found, {
        snoozedUntil: body.until ?? '2027-11-20T16:00:00.000Z',
        snoozedUntilAnswer: body.until === null,
      });
    });
    change(routes.unreadConversation, () => ({ unreadCount: 1 }));
    change(routes.readConversation, () => ({ unreadCount: 0 }));
    const view = renderApp(openAt === undefined ? paths.messages : addressOf(conversations[openAt]), { api });
    const archived = () => api.asked(routes.archiveConversation).map(({ params }) => params.id);
    return { ...view, api, live, conversations, archived };
  }

  test('j, k and Enter walk the list and open a conversation', async () => {
    const { user, path, conversations } = open();
    await screen.findByText('Ana Test');
    await user.keyboard('jjk');
    await focusIsOn('Ana Test');
    await user.keyboard('j{Enter}');
    await waitFor(() => expect(path()).toBe(addressOf(conversations[1])));
    // From here on the selected row is the open thread.
    await user.keyboard('j');
    await waitFor(() => expect(path()).toBe(addressOf(conversations[2])));
    await focusIsOn('Cat Test');
  });

  test('the active row stays the same conversation while the list reorders', async () => {
    const { user, live, conversations } = open();
    await screen.findByText('Ana Test');
    await user.keyboard('jj');
    await focusIsOn('Ben Test');
    await live.connected();
    const cat = conversations[2];
    if (!cat?.lastMessage) throw new Error('no Cat');
    live.emit({
      type: 'conversation.updated',
      conversation: { ...cat, lastMessage: { ...cat.lastMessage, createdAt: '2026-11-20T15:30:00.000Z' } },
    });
    await waitFor(() => expect(names()).toEqual(['Cat Test', 'Ana Test', 'Ben Test']));
    expect(document.activeElement?.textContent).toContain('Ben Test');
    await user.keyboard('k');
    await focusIsOn('Ana Test');
  });

  test('e archives the selected one and goes on to the next', async () => {
    const { user, archived, conversations } = open();
    await screen.findByText('Ana Test');
    await user.keyboard('je');
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    await focusIsOn('Ben Test');
    // However fast.
    await user.keyboard('e');
    await waitFor(() => expect(names()).toEqual(['Cat Test']));
    expect(archived()).toEqual([conversations[0]?.id, conversations[1]?.id]);
    // Long before one would go by itself.
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1), {
      timeout: 2000,
    });
  });

  test('h snoozes the selected one, goes on to the next, and can be undone', async () => {
    const { user, api, conversations } = open();
    await screen.findByText('Ana Test');
    await user.keyboard('jh');
    await user.click(await screen.findByRole('button', { name: 'Until they answer' }));
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    await focusIsOn('Ben Test');
    const asked = api.asked(routes.snoozeConversation);
    expect(asked.map(({ params, body }) => [params.id, body])).toEqual([
      [conversations[0]?.id, { until: null }],
    ]);
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
    expect(api.asked(routes.unsnoozeConversation)).toHaveLength(1);
  });

  test('the hints leave for good once the keys are known, or are said to be', async () => {
    const { user } = open();
    await screen.findByText('Ana Test');
    await user.keyboard('jkjkjkjkj');
    expect(screen.getByRole('note', { name: 'Keys' })).toBeTruthy();
    await user.keyboard('k');
    await waitFor(() => expect(screen.queryByRole('note', { name: 'Keys' })).toBeNull());
    localStorage.clear();
    cleanup();
    const next = open();
    await next.user.click(await screen.findByRole('button', { name: 'Hide the keys' }));
    expect(screen.queryByRole('note', { name: 'Keys' })).toBeNull();
  });

  test('what was done is named, with the candidate', async () => {
    const { user } = open();
    await screen.findByText('Ana Test');
    await user.keyboard('je');
    expect(await screen.findByText('Archived Ana Test')).toBeTruthy();
  });

  test('Ctrl and Enter send and open the next; Enter alone stays', async () => {
    const { user, path, api, conversations } = open({ openAt: 0 });
    api.answer(routes.sendMessage, ({ body }) =>
      makeMessage({ conversationId: body.conversationId ?? '', direction: 'outbound', body: body.body }),
    );
    await user.type(await screen.findByLabelText('Text to Ana'), 'One{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    expect(path()).toBe(addressOf(conversations[0]));
    await user.type(screen.getByLabelText('Text to Ana'), 'Two{Control>}{Enter}{/Control}');
    await waitFor(() => expect(path()).toBe(addressOf(conversations[1])));
    await waitFor(() =>
      expect(api.asked(routes.sendMessage).map(({ body }) => body.body)).toEqual(['One', 'Two']),
    );
    // Nothing to send: nothing to leave.
    await user.type(await screen.findByLabelText('Text to Ben'), '{Control>}{Enter}{/Control}');
    expect(path()).toBe(addressOf(conversations[1]));
  });

  test('g and a letter open a screen, but not while writing, and the letter is no key then', async () => {
    const { user, path, archived, conversations } = open({ openAt: 0 });
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
    await user.type(field, 'gi');
    expect(field.value).toBe('gi');
    expect(path()).toBe(addressOf(conversations[0]));
    await user.clear(field);
    await user.keyboard('{Escape}gi');
    await waitFor(() => expect(path()).toBe(paths.messages));
    expect(archived()).toEqual([]);
  });

  test('e archives what is open, never what is below it, and opens the next', async () => {
    const { user, archived, path, conversations } = open({ openAt: 0 });
    await screen.findByRole('heading', { name: 'Ana Test' });
    await user.keyboard('e');
    await waitFor(() => expect(path()).toBe(addressOf(conversations[1])));
    await screen.findByRole('heading', { name: 'Ben Test' });
    await user.keyboard('e');
    await waitFor(() => expect(path()).toBe(addressOf(conversations[2])));
    expect(archived()).toEqual([conversations[0]?.id, conversations[1]?.id]);
    await focusIsOn('Cat Test');
    await user.keyboard('e');
    await waitFor(() => expect(path()).toBe(paths.messages));
    expect(document.activeElement).not.toBe(document.body);
  });

  test('a double click on Archive archives one', async () => {
    const { user, archived, conversations } = open({ openAt: 0 });
    await user.dblClick(await screen.findByRole('button', { name: 'Archive' }));
    await screen.findByRole('heading', { name: 'Ben Test' });
    expect(archived()).toEqual([conversations[0]?.id]);
  });

  test('what was archived is brought back by Undo, and by z', async () => {
    const { user, path, conversations } = open({ openAt: 0 });
    await screen.findByRole('heading', { name: 'Ana Test' });
    await user.keyboard('e');
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
    await waitFor(() => expect(path()).toBe(addressOf(conversations[0])));
    await user.keyboard('e');
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    await user.keyboard('z');
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
  });

  test('an undo that fails leaves it archived, with what was heard since', async () => {
    const { user, api, live, queryClient, conversations } = open();
    const ana = conversations[0] as Conversation;
    const lastBody = () => queryClient.getQueryData(conversationQuery(ana.id).queryKey)?.lastMessage?.body;
    await screen.findByText('Ana Test');
    await live.connected();
    await user.keyboard('je');
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    await waitFor(() => expect(api.asked(routes.archiveConversation)).toHaveLength(1));
    const undoing = Promise.withResolvers<Refusal>();
    api.answer(routes.unarchiveConversation, () => undoing.promise);
    const newer = { ...ana, lastMessage: ana.lastMessage && { ...ana.lastMessage, body: 'One more thing' } };
    const emit = () => live.emit({ type: 'conversation.updated', conversation: newer });
    emit();
    await waitFor(() => expect(lastBody()).toBe('One more thing'));
    await user.keyboard('z');
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
    expect(lastBody()).toBe('One more thing');
    undoing.resolve(new Refusal('unavailable'));
    await screen.findByText(failures.unavailable.message);
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    expect(lastBody()).toBe('One more thing');
  });

  test('what one person changed is nothing for the next in the same tab', async () => {
    const { user, api, queryClient, conversations } = open();
    const ana = conversations[0] as Conversation;
    await screen.findByText('Ana Test');
    const archiving = Promise.withResolvers<Conversation>();
    api.answer(routes.archiveConversation, () => archiving.promise);
    await user.keyboard('je');
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    act(() => endSession());
    const next = new QueryClient();
    putConversation(next, ana, undefined);
    expect(next.getQueryData(conversationQuery(ana.id).queryKey)?.archivedAt).toBeNull();
    archiving.resolve(ana);
    await act(async () => {});
    expect(queryClient.getQueryData(conversationQuery(ana.id).queryKey)).toBeUndefined();
  });

  test('a row that a late event takes away for a moment has the focus again', async () => {
    const { user, live, conversations } = open();
    const ana = conversations[0] as Conversation;
    await screen.findByText('Ana Test');
    await live.connected();
    await user.keyboard('j');
    await focusIsOn('Ana Test');
    live.emit({
      type: 'conversation.updated',
      conversation: { ...ana, archivedAt: '2026-11-20T16:00:00.000Z' },
    });
    await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    expect(document.activeElement).not.toBe(document.body);
    live.emit({ type: 'conversation.updated', conversation: ana });
    await focusIsOn('Ana Test');
  });

  test('what could not be archived comes back, with the reason', async () => {
    const { user, api } = open();
    api.answer(routes.archiveConversation, new Refusal('unavailable'));
    await screen.findByText('Ana Test');
    await user.keyboard('je');
    expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('what is archived while its text is on its way is archived after it, and stays where it is if it fails', async () => {
    const { user, api, live, archived, conversations } = open({ openAt: 0 });
    const ana = conversations[0] as Conversation;
    const posts: PromiseWithResolvers<Message>[] = [];
    api.answer(routes.sendMessage, () => {
      const post = Promise.withResolvers<Message>();
      posts.push(post);
      return post.promise;
    });
    await live.connected();
    const answerAndArchive = async () => {
      await user.type(await screen.findByLabelText('Text to Ana'), 'See you{Enter}{Escape}e');
      await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test']));
    };
    await answerAndArchive();
    // Events from the server meanwhile don't bring it back.
    live.emit({ type: 'conversation.updated', conversation: { ...ana, archivedAt: null } });
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    expect(names()).toEqual(['Ben Test', 'Cat Test']);
    expect(archived()).toEqual([]);
    posts[0]?.resolve(makeMessage({ conversationId: ana.id, direction: 'outbound', body: 'See you' }));
    await waitFor(() => expect(archived()).toEqual([ana.id]));

    await user.keyboard('z');
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
    await answerAndArchive();
    await waitFor(() => expect(posts).toHaveLength(2));
    posts[1]?.reject(new Refusal('unavailable'));
    await waitFor(() => expect(names()).toEqual(['Ana Test', 'Ben Test', 'Cat Test']));
    expect(archived()).toEqual([ana.id]);
  });

  test('u marks what is open as unread and leads back to the list', async () => {
    const { user, api, path } = open({ openAt: 1 });
    await screen.findByRole('heading', { name: 'Ben Test' });
    await user.keyboard('u');
    await waitFor(() => expect(path()).toBe(paths.messages));
    await focusIsOn('Ben Test');
    expect(await screen.findByText('1', { selector: '[data-id] *' })).toBeTruthy();
    expect(api.asked(routes.readConversation)).toHaveLength(0);
    await user.keyboard('u');
    await waitFor(() => expect(api.asked(routes.readConversation)).toHaveLength(1));
  });

  test('d says that no reply is needed, which is undone', async () => {
    const waitingSince = '2026-11-20T15:00:00.000Z';
    const conversation = named('Ana', waitingSince, { waitingSince });
    const { api } = createInboxApi({ conversations: [conversation] });
    api.answer(routes.endWait, { ...conversation, waitingSince: null });
    api.answer(routes.resumeWait, conversation);
    const { user } = renderApp(`/dashboard/messages/${conversation.id}`, { api });
    const button = await screen.findByRole('button', { name: 'No reply needed' });
    await user.keyboard('d');
    await screen.findByText(/No reply needed for Ana Test/);
    expect(button.isConnected).toBe(false);
    await user.keyboard('z');
    await screen.findByRole('button', { name: 'No reply needed' });
    expect(api.asked(routes.resumeWait)).toHaveLength(1);
  });

  test('r writes, and Escape leads from there to the thread and from the thread to the list', async () => {
    const { user, path } = open({ openAt: 1 });
    await screen.findByLabelText('Text to Ben');
    await user.keyboard('r');
    expect(document.activeElement).toBe(screen.getByLabelText('Text to Ben'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(document.body);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(path()).toBe(paths.messages));
    await focusIsOn('Ben Test');
  });

  test('keys in a dialog are not shortcuts', async () => {
    const { user, archived } = open({ openAt: 0 });
    await screen.findByRole('heading', { name: 'Ana Test' });
    await user.keyboard('?');
    await screen.findByText('Keyboard shortcuts');
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy());
    await user.keyboard('e');
    expect(archived()).toEqual([]);
  });

  test('/ searches, c starts a conversation, ? helps', async () => {
    const { user, api, path } = open();
    api.answer(routes.listCandidates, { items: [], nextCursor: null });
    await screen.findByText('Ana Test');
    await user.keyboard('?');
    expect(await screen.findByText('Keyboard shortcuts')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Keyboard shortcuts')).toBeNull());
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('Search conversations'));
    await user.keyboard('{Escape}c');
    await waitFor(() => expect(path()).toBe(paths.newConversation));
  });

  test('Ctrl+K finds people, screens and actions', async () => {
    const { user, api, path } = open();
    const maria = makeCandidate({ phoneNumber: '+14155550199' });
    api.answer(routes.getCandidate, maria);
    api.answer(routes.listCandidates, ({ query }) => ({
      items: query.search ? [maria] : [],
      nextCursor: null,
    }));
    await screen.findByText('Ana Test');
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search or jump to' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getAllByRole('option', { name: 'Choose a plan' })).toHaveLength(1);
    await user.keyboard('candid');
    expect(screen.queryByRole('option', { name: 'Choose a plan' })).toBeNull();
    await user.click(await screen.findByRole('option', { name: /^Candidates/ }));
    await waitFor(() => expect(path()).toBe(paths.candidates));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'lopez');
    await screen.findByRole('option', { name: /Maria Lopez/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(paths.newConversation));
    await screen.findByRole('heading', { name: 'Text Maria Lopez' });
  });

  test('Ctrl+K acts on what is open', async () => {
    const { user, archived, conversations } = open({ openAt: 1 });
    const field = await screen.findByLabelText('Text to Ben');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'insert');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect((field as HTMLTextAreaElement).value).toBe('/');
    await user.keyboard('{Backspace}{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'archive');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(archived()).toEqual([conversations[1]?.id]));
  });
});

test('without conversations nothing asks to pick one', async () => {
  const { api } = createInboxApi({ conversations: [] });
  renderApp(paths.messages, { api });
  await screen.findByText('No conversations yet');
  expect(screen.queryByText('Pick a conversation')).toBeNull();
});

test('who waits longest comes first', async () => {
  const waiting = (name: string, at: string, waitingSince: string) => named(name, at, { waitingSince });
  const conversations = [
    waiting('Ben', '2026-11-20T15:05:00.000Z', '2026-11-20T14:00:00.000Z'),
    waiting('Ana', '2026-11-20T15:09:00.000Z', '2026-11-20T15:00:00.000Z'),
  ];
  const { api, live } = createInboxApi({ conversations });
  const { user } = renderApp(paths.messages, { api });
  await user.click(await screen.findByRole('button', { name: /^Waiting/ }));
  await screen.findByText('Ben Test');
  await live.connected();
  live.emit({
    type: 'conversation.updated',
    conversation: {
      ...waiting('Cat', '2026-11-20T15:30:00.000Z', '2026-11-20T14:30:00.000Z'),
      assigneeId: conversations[0]?.assigneeId ?? null,
    },
  });
  await waitFor(() => expect(names()).toEqual(['Ben Test', 'Cat Test', 'Ana Test']));
});
