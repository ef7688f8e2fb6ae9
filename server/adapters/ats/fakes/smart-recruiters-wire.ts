import { type Hiring, lastChange } from './hiring.ts';
import type { Application, Interview, Person } from './hiring-records.ts';

/* What SmartRecruiters returns of each record. */

export function asAssignment(hiring: Hiring, application: Application) {
  const [status, subStatus = null] = application.stage.id.split('/');
  const { startsOn } = hiring.hires.find((hire) => hire.application === application) ?? {};
  return { status, subStatus, ...(startsOn !== undefined && { startsOn }) };
}

export function asCandidate(hiring: Hiring, person: Person) {
  const { id, firstName, lastName, emails, createdAt } = person;
  const applications = hiring.applicationsOf(person);
  const [primaryAssignment, ...secondaryAssignments] = applications.map((application) => ({
    ...asAssignment(hiring, application),
    job: { id: application.job?.id, title: application.job?.name },
    source: 'Referral',
  }));
  return {
    id,
    firstName,
    lastName,
    ...(emails[0] !== undefined && { email: emails[0] }),
    createdOn: createdAt.toISOString(),
    updatedOn: lastChange(person, ...applications).toISOString(),
    internal: false,
    tags: [],
    ...(primaryAssignment && { primaryAssignment }),
    secondaryAssignments,
  };
}

/** An interview has time slots there; each slot has a time and people. */
export const asInterview = ({ id, application: { person, job }, interviewer, ...rest }: Interview) => ({
  id: `interview-${id}`,
  candidate: { id: person.id, status: 'accepted' },
  jobId: job?.id,
  location: rest.videoUrl ?? rest.location ?? 'Main office',
  organizerId: interviewer.id,
  timezone: rest.timezone,
  timeslots: [
    {
      id,
      interviewType: 'Talk',
      title: rest.title,
      startsOn: rest.startsAt.toISOString(),
      endsOn: rest.endsAt.toISOString(),
      interviewers: [{ id: interviewer.id, status: 'accepted' }],
      candidateStatus: 'accepted',
    },
  ],
  createdOn: rest.createdAt.toISOString(),
  source: 'SMARTRECRUITERS',
});
