import { createHmac } from 'node:crypto';
import type { FakeClock } from './fake-ats.ts';
import { FakeRefusal, type FakeVendor } from './fake-ats-server.ts';
import { FakeOutbox } from './fake-outbox.ts';

export const STEPS = [
  { id: '901', name: 'New' },
  { id: '902', name: 'Phone Screen' },
  { id: '903', name: 'Hired' },
] as const;
type Step = (typeof STEPS)[number];

export interface JazzApplicant {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  applied: Date;
  desiredStart: string;
  jobs: { id: string; step: Step }[];
  notes: { id: string; text: string; userId: string | null }[];
}

/** As JazzHR writes times. */
export const spaced = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

export class JazzHrState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly hooks: { url: string; secret: string }[] = [];
  readonly users: { id: string; name: string; email: string }[] = [];
  readonly jobs: { id: string; title: string; status: string; leadId: string | null }[] = [];
  readonly hires: { id: string; applicantId: string; jobId: string; at: Date }[] = [];
  applicants: JazzApplicant[] = [];
  #lastId = 0;

  constructor(clock: FakeClock) {
    this.clock = clock;
    this.users.push({ id: this.newId('usr'), name: 'Maja', email: 'maja@corp.example' });
  }

  newId = (prefix: string): string => {
    this.#lastId += 1;
    return `${prefix}_20261102_${String(this.#lastId).padStart(6, '0')}`;
  };

  applicant(id: string): JazzApplicant {
    const found = this.applicants.find((each) => each.id === id);
    if (found === undefined) throw new FakeRefusal(jazzHrSays.notFound());
    return found;
  }

  titleOf = (jobId: string): string => this.jobs.find(({ id }) => id === jobId)?.title ?? '';

  /** What a step of the workflow does: it exports who enters. */
  exportToHooks({ id, firstName, lastName, jobs }: JazzApplicant): void {
    const candidate = {
      person: {
        id: { value: id, schemeId: 'JazzHR Candidate', schemeAgencyId: 'JazzHR' },
        name: { formattedName: `${firstName} ${lastName}`, given: firstName, family: lastName },
        communication: { phone: [], email: [] },
      },
      profiles: jobs.map((job) => ({
        profileId: { value: `${id}/${job.id}` },
        associatedPositionOpenings: [
          { positionOpeningId: { value: job.id }, candidateStatus: { name: job.step.name, category: 'New' } },
        ],
      })),
    };
    this.post('CANDIDATE-EXPORT', { candidate });
  }

  /** Repeated every five minutes until it is taken, under the same id. */
  post(event: 'CANDIDATE-EXPORT' | 'VERIFY', payload: object): void {
    const body = Buffer.from(JSON.stringify(payload));
    const uuid = this.newId('uuid');
    for (const { url, secret } of this.hooks) {
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const headers = { 'x-jazzhr-event': event, 'x-jazzhr-signature': signature, 'x-jazzhr-uuid': uuid };
      this.outbox.add({ url, sign: () => ({ headers, body }) });
    }
  }
}

const page = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: text,
});

export const jazzHrSays: FakeVendor['says'] = {
  keyRefused: () => page(403, 'Invalid API key'),
  rightMissing: () => page(403, 'Invalid API key'),
  notFound: () => page(404, 'Not found'),
  invalid: (problems) => page(400, problems.join('; ')),
  throttled: (seconds) => ({ ...page(429, 'Slow down'), headers: { 'retry-after': String(seconds) } }),
};
