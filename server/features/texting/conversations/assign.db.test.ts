import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationActivity } from '../../../../contract/conversation-activity.ts';
import * as routes from '../../../../contract/routes.ts';
import { openStream } from '../../../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sendText } from '../../../testing/texting.ts';
import { eraseUser } from '../../deletions/erase-user.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
let cy: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana, 'member');
  cy = await app.addColleague(ana, 'member');
});
afterAll(() => app.stop());

/** A conversation of the person's seat. */
const begun = async (person: Recruiter) => (await sendText(person, candidatePhone(), 'Hi')).conversationId;
const assign = (by: Recruiter, id: string, to: Recruiter | null) =>
  by.call(routes.assignConversation, { params: { id }, body: { userId: to?.userId ?? null } });
const linesOf = async (id: string, query: { limit?: number; cursor?: string } = {}, by = ana) =>
  (await by.call(routes.listConversationActivity, { params: { id }, query })).items;
const idsOf = async (person: Recruiter, assignee: string) =>
  (await person.call(routes.listConversations, { query: { assignee } })).items.map(({ id }) => id);
const namesIn = ({ type, actor, details }: ConversationActivity) =>
  [type, actor?.id ?? null, details.userId, details.reason] as const;

describe('assigning a conversation', () => {
  it('gives it to a colleague, with a line and a notification, once', async () => {
    const id = await begun(ben);
    expect((await assign(ben, id, cy)).assigneeId).toBe(cy.userId);
    await assign(ben, id, cy);
    expect((await linesOf(id)).map(namesIn)).toEqual([['assigned', ben.userId, cy.userId, null]]);
    expect(await idsOf(cy, 'me')).toContain(id);
    expect(await idsOf(ben, 'me')).not.toContain(id);
    const { items } = await cy.call(routes.listNotifications, { query: {} });
    expect(items).toMatchObject([{ type: 'assigned', conversationId: id }]);
    expect(items[0]?.text).toMatch(/ assigned .+ to you\.$/);
  });

  it('lists its lines newest first, in pages, for those who may see it', async () => {
    const id = await begun(ben);
    for (const to of [cy, null, ben]) {
      app.clock.advance(1000);
      await assign(ben, id, to);
    }
    expect((await linesOf(id)).map(namesIn)).toEqual([
      ['assigned', ben.userId, ben.userId, null],
      ['unassigned', ben.userId, cy.userId, null],
      ['assigned', ben.userId, cy.userId, null],
    ]);
    const first = await ana.call(routes.listConversationActivity, { params: { id }, query: { limit: 2 } });
    expect(await linesOf(id, { limit: 2, cursor: first.nextCursor ?? '' })).toHaveLength(1);
    expect(await cy.refusal(routes.listConversationActivity, { params: { id }, query: {} })).toBe(
      '404 not_found',
    );
    // What they do with their own is no news to them.
    const { items } = await ben.call(routes.listNotifications, { query: {} });
    expect(items).toEqual([]);
  });

  it('is for those who see it, and to people with a seat', async () => {
    const id = await begun(ben);
    const to = (userId: string) => ({ params: { id }, body: { userId } });
    expect(await cy.refusal(routes.assignConversation, to(cy.userId))).toBe('404 not_found');
    expect(await ben.refusal(routes.assignConversation, to(app.deps.newId()))).toBe('422 invalid');
    expect(await linesOf(id)).toEqual([]);
  });

  it('leaves the browsers of those who lose sight of it, and comes to the others', async () => {
    const id = await begun(ana);
    await assign(ana, id, ben);
    const [bens, cys, anas] = await Promise.all(
      [ben, cy, ana].map((person) => openStream(app.url, person.token)),
    );
    // Ben gives away what he only had because it was assigned to him.
    expect((await assign(ben, id, cy)).assigneeId).toBe(cy.userId);
    expect(await ben.refusal(routes.getConversation, { params: { id } })).toBe('404 not_found');
    const heard = (stream: typeof bens) =>
      (stream?.events ?? []).flatMap(({ event }) =>
        event.type === 'conversation.updated'
          ? [`of ${event.conversation.assigneeId}`]
          : event.type === 'conversation.deleted'
            ? [`lost ${event.conversationId}`]
            : [],
      );
    await eventually(() => {
      expect(heard(bens).at(-1)).toBe(`lost ${id}`);
      expect(heard(cys).at(-1)).toBe(`of ${cy.userId}`);
      expect(heard(anas).at(-1)).toBe(`of ${cy.userId}`);
    });
    // An admin who had it still sees it.
    await assign(cy, id, ana);
    await eventually(() => expect(heard(cys).at(-1)).toBe(`lost ${id}`));
    await assign(ana, id, cy);
    await eventually(() => expect(heard(cys).at(-1)).toBe(`of ${cy.userId}`));
    expect(heard(anas)).not.toContain(`lost ${id}`);
    for (const stream of [bens, cys, anas]) stream?.close();
  });
});

describe('what no one has', () => {
  it('is listed and counted for the person whose seat it is, and for admins', async () => {
    const eva = await app.signUp();
    const fay = await app.addColleague(eva, 'member');
    const gus = await app.addColleague(eva, 'member');
    const [fays, evas] = [await begun(fay), await begun(eva)];
    for (const [person, id] of [
      [fay, fays],
      [eva, evas],
    ] as const)
      await assign(person, id, null);
    const lists = await Promise.all([eva, fay, gus].map((person) => idsOf(person, 'none')));
    expect(lists.map((ids) => ids.toSorted())).toEqual([[fays, evas].toSorted(), [fays], []]);
    const counts = await Promise.all([eva, fay, gus].map((person) => person.call(routes.getInboxCounts, {})));
    expect(counts.map(({ unassigned }) => unassigned)).toEqual([2, 1, 0]);
    // Their seats have people, who look after them.
    expect((await eva.call(routes.listUncoveredConversations, { query: {} })).items).toEqual([]);
  });
});

describe('someone who leaves', () => {
  /** A company that has as many numbers as are left at first. */
  async function company() {
    const eva = await app.signUp();
    const fay = await app.addColleague(eva, 'member');
    return { eva, fay, dee: await app.addColleague(eva, 'member') };
  }

  it('leaves what was theirs to no one, and a line says so', async () => {
    const { eva, fay, dee } = await company();
    const [own, given] = [await begun(dee), await begun(fay)];
    await assign(fay, given, dee);
    await eva.call(routes.removeSeatFromTeamMember, { body: { userId: dee.userId } });
    expect(
      await fay.refusal(routes.assignConversation, { params: { id: given }, body: { userId: dee.userId } }),
    ).toBe('422 invalid');
    for (const id of [own, given]) {
      const [line] = await linesOf(id, {}, eva);
      expect(line && namesIn(line)).toEqual(['unassigned', null, dee.userId, 'personLeft']);
      expect(line?.details.user?.id).toBe(dee.userId);
    }
    expect(await idsOf(eva, 'none')).toEqual(expect.arrayContaining([own, given]));
    expect(await idsOf(fay, 'none')).toContain(given);
  });

  it('and once erased, is not named anymore', async () => {
    const { eva, fay, dee } = await company();
    const id = await begun(fay);
    await assign(fay, id, dee);
    await eraseUser(app.deps, { accountId: dee.accountId, userId: dee.userId, due: app.clock() });
    expect((await linesOf(id, {}, eva)).map(namesIn)).toEqual([
      ['unassigned', null, null, 'personLeft'],
      ['assigned', fay.userId, null, null],
    ]);
    expect(await idsOf(fay, 'none')).toContain(id);
  });

  it('whose seat is covered, and then taken, with a line for each', async () => {
    const { eva, fay, dee } = await company();
    const id = await begun(dee);
    await eva.call(routes.removeSeatFromTeamMember, { body: { userId: dee.userId } });
    const cover = (userId: string | null) =>
      eva.call(routes.coverSeat, { params: { id: dee.seatId }, body: { userId } });
    await cover(fay.userId);
    await cover(null);
    const lines = (await linesOf(id, {}, eva)).map(namesIn);
    expect(lines).toEqual([
      ['unassigned', eva.userId, fay.userId, 'coverEnded'],
      ['assigned', eva.userId, fay.userId, 'seatCovered'],
      ['unassigned', null, dee.userId, 'personLeft'],
    ]);
  });
});
