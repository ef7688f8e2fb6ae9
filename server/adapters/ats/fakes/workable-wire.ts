import { fullName, lastChange } from './hiring.ts';
import type { Application, Hire, Interview, Stage } from './hiring-records.ts';

/* What Workable returns of each record. */

export const ACCOUNT = { id: 'a1', name: 'Acme', subdomain: 'acme' };

export const asStage = ({ id, name, type, order }: Stage) => ({
  slug: id,
  name,
  kind: type,
  position: order,
});

const asJob = ({ job }: Application) => (job === null ? null : { shortcode: job.id, title: job.name });

export function asCandidate(application: Application) {
  const { person, stage, movedAt } = application;
  return {
    id: person.id,
    name: fullName(person),
    firstname: person.firstName,
    lastname: person.lastName,
    headline: null,
    account: { subdomain: ACCOUNT.subdomain, name: ACCOUNT.name },
    job: asJob(application),
    stage: stage.name,
    stage_kind: stage.type,
    disqualified: false,
    withdrew: false,
    hired_at: stage.kind === 'hired' ? movedAt.toISOString() : null,
    sourced: true,
    domain: null,
    profile_url: `https://${ACCOUNT.subdomain}.workable.com/backend/candidates/${person.id}`,
    email: person.emails[0] ?? null,
    phone: person.phones[0] ?? null,
    created_at: person.createdAt.toISOString(),
    updated_at: lastChange(person, application).toISOString(),
    ...application.extra,
  };
}

export const asEvent = ({ id, application, interviewer, ...rest }: Interview) => ({
  id,
  title: rest.title,
  type: 'interview',
  starts_at: rest.startsAt.toISOString(),
  ends_at: rest.endsAt.toISOString(),
  cancelled: rest.canceled,
  job: asJob(application),
  members: [{ id: interviewer.id, name: interviewer.name, status: 'accepted' }],
  candidate: { id: application.person.id, name: fullName(application.person) },
  conference: rest.videoUrl === null ? null : { type: 'google_meet', id, url: rest.videoUrl },
});

export const asEmployee = ({ id, person, startsOn }: Hire) => ({
  id,
  firstname: person.firstName,
  lastname: person.lastName,
  email: person.emails[0] ?? null,
  phone: person.phones[0] ?? null,
  start_date: startsOn,
  state: 'published',
  candidate_id: person.id,
});
