import type { Row } from './bullhorn-conditions.ts';
import type { BullhornEntity } from './bullhorn-schema.ts';
import type { FakeClock } from './fake-ats.ts';
import { FakeRefusal, type FakeVendor } from './fake-ats-server.ts';

export const BULLHORN_STAGES = [
  { name: 'New Lead', kind: 'lead' },
  { name: 'Submitted', kind: 'applied' },
  { name: 'Internal Review', kind: 'screen' },
  { name: 'Interview Scheduled', kind: 'interview' },
  { name: 'Offer Extended', kind: 'offer' },
  { name: 'Offer Rejected', kind: 'rejected' },
  { name: 'Placed', kind: 'hired' },
] as const;

export type BullhornRecord = Row & { id: number; isDeleted: boolean };

interface Subscription {
  id: string;
  names: string[];
  waiting: object[];
  /** What was handed out, by its number. */
  handedOut: Map<number, object[]>;
}

export class BullhornState {
  readonly clock: FakeClock;
  readonly records = new Map<BullhornEntity, BullhornRecord[]>();
  /** Left out of every page, which is shorter then. */
  readonly hidden = new Set<number>();
  subscriptions: Subscription[] = [];
  actions = ['Appointment', 'Email', 'Text Message', 'Other'];
  #lastId = 100;

  constructor(clock: FakeClock) {
    this.clock = clock;
    this.me = this.add('CorporateUser', { name: 'API user', email: 'api@corp.example' });
  }

  readonly me: BullhornRecord;

  all(entity: BullhornEntity): BullhornRecord[] {
    const known = this.records.get(entity) ?? [];
    this.records.set(entity, known);
    return known;
  }

  get(entity: BullhornEntity, id: number | string): BullhornRecord {
    const found = this.all(entity).find((each) => each.id === Number(id));
    if (found === undefined) throw new FakeRefusal(bullhornSays.notFound());
    return found;
  }

  add(entity: BullhornEntity, fields: Row): BullhornRecord {
    this.#lastId += 1;
    const at = this.clock.tick().getTime();
    const record = { id: this.#lastId, isDeleted: false, dateAdded: at, dateLastModified: at, ...fields };
    this.all(entity).push(record);
    this.#tell(entity, record.id, 'INSERTED');
    return record;
  }

  change(entity: BullhornEntity, id: number | string, fields: Row): BullhornRecord {
    const record = this.get(entity, id);
    Object.assign(record, fields, { dateLastModified: this.clock.tick().getTime() });
    // What is deleted stays, and is only marked.
    this.#tell(entity, record.id, fields.isDeleted === true ? 'DELETED' : 'UPDATED');
    return record;
  }

  #tell(entityName: BullhornEntity, entityId: number, entityEventType: string): void {
    for (const { names, waiting } of this.subscriptions) {
      if (!names.includes(entityName)) continue;
      waiting.push({
        eventId: `ID:JBM-${this.clock.now().getTime()}`,
        eventType: 'ENTITY',
        eventTimestamp: this.clock.now().getTime(),
        eventMetadata: { PERSON_ID: '1', TRANSACTION_ID: 't-1' },
        entityName,
        entityId,
        entityEventType,
      });
    }
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.find((each) => each.id === id);
    if (found === undefined) throw new FakeRefusal(bullhornSays.notFound());
    return found;
  }

  /** Handing out takes them from the queue; by a number they are handed out again. */
  handOut(id: string, most: number, requestId: number | null): object {
    const { waiting, handedOut } = this.subscription(id);
    if (requestId !== null) {
      const events = handedOut.get(requestId);
      if (events === undefined) throw new FakeRefusal(bullhornSays.invalid(['requestId']));
      return { requestId, events };
    }
    if (waiting.length === 0) return {};
    const number = handedOut.size + 1;
    const events = waiting.splice(0, most);
    handedOut.set(number, events);
    return { requestId: number, events };
  }
}

const refusal = (status: number, errorMessage: string, errorMessageKey: string) => ({
  status,
  body: { errorMessage, errorMessageKey, errorCode: status },
});

export const bullhornSays: FakeVendor['says'] = {
  keyRefused: () => refusal(401, 'Bad BhRestToken or timed-out.', 'errors.authentication.invalidRestToken'),
  rightMissing: () => refusal(403, 'The entity is hidden', 'errors.noEntityPermission'),
  notFound: () => refusal(404, 'The entity could not be found', 'errors.cannotFindEntity'),
  invalid: (problems) => refusal(400, problems.join('; '), 'errors.badRequest'),
  throttled: (seconds) => ({
    ...refusal(429, 'Rate limited', 'errors.rateLimited'),
    headers: { 'retry-after': String(seconds) },
  }),
};
