import assert from 'node:assert/strict';
import type { Conversation, ConversationFilter } from '../contract/conversations.ts';
import * as routes from '../contract/routes.ts';
import { countsOf, inboxOf, isOptedOut, maySee, type Person, type Thread } from './model.ts';
import { ask, everybody, get, settle, signedIn, type World } from './world.ts';

/* What people see in the real app, compared with the model. */

const ALL = { limit: 100 };

/** After every step: what everyone sees first. */
export async function look(world: World): Promise<void> {
  await Promise.all([
    ...signedIn(world).map(async (person) => {
      await lookAtInbox(world, person, 'all');
      // The model has no vacant seats.
      const { uncovered: _, ...counts } = await get(world, person, routes.getInboxCounts, {});
      assert.deepEqual(counts, countsOf(person), `What is unread and waiting for ${person.name}`);
    }),
    ...world.ended.slice(-2).map((token) => lookWith(world, token)),
  ]);
}

/** At the end: everything, by every way to it. */
export async function lookAtAll(world: World): Promise<void> {
  await settle(world);
  lookAtCarrier(world);
  await Promise.all(signedIn(world).map((person) => lookAtAllAs(world, person)));
  for (const token of world.ended) await lookWith(world, token);
}

async function lookAtAllAs(world: World, person: Person): Promise<void> {
  const { company } = person;
  for (const filter of ['all', 'unread', 'waiting', 'archived'] as const)
    await lookAtInbox(world, person, filter);
  for (const other of everybody(world)) await lookAtInboxOf(world, person, other);
  const { items } = await get(world, person, routes.listCandidates, { query: ALL });
  const shown = items.map(({ id, phoneNumber, consent }) => [phoneNumber, id, consent.status === 'optedOut']);
  const expected = [...company.candidates].map(([phone, id]) => [phone, id, company.optedOut.has(phone)]);
  assert.deepEqual(shown.sort(), expected.sort(), `The candidates that ${person.name} sees`);
  for (const other of world.companies) {
    const refusal = other === company ? null : 'not_found';
    for (const id of other.candidates.values())
      await ask(world, person, routes.getCandidate, { params: { id } }, refusal);
    for (const thread of other.threads) await lookAtThread(world, person, thread);
  }
  for (const id of world.goneThreads)
    await ask(world, person, routes.getConversation, { params: { id } }, 'not_found');
}

async function lookAtInbox(world: World, person: Person, filter: ConversationFilter): Promise<void> {
  const assignee = person.isAdmin ? 'all' : 'me';
  const query = { ...ALL, filter, assignee };
  const { items } = await get(world, person, routes.listConversations, { query });
  const expected = inboxOf(person).filter((thread) => isIn(thread, filter));
  assert.deepEqual(
    sorted(items.map(shown)),
    sorted(expected.map(shownOf)),
    `What ${person.name} sees of ${filter} in the inbox`,
  );
}

/** The inbox of a colleague is for admins; that of a person at another company is empty. */
async function lookAtInboxOf(world: World, person: Person, other: Person): Promise<void> {
  const refusal = person === other || person.isAdmin ? null : 'forbidden';
  const query = { ...ALL, assignee: other.userId };
  const reply = await ask(world, person, routes.listConversations, { query }, refusal);
  if (reply === null) return;
  const theirs = person.company.threads.filter(
    ({ assignee, isArchived }) => assignee === other && !isArchived,
  );
  assert.deepEqual(
    sorted(reply.items.map(shown)),
    sorted(theirs.map(shownOf)),
    `What ${person.name} sees of the inbox of ${other.name}`,
  );
}

async function lookAtThread(world: World, person: Person, thread: Thread): Promise<void> {
  const params = { id: thread.id };
  const refusal = maySee(person, thread) ? null : 'not_found';
  const reply = await ask(world, person, routes.listMessages, { params, query: ALL }, refusal);
  const conversation = await ask(world, person, routes.getConversation, { params }, refusal);
  await ask(world, person, routes.getSendability, { params }, refusal);
  if (reply === null || conversation === null) return;
  assert.deepEqual(
    reply.items.map(({ body }) => body).reverse(),
    thread.texts.map(({ body }) => body),
    `The texts that ${person.name} sees in the thread of ${thread.seat.number} and ${thread.phone}`,
  );
  assert.deepEqual(shown(conversation), shownOf(thread));
}

async function lookWith(world: World, token: string): Promise<void> {
  const { status } = await world.app.client(token).ask(routes.getUser);
  assert.equal(status, 401, 'The token of a session that is over');
}

/** Every text that was accepted is there once, and no other. */
export function lookAtCarrier(world: World): void {
  const ours = new Set(world.companies.flatMap(({ seats }) => seats.map(({ number }) => number)));
  const taken = world.app.twilio.state.messages
    .slice(world.earlierMessages)
    .filter(({ direction, from }) => direction === 'outbound-api' && ours.has(from))
    .map(({ from, to, body, mediaUrls }) => ({ from, to, body, pictures: mediaUrls.length }));
  const inOrder = (texts: World['sent']) => texts.toSorted((a, b) => a.body.localeCompare(b.body));
  assert.deepEqual(inOrder(taken), inOrder(world.sent), 'What the carrier has');
}

function isIn(thread: Thread, filter: ConversationFilter): boolean {
  if (thread.isArchived) return filter === 'archived';
  if (filter === 'unread') return thread.unread > 0;
  return filter === 'all' || (filter === 'waiting' && thread.isWaiting);
}

const shown = (conversation: Conversation) => ({
  id: conversation.id,
  phone: conversation.candidate.phoneNumber,
  seatId: conversation.seat.id,
  assigneeId: conversation.assigneeId,
  unread: conversation.unreadCount,
  isWaiting: conversation.waitingSince !== null,
  isArchived: conversation.archivedAt !== null,
  isHeld: conversation.hold !== null,
  isOptedOut: conversation.candidate.consent.status === 'optedOut',
  canSend: conversation.can.send,
  last: conversation.lastMessage?.body,
});

const shownOf = (thread: Thread): ReturnType<typeof shown> => ({
  id: thread.id,
  phone: thread.phone,
  seatId: thread.seat.id,
  assigneeId: thread.assignee?.userId ?? null,
  unread: thread.unread,
  isWaiting: thread.isWaiting,
  isArchived: thread.isArchived,
  isHeld: thread.isHeld,
  isOptedOut: isOptedOut(thread),
  canSend: !isOptedOut(thread) && !thread.isHeld,
  last: thread.texts.at(-1)?.body,
});

const sorted = (threads: ReturnType<typeof shown>[]) => threads.toSorted((a, b) => a.id.localeCompare(b.id));
