import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { RefusedByAts } from '../failures.ts';
import type { AtsEvent, AtsEventQueue } from '../port.ts';
import { TextId } from '../values.ts';
import { type AshbyCall, readPage } from './client.ts';
import { SCHEDULES } from './interviews.ts';
import { APPLICATIONS, CANDIDATES } from './people.ts';

/*
 * Ashby lists what changed since a token, which comes with the last page of a list. The token is the position here; the first one
 * costs a walk through the whole list, which yields no changes.
 */

const Feed = z.object({
  token: z.string().nullable(),
  /** In the middle of a walk. */
  cursor: z.string().nullable(),
  /** False for the first walk: those are listed anyway. */
  tells: z.boolean(),
});
type Feed = z.infer<typeof Feed>;

const FEEDS: { call: AshbyCall; eventOf: (item: Item) => AtsEvent }[] = [
  { call: CANDIDATES, eventOf: ({ id }) => ({ kind: 'personChanged', externalId: id }) },
  {
    call: APPLICATIONS,
    eventOf: ({ candidate }) => ({ kind: 'personChanged', externalId: candidate?.id ?? '' }),
  },
  {
    call: SCHEDULES,
    eventOf: ({ applicationId }) => ({
      kind: 'interviewsChanged',
      applicationExternalId: applicationId ?? null,
    }),
  },
];

const Item = z.object({
  id: TextId,
  candidate: z.object({ id: TextId }).nullish(),
  applicationId: TextId.nullish(),
});
type Item = z.infer<typeof Item>;

const Position = z.array(Feed).length(FEEDS.length);

const UNREAD: Feed = { token: null, cursor: null, tells: false };

export const ashbyChanges: AtsEventQueue = {
  poll: async (api, position) => {
    const feeds = position === null ? FEEDS.map(() => UNREAD) : Position.parse(JSON.parse(position));
    const events = new Map<string, AtsEvent>();
    const read: Feed[] = [];
    for (const [index, { call, eventOf }] of FEEDS.entries()) {
      const feed = feeds[index] ?? UNREAD;
      const { items, next } = await readFeed(api, call, feed);
      read.push(next);
      if (!feed.tells) continue;
      for (const event of items.map(eventOf)) events.set(JSON.stringify(event), event);
    }
    return {
      events: [...events.values()],
      position: JSON.stringify(read),
      more: read.some(({ cursor }) => cursor !== null),
    };
  },
  /** There is nothing to close. */
  close: () => Promise.resolve(),
};

async function readFeed(api: AtsApi, call: AshbyCall, feed: Feed): Promise<{ items: Item[]; next: Feed }> {
  try {
    const json = { ...(feed.token !== null && { syncToken: feed.token }) };
    const { results, next, syncToken } = await readPage(api, { ...call, json }, feed.cursor, Item);
    if (next !== null) return { items: results, next: { ...feed, cursor: next } };
    return { items: results, next: { token: syncToken ?? feed.token, cursor: null, tells: true } };
  } catch (error) {
    // Too old: what changed meanwhile is among all there are.
    const isExpired = error instanceof RefusedByAts && /sync_token/.test(error.reason);
    if (!isExpired || feed.token === null) throw error;
    return { items: [], next: { token: null, cursor: null, tells: true } };
  }
}
