import { expect } from 'vitest';
import type { Conversation } from '../../contract/conversations.ts';
import type { Message, MessageStatus } from '../../contract/messages.ts';
import * as routes from '../../contract/routes.ts';
import { eventually, type Recruiter, type TestApp } from './test-app.ts';

/* What recruiters and candidates do in most tests. */

export function sendText(
  person: Recruiter,
  to: string,
  body: string,
  more: { undoSeconds?: number; scheduledAt?: string; mediaIds?: string[] } = {},
): Promise<Message> {
  return person.call(routes.sendMessage, { body: { to, body, ...more } });
}

/** The message as the thread shows it now. */
export async function lookUp(person: Recruiter, message: Message): Promise<Message> {
  const { items } = await person.call(routes.listMessages, {
    params: { id: message.conversationId },
    query: { limit: 100 },
  });
  const found = items.find(({ id }) => id === message.id);
  if (found === undefined) throw new Error('The message is not in its thread');
  return found;
}

export function untilStatus(person: Recruiter, message: Message, status: MessageStatus): Promise<Message> {
  return eventually(async () => {
    const found = await lookUp(person, message);
    expect(found.status).toBe(status);
    return found;
  });
}

/** The candidate texts the recruiter; resolves when it is in the thread. */
export async function receiveText(
  app: TestApp,
  person: Recruiter,
  from: string,
  body: string,
): Promise<Conversation> {
  const { sid } = await app.twilio.control.inbound(from, person.number, body);
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query('select 1 from messages where carrier_id = $1', [sid]);
    expect(rowCount).toBe(1);
  });
  return conversationWith(person, from);
}

export async function conversationWith(person: Recruiter, phone: string): Promise<Conversation> {
  for (const filter of ['all', 'archived'] as const) {
    const { items } = await person.call(routes.listConversations, { query: { search: phone, filter } });
    const [found] = items;
    if (found !== undefined) return found;
  }
  throw new Error(`There is no conversation with ${phone}`);
}

/** The bodies of the texts that the carrier took for this phone, in order. */
export function sentTo(app: TestApp, phone: string): string[] {
  return app.twilio.state.messages
    .filter((message) => message.to === phone && message.direction === 'outbound-api')
    .map((message) => message.body);
}
