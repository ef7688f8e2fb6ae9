import { createHmac } from 'node:crypto';
import type { JobStageKind } from '../../../../contract/ats.ts';
import type { AshbyApplication, AshbyNote, AshbyOffer, AshbySchedule } from './ashby-schema.ts';
import { fakeUuids } from './fake-answers.ts';
import type { FakeClock, FakeJob, FakePerson, NewFakePerson } from './fake-ats.ts';
import { FakeOutbox } from './fake-outbox.ts';

/* Who is in an Ashby account, and what people do there. */

interface Candidate {
  id: string;
  firstName: string;
  lastName: string;
  emails: string[];
  phones: string[];
  createdAt: string;
  updatedAt: string;
}

interface HiringTeamMember {
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  userId: string;
}

const STAGES: [string, string, JobStageKind][] = [
  ['New lead', 'Lead', 'lead'],
  ['Phone screen', 'PreInterviewScreen', 'screen'],
  ['On-site interview', 'Active', 'interview'],
  ['Offer', 'Offer', 'offer'],
  ['Hired', 'Hired', 'hired'],
  ['Archived', 'Archived', 'rejected'],
];

export class FakeAshbyState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly id = fakeUuids();
  readonly planId = this.id();
  readonly stages = STAGES.map(([title, type, kind], orderInInterviewPlan) => ({
    id: this.id(),
    title,
    type,
    kind,
    orderInInterviewPlan,
  }));
  readonly archiveReasons = [
    { id: this.id(), text: 'Old reason', reasonType: 'RejectedByOrg', isArchived: true },
    { id: this.id(), text: 'Another offer', reasonType: 'RejectedByCandidate', isArchived: false },
    { id: this.id(), text: 'Not a fit', reasonType: 'RejectedByOrg', isArchived: false },
  ];
  readonly jobs: { id: string; title: string; hiringTeam: HiringTeamMember[]; updatedAt: string }[] = [];
  candidates: Candidate[] = [];
  applications: AshbyApplication[] = [];
  schedules: AshbySchedule[] = [];
  readonly offers: AshbyOffer[] = [];
  readonly notes: (AshbyNote & { candidateId: string })[] = [];
  webhooks: { id: string; webhookType: string; requestUrl: string; secretToken: string }[] = [];

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  tick = () => this.clock.tick().toISOString();

  addJob = ({ name, hiringManagerEmail: email }: { name: string; hiringManagerEmail?: string }): FakeJob => {
    const manager = { firstName: 'Mo', lastName: 'Díaz', role: 'Hiring Manager', userId: this.id() };
    const hiringTeam = email === undefined ? [] : [{ ...manager, email }];
    const job = { id: this.id(), title: name, hiringTeam, updatedAt: this.tick() };
    this.jobs.push(job);
    return {
      externalId: job.id,
      stages: this.stages.map(({ id, title, kind }) => ({ externalId: id, name: title, kind })),
    };
  };

  addPerson = (person: NewFakePerson): FakePerson => {
    const at = this.tick();
    const candidate: Candidate = {
      id: this.id(),
      firstName: person.firstName,
      lastName: person.lastName,
      emails: person.email ? [person.email] : [],
      phones: person.phones ?? [],
      createdAt: at,
      updatedAt: at,
    };
    this.candidates.push(candidate);
    if (person.job === undefined) return { externalId: candidate.id, applicationExternalId: null };
    const job = this.jobs.find(({ id }) => id === person.job?.externalId);
    if (job === undefined) throw new Error('no such job');
    const application: AshbyApplication = {
      id: this.id(),
      createdAt: at,
      updatedAt: at,
      status: 'Active',
      candidate: { id: candidate.id, name: nameOf(candidate) },
      currentInterviewStage: this.stage(person.stage ?? this.stages[0]?.id ?? ''),
      source: { id: this.id(), title: 'Referral', isArchived: false },
      job: { id: job.id, title: job.title },
      hiringTeam: [],
    };
    this.applications.push(application);
    this.emit('applicationSubmit', { application });
    return { externalId: candidate.id, applicationExternalId: application.id };
  };

  stage(id: string) {
    const { kind: _, ...stage } = this.stages.find((each) => each.id === id) ?? {};
    if (!('id' in stage)) throw new Error('no such stage');
    return { ...stage, interviewPlanId: this.planId };
  }

  candidate(id: string): Candidate {
    const found = this.candidates.find((each) => each.id === id);
    if (found === undefined) throw new Error('no such candidate');
    return found;
  }

  application(id: string | null): AshbyApplication {
    const found = this.applications.find((each) => each.id === id);
    if (found === undefined) throw new Error('no such application');
    return found;
  }

  /** Ashby has no event for it. */
  change(id: string, change: Partial<Candidate>): void {
    Object.assign(this.candidate(id), change, { updatedAt: this.tick() });
  }

  deletePerson = (id: string): void => {
    this.#drop(id);
    this.emit('candidateDelete', { candidate: { id } });
  };

  mergePeople = (from: string, into: string): void => {
    for (const application of this.applications.filter(({ candidate }) => candidate.id === from))
      application.candidate = { id: into, name: nameOf(this.candidate(into)) };
    this.#drop(from);
    this.change(into, {});
    this.emit('candidateMerge', { deletedCandidate: { id: from }, mergedCandidate: { id: into } });
  };

  #drop(id: string): void {
    this.candidates = this.candidates.filter((each) => each.id !== id);
    this.applications = this.applications.filter(({ candidate }) => candidate.id !== id);
  }

  /** The candidate isn't updated by it. */
  move = (id: string, stage: string): void => {
    const application = this.application(id);
    application.currentInterviewStage = this.stage(stage);
    const { type } = application.currentInterviewStage;
    application.status = type === 'Hired' || type === 'Archived' || type === 'Lead' ? type : 'Active';
    application.updatedAt = this.tick();
    this.emit('candidateStageChange', { application });
  };

  emit(action: string, data: object): void {
    for (const { requestUrl, secretToken } of this.webhooks.filter((each) => each.webhookType === action)) {
      const body = Buffer.from(JSON.stringify({ action, data }));
      const signature = createHmac('sha256', secretToken).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'ashby-signature': `sha256=${signature}` };
      this.outbox.add({ url: requestUrl, sign: () => ({ headers, body }) });
    }
  }

  shown(candidate: Candidate) {
    const contacts = (values: string[]) =>
      values.map((value, index) => ({ value, type: 'Personal' as const, isPrimary: index === 0 }));
    const [emailAddresses, phoneNumbers] = [contacts(candidate.emails), contacts(candidate.phones)];
    return {
      id: candidate.id,
      createdAt: candidate.createdAt,
      updatedAt: candidate.updatedAt,
      name: nameOf(candidate),
      ...(emailAddresses[0] && { primaryEmailAddress: emailAddresses[0] }),
      emailAddresses,
      ...(phoneNumbers[0] && { primaryPhoneNumber: phoneNumbers[0] }),
      phoneNumbers,
      socialLinks: [],
      tags: [],
      applicationIds: this.applications
        .filter((application) => application.candidate.id === candidate.id)
        .map(({ id }) => id),
      fileHandles: [],
      profileUrl: `https://app.ashbyhq.com/candidates/${candidate.id}`,
      timezone: 'America/Chicago',
    };
  }
}

const nameOf = ({ firstName, lastName }: Candidate) => `${firstName} ${lastName}`;
