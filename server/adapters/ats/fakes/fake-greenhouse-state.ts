import { createHmac } from 'node:crypto';
import type { FakeClock } from './fake-ats.ts';
import { FakeOutbox } from './fake-outbox.ts';
import { COMMON_FIELDS, HARVEST_LISTS, type HarvestList } from './harvest-facts.ts';

export type HarvestRow = { id: number; created_at: string; updated_at: string } & Record<string, unknown>;

/** The tables behind the lists, and who is told of changes. */
export class GreenhouseState {
  readonly clock: FakeClock;
  readonly tables: Record<HarvestList, HarvestRow[]>;
  readonly outbox = new FakeOutbox();
  readonly webhooks: { url: string; secret: string }[] = [];
  /** By token. */
  readonly tokens = new Map<string, { until: Date; sub: number | null; refresh: string | null }>();
  readonly codes = new Map<string, string>();
  #lastId = 4_000_000;

  constructor(clock: FakeClock) {
    this.clock = clock;
    const names = Object.keys(HARVEST_LISTS) as HarvestList[];
    this.tables = Object.fromEntries(names.map((name) => [name, []])) as unknown as GreenhouseState['tables'];
  }

  nextId(): number {
    this.#lastId += 7;
    return this.#lastId;
  }

  /** Rows have no field that the reference doesn't know. */
  add(list: HarvestList, fields: Record<string, unknown>): HarvestRow {
    const known: readonly string[] = [...HARVEST_LISTS[list].fields, ...COMMON_FIELDS];
    const odd = Object.keys(fields).filter((name) => !known.includes(name));
    if (odd.length > 0) throw new Error(`${list} have no ${odd.join(', ')}`);
    const at = this.clock.tick().toISOString();
    const row: HarvestRow = { id: this.nextId(), created_at: at, updated_at: at, ...fields };
    this.tables[list].push(row);
    return row;
  }

  change(row: HarvestRow, fields: Record<string, unknown>): void {
    Object.assign(row, fields, { updated_at: this.clock.tick().toISOString() });
  }

  find(list: HarvestList, id: number | string): HarvestRow {
    const row = this.tables[list].find((each) => each.id === Number(id));
    if (row === undefined) throw new Error(`There is no ${id} among ${list}`);
    return row;
  }

  remove(list: HarvestList, isMeant: (row: HarvestRow) => boolean): void {
    this.tables[list] = this.tables[list].filter((row) => !isMeant(row));
  }

  /** Signed as it is sent, with characters escaped as Greenhouse does. */
  tell(action: string, payload: object): void {
    const eventId = `event-${this.nextId()}`;
    const text = JSON.stringify({ action, payload }).replace(
      /[<>&\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const { url, secret } of this.webhooks) {
      const signature = createHmac('sha256', secret).update(text).digest('hex');
      this.outbox.add({
        url,
        sign: () => ({
          headers: {
            'content-type': 'application/json',
            'greenhouse-event-id': eventId,
            signature: `sha256 ${signature}`,
          },
          body: Buffer.from(text),
        }),
      });
    }
  }

  applicationPayload(application: HarvestRow): object {
    const candidate = this.find('candidates', application.candidate_id as number);
    const { id, first_name, last_name, phone_numbers, email_addresses } = candidate;
    return {
      application: {
        id: application.id,
        // Here it's `active`, in lists `in_process`.
        status: application.status === 'in_process' ? 'active' : application.status,
        last_activity_at: this.clock.now().toISOString(),
        candidate: { id, first_name, last_name, phone_numbers, email_addresses },
      },
    };
  }
}
