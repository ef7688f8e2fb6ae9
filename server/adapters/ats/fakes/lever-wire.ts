import { fullName, type Hiring, lastChange } from './hiring.ts';
import type { Application, Interview, Job, Note, User } from './hiring-records.ts';

/* What Lever returns of each record: a contact is a person, an opportunity an application. */

export const asUser = ({ id, name, email, role, active, createdAt, updatedAt }: User) => ({
  id,
  name,
  username: name,
  email,
  accessRole: role,
  createdAt: createdAt.getTime(),
  deactivatedAt: active ? null : updatedAt.getTime(),
});

export function asOpportunity({ users: [owner] }: Hiring, application: Application, expand: string[] = []) {
  const { id, person, stage, job, status, createdAt, updatedAt } = application;
  const { isAnonymized = false } = person.extra;
  const posting = {
    id: `${id}-application`,
    opportunityId: id,
    createdAt: createdAt.getTime(),
    type: 'posting',
    posting: job?.id ?? '',
    postingHiringManager: null,
  };
  const reason = status === 'hired' ? 'reason-hired' : 'reason-rejected';
  return {
    id,
    contact: person.id,
    name: isAnonymized ? '' : fullName(person),
    emails: isAnonymized ? [] : person.emails,
    phones: isAnonymized ? [] : person.phones.map((value) => ({ type: null, value })),
    isAnonymized,
    headline: '',
    stage: expand.includes('stage') ? { id: stage.id, text: stage.name } : stage.id,
    applications: job === null ? [] : [expand.includes('applications') ? posting : posting.id],
    owner: expand.includes('owner') ? owner && asUser(owner) : owner?.id,
    origin: 'applied',
    sources: ['Referral'],
    tags: [],
    urls: { list: 'https://hire.lever.co/candidates', show: `https://hire.lever.co/candidates/${id}` },
    archived: status === 'active' ? null : { reason, archivedAt: updatedAt.getTime() },
    createdAt: createdAt.getTime(),
    updatedAt: lastChange(application, person).getTime(),
    confidentiality: 'non-confidential',
    ...application.extra,
  };
}

export function asPosting({ id, name, manager }: Job, expand: string[] = []) {
  return {
    id,
    text: name,
    state: 'published',
    confidentiality: 'non-confidential',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    owner: null,
    hiringManager: expand.includes('hiringManager') ? manager && asUser(manager) : (manager?.id ?? null),
    distributionChannels: ['public'],
  };
}

export const asInterview = ({ id, application: { stage, job }, interviewer, ...rest }: Interview) => ({
  id,
  subject: rest.title,
  interviewers: [
    { id: interviewer.id, name: interviewer.name, email: interviewer.email, feedbackTemplate: null },
  ],
  timezone: rest.timezone,
  date: rest.startsAt.getTime(),
  duration: (rest.endsAt.getTime() - rest.startsAt.getTime()) / 60_000,
  location: rest.videoUrl ?? rest.location,
  canceledAt: rest.canceled ? rest.updatedAt.getTime() : null,
  panel: `${id}-panel`,
  note: '',
  createdAt: rest.createdAt.getTime(),
  user: interviewer.id,
  stage: stage.id,
  postings: job === null ? [] : [job.id],
});

export const asNote = ({ id, body, author, createdAt, extra }: Note) => ({
  id,
  text: 'Note',
  fields: [{ type: 'textarea', text: 'Note', value: body }],
  user: author?.id ?? '',
  secret: extra.secret,
  completedAt: createdAt.getTime(),
  createdAt: createdAt.getTime(),
  deletedAt: null,
});
