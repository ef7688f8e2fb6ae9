import type pg from 'pg';
import { CardRefused } from '../port.ts';
import { catchUp, type Turn } from './life.ts';
import {
  type Answer,
  insertAnswer,
  insertEvent,
  inTransaction,
  lockCustomer,
  readAheadMs,
  readAnswer,
} from './store.ts';

export type Turns = ReturnType<typeof createTurns>;

export function createTurns({ pool, clock }: { pool: pg.Pool; clock: () => Date }) {
  const now = async () => new Date(clock().getTime() + (await readAheadMs(pool)));

  /** The customer is locked, and what fell due is done before `work`. */
  async function take<T>(customerId: string, work: (turn: Turn) => Promise<T>): Promise<T> {
    const at = await now();
    return inTransaction(pool, async (client) => {
      const turn: Turn = {
        client,
        customer: await lockCustomer(client, customerId),
        now: at,
        tell: (about, subjectId) => insertEvent(client, { customerId, about, subjectId }, clock()),
      };
      await catchUp(turn);
      return work(turn);
    });
  }

  /** Does it once for each key; the answer names what it was about. A refusal is an answer too, and kept. */
  async function once(
    { customerId, ...action }: { customerId: string; key: string; method: string; request: unknown },
    work: (turn: Turn) => Promise<string>,
  ): Promise<string> {
    const { subjectId, refusal } = await take(customerId, async (turn): Promise<Answer> => {
      const asked = { customerId, ...action };
      const given = await readAnswer(turn.client, asked);
      if (given !== null) return given;
      const answer = await work(turn).then(
        (id): Answer => ({ subjectId: id, refusal: null }),
        (error: unknown): Answer => {
          if (error instanceof CardRefused) return { subjectId: null, refusal: error.reason };
          throw error;
        },
      );
      await insertAnswer(turn.client, asked, answer);
      return answer;
    });
    if (refusal !== null) throw new CardRefused(refusal);
    if (subjectId === null) throw new Error('The sandbox kept no answer');
    return subjectId;
  }

  return { now, take, once };
}
