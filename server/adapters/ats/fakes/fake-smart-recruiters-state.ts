import { createHmac } from 'node:crypto';
import type { JobStageKind } from '../../../../contract/ats.ts';
import { fakeUuids } from './fake-answers.ts';
import type { FakeClock, FakeJob, FakePerson, NewFakePerson } from './fake-ats.ts';
import { FakeOutbox } from './fake-outbox.ts';
import type { SMART_EVENTS, SmartInterview, SmartStatus } from './smart-recruiters-schema.ts';

/* Who is in a SmartRecruiters company, and what people do there. */

interface Assignment {
  applicationId: string;
  jobId: string;
  status: SmartStatus;
  subStatus: string | null;
  startsOn?: string;
}

export interface FakeSmartCandidate {
  id: string;
  firstName: string;
  lastName: string;
  email?: string;
  phoneNumber?: string;
  createdOn: string;
  updatedOn: string;
  assignments: Assignment[];
}

type EventName = (typeof SMART_EVENTS)[number];

interface Subscription {
  id: string;
  callbackUrl: string;
  events: EventName[];
  secretKeys: string[];
  status: 'inactive' | 'active';
}

export const SUB_STATUSES = {
  IN_REVIEW: ['Phone screen'],
  INTERVIEW: ['First talk', 'With the team'],
  OFFERED: [],
};

const STAGES: [string, string, JobStageKind][] = [
  ['LEAD', 'Lead', 'lead'],
  ['NEW', 'New', 'applied'],
  ['IN_REVIEW', 'In review', 'screen'],
  ['IN_REVIEW/Phone screen', 'Phone screen', 'screen'],
  ['INTERVIEW', 'Interview', 'interview'],
  ['INTERVIEW/First talk', 'First talk', 'interview'],
  ['INTERVIEW/With the team', 'With the team', 'interview'],
  ['OFFERED', 'Offered', 'offer'],
  ['HIRED', 'Hired', 'hired'],
  ['REJECTED', 'Rejected', 'rejected'],
  ['WITHDRAWN', 'Withdrawn', 'rejected'],
];

export class FakeSmartState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly id = fakeUuids();
  readonly users: { id: string; email: string; firstName: string; lastName: string; active: true }[] = [];
  readonly jobs: { id: string; title: string; team: { id: string; role: string }[] }[] = [];
  candidates: FakeSmartCandidate[] = [];
  interviews: (SmartInterview & { applicationId: string })[] = [];
  readonly notes: { candidateId: string; content: string; createdOn: string }[] = [];
  subscriptions: Subscription[] = [];

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  tick = () => this.clock.tick().toISOString();

  addUser(name: string, email: string): string {
    const [firstName = '', ...rest] = name.split(' ');
    const user = { id: this.id(), email, firstName, lastName: rest.join(' '), active: true } as const;
    this.users.push(user);
    return user.id;
  }

  addJob = ({ name, hiringManagerEmail: email }: { name: string; hiringManagerEmail?: string }): FakeJob => {
    const team = email ? [{ id: this.addUser('Mo Díaz', email), role: 'HIRING_MANAGER' }] : [];
    const job = { id: this.id(), title: name, team };
    this.jobs.push(job);
    return {
      externalId: job.id,
      stages: STAGES.map(([externalId, stageName, kind]) => ({ externalId, name: stageName, kind })),
    };
  };

  addPerson = (person: NewFakePerson): FakePerson => {
    const at = this.tick();
    const [phoneNumber] = person.phones ?? [];
    const candidate: FakeSmartCandidate = {
      id: this.id(),
      firstName: person.firstName,
      lastName: person.lastName,
      ...(person.email !== undefined && { email: person.email }),
      ...(phoneNumber !== undefined && { phoneNumber }),
      createdOn: at,
      updatedOn: at,
      assignments: [],
    };
    this.candidates.push(candidate);
    this.emit('candidate.created', { id: candidate.id });
    if (!person.job) return { externalId: candidate.id, applicationExternalId: null };
    return this.assign(candidate, person.job.externalId, person.stage ?? 'LEAD');
  };

  assign(candidate: FakeSmartCandidate, jobId: string, stage: string): FakePerson {
    const [status, subStatus = null] = stage.split('/') as [SmartStatus, string?];
    const applicationId = this.id();
    candidate.assignments.push({ applicationId, jobId, status, subStatus });
    this.emit('application.created', {
      job_id: jobId,
      candidate_id: candidate.id,
      application_id: applicationId,
    });
    return { externalId: candidate.id, applicationExternalId: `${candidate.id}:${jobId}` };
  }

  candidate(id: string): FakeSmartCandidate {
    const found = this.candidates.find((each) => each.id === id);
    if (found === undefined) throw new Error('no such candidate');
    return found;
  }

  assignment(application: string | null) {
    const [id = '', jobId] = (application ?? '').split(':');
    const candidate = this.candidate(id);
    const assignment = candidate.assignments.find((each) => each.jobId === jobId);
    if (assignment === undefined) throw new Error('no such application');
    return { candidate, assignment };
  }

  change(id: string, change: Partial<FakeSmartCandidate>): void {
    Object.assign(this.candidate(id), change, { updatedOn: this.tick() });
    this.emit('candidate.updated', { id });
  }

  deletePerson = (id: string): void => {
    this.candidates = this.candidates.filter((each) => each.id !== id);
    this.emit('candidate.deleted', { id });
  };

  move = (application: string, stage: string): void => {
    const { candidate, assignment } = this.assignment(application);
    const [status, subStatus = null] = stage.split('/') as [SmartStatus, string?];
    Object.assign(assignment, { status, subStatus });
    candidate.updatedOn = this.tick();
    this.emit('application.status.updated', {
      job_id: assignment.jobId,
      candidate_id: candidate.id,
      application_id: assignment.applicationId,
    });
  };

  emit(name: EventName, ids: Record<string, string>): void {
    for (const { status, events, callbackUrl, secretKeys } of this.subscriptions) {
      if (status !== 'active' || !events.includes(name)) continue;
      const eventId = this.id();
      const body = Buffer.from(JSON.stringify(ids));
      this.outbox.add({
        url: callbackUrl,
        sign: (at) => {
          const timestamp = String(Math.floor(at.getTime() / 1000));
          const link = '<https://api.smartrecruiters.com/candidates>; rel="self"';
          const signed = [timestamp, body.toString(), eventId, name, 'v201910', link].join('.');
          const signatures = secretKeys.map(
            (key) => `v1=${createHmac('sha256', key).update(signed).digest('hex')}`,
          );
          return {
            headers: {
              'content-type': 'application/json',
              'event-id': eventId,
              'event-name': name,
              'event-version': 'v201910',
              link,
              'smartrecruiters-timestamp': timestamp,
              'smartrecruiters-signature': signatures.join(';'),
            },
            body,
          };
        },
      });
    }
  }
}
