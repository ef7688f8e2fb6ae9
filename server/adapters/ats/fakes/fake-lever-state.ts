import { createHmac } from 'node:crypto';
import type { JobStageKind } from '../../../../contract/ats.ts';
import { fakeUuids } from './fake-answers.ts';
import type { FakeClock, FakeJob, FakePerson, NewFakePerson } from './fake-ats.ts';
import { FakeOutbox } from './fake-outbox.ts';
import type { LeverNote, LeverUser } from './lever-schema.ts';

/* Who is in a Lever account, and what people do there. */

interface Contact {
  id: string;
  firstName: string;
  lastName: string;
  emails: string[];
  phones: { type: string | null; value: string }[];
  isAnonymized: boolean;
}

export interface FakeOpportunity {
  id: string;
  contact: string;
  stage: string;
  posting: string | null;
  archived: { reason: string | null; archivedAt: number } | null;
  confidentiality: 'confidential' | 'non-confidential';
  createdAt: number;
  updatedAt: number;
}

interface FakeLeverInterview {
  id: string;
  opportunity: string;
  subject: string;
  interviewers: { id: string; name: string; email: string; feedbackTemplate: null }[];
  timezone: string;
  date: number;
  duration: number;
  location: string | null;
  canceledAt: number | null;
}

interface FakeLeverWebhook {
  id: string;
  event: string;
  url: string;
  signatureToken: string;
  createdAt: number;
}

const STAGES: [string, JobStageKind][] = [
  ['New lead', 'lead'],
  ['New applicant', 'applied'],
  ['Recruiter screen', 'screen'],
  ['On-site interview', 'interview'],
  ['Offer', 'offer'],
  ['Background check', 'other'],
];

export class FakeLeverState {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly id = fakeUuids();
  readonly stages = STAGES.map(([text, kind]) => ({ id: this.id(), text, kind }));
  readonly reasons = [
    { id: this.id(), text: 'Hired', status: 'active', type: 'hired' },
    { id: this.id(), text: 'Underqualified', status: 'active', type: 'non-hired' },
  ];
  readonly users: LeverUser[] = [];
  readonly postings: { id: string; text: string; state: string; hiringManager: string | null }[] = [];
  readonly contacts = new Map<string, Contact>();
  readonly opportunities: FakeOpportunity[] = [];
  interviews: FakeLeverInterview[] = [];
  /** Chosen when the key is made; without it, asking for confidential data is an access error. */
  seesConfidential = true;
  readonly offers: { id: string; opportunity: string; start: number; createdAt: number }[] = [];
  readonly notes: (LeverNote & { opportunity: string })[] = [];
  readonly webhooks: FakeLeverWebhook[] = [];

  constructor(clock: FakeClock) {
    this.clock = clock;
    this.addUser('owner@acme.test', 'super admin');
  }

  addUser(email: string, accessRole: string): LeverUser {
    const known = this.users.find((user) => user.email === email);
    if (known) return known;
    const user = {
      id: this.id(),
      name: email.split('@')[0] ?? '',
      username: email.split('@')[0] ?? '',
      email,
      accessRole,
      createdAt: this.#tick(),
      deactivatedAt: null,
    };
    this.users.push(user);
    return user;
  }

  addJob = ({ name, hiringManagerEmail }: { name: string; hiringManagerEmail?: string }): FakeJob => {
    const manager = hiringManagerEmail ? this.addUser(hiringManagerEmail, 'team member').id : null;
    const posting = { id: this.id(), text: name, state: 'published', hiringManager: manager };
    this.postings.push(posting);
    return {
      externalId: posting.id,
      stages: this.stages.map(({ id, text, kind }) => ({ externalId: id, name: text, kind })),
    };
  };

  addPerson = (person: NewFakePerson): FakePerson => {
    const contact: Contact = {
      id: this.id(),
      firstName: person.firstName,
      lastName: person.lastName,
      emails: person.email ? [person.email] : [],
      phones: (person.phones ?? []).map((value) => ({ type: null, value })),
      isAnonymized: false,
    };
    this.contacts.set(contact.id, contact);
    this.emit('contactCreated', { contactId: contact.id });
    return this.apply(contact.id, person);
  };

  /** Once more: another opportunity of the same contact. */
  apply = (contact: string, { job, stage }: { job?: FakeJob; stage?: string }): FakePerson => {
    const at = this.#tick();
    const opportunity: FakeOpportunity = {
      id: this.id(),
      contact,
      stage: stage ?? job?.stages[0]?.externalId ?? this.stages[0]?.id ?? '',
      posting: job?.externalId ?? null,
      archived: null,
      confidentiality: 'non-confidential',
      createdAt: at,
      updatedAt: at,
    };
    this.opportunities.push(opportunity);
    this.emit('applicationCreated', { opportunityId: opportunity.id, contactId: contact });
    return { externalId: contact, applicationExternalId: opportunity.id };
  };

  changeContact(id: string, change: (contact: Contact) => void): void {
    const contact = this.contacts.get(id);
    if (contact === undefined) throw new Error('no such contact');
    change(contact);
    const at = this.#tick();
    for (const opportunity of this.opportunitiesOf(id)) opportunity.updatedAt = at;
    this.emit('contactUpdated', { contactId: id });
  }

  deletePerson = (id: string): void => {
    for (const opportunity of this.opportunitiesOf(id)) {
      this.opportunities.splice(this.opportunities.indexOf(opportunity), 1);
      this.emit('candidateDeleted', { opportunityId: opportunity.id, contactId: id });
    }
    this.contacts.delete(id);
  };

  opportunitiesOf = (contact: string) => this.opportunities.filter((each) => each.contact === contact);

  opportunity(id: string | null): FakeOpportunity {
    const found = this.opportunities.find((each) => each.id === id);
    if (found === undefined) throw new Error('no such opportunity');
    return found;
  }

  move = (id: string, stage: string): void => {
    const opportunity = this.opportunity(id);
    const fromStageId = opportunity.stage;
    opportunity.stage = stage;
    this.touch(opportunity);
    this.emit('candidateStageChange', {
      opportunityId: id,
      contactId: opportunity.contact,
      fromStageId,
      toStageId: stage,
    });
  };

  archive(id: string, type: 'hired' | 'non-hired'): void {
    const opportunity = this.opportunity(id);
    const reason = this.reasons.find((each) => each.type === type)?.id ?? null;
    opportunity.archived = { reason, archivedAt: this.#tick() };
    this.touch(opportunity);
    const about = { opportunityId: id, contactId: opportunity.contact };
    this.emit('candidateArchiveChange', about);
    if (type === 'hired') this.emit('candidateHired', about);
  }

  touch(opportunity: FakeOpportunity): void {
    opportunity.updatedAt = this.#tick();
  }

  emit(event: string, data: Record<string, string>): void {
    for (const webhook of this.webhooks.filter((each) => each.event === event)) {
      const id = this.id();
      const token = this.id().replaceAll('-', '').padEnd(48, 'f');
      this.outbox.add({
        url: webhook.url,
        sign: (at) => {
          const triggeredAt = at.getTime();
          const signature = createHmac('sha256', webhook.signatureToken)
            .update(token + triggeredAt)
            .digest('hex');
          const body = { id, event, triggeredAt, token, signature, data };
          return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
        },
      });
    }
  }

  #tick(): number {
    return this.clock.tick().getTime();
  }
}
