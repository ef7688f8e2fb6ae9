import { z } from 'zod';
import { AtsType } from '../../../contract/ats.ts';
import type { Db } from '../../db/connection.ts';
import { enqueue, type JobKind, type JobRequest, jobKind } from '../../queue/job.ts';
import type { ConnectionKey } from './connections-store.ts';

/* The jobs of connections. Each names the one it is for, and ends without effect once there is another. */

const Key = z.object({ accountId: z.uuid(), atsType: AtsType, generation: z.string() });

const keyOf = ({ accountId, atsType, generation }: ConnectionKey) => ({ accountId, atsType, generation });
const named = ({ accountId, atsType, generation }: ConnectionKey) => `${accountId}:${atsType}:${generation}`;

function forConnections(kind: JobKind<typeof Key>) {
  const { name } = kind;
  return {
    kind,
    /** One for each connection, one after the other. */
    job: (key: ConnectionKey, runAt?: Date): JobRequest<typeof Key> => ({
      kind,
      payload: keyOf(key),
      queue: `${name}:${key.accountId}:${key.atsType}`,
      key: `${name}:${named(key)}`,
      ...(runAt === undefined ? {} : { runAt }),
    }),
  };
}

/** Brings our data into step with the system, a slice at a time. */
export const syncAts = forConnections(jobKind({ name: 'syncAts', payload: Key, maxAttempts: 25 }));
/** Sets its webhooks up. */
export const subscribeAts = forConnections(jobKind({ name: 'subscribeAts', payload: Key, maxAttempts: 25 }));
/** Takes them back after the connection has ended. */
export const takeBackAts = forConnections(jobKind({ name: 'takeBackAts', payload: Key, maxAttempts: 25 }));

export function enqueueSync(db: Db, key: ConnectionKey): Promise<void> {
  return enqueue(db, [syncAts.job(key)]);
}

/** Each minute: those that are due. */
export const sweepAts = jobKind({ name: 'sweepAts', payload: z.unknown(), maxAttempts: 1 });
