import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { AtsUnavailable, NotFound, OutcomeUnknown, orGone } from '../failures.ts';
import type { AtsEvent, AtsEventQueue } from '../port.ts';
import { rows } from '../records.ts';
import { query } from './lists.ts';
import { within } from './session.ts';

/*
 * A queue instead of webhooks. Reading takes from it, but what was taken can be had again by the number it was handed out under. So
 * the last number that is processed is kept, and one handed out beyond it is asked for again.
 */

const NAMES = 'Candidate,JobSubmission,Appointment,Placement,JobOrder';
const MOST_EVENTS = 100;

const Position = z.object({ subscription: z.string(), requestId: z.number() });
const Subscribed = z.object({ subscriptionId: z.string(), lastRequestId: z.number().default(0) });
const LastRequest = z.object({ result: z.number().nullish() });
const Entry = z.object({
  entityName: z.string(),
  entityId: z.number().int(),
  entityEventType: z.string(),
});
type Entry = z.infer<typeof Entry>;
/** Nothing at all when there are no events. */
const batchIn = (api: AtsApi) =>
  z
    .union([
      z.object({
        requestId: z.number().nullish(),
        events: rows(api, 'other', Entry, { only: true }).nullish(),
      }),
      z.undefined(),
    ])
    .nullish();

export const events: AtsEventQueue = {
  poll: async (api, position) => {
    if (position === null) return { events: [], position: await subscribe(api), more: false };
    const { subscription, requestId } = Position.parse(JSON.parse(position));
    try {
      const batch = await take(api, subscription, requestId);
      if (batch === null) return { events: [], position, more: false };
      const next = JSON.stringify({ subscription, requestId: batch.requestId });
      const events = await eventsOf(api, batch.entries);
      return { events, position: next, more: batch.hasMore };
    } catch (error) {
      // Unused ones are removed; what changed meanwhile is found by the lists.
      if (error instanceof NotFound) return { events: [], position: await subscribe(api), more: false };
      throw error;
    }
  },
  close: async (api, position) => {
    const { subscription } = Position.parse(JSON.parse(position));
    const request = { method: 'DELETE', url: addressOf(subscription) } as const;
    await orGone(api.write('unsubscribe', request, z.unknown()));
  },
};

const addressOf = (subscription: string, more = '') => within(`event/subscription/${subscription}${more}`);

/** A random name that no one else has: two readers of a queue would take events from each other. */
async function subscribe(api: AtsApi): Promise<string> {
  const subscription = `hiretext-${randomBytes(12).toString('hex')}`;
  const query = { type: 'entity', names: NAMES, eventTypes: 'INSERTED,UPDATED,DELETED' };
  const request = { method: 'PUT', url: addressOf(subscription), query } as const;
  const { body } = await api.write('subscribe', request, Subscribed);
  return JSON.stringify({ subscription, requestId: body.lastRequestId });
}

async function take(api: AtsApi, subscription: string, requestId: number) {
  const asked = { method: 'GET', url: addressOf(subscription, '/lastRequestId') } as const;
  const { body: last } = await api.read('read the queue', asked, LastRequest);
  const isRepeated = (last.result ?? 0) > requestId;
  const query = { maxEvents: MOST_EVENTS, ...(isRepeated && { requestId: requestId + 1 }) };
  const request = { method: 'GET', url: addressOf(subscription), query } as const;
  // Taking isn't repeated by itself: the second answer would hold what comes after the lost one.
  const taken = isRepeated
    ? api.read('read the queue', request, batchIn(api))
    : api.write('read the queue', request, batchIn(api)).catch(asUnavailable);
  const { body } = await taken;
  const { items: entries, count } = body?.events ?? { items: [], count: 0 };
  const number = isRepeated ? requestId + 1 : (body?.requestId ?? null);
  return number === null || (count === 0 && !isRepeated)
    ? null
    : { entries, requestId: number, hasMore: isRepeated || count >= MOST_EVENTS };
}

function asUnavailable(error: unknown): never {
  if (error instanceof OutcomeUnknown) throw new AtsUnavailable('read the queue: no answer');
  throw error;
}

async function eventsOf(api: AtsApi, entries: Entry[]): Promise<AtsEvent[]> {
  const submissions = entries.filter(({ entityName }) => entityName === 'JobSubmission');
  const moved = await candidatesOf(api, [...new Set(submissions.map(({ entityId }) => entityId))]);
  const found = [...entries.flatMap(eventOf), ...moved.map(personChanged)];
  return [...new Map(found.map((event) => [JSON.stringify(event), event])).values()];
}

const personChanged = (id: number): AtsEvent => ({ kind: 'personChanged', externalId: String(id) });

function eventOf({ entityName, entityId, entityEventType }: Entry): AtsEvent[] {
  switch (entityName) {
    case 'Candidate':
      return entityEventType === 'DELETED'
        ? [{ kind: 'personDeleted', externalId: String(entityId) }]
        : [personChanged(entityId)];
    case 'Appointment':
      return [{ kind: 'interviewsChanged', applicationExternalId: null }];
    case 'Placement':
      return [{ kind: 'newHiresChanged' }];
    case 'JobOrder':
      return [{ kind: 'jobsChanged' }];
    default:
      return [];
  }
}

async function candidatesOf(api: AtsApi, submissionIds: number[]): Promise<number[]> {
  if (submissionIds.length === 0) return [];
  const where = `id IN (${submissionIds.join(',')})`;
  const asked = {
    entity: 'JobSubmission' as const,
    kind: 'other' as const,
    where,
    fields: 'id,candidate(id)',
    start: 0,
  };
  const row = z.object({ candidate: z.object({ id: z.number().int() }).nullish() });
  const { data } = await query(api, 'list submissions', asked, row);
  return data.flatMap(({ candidate }) => (candidate ? [candidate.id] : []));
}
