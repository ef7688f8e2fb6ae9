import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { MadeMessage } from '../../../testing/make.ts';
import { makeThread, type Thread } from '../../../testing/make-thread.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { receiveText, sendText } from '../../../testing/texting.ts';
import { sweepBulkChanges } from './bulk-store.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});

const asked: MadeMessage = { direction: 'inbound', body: 'Hello?', at: new Date('2026-03-02T15:00:00.000Z') };
const thread = (person: Recruiter, more: Parameters<typeof makeThread>[3] = {}) =>
  makeThread(app, person, [asked], { unreadCount: 2, ...more });

type Bulk = Omit<BodyInput<typeof routes.changeConversations>, 'ids'>;
const bulk = (person: Recruiter, ids: string[], what: Bulk) =>
  person.call(routes.changeConversations, { body: { ids, ...what } });
const undo = async (person: Recruiter, undoId: string) =>
  (await person.call(routes.undoBulk, { params: { undoId } })).changed;
const look = (person: Recruiter, { id }: { id: string }): Promise<Conversation> =>
  person.call(routes.getConversation, { params: { id } });

interface Case {
  what: Bulk;
  done: Partial<Conversation>;
  before: Partial<Conversation>;
}

const actions: Record<string, Case> = {
  archive: {
    what: { action: 'archive' },
    done: { archivedAt: expect.any(String) },
    before: { archivedAt: null },
  },
  read: { what: { action: 'read' }, done: { unreadCount: 0 }, before: { unreadCount: 2 } },
  assign: {
    what: { action: 'assign', userId: null },
    done: { assigneeId: null },
    before: { assigneeId: expect.any(String) },
  },
  tag: { what: { action: 'tag', tag: 'Night shift' }, done: { tags: ['Night shift'] }, before: { tags: [] } },
};

describe.each(Object.entries(actions))('%s', (_, { what, done, before }) => {
  it('changes those that were not so, and undo restores exactly these', async () => {
    const [one, two, already] = [await thread(ana), await thread(ana), await thread(ana)];
    await bulk(ana, [already.id], what);
    const { changed, undoId } = await bulk(ana, [one.id, two.id, already.id, one.id], what);
    expect(changed).toBe(2);
    for (const each of [one, two, already]) expect(await look(ana, each)).toMatchObject(done);
    expect(await undo(ana, undoId)).toBe(2);
    for (const each of [one, two]) expect(await look(ana, each)).toMatchObject(before);
    expect(await look(ana, already)).toMatchObject(done);
    expect(await undo(ana, undoId)).toBe(0);
  });

  it("leaves out what the person can't see, and what isn't there", async () => {
    const [own, other] = [await thread(cem), await thread(ana)];
    expect(await bulk(cem, [own.id, other.id, app.deps.newId()], what)).toMatchObject({ changed: 1 });
    expect(await look(ana, other)).toMatchObject(before);
  });

  it("is undone by its author only, once, and only while it's fresh", async () => {
    const own = await thread(cem);
    const { undoId } = await bulk(cem, [own.id], what);
    expect(await ana.refusal(routes.undoBulk, { params: { undoId } })).toBe('404 not_found');
    const both = await Promise.all([undo(cem, undoId), undo(cem, undoId)]);
    expect(both.sort()).toEqual([0, 1]);
    const late = await bulk(cem, [own.id], what);
    app.clock.advance(61 * 60_000);
    expect(await cem.refusal(routes.undoBulk, { params: { undoId: late.undoId } })).toBe('404 not_found');
    app.clock.reset();
  });

  it('tells open browsers', async () => {
    const [one, two] = [await thread(ana), await thread(ana)];
    await bulk(ana, [one.id, two.id], what);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      'select distinct subject_id as id from live_events where account_id = $1',
      [ana.accountId],
    );
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
  });
});

/** What came after the bulk stays as it is. */
const later: [string, Bulk, (one: Thread) => Promise<unknown>, Partial<Conversation>][] = [
  [
    'archived, then the candidate texts',
    { action: 'archive' },
    (one) => receiveText(app, ana, one.phone, 'Are you there?'),
    { archivedAt: null, unreadCount: 3 },
  ],
  [
    'archived, moved back and archived again',
    { action: 'archive' },
    async ({ id }) => {
      await ana.call(routes.unarchiveConversation, { params: { id } });
      app.clock.advance(1000);
      await ana.call(routes.archiveConversation, { params: { id } });
      app.clock.reset();
    },
    { archivedAt: expect.any(String) },
  ],
  [
    'read, then the candidate texts',
    { action: 'read' },
    (one) => receiveText(app, ana, one.phone, 'Are you there?'),
    { unreadCount: 1 },
  ],
  [
    'read, the candidate texts, read',
    { action: 'read' },
    async ({ id, phone }) => {
      await receiveText(app, ana, phone, 'Are you there?');
      await ana.call(routes.readConversation, { params: { id } });
    },
    { unreadCount: 0 },
  ],
  ['read, then answered', { action: 'read' }, (one) => sendText(ana, one.phone, 'Yes'), { unreadCount: 0 }],
  [
    'read, then marked as unread',
    { action: 'read' },
    ({ id }) => ana.call(routes.unreadConversation, { params: { id } }),
    { unreadCount: 1 },
  ],
  [
    'tagged, then untagged and tagged otherwise',
    { action: 'tag', tag: 'RN' },
    ({ id }) =>
      ana.call(routes.updateConversationTags, { params: { id }, body: { remove: ['rn'], add: ['ICU'] } }),
    { tags: ['ICU'] },
  ],
  [
    'unassigned, then taken and left again',
    { action: 'assign', userId: null },
    async ({ id }) => {
      app.clock.advance(1000);
      for (const userId of [ana.userId, null])
        await ana.call(routes.assignConversation, { params: { id }, body: { userId } });
      app.clock.reset();
    },
    { assigneeId: null },
  ],
];

it.each(later)('undo leaves what is newer: %s', async (_, what, happens, stays) => {
  const one = await thread(ana);
  const { undoId } = await bulk(ana, [one.id], what);
  await happens(one);
  expect(await undo(ana, undoId)).toBe(0);
  expect(await look(ana, one)).toMatchObject(stays);
});

describe('assigning several', () => {
  it('notifies the colleague once, and undo returns each to who had it, also out of sight', async () => {
    const eve = await app.addColleague(ana, 'member');
    const given = await thread(cem);
    await ana.call(routes.assignConversation, { params: { id: given.id }, body: { userId: eve.userId } });
    const own = await thread(eve);
    const { changed, undoId } = await bulk(eve, [given.id, own.id], { action: 'assign', userId: cem.userId });
    expect(changed).toBe(2);
    expect(await eve.refusal(routes.getConversation, { params: { id: given.id } })).toBe('404 not_found');
    const { items } = await cem.call(routes.listNotifications, { query: {} });
    expect(items).toMatchObject([{ type: 'assigned', conversationId: null }]);
    expect(items[0]?.text).toMatch(/ assigned 2 conversations to you\.$/);
    expect(await undo(eve, undoId)).toBe(2);
    for (const each of [given, own]) expect((await look(ana, each)).assigneeId).toBe(eve.userId);
    expect((await cem.call(routes.listNotifications, { query: {} })).items).toHaveLength(1);
  });

  it.each([
    ['right away leaves no line of it', 0, ['assigned']],
    ['later has its own line', 120_000, ['assigned', 'unassigned', 'assigned']],
  ])('and undone %s', async (_, ms, types) => {
    const own = await thread(ana);
    await bulk(ana, [own.id], { action: 'assign', userId: cem.userId });
    app.clock.advance(1000);
    const { undoId } = await bulk(ana, [own.id], { action: 'assign', userId: null });
    app.clock.advance(ms);
    expect(await undo(ana, undoId)).toBe(1);
    const { items } = await ana.call(routes.listConversationActivity, { params: { id: own.id }, query: {} });
    expect(items.map(({ type }) => type)).toEqual(types);
    expect((await look(ana, own)).assigneeId).toBe(cem.userId);
  });

  it('is only for people with a seat, and undo gives nothing to who has left', async () => {
    const eve = await app.addColleague(ana, 'member');
    const own = await thread(ana);
    await ana.call(routes.assignConversation, { params: { id: own.id }, body: { userId: eve.userId } });
    const { undoId } = await bulk(ana, [own.id], { action: 'assign', userId: cem.userId });
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: eve.userId } });
    expect(await undo(ana, undoId)).toBe(0);
    expect((await look(ana, own)).assigneeId).toBe(cem.userId);
    const names = (await cem.call(routes.listAssignees, {})).map(({ id }) => id);
    expect(names.sort()).toEqual([ana.userId, cem.userId].sort());
    for (const userId of [eve.userId, undefined])
      expect(
        await ana.refusal(routes.changeConversations, {
          body: { ids: [own.id], action: 'assign', ...(userId && { userId }) },
        }),
      ).toBe('422 invalid');
  });
});

it('two that tag and archive the same at the same moment do not wait for each other, and lose nothing', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push((await thread(ana)).id);
  const tags = ['a', 'b', 'c', 'd'];
  await Promise.all([
    ...tags.map((tag) => bulk(ana, tag < 'c' ? ids : ids.toReversed(), { action: 'tag', tag })),
    bulk(ana, ids.toReversed(), { action: 'archive' }),
  ]);
  for (const id of ids) {
    const now = await look(ana, { id });
    expect(now.tags.toSorted()).toEqual(tags);
    expect(now.archivedAt).not.toBeNull();
  }
});

it('what can be undone is swept after an hour', async () => {
  const { undoId } = await bulk(ana, [(await thread(ana)).id], { action: 'read' });
  const old = await bulk(ana, [(await thread(ana)).id], { action: 'read' });
  const { pool, db } = app.deps;
  await pool.query("update bulk_changes set created_at = now() - interval '61 minutes' where id = $1", [
    old.undoId,
  ]);
  await sweepBulkChanges(db);
  const { rows } = await pool.query<{ id: string }>('select id from bulk_changes where account_id = $1', [
    ana.accountId,
  ]);
  expect(rows.map(({ id }) => id)).toEqual([undoId]);
});

it.each<[string, object]>([
  ['no conversation', { ids: [], action: 'read' }],
  ['no tag', { ids: [ANY()], action: 'tag' }],
  ['an empty tag', { ids: [ANY()], action: 'tag', tag: ' ' }],
  ['too many', { ids: Array.from({ length: 1001 }, ANY), action: 'read' }],
])('%s is refused', async (_, body) => {
  expect((await ana.ask(routes.changeConversations, { body })).status).toBe(422);
});

function ANY() {
  return '01890000-0000-7000-8000-000000000000';
}

describe('tags', () => {
  const edit = (person: Recruiter, { id }: Thread, body: { add?: string[]; remove?: string[] }) =>
    person.call(routes.updateConversationTags, { params: { id }, body });
  const found = async (person: Recruiter, query: object) =>
    (await person.call(routes.listConversations, { query })).items.map(({ id }) => id);

  it('are added and removed one by one, in upper or lower case', async () => {
    const one = await thread(ana);
    expect((await edit(ana, one, { add: ['RN', 'rn', 'ICU'] })).tags).toEqual(['RN', 'ICU']);
    expect((await edit(ana, one, { remove: ['icu', 'none'], add: ['Night'] })).tags).toEqual(['RN', 'Night']);
    const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
    expect(
      await ana.refusal(routes.updateConversationTags, { params: { id: one.id }, body: { add: many } }),
    ).toBe('409 too_many_tags');
    expect((await look(ana, one)).tags).toEqual(['RN', 'Night']);
  });

  it('filter the inbox, with every other filter: those of the conversation and of its candidate', async () => {
    const [own, ofCandidate, other] = [
      await thread(ana),
      await thread(ana, { tags: ['Nurse', 'ICU'] }),
      await thread(ana),
    ];
    const cems = await thread(cem);
    for (const each of [own, cems]) await edit(ana, each, { add: ['nurse'] });
    await edit(ana, ofCandidate, { add: ['Denver'] });
    expect((await found(ana, { tag: 'NURSE' })).sort()).toEqual([own.id, ofCandidate.id].sort());
    expect(await found(ana, { tag: 'NURSE', assignee: 'all' })).toHaveLength(3);
    expect(await found(cem, { tag: 'nurse' })).toEqual([cems.id]);
    expect(await found(ana, { tag: 'nur' })).toEqual([]);
    expect(await found(ana, { tag: 'nurse', filter: 'archived' })).toEqual([]);
    await ana.call(routes.archiveConversation, { params: { id: own.id } });
    expect(await found(ana, { tag: 'nurse', filter: 'archived' })).toEqual([own.id]);
    expect(await found(ana, { tag: 'nurse', filter: 'unread' })).toEqual([ofCandidate.id]);
    const twice = await fetch(`${app.url}/v1/conversations?tag=icu&tag=denver`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect(((await twice.json()) as { items: Conversation[] }).items.map(({ id }) => id)).toEqual([
      ofCandidate.id,
    ]);
    expect(await found(ana, { tag: '★' })).toEqual([]);
    await edit(ana, other, { add: ['★'] });
    expect(await found(ana, { tag: '★' })).toEqual([other.id]);
  });

  it('page to the end, each once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const one = await makeThread(app, ana, [{ ...asked, at: new Date(asked.at.getTime() + n * 60_000) }]);
      await edit(ana, one, { add: ['RN'] });
      ids.unshift(one.id);
    }
    const walked: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page: { items: Conversation[]; nextCursor: string | null } = await ana.call(
        routes.listConversations,
        { query: { tag: 'rn', limit: 2, ...(cursor && { cursor }) } },
      );
      walked.push(...page.items.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(ids);
  });

  it('are found by a search and suggested, to those who see their conversation', async () => {
    const [one, cems] = [await thread(ana), await thread(cem)];
    await edit(ana, one, { add: ['Travel nurse'] });
    await edit(ana, cems, { add: ['Travel nurse', 'Secret'] });
    expect(await found(ana, { search: 'travel n' })).toEqual([one.id]);
    expect(await found(ana, { search: 'TRAVEL', assignee: 'all' })).toHaveLength(2);
    expect(await found(ana, { search: 'ravel' })).toEqual([]);
    const eve = await app.addColleague(ana);
    expect(await eve.call(routes.listConversationTags, {})).toEqual([]);
    expect(await ana.call(routes.listConversationTags, {})).toEqual([
      { tag: 'Travel nurse', conversations: 2 },
      { tag: 'Secret', conversations: 1 },
    ]);
  });

  it('go and come back with a deleted candidate', async () => {
    const one = await thread(ana);
    await edit(ana, one, { add: ['RN'] });
    const params = { id: one.candidateId };
    await ana.call(routes.deleteCandidate, { params });
    const kept = () =>
      app.deps.pool.query('select 1 from conversation_tags where conversation_id = $1', [one.id]);
    expect((await kept()).rowCount).toBe(0);
    await ana.call(routes.restoreCandidate, { params });
    expect(await found(ana, { tag: 'rn' })).toEqual([one.id]);
  });
});
