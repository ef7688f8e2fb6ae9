import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { countSegments } from '../../../../contract/segments.ts';
import type { CarrierStatus, FoundMessage, SendOutcome, SendRequest } from '../port.ts';
import { errorCodeOf, type Fate, fateOf, type NetworkBehavior } from './outcomes.ts';
import type { StatusPayload } from './webhook.ts';

const LONGEST_BODY = 1600;
const MOST_MEDIA = 10;
const RETRY_AFTER_MS = 1000;

interface SendDeps {
  pool: pg.Pool;
  clock: () => Date;
  readBehavior: () => Promise<NetworkBehavior>;
  /** There are new webhooks to post. */
  wake: () => void;
}

export async function send(deps: SendDeps, request: SendRequest): Promise<SendOutcome> {
  const network = await deps.readBehavior();
  const carrierCode = refusalOf(request);
  const fate: Fate = carrierCode === null ? fateOf(request.to, network) : { kind: 'refuse', carrierCode };
  switch (fate.kind) {
    case 'refuse':
      return { outcome: 'refused', errorCode: errorCodeOf(fate.carrierCode), carrierCode: fate.carrierCode };
    case 'serverError':
      return { outcome: 'unknown' };
    case 'rateLimit':
      return { outcome: 'notReached', retryAfterMs: RETRY_AFTER_MS };
  }

  const text = {
    carrierId: `SM${randomUUID()}`,
    segments: countSegments(request.body).segments || 1,
    createdAt: deps.clock(),
  };
  if (!(await store(deps.pool, request, text, receiptsOf(text, fate, network))))
    return { outcome: 'refused', errorCode: 'sender_not_usable', carrierCode: 'not-your-number' };
  deps.wake();
  if (fate.kind === 'acceptThenTimeout') return { outcome: 'unknown' };
  return { outcome: 'accepted', carrierId: text.carrierId, status: 'queued', segments: text.segments };
}

function refusalOf(request: SendRequest): string | null {
  if (!/^\+[1-9]\d{6,14}$/.test(request.to)) return 'no-such-number';
  if (request.to === request.from) return 'to-yourself';
  if (request.body.length > LONGEST_BODY) return 'too-long';
  if (request.mediaUrls.length > MOST_MEDIA) return 'too-many-media';
  if (request.body === '' && request.mediaUrls.length === 0) return 'empty';
  return null;
}

interface TakenText {
  carrierId: string;
  segments: number;
  createdAt: Date;
}

interface Receipt {
  status: StatusPayload['status'];
  dueAt: Date;
  payload: StatusPayload;
}

/** In the order in which they go out. */
function receiptsOf(text: TakenText, fate: Fate, network: NetworkBehavior): Receipt[] {
  const final = fate.kind === 'undeliver' ? 'undelivered' : 'delivered';
  const carrierCode = fate.kind === 'undeliver' ? fate.carrierCode : null;
  const after = (share: number) => new Date(text.createdAt.getTime() + Math.round(network.delayMs * share));
  const sent = { status: 'sent' as const, at: after(0.5), carrierCode: null };
  const ended = { status: final as 'delivered' | 'undelivered', at: after(1), carrierCode };
  const steps = network.reorder ? [ended, { ...sent, at: ended.at }] : [sent, ended];
  return steps
    .flatMap((step) => (network.duplicate ? [step, step] : [step]))
    .map((step) => ({
      status: step.status,
      dueAt: step.at,
      payload: {
        id: text.carrierId,
        status: step.status,
        carrierCode: step.carrierCode,
        segments: text.segments,
        occurredAt: step.at.toISOString(),
      },
    }));
}

/** Text and receipts in one statement: on disk before the sender hears of it. False: the number isn't the sender's. */
async function store(
  pool: pg.Pool,
  request: SendRequest,
  text: TakenText,
  receipts: Receipt[],
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'simulator-send',
    text: `
      with message as (
        insert into simulator.messages
               (id, message_id, direction, phone_number, business_number, body, media_urls, status, segments, status_url, created_at)
        select $1, $2, 'toCandidate', $3, $4, $5, $6::text[], 'queued', $7::int, $8, $9::timestamptz
          from simulator.numbers where phone_number = $4 and is_ours and links_at <= $9::timestamptz and not is_rejected
        returning id)
      insert into simulator.webhooks (message_id, url, status, payload, due_at)
      select message.id, $8, receipt.status, receipt.payload, receipt.due_at
        from message, unnest($10::text[], $11::text[], $12::timestamptz[]) with ordinality
             as receipt (status, payload, due_at, position)
       order by receipt.position`,
    values: [
      text.carrierId,
      request.messageId,
      request.to,
      request.from,
      request.body,
      request.mediaUrls,
      text.segments,
      request.statusUrl,
      text.createdAt,
      receipts.map((receipt) => receipt.status),
      receipts.map((receipt) => JSON.stringify(receipt.payload)),
      receipts.map((receipt) => receipt.dueAt),
    ],
  });
  return rowCount !== 0;
}

export async function findSent(
  pool: pg.Pool,
  query: { messageId: string; from: string; to: string; body: string; since: string },
): Promise<FoundMessage[]> {
  const { rows } = await pool.query<{
    id: string;
    status: CarrierStatus;
    segments: number;
    carrier_code: string | null;
  }>(
    `select id, status, segments, carrier_code from simulator.messages
      where message_id = $1 and business_number = $2 and phone_number = $3 and body = $4 and created_at >= $5
      order by created_at desc`,
    [query.messageId, query.from, query.to, query.body, query.since],
  );
  return rows.map((row) => ({
    carrierId: row.id,
    status: row.status,
    segments: row.segments,
    errorCode: row.status === 'undelivered' ? errorCodeOf(row.carrier_code) : null,
    carrierCode: row.carrier_code,
  }));
}
