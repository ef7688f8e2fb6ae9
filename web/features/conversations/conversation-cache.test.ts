import { describe, expect, test } from 'vitest';
import { makeConversation } from '../../testing/make.ts';
import { place } from './conversation-cache.ts';

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
const all = { filter: 'all', search: '' } as const;
const unread = { filter: 'unread', search: '' } as const;

describe('a changed conversation', () => {
  const [a, b, c] = [at(30), at(20), at(10)];

  test('moves to the place of its latest text, across pages, and is there once', () => {
    const moved = {
      ...c,
      lastMessage: c.lastMessage && { ...c.lastMessage, createdAt: '2026-11-20T15:25:00.000Z' },
    };
    expect(idsOf(place(cached(null, [a, b], [c]), moved, all, undefined))).toEqual([[a.id, c.id, b.id], []]);
  });

  test('older than all that is loaded it is left to its own page, or ends the list', () => {
    const old = at(1);
    expect(idsOf(place(cached('more', [a, b]), old, all, undefined))).toEqual([[a.id, b.id]]);
    expect(idsOf(place(cached(null, [a, b]), old, all, undefined))).toEqual([[a.id, b.id, old.id]]);
  });

  test('leaves a filter it no longer matches, unless it is the one being read', () => {
    const before = cached(null, [
      { ...a, unreadCount: 2 },
      { ...b, unreadCount: 1 },
    ]);
    expect(idsOf(place(before, a, unread, undefined))).toEqual([[b.id]]);
    expect(idsOf(place(before, a, unread, a.id))).toEqual([[a.id, b.id]]);
  });

  test('leaves the inbox when archived and appears among the archived', () => {
    const archived = { ...a, archivedAt: '2026-11-20T16:00:00.000Z' };
    expect(idsOf(place(cached(null, [a, b]), archived, all, undefined))).toEqual([[b.id]]);
    expect(idsOf(place(cached(null, []), archived, { filter: 'archived', search: '' }, undefined))).toEqual([
      [a.id],
    ]);
  });

  test('changes search results in place and never joins them by itself', () => {
    const search = { filter: 'all', search: 'lop' } as const;
    expect(idsOf(place(cached(null, [b, c]), a, search, undefined))).toEqual([[b.id, c.id]]);
    const newer = { ...c, unreadCount: 4 };
    const after = place(cached(null, [b, c]), newer, search, undefined);
    expect(after.pages[0]?.items[1]?.unreadCount).toBe(4);
  });
});
