import type pg from 'pg';
import type { CallUrls } from '../port-calls.ts';

export interface PlantedMessage {
  id: string;
  /** The sender's id. */
  messageId: string;
  direction: 'toCandidate' | 'fromCandidate';
  phoneNumber: string;
  businessNumber: string;
  body: string;
  status: string;
  createdAt: Date;
}

/** Gives the simulated network a past: numbers that are already linked, and what the phones have seen. */
export async function plant(
  pool: pg.Pool,
  past: {
    numbers: { phoneNumber: string; id: string; inboundUrl: string; calls: CallUrls }[];
    messages: PlantedMessage[];
  },
): Promise<void> {
  await pool.query(
    `insert into simulator.numbers (phone_number, id, is_ours, reference, inbound_url, calls_url, calls_ended_url, links_at)
     select phone_number, id, true, id, inbound_url, calls_url, calls_ended_url, now()
       from jsonb_to_recordset($1) as t(phone_number text, id text, inbound_url text, calls_url text, calls_ended_url text)
         on conflict do nothing`,
    [
      JSON.stringify(
        past.numbers.map((number) => ({
          phone_number: number.phoneNumber,
          id: number.id,
          inbound_url: number.inboundUrl,
          calls_url: number.calls.incomingUrl,
          calls_ended_url: number.calls.endedUrl,
        })),
      ),
    ],
  );
  await pool.query(
    `insert into simulator.messages (id, message_id, direction, phone_number, business_number, body, media_urls, status, segments, created_at)
     select id, message_id, direction, phone_number, business_number, body, '{}', status, 1, created_at
       from jsonb_to_recordset($1) as t(id text, message_id text, direction text, phone_number text, business_number text,
            body text, status text, created_at timestamptz)
      order by created_at`,
    [
      JSON.stringify(
        past.messages.map((message) => ({
          id: message.id,
          message_id: message.messageId,
          direction: message.direction,
          phone_number: message.phoneNumber,
          business_number: message.businessNumber,
          body: message.body,
          status: message.status,
          created_at: message.createdAt,
        })),
      ),
    ],
  );
}
