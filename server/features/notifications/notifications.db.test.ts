import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import { openStream } from '../../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { sendText } from '../../testing/texting.ts';
import { eraseUser } from '../deletions/erase-user.ts';
import { type Notified, recordNotification } from './record-notification.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana);
});
afterAll(() => app.stop());

const notify = (to: Recruiter, text: string, more: Partial<Notified> = {}) =>
  inTransaction(app.deps.db, (tx) =>
    recordNotification(tx, app.deps, {
      accountId: to.accountId,
      userId: to.userId,
      type: 'mention',
      text,
      conversationId: null,
      ...more,
    }),
  );
const listOf = (person: Recruiter, query: { limit?: number; cursor?: string } = {}) =>
  person.call(routes.listNotifications, { query });
const textsOf = async (person: Recruiter) => (await listOf(person)).items.map(({ text }) => text);

describe('a notification', () => {
  it('is on the list of its person, newest first, in pages, until they mark it read', async () => {
    const cem = await app.addColleague(ana);
    for (const text of ['One', 'Two', 'Three']) await notify(cem, text);
    const first = await listOf(cem, { limit: 2 });
    expect(first.items.map(({ text, readAt }) => [text, readAt])).toEqual([
      ['Three', null],
      ['Two', null],
    ]);
    const rest = await listOf(cem, { cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({
      items: [{ text: 'One', type: 'mention' }],
      nextCursor: null,
      unreadCount: 3,
    });

    const [three] = first.items;
    const some = await cem.call(routes.readNotifications, { body: { ids: [three?.id ?? ''] } });
    expect(some).toEqual({ unreadCount: 2 });
    expect(await cem.call(routes.readNotifications, { body: {} })).toEqual({ unreadCount: 0 });
    expect((await listOf(cem)).items.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  it('is no one else’s to see or to mark, not even an admin’s', async () => {
    await notify(ben, 'For Ben');
    const [{ id } = { id: '' }] = (await listOf(ben)).items;
    expect(await textsOf(ana)).not.toContain('For Ben');
    await ana.call(routes.readNotifications, { body: { ids: [id] } });
    expect((await listOf(ben)).items[0]).toMatchObject({ id, readAt: null });
  });

  it('arrives in the open browsers of its person, and in no others', async () => {
    const [bens, anas] = await Promise.all([openStream(app.url, ben.token), openStream(app.url, ana.token)]);
    await notify(ben, 'Live for Ben');
    await notify(ana, 'Live for Ana');
    const heard = ({ events }: typeof bens) =>
      events.flatMap(({ event }) => (event.type === 'notification' ? [event] : []));
    await eventually(() => {
      expect(heard(bens)).toHaveLength(1);
      expect(heard(anas)).toHaveLength(1);
    });
    const [row] = (await listOf(ben)).items;
    expect(heard(bens)[0]).toEqual({ ...row, type: 'notification', about: 'mention' });
    expect(heard(anas)[0]?.text).toBe('Live for Ana');
    bens.close();
    anas.close();
  });

  it('goes with its conversation and comes back with it, and goes for good with the person it names', async () => {
    const { conversationId } = await sendText(ana, candidatePhone(), 'Hi');
    const { candidate } = await ana.call(routes.getConversation, { params: { id: conversationId } });
    const remaining = async () => (await textsOf(ana)).filter((text) => /did something|About a/.test(text));
    await notify(ana, 'About a candidate', { conversationId });
    await notify(ana, 'Ben did something', { actorId: ben.userId });
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    expect(await remaining()).toEqual(['Ben did something']);
    await ana.call(routes.restoreCandidate, { params: { id: candidate.id } });
    expect(await remaining()).toEqual(['Ben did something', 'About a candidate']);

    await eraseUser(app.deps, { ...ben, due: app.deps.clock() });
    expect(await remaining()).toEqual(['About a candidate']);
  });
});
