import { z } from 'zod';
import { AtsType } from '../../../contract/ats.ts';
import type { AtsEvent } from '../../adapters/ats/port.ts';
import type { Db } from '../../db/connection.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import type { ConnectionKey } from './connections-store.ts';

const Event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('personChanged'), externalId: z.string() }),
  z.object({ kind: z.literal('personDeleted'), externalId: z.string() }),
  z.object({ kind: z.literal('peopleMerged'), from: z.string(), into: z.string() }),
  z.object({ kind: z.literal('interviewsChanged'), applicationExternalId: z.string().nullable() }),
  z.object({ kind: z.literal('interviewsOfPersonChanged'), personExternalId: z.string() }),
  z.object({ kind: z.literal('newHiresChanged') }),
  z.object({ kind: z.literal('jobsChanged') }),
]);

/** Reads again what a system reported as changed, and saves it. */
export const atsEvent = jobKind({
  name: 'atsEvent',
  payload: z.object({ accountId: z.uuid(), atsType: AtsType, generation: z.string(), event: Event }),
  maxAttempts: 10,
});

/** However often a person changes while the job waits, they're read once. */
function subjectOf(event: AtsEvent): string {
  switch (event.kind) {
    case 'personChanged':
    case 'personDeleted':
      return `person:${event.externalId}`;
    case 'peopleMerged':
      return `merged:${event.from}:${event.into}`;
    case 'interviewsChanged':
      return `interviews:${event.applicationExternalId ?? ''}`;
    case 'interviewsOfPersonChanged':
      return `interviewsOf:${event.personExternalId}`;
    default:
      return event.kind;
  }
}

const MOST_OF_A_KEY = 400;

export function enqueueEvents(
  db: Db,
  { accountId, atsType, generation }: ConnectionKey,
  events: AtsEvent[],
): Promise<void> {
  const bySubject = new Map(events.map((event) => [subjectOf(event), event]));
  return enqueue(
    db,
    [...bySubject].map(([subject, event]) => ({
      kind: atsEvent,
      payload: { accountId, atsType, generation, event },
      queue: `atsEvent:${accountId}:${atsType}`,
      key: `atsEvent:${accountId}:${atsType}:${generation}:${subject}`.slice(0, MOST_OF_A_KEY),
    })),
  );
}
