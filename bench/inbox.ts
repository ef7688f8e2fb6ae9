import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import type { Recruiter } from './company.ts';
import { quantile } from './load.ts';

const PAGE = 50;
const WARM_UP = 100;
const SAMPLES = 500;
/** Longer than the idle timeout of pools that drop connections soon. */
const PAUSE_MS = 11_000;
const PAUSES = 24;
const BURSTS = 30;
const AT_ONCE = 8;

export interface InboxResult {
  small: { conversations: number; p50Ms: number };
  large: { conversations: number; p50Ms: number };
  ratio: number;
  yardstickP50Ms: number;
  yardstickRatio: number;
  /** Occasional calls compared with constant ones. */
  cold: { p95Ms: number; warmP95Ms: number; ratio: number };
}

/** One page of the inbox in a small account, one in a large one, and the yardstick's, by turns. */
export async function measureInbox(
  url: string,
  yardstickUrl: string,
  pool: pg.Pool,
  sizes: {
    small: { recruiter: Recruiter; conversations: number };
    large: { recruiter: Recruiter; conversations: number };
  },
): Promise<InboxResult> {
  const { small, large } = sizes;
  for (const { recruiter, conversations } of [small, large])
    await seedConversations(pool, recruiter, conversations);
  for (const table of ['candidates', 'conversations', 'messages'])
    await pool.query(`vacuum (analyze) ${table}`);
  await pool.query('checkpoint');

  const times = { small: [] as number[], large: [] as number[], yardstick: [] as number[] };
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const ms = {
      small: await timeInbox(url, small.recruiter),
      large: await timeInbox(url, large.recruiter),
      yardstick: await timePage(`${yardstickUrl}/page`),
    };
    if (sample >= 0) for (const who of ['small', 'large', 'yardstick'] as const) times[who].push(ms[who]);
  }
  // Several at once, like people before lunch, so that each connection that stays open has been used.
  for (let round = 0; round < BURSTS; round += 1)
    await Promise.all(Array.from({ length: AT_ONCE }, () => timeInbox(url, small.recruiter)));
  const cold: number[] = [];
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await wait(PAUSE_MS);
    cold.push(await timeInbox(url, small.recruiter));
  }
  const p50 = { small: quantile(times.small, 0.5), large: quantile(times.large, 0.5) };
  const yardstickP50Ms = quantile(times.yardstick, 0.5);
  const p95 = { cold: quantile(cold, 0.95), warm: quantile(times.small, 0.95) };
  return {
    small: { conversations: small.conversations, p50Ms: p50.small },
    large: { conversations: large.conversations, p50Ms: p50.large },
    ratio: p50.large / p50.small,
    yardstickP50Ms,
    yardstickRatio: p50.small / yardstickP50Ms,
    cold: { p95Ms: p95.cold, warmP95Ms: p95.warm, ratio: p95.cold / p95.warm },
  };
}

function timeInbox(url: string, { token }: Recruiter): Promise<number> {
  const page = `${url}${API_BASE}${routes.listConversations.path}?limit=${PAGE}`;
  return timePage(page, { authorization: `Bearer ${token}` });
}

async function timePage(page: string, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(page, { headers });
  const { items } = (await answer.json()) as { items: unknown[] };
  const ms = performance.now() - startedAt;
  if (!answer.ok || items.length !== PAGE) throw new Error(`${page} answered ${answer.status}`);
  return ms;
}

/** Candidates with one conversation each, and its last text. */
async function seedConversations(pool: pg.Pool, recruiter: Recruiter, count: number): Promise<void> {
  const { accountId, seatId, userId } = recruiter;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `create temporary table seeded on commit drop as
       select gen_random_uuid() as candidate_id, gen_random_uuid() as conversation_id, gen_random_uuid() as message_id,
              '+1' || (2000000000 + n)::text as phone_number, n,
              now() - n * interval '7 seconds' as at
         from generate_series(1, $1::int) as n`,
      [count],
    );
    await client.query(
      `insert into candidates (account_id, id, first_name, last_name, phone_number, created_at)
       select $1, candidate_id, 'Candidate', n::text, phone_number, at from seeded`,
      [accountId],
    );
    await client.query(
      `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_id, last_message_at, unread_count)
       select $1, conversation_id, $2, candidate_id, $3, message_id, at, (n % 5 = 0)::int from seeded`,
      [accountId, seatId, userId],
    );
    await client.query(
      `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number, created_at,
                             seat_id, person_id)
       select $1, message_id, conversation_id, 'inbound', 'Thanks, that works for me. See you then!', 'received', 1, $2, phone_number, at, $2, $3
         from seeded`,
      [accountId, seatId, userId],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
