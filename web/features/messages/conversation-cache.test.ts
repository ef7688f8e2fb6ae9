import { describe, expect, test } from 'vitest';
import { makeConversation, makeUser } from '../../testing/make.ts';
import { isInInboxOf, place } from './conversation-cache.ts';

const at = (minute: number, over = {}) => {
  const conversation = makeConversation(over);
  const createdAt = `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`;
  return {
    ...conversation,
    lastMessage: conversation.lastMessage && { ...conversation.lastMessage, createdAt },
  };
};
type One = ReturnType<typeof at>;

const cached = (nextCursor: string | null, ...pages: One[][]) => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((items, number) => ({
    items,
    nextCursor: number === pages.length - 1 ? nextCursor : 'more',
  })),
});
const idsOf = (data: ReturnType<typeof place>) => data.pages.map((page) => page.items.map((item) => item.id));
const all = { filter: 'all', search: '', assignee: 'me', tags: [] } as const;
const unread = { ...all, filter: 'unread' } as const;
const ours = { openId: undefined, isMine: true };

describe('a changed conversation', () => {
  const [a, b, c] = [at(30), at(20), at(10)];

  test('moves to the place of its latest text, across pages, and is there once', () => {
    const moved = {
      ...c,
      lastMessage: c.lastMessage && { ...c.lastMessage, createdAt: '2026-11-20T15:25:00.000Z' },
    };
    expect(idsOf(place(cached(null, [a, b], [c]), moved, all, ours))).toEqual([[a.id, c.id, b.id], []]);
  });

  test('older than all that is loaded it is left to its own page, or ends the list', () => {
    const old = at(1);
    expect(idsOf(place(cached('more', [a, b]), old, all, ours))).toEqual([[a.id, b.id]]);
    expect(idsOf(place(cached(null, [a, b]), old, all, ours))).toEqual([[a.id, b.id, old.id]]);
  });

  test('leaves a filter it no longer matches, unless it is the one being read', () => {
    const before = cached(null, [
      { ...a, unreadCount: 2 },
      { ...b, unreadCount: 1 },
    ]);
    expect(idsOf(place(before, a, unread, ours))).toEqual([[b.id]]);
    expect(idsOf(place(before, a, unread, { ...ours, openId: a.id }))).toEqual([[a.id, b.id]]);
  });

  test('leaves the inbox when archived and appears among the archived', () => {
    const archived = { ...a, archivedAt: '2026-11-20T16:00:00.000Z' };
    expect(idsOf(place(cached(null, [a, b]), archived, all, ours))).toEqual([[b.id]]);
    expect(idsOf(place(cached(null, []), archived, { ...all, filter: 'archived' }, ours))).toEqual([[a.id]]);
  });

  test('changes search results in place and never joins them by itself', () => {
    const search = { ...all, search: 'lop' } as const;
    expect(idsOf(place(cached(null, [b, c]), a, search, ours))).toEqual([[b.id, c.id]]);
    const newer = { ...c, unreadCount: 4 };
    const after = place(cached(null, [b, c]), newer, search, ours);
    expect(after.pages[0]?.items[1]?.unreadCount).toBe(4);
  });

  test("of a colleague's inbox stays out of ours, and leaves it when it is given away", () => {
    const notOurs = { ...ours, isMine: false };
    expect(idsOf(place(cached(null, [b]), a, all, notOurs))).toEqual([[b.id]]);
    expect(idsOf(place(cached(null, [a, b]), a, all, notOurs))).toEqual([[b.id]]);
    expect(idsOf(place(cached(null, [a, b]), a, all, { ...notOurs, openId: a.id }))).toEqual([[a.id, b.id]]);
  });

  test('is in the inbox of its assignee and of their delegate', () => {
    const me = makeUser();
    const colleague = { userId: 'away', firstName: 'Ana', lastName: 'Ruiz', until: null };
    expect(isInInboxOf(me, { ...a, assigneeId: me.id })).toBe(true);
    expect(isInInboxOf(me, { ...a, assigneeId: 'away' })).toBe(false);
    expect(isInInboxOf({ ...me, covers: [colleague] }, { ...a, assigneeId: 'away' })).toBe(true);
    expect(isInInboxOf(me, { ...a, assigneeId: null })).toBe(false);
  });
});
