import { z } from 'zod';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* What a person is notified of, such as a colleague who mentions them. Texts of candidates aren't: they are in the inbox. */

export const NotificationType = z
  .enum(['mention', 'assigned', 'reminder', 'held'])
  .describe(
    'mention: a colleague named you in a note. assigned: a colleague gave you a conversation. reminder: a conversation is back. held: a text that you scheduled may not go out as it is.',
  );
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
  id: Id,
  type: NotificationType,
  text: z.string().describe('A sentence, as of when it happened.'),
  conversationId: Id.nullable().describe('The conversation it is about. Null: several.'),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
});
export type Notification = z.infer<typeof Notification>;

const UnreadCount = z.object({
  unreadCount: z.number().int().describe('How many you have not read. Counting stops at 100.'),
});

export const listNotifications = route({
  method: 'GET',
  path: '/notifications',
  summary: 'List what you were notified of in the last 90 days, newest first.',
  auth: 'session',
  query: PageQuery,
  reply: page(Notification).extend(UnreadCount.shape),
});

export const readNotifications = route({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read: these, or all of yours.',
  auth: 'session',
  body: z.object({
    ids: z.array(Id).max(100).optional().describe('Leave it out to mark all.'),
  }),
  reply: UnreadCount,
});
