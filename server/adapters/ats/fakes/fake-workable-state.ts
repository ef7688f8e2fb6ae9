import { createHmac } from 'node:crypto';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { FakeClock, FakeJob, FakePerson, NewFakePerson } from './fake-ats.ts';
import { FakeOutbox } from './fake-outbox.ts';
import type {
  WorkableActivity,
  WorkableCandidate,
  WorkableEmployee,
  WorkableEvent,
  WorkableMember,
} from './workable-schema.ts';

/* Who is in a Workable account, and what people do there. */

const STAGES: [string, string, string, JobStageKind][] = [
  ['sourced', 'Sourced', 'sourced', 'lead'],
  ['applied', 'Applied', 'applied', 'applied'],
  ['phone-screen', 'Phone Screen', 'phone-screen', 'screen'],
  ['trial-day', 'Trial day at work', 'interview', 'interview'],
  ['offer', 'Offer', 'offer', 'offer'],
  ['hired', 'Hired', 'hired', 'hired'],
];

export const SUBDOMAIN = 'acme';

export class FakeWorkableState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly stages = STAGES.map(([slug, name, kind, meaning], position) => ({
    slug,
    name,
    kind,
    meaning,
    position,
  }));
  /** What a job's pipeline has beyond the account's stages, by shortcode. */
  readonly ownStages = new Map<string, FakeWorkableState['stages']>();
  readonly jobs: { shortcode: string; title: string; state: string }[] = [];
  candidates: WorkableCandidate[] = [];
  readonly members: WorkableMember[] = [];
  events: WorkableEvent[] = [];
  readonly activities: (WorkableActivity & { candidateId: string })[] = [];
  readonly employees: WorkableEmployee[] = [];
  subscriptions: { id: number; event: string; target: string; created_at: string }[] = [];
  #made = 0;
  readonly #signingKey: () => string;

  constructor(clock: FakeClock, signingKey: () => string) {
    this.clock = clock;
    this.#signingKey = signingKey;
    this.addMember('Olga Owner', 'owner@corp.example', 'admin');
  }

  id(): string {
    this.#made += 1;
    return ((this.#made * 2_654_435_761) % 2 ** 32).toString(16);
  }

  tick = () => this.clock.tick().toISOString();

  addMember(name: string, email: string, role: string): WorkableMember {
    const member = { id: this.id(), name, email, role, active: true };
    this.members.push(member);
    return member;
  }

  addJob = ({ name }: { name: string }): FakeJob => {
    const job = { shortcode: this.id().toUpperCase(), title: name, state: 'published' };
    this.jobs.push(job);
    return {
      externalId: job.shortcode,
      stages: this.stages.map(({ slug, name: stage, meaning }) => ({
        externalId: slug,
        name: stage,
        kind: meaning,
      })),
    };
  };

  addPerson = (person: NewFakePerson): FakePerson => {
    const at = this.tick();
    const job = this.jobs.find(({ shortcode }) => shortcode === person.job?.externalId);
    const { name: stage, kind: stage_kind } = this.stage(person.stage ?? 'sourced', job?.shortcode);
    const id = this.id();
    this.candidates.push({
      id,
      name: `${person.firstName} ${person.lastName}`,
      firstname: person.firstName,
      lastname: person.lastName,
      headline: null,
      account: { subdomain: SUBDOMAIN, name: 'Acme' },
      job: job ? { shortcode: job.shortcode, title: job.title } : null,
      stage,
      stage_kind,
      disqualified: false,
      withdrew: false,
      hired_at: null,
      sourced: true,
      domain: null,
      profile_url: `https://${SUBDOMAIN}.workable.com/backend/candidates/${id}`,
      email: person.email ?? null,
      phone: person.phones?.[0] ?? null,
      created_at: at,
      updated_at: at,
    });
    this.emit('candidate_created', this.candidate(id));
    return { externalId: id, applicationExternalId: id };
  };

  /** At the end of the job's pipeline. */
  addStageTo(shortcode: string, stage: { slug: string; name: string; kind: string; meaning: JobStageKind }) {
    const own = this.ownStages.get(shortcode) ?? [];
    this.ownStages.set(shortcode, [...own, { ...stage, position: this.stages.length + own.length }]);
  }

  stagesOf = (shortcode: string | undefined) => [
    ...this.stages,
    ...(this.ownStages.get(shortcode ?? '') ?? []),
  ];

  stage(slug: string, shortcode?: string) {
    const found = this.stagesOf(shortcode).find((each) => each.slug === slug);
    if (found === undefined) throw new Error('no such stage');
    return found;
  }

  candidate(id: string | null): WorkableCandidate {
    const found = this.candidates.find((each) => each.id === id);
    if (found === undefined) throw new Error('no such candidate');
    return found;
  }

  /** Workable has no event for it. */
  change(id: string, change: Partial<WorkableCandidate>): void {
    const candidate = this.candidate(id);
    Object.assign(candidate, change, { updated_at: this.tick() });
    candidate.name = `${candidate.firstname} ${candidate.lastname}`;
  }

  deletePerson = (id: string): void => {
    const candidate = this.candidate(id);
    this.candidates = this.candidates.filter((each) => each !== candidate);
    this.emit('candidate_deleted', candidate);
  };

  move = (id: string, slug: string): void => {
    const { name, kind } = this.stage(slug, this.candidate(id).job?.shortcode);
    const hired_at = kind === 'hired' ? this.tick() : null;
    this.change(id, { stage: name, stage_kind: kind, hired_at });
    this.emit('candidate_moved', this.candidate(id));
  };

  emit(event: string, data: object): void {
    for (const { target } of this.subscriptions.filter((each) => each.event === event)) {
      const told = { id: this.id(), event_type: event, fired_at: this.tick(), data };
      const body = Buffer.from(JSON.stringify(told));
      this.outbox.add({
        url: target,
        sign: () => {
          const signature = createHmac('sha256', this.#signingKey()).update(body).digest('hex');
          return {
            headers: { 'content-type': 'application/json', 'x-workable-signature': signature },
            body,
          };
        },
      });
    }
  }
}
