import { createHmac } from 'node:crypto';
import type { FakeClock, FakeJob } from './fake-ats.ts';
import { FakeRefusal, type FakeVendor } from './fake-ats-server.ts';
import { FakeOutbox } from './fake-outbox.ts';

export interface BreezyPosition {
  id: string;
  name: string;
  state: string;
  pipelineId: string;
  at: Date;
}

export interface BreezyCandidate {
  id: string;
  positionId: string;
  name: string;
  email: string | null;
  phone: string | null;
  stageId: string;
  created: Date;
  updated: Date;
  /** Newest last. */
  stream: { id: string; type: string; at: Date; object: unknown }[];
}

const stage = (id: string, name: string, typeId: string, kind: FakeJob['stages'][number]['kind']) => ({
  id,
  name,
  type: { id: typeId, name: typeId },
  kind,
});

export const BREEZY_PIPELINES = [
  {
    _id: 'pipe0default',
    name: 'default',
    stages: [
      stage('d1applied', 'Applied', 'applied', 'applied'),
      stage('d2screening', 'Phone Screen', 'interviewing', 'screen'),
      stage('1501712', 'Meet the team', 'interviewing', 'interview'),
      stage('d4offer', 'Offered', 'offer', 'offer'),
      stage('d5hired', 'Welcome', 'hired', 'hired'),
      stage('d6no', 'No thanks', 'disqualified', 'rejected'),
    ],
  },
  {
    _id: 'pipe1nurses',
    name: 'Nurses',
    stages: [
      stage('n1applied', 'New', 'applied', 'applied'),
      stage('1501713', 'Ward visit', 'interviewing', 'interview'),
      stage('n3hired', 'Hired', 'hired', 'hired'),
    ],
  },
];

/** A company's own stages have numbers. */
export const shownId = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

export const BREEZY_COMPANY = 'c0ffee01';

export class BreezyState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  positions: BreezyPosition[] = [];
  candidates: BreezyCandidate[] = [];
  webhooks: { id: string; url: string; secret: string; events: string[] }[] = [];
  /** Mailed to candidates: never by us. */
  conversations: string[] = [];
  #lastId = 0;

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  newId = (prefix: string): string => {
    this.#lastId += 1;
    return `${prefix}${this.#lastId.toString(16).padStart(8, '0')}`;
  };

  addPosition(name: string, { pipelineId = 'pipe0default', state = 'published' } = {}): BreezyPosition {
    const position = { id: this.newId('p'), name, state, pipelineId, at: this.clock.tick() };
    this.positions.push(position);
    this.#tell('companyPositionAdded', position, null);
    return position;
  }

  /** An unknown pipeline is the default one. */
  stagesOf(position: BreezyPosition) {
    const found = BREEZY_PIPELINES.find(({ _id }) => _id === position.pipelineId) ?? BREEZY_PIPELINES[0];
    return found?.stages ?? [];
  }

  position(id: string): BreezyPosition {
    const found = this.positions.find((each) => each.id === id);
    if (found === undefined) throw new FakeRefusal(breezySays.notFound());
    return found;
  }

  /** Of another position: 412. */
  candidate(positionId: string, id: string): BreezyCandidate {
    this.position(positionId);
    const found = this.candidates.find((each) => each.id === id);
    if (found === undefined) throw new FakeRefusal(breezySays.notFound());
    if (found.positionId !== positionId)
      throw new FakeRefusal(error(412, 'preconditionFailed', 'The candidate is not on this position'));
    return found;
  }

  byExternalId(externalId: string): BreezyCandidate {
    const [positionId = '', id = ''] = externalId.split('/');
    return this.candidate(positionId, id);
  }

  move(candidate: BreezyCandidate, stageId: string): void {
    candidate.stageId = stageId;
    candidate.updated = this.clock.tick();
    this.#log(candidate, 'candidateStatusUpdated', { stage: stageId });
    this.tellOf('candidateStatusUpdated', candidate);
  }

  #log(candidate: BreezyCandidate, type: string, object: unknown): string {
    const id = this.newId('a');
    candidate.stream.push({ id, type, at: this.clock.now(), object });
    return id;
  }

  note(candidate: BreezyCandidate, body: string): string {
    candidate.updated = this.clock.tick();
    return this.#log(candidate, 'companyNotePosted', { body });
  }

  tellOf(type: string, candidate: BreezyCandidate): void {
    this.#tell(type, this.position(candidate.positionId), candidate);
  }

  #tell(type: string, position: BreezyPosition, candidate: BreezyCandidate | null): void {
    const delivery = {
      _id: this.newId('e'),
      type,
      creation_date: this.clock.now().toISOString(),
      object: {
        company: { _id: BREEZY_COMPANY },
        position: { _id: position.id, name: position.name },
        ...(candidate && {
          candidate: { _id: candidate.id, name: candidate.name, phone_number: candidate.phone },
        }),
      },
    };
    const body = Buffer.from(JSON.stringify(delivery));
    for (const { url, secret, events } of this.webhooks) {
      if (!events.includes(type)) continue;
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      this.outbox.add({ url, sign: () => ({ headers: { 'x-hook-signature': signature }, body }) });
    }
  }
}

export const error = (status: number, type: string, message: string) => ({
  status,
  body: { error: { type, message } },
});

export const breezySays: FakeVendor['says'] = {
  keyRefused: () => error(400, 'invalidAccessToken', 'The access token is invalid'),
  rightMissing: () => error(403, 'forbidden', 'Your plan does not include the API'),
  notFound: () => error(404, 'notFound', 'Not found'),
  invalid: (problems) => error(400, 'badRequest', problems.join('; ')),
  throttled: (seconds) => ({
    ...error(429, 'rateLimitExceeded', 'Too many requests'),
    headers: { 'x-ratelimit-reset': String(seconds) },
  }),
};
