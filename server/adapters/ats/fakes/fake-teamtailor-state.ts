import { createHmac } from 'node:crypto';
import type { FakeClock, FakeJob } from './fake-ats.ts';
import { FakeRefusal, type FakeVendor } from './fake-ats-server.ts';
import { FakeOutbox } from './fake-outbox.ts';
import type { TeamtailorType } from './teamtailor-schema.ts';

export interface TeamtailorRecord {
  id: string;
  type: TeamtailorType;
  attributes: Record<string, unknown>;
  /** To one record. */
  to: Record<string, { type: TeamtailorType; id: string }>;
}

const STAGES = [
  { name: 'Inbox', type: 'Inbox', row: -4_194_303, kind: 'applied' },
  { name: 'Phone screen', type: 'In process', row: 4_194_304, kind: 'screen' },
  { name: 'Interview', type: 'In process', row: 0, kind: 'interview' },
  { name: 'Offer', type: 'In process', row: 6_000_000, kind: 'offer' },
  { name: 'Hired', type: 'Hired', row: 8_388_607, kind: 'hired' },
] as const;

export class TeamtailorState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly hooks: { url: string; secret: string }[] = [];
  records: TeamtailorRecord[] = [];
  #lastId = 1000;

  constructor(clock: FakeClock) {
    this.clock = clock;
    const manager = this.add('users', { name: 'Maja', email: 'maja@corp.example', role: 'admin' });
    this.add(
      'companies',
      { name: 'Acme Staffing', locale: 'en', website: 'https://acme.example' },
      { manager: { type: 'users', id: manager.id } },
    );
  }

  add(
    type: TeamtailorType,
    attributes: Record<string, unknown>,
    to: TeamtailorRecord['to'] = {},
  ): TeamtailorRecord {
    this.#lastId += 1;
    const record = { id: String(this.#lastId), type, attributes, to };
    this.records.push(record);
    return record;
  }

  all = (type: TeamtailorType): TeamtailorRecord[] => this.records.filter((each) => each.type === type);

  get(type: TeamtailorType, id: string): TeamtailorRecord {
    const found = this.all(type).find((each) => each.id === id);
    if (found === undefined) throw new FakeRefusal(teamtailorSays.notFound());
    return found;
  }

  now = (): string => this.clock.tick().toISOString();

  addJob(name: string, status = 'open'): FakeJob {
    const at = this.now();
    const job = this.add('jobs', {
      title: name,
      status,
      'human-status': status === 'open' ? 'published' : status,
      internal: false,
      'created-at': at,
    });
    const counts = { 'active-job-applications-count': 0, 'rejected-job-applications-count': 0 };
    const made = STAGES.map(({ name: label, type, row, kind }) => {
      const stage = { name: label, 'stage-type': type, 'row-order': row, ...counts };
      const record = this.add(
        'stages',
        { ...stage, 'created-at': at, 'updated-at': at },
        { job: { type: 'jobs', id: job.id } },
      );
      return { externalId: record.id, name: label, kind, row };
    });
    made.sort((one, other) => one.row - other.row);
    return { externalId: job.id, stages: made.map(({ row: _, ...stage }) => stage) };
  }

  applicationsOf(candidateId: string): TeamtailorRecord[] {
    return this.all('job-applications').filter(({ to }) => to.candidate?.id === candidateId);
  }

  remove(gone: TeamtailorRecord[]): void {
    this.records = this.records.filter((each) => !gone.includes(each));
  }

  /** Delivered once: what isn't taken then is lost. The body has the older signature in it. */
  tell(event: string, { id, type, attributes }: TeamtailorRecord): void {
    for (const { url, secret } of this.hooks) {
      const old = createHmac('sha256', secret).update(id).digest('hex');
      const body = Buffer.from(
        JSON.stringify({
          payload: { event_name: event, data: { id, type, attributes } },
          signature: Buffer.from(old).toString('base64'),
        }),
      );
      this.outbox.add({
        url,
        sign: (at) => {
          const seconds = Math.floor(at.getTime() / 1000);
          const hmac = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
          const signature = Buffer.from(`t=${seconds},v2=${hmac}`).toString('base64');
          return { headers: { 'tt-signature': signature }, body };
        },
      });
    }
  }
}

const errors = (status: number, title: string, detail: string) => ({
  status,
  headers: { 'content-type': 'application/vnd.api+json' },
  body: JSON.stringify({ errors: [{ status, title, detail }] }),
});

export const teamtailorSays: FakeVendor['says'] = {
  keyRefused: () => ({ status: 401, body: '' }),
  rightMissing: () => errors(403, 'Forbidden', 'The API key lacks the scope'),
  notFound: () => errors(404, 'Record not found', 'The record could not be found.'),
  invalid: (problems) => errors(400, 'Bad Request', problems.join('; ')),
  throttled: (seconds) => ({
    ...errors(429, 'Too Many Requests', 'Slow down'),
    headers: { 'x-rate-limit-reset': String(seconds) },
  }),
};

export const wrongVersion = () =>
  errors(406, 'Invalid/Missing API Version', 'Please provide a correct API version');

export const unprocessable = (detail: string) => errors(422, 'is invalid', detail);
