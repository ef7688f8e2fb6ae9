import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { SimulatedMessage, SimulatedNetwork, SimulatedPhone } from '../../../../contract/simulator.ts';
import { formatPhone } from '../../../phone.ts';
import { contentTypesOf, mediaIdOf } from './media.ts';
import { defaultBehavior, type NetworkBehavior } from './outcomes.ts';
import { Postman, type PostmanDeps } from './postman.ts';
import type { InboundPayload } from './webhook.ts';

const PHONES_SHOWN = 200;
const MESSAGES_SHOWN = 500;

interface MessageRow {
  id: string;
  direction: 'toCandidate' | 'fromCandidate';
  phone_number: string;
  business_number: string;
  body: string;
  media_urls: string[];
  status: string;
  created_at: Date;
  change: string;
}

interface ChangedMessage {
  change: number;
  message: SimulatedMessage;
}

/** The world beyond the carrier: the phones of candidates, and the way that texts and receipts take. */
export class SimulatorNetwork {
  readonly #deps: PostmanDeps;
  readonly #postman: Postman;
  /** `change`: this process stored something. Others are found by looking. */
  readonly changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);

  constructor(deps: PostmanDeps) {
    this.#deps = deps;
    this.#postman = new Postman(deps);
  }

  /** Begins to post receipts and inbound texts. */
  start(): void {
    this.#postman.start();
  }

  stop(): Promise<void> {
    return this.#postman.stop();
  }

  wake(): void {
    this.#postman.wake();
    this.changes.emit('change');
  }

  /** Posts everything that waits, due or not. */
  async flush(): Promise<void> {
    const farAway = new Date('9999-01-01T00:00:00Z');
    const before = this.#deps.clock();
    while ((await this.#postman.postDue(farAway)) > 0) {
      if (this.#deps.clock().getTime() - before.getTime() > 60_000) throw new Error('Webhooks are not taken');
    }
  }

  async behavior(): Promise<NetworkBehavior> {
    const { rows } = await this.#deps.pool.query<{ behavior: Partial<NetworkBehavior> }>({
      name: 'simulator-behavior',
      text: 'select behavior from simulator.network',
    });
    return { ...defaultBehavior, ...rows[0]?.behavior };
  }

  async behave(change: Partial<NetworkBehavior>): Promise<SimulatedNetwork> {
    await this.#deps.pool.query(
      `insert into simulator.network as present (behavior) values ($1::jsonb)
       on conflict (is_only) do update set behavior = present.behavior || excluded.behavior`,
      [JSON.stringify(change)],
    );
    return this.behavior();
  }

  /** A candidate's phone texts a business number. Null: no one has that number. */
  async receive(text: {
    from: string;
    to: string;
    body: string;
    mediaUrls: string[];
  }): Promise<SimulatedMessage | null> {
    const id = `SM${randomUUID()}`;
    const createdAt = this.#deps.clock();
    const payload: InboundPayload = {
      id,
      from: text.from,
      to: text.to,
      body: text.body,
      media: await this.#mediaOf(text.mediaUrls),
      occurredAt: createdAt.toISOString(),
    };
    const { duplicate } = await this.behavior();
    const { rows } = await this.#deps.pool.query<MessageRow>(
      `with receiver as (select inbound_url from simulator.numbers where phone_number = $3 and is_ours),
       message as (
         insert into simulator.messages
                (id, direction, phone_number, business_number, body, media_urls, status, segments, created_at)
         select $1, 'fromCandidate', $2, $3, $4, $5, 'received', 1, $6 from receiver returning *),
       webhook as (
         insert into simulator.webhooks (message_id, url, payload, due_at)
         select message.id, receiver.inbound_url, $7, $6 from message, receiver, generate_series(1, $8))
       select * from message`,
      [
        id,
        text.from,
        text.to,
        text.body,
        text.mediaUrls,
        createdAt,
        JSON.stringify(payload),
        duplicate ? 2 : 1,
      ],
    );
    this.wake();
    return rows[0] === undefined ? null : present(rows[0]);
  }

  async #mediaOf(urls: string[]): Promise<InboundPayload['media']> {
    if (urls.length === 0) return [];
    const ids = urls.map((url) => mediaIdOf(url) ?? '');
    const types = await contentTypesOf(this.#deps.pool, ids);
    return urls.map((url, index) => ({
      url,
      contentType: types.get(ids[index] ?? '') ?? 'application/octet-stream',
    }));
  }

  /** Texts of one phone, oldest first; the newest of many. */
  async messagesOf(phoneNumber: string): Promise<SimulatedMessage[]> {
    const { rows } = await this.#deps.pool.query<MessageRow>(
      `select * from simulator.messages where phone_number = $1 order by created_at desc, change desc limit ${MESSAGES_SHOWN}`,
      [phoneNumber],
    );
    return rows.reverse().map(present);
  }

  /** Latest first. */
  async phones(): Promise<SimulatedPhone[]> {
    const { rows } = await this.#deps.pool.query<MessageRow & { contacts: string[] }>(
      `select last.*, contacts
         from (select phone_number, max(created_at) as latest, array_agg(distinct business_number) as contacts
                 from simulator.messages group by phone_number order by latest desc limit ${PHONES_SHOWN}) as phone
         cross join lateral (
           select * from simulator.messages as message where message.phone_number = phone.phone_number
            order by created_at desc, change desc limit 1) as last
        order by phone.latest desc`,
    );
    return rows.map((row) => ({
      ...contact(row.phone_number),
      contacts: row.contacts.map(contact),
      lastMessage: present(row),
    }));
  }

  /** The business numbers that can be texted. */
  async businessNumbers(): Promise<{ number: string; numberFormatted: string }[]> {
    const { rows } = await this.#deps.pool.query<{ phone_number: string }>(
      'select phone_number from simulator.numbers where is_ours order by links_at desc',
    );
    return rows.map((row) => contact(row.phone_number));
  }

  async latestChange(): Promise<number> {
    const { rows } = await this.#deps.pool.query<{ change: string | null }>(
      'select max(change) as change from simulator.messages',
    );
    return Number(rows[0]?.change ?? 0);
  }

  async changesAfter(change: number): Promise<ChangedMessage[]> {
    const { rows } = await this.#deps.pool.query<MessageRow>({
      name: 'simulator-changes',
      text: 'select * from simulator.messages where change > $1 order by change limit 500',
      values: [change],
    });
    return rows.map((row) => ({ change: Number(row.change), message: present(row) }));
  }
}

function contact(number: string): { number: string; numberFormatted: string } {
  return { number, numberFormatted: formatPhone(number) };
}

function present(row: MessageRow): SimulatedMessage {
  const isToCandidate = row.direction === 'toCandidate';
  return {
    id: row.id,
    from: isToCandidate ? row.business_number : row.phone_number,
    to: isToCandidate ? row.phone_number : row.business_number,
    body: row.body,
    mediaUrls: row.media_urls,
    direction: row.direction,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  };
}
