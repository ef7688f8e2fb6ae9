import { type Hiring, known } from './hiring.ts';
import type { Application, Person } from './hiring-records.ts';

/* Teamtailor's resources, with what they lead to. */

export interface Resource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  /** Given only for what is included. */
  to: Record<string, Resource[] | Resource | null>;
}

export const asUser = ({
  id,
  name,
  email,
  role,
}: {
  id: string;
  name: string;
  email: string;
  role: string;
}): Resource => ({
  id,
  type: 'users',
  attributes: { name, email, role },
  to: {},
});

export const asJob = ({ id, name, status, createdAt, extra }: Hiring['jobs'][number]): Resource => ({
  id,
  type: 'jobs',
  attributes: {
    title: name,
    status: status || 'open',
    'human-status': (status || 'open') === 'open' ? 'published' : status,
    internal: false,
    'created-at': createdAt.toISOString(),
    ...extra,
  },
  to: {},
});

export function asStage(hiring: Hiring, { id, name, type, order, plan }: Hiring['stages'][number]): Resource {
  const job = known(hiring.jobs, plan ?? '');
  const at = job.createdAt.toISOString();
  return {
    id,
    type: 'stages',
    attributes: {
      name,
      'stage-type': type,
      'row-order': order,
      'active-job-applications-count': 0,
      'rejected-job-applications-count': 0,
      'created-at': at,
      'updated-at': at,
    },
    to: { job: asJob(job) },
  };
}

export function candidateOf({
  id,
  createdAt,
  emails,
  firstName,
  lastName,
  phones,
  updatedAt,
}: Person): Resource {
  const attributes = {
    connected: false,
    'created-at': createdAt.toISOString(),
    email: emails[0] ?? null,
    'first-name': firstName,
    'last-name': lastName,
    internal: false,
    phone: phones[0] ?? null,
    sourced: true,
    unsubscribed: false,
    'updated-at': updatedAt.toISOString(),
    tags: [],
  };
  return { id, type: 'candidates', attributes, to: { 'job-applications': null } };
}

export const applicationOf = ({ id, createdAt, updatedAt, movedAt, extra }: Application): Resource => ({
  id,
  type: 'job-applications',
  attributes: {
    'cover-letter': null,
    'created-at': createdAt.toISOString(),
    'referring-site': 'Indeed',
    'rejected-at': null,
    sourced: false,
    'updated-at': updatedAt.toISOString(),
    'changed-stage-at': movedAt.toISOString(),
    ...extra,
  },
  to: { candidate: null, job: null, stage: null },
});

export const asCandidate = (hiring: Hiring, person: Person): Resource => ({
  ...candidateOf(person),
  to: { 'job-applications': hiring.applicationsOf(person).map(applicationOf) },
});

export function asApplication(hiring: Hiring, application: Application): Resource {
  const { person, job, stage } = application;
  const to = { candidate: candidateOf(person), job: job && asJob(job), stage: asStage(hiring, stage) };
  return { ...applicationOf(application), to };
}

export const asNote = ({
  id,
  body,
  createdAt,
  updatedAt,
  person,
  author,
}: Hiring['notes'][number]): Resource => ({
  id,
  type: 'notes',
  attributes: {
    note: body,
    'created-at': createdAt.toISOString(),
    'created-by-trigger': false,
    'mentioned-user-ids': [],
    'private-note': false,
    'updated-at': updatedAt.toISOString(),
    'candidate-id': Number(person.id),
    'user-id': Number(author?.id),
  },
  to: {},
});

export function asCompany(hiring: Hiring): Resource {
  const manager = hiring.users.find(({ role, active }) => role === 'admin' && active);
  const attributes = { name: 'Acme Staffing', locale: 'en', website: 'https://acme.example' };
  return { id: '1', type: 'companies', attributes, to: { manager: manager ? asUser(manager) : null } };
}
