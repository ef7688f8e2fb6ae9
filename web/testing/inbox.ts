import type { Conversation } from '../../contract/conversations.ts';
import type { LiveEvent } from '../../contract/live-events.ts';
import type { Message } from '../../contract/messages.ts';
import * as routes from '../../contract/routes.ts';
import type { User } from '../../contract/users.ts';
import { createFakeApi } from './fake-api.ts';
import { makeAccount, makeUser } from './make.ts';

/** What every screen of the inbox asks for, answered from values that a test may change as it goes. */
export function createInboxApi({
  conversations,
  messages = [],
  user = makeUser(),
}: {
  conversations: Conversation[];
  messages?: Message[];
  user?: User;
}) {
  const api = createFakeApi();
  const inbox = { conversations, messages };
  const one = (id: string) => {
    const found = inbox.conversations.find((conversation) => conversation.id === id);
    if (!found) throw new Error(`no conversation ${id}`);
    return found;
  };
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, () => ({
    unread: inbox.conversations.filter((conversation) => conversation.unreadCount > 0).length,
    waiting: 0,
  }));
  api.answer(routes.listConversations, () => ({ items: inbox.conversations, nextCursor: null }));
  api.answer(routes.getConversation, ({ params }) => one(params.id));
  api.answer(routes.listMessages, ({ params }) => ({
    items: inbox.messages.filter((message) => message.conversationId === params.id),
    nextCursor: null,
  }));
  api.answer(routes.listFollowUps, { items: [], nextCursor: null });
  const sendable = { canTextNow: true, reasons: [], numberChange: null, nextSendAt: null, timezone: null };
  api.answer(routes.listTouches, []);
  api.answer(routes.getSendability, sendable);
  api.answer(routes.getSendabilityTo, sendable);
  api.answer(routes.readConversation, ({ params }) => ({ ...one(params.id), unreadCount: 0 }));
  return { api, inbox, live: createLiveStream(api) };
}

/** The event stream of the fake API, driven by the test. */
export function createLiveStream(api: ReturnType<typeof createFakeApi>) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let lastId = 0;
  let waiting: (() => void)[] = [];
  api.answer(routes.streamEvents, () => {
    const body = new ReadableStream<Uint8Array>({
      start(opened) {
        controller = opened;
        for (const go of waiting) go();
        waiting = [];
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const encoder = new TextEncoder();
  return {
    connected: () => (controller ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    emit(event: LiveEvent) {
      lastId += 1;
      const lines = `id: ${lastId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
      controller?.enqueue(encoder.encode(lines));
    },
    /** The connection breaks; the page has to connect again. */
    drop() {
      controller?.close();
      controller = null;
    },
  };
}
