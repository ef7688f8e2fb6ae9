import { z } from 'zod';
import { Conversation, PresenceState } from './conversations.ts';
import { EventPage, EventQuery } from './events.ts';
import { Message } from './messages.ts';
import { Notification } from './notifications.ts';
import { Id } from './primitives.ts';
import { route } from './route.ts';
import { LinkStatus } from './seats.ts';

/**
 * What `GET /events` streams. Each event has an `id:` line; a client that reconnects sends the last one as
 * `Last-Event-ID` and gets what it missed, or `reset` when that is too long ago and everything must be loaded again.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message.created'), message: Message }),
  z.object({ type: z.literal('message.updated'), message: Message }),
  z.object({ type: z.literal('conversation.updated'), conversation: Conversation }),
  z
    .object({ type: z.literal('conversation.deleted'), conversationId: Id })
    .describe("Also when it was assigned to someone else, and you can't see it anymore."),
  z
    .object({ type: z.literal('notes.updated'), conversationId: Id })
    .describe('A note was added, changed or deleted.'),
  z
    .object({ type: z.literal('proposals.updated'), conversationId: Id })
    .describe('A text was proposed, or someone decided about one.'),
  z
    .object({ type: z.literal('keptDraft.updated'), conversationId: Id, version: z.number().int() })
    .describe('You wrote something there, on this device or another.'),
  z.object({ type: z.literal('seat.updated'), seatId: Id, linkStatus: LinkStatus.nullable() }),
  z
    .object({ type: z.literal('account.updated') })
    .describe('What `GET /account` says has changed: for now, that texts are on hold, or go out again.'),
  z
    .object({ type: z.literal('notification'), about: Notification.shape.type })
    .extend(Notification.omit({ type: true }).shape)
    .describe('A row of your notifications, new or read by now. `about` is its type.'),
  z
    .object({
      type: z.literal('presence'),
      conversationId: Id,
      user: z.object({ id: Id, firstName: z.string() }),
      state: PresenceState,
    })
    .describe('A colleague opened, writes in or left a conversation. At the start you get who is where.'),
  z.object({ type: z.literal('reset') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const streamEvents = route({
  method: 'GET',
  path: '/events',
  summary:
    'List what happened, oldest first, with `Accept: application/json`: go on with the ID of the last event, or with `nextCursor` until it is null. With `Accept: text/event-stream`, stream live changes as server-sent events for a screen: `event:` is the type, `data:` the JSON. Resume with Last-Event-ID.',
  auth: 'session',
  scope: 'conversations:read',
  query: EventQuery,
  transport: 'event-stream',
  reply: LiveEvent,
  replyInJson: EventPage,
  failures: ['too_many_streams', 'unavailable', 'events_gone'],
});
