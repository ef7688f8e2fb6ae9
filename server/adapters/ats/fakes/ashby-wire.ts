import { firstAndLast, fullName, type Hiring } from './hiring.ts';
import type { Application, Interview, Person } from './hiring-records.ts';

/* What Ashby returns of each record. */

export const PLAN = '00000000-0000-4000-8000-0000000000aa';

export function asCandidate(hiring: Hiring, person: Person) {
  const contacts = (values: string[]) =>
    values.map((value, index) => ({ value, type: 'Personal', isPrimary: index === 0 }));
  const [emailAddresses, phoneNumbers] = [contacts(person.emails), contacts(person.phones)];
  return {
    id: person.id,
    createdAt: person.createdAt.toISOString(),
    updatedAt: person.updatedAt.toISOString(),
    name: fullName(person),
    ...(emailAddresses[0] && { primaryEmailAddress: emailAddresses[0] }),
    emailAddresses,
    ...(phoneNumbers[0] && { primaryPhoneNumber: phoneNumbers[0] }),
    phoneNumbers,
    socialLinks: [],
    tags: [],
    applicationIds: hiring.applicationsOf(person).map(({ id }) => id),
    fileHandles: [],
    profileUrl: `https://app.ashbyhq.com/candidates/${person.id}`,
    timezone: 'America/Chicago',
  };
}

export const asStage = ({ id, name, type, order }: Application['stage']) => ({
  id,
  title: name,
  type,
  orderInInterviewPlan: order,
  interviewPlanId: PLAN,
});

export const asApplication = ({ id, createdAt, updatedAt, stage, person, job, extra }: Application) => ({
  id,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  status: ['Hired', 'Archived', 'Lead'].includes(stage.type) ? stage.type : 'Active',
  candidate: { id: person.id, name: fullName(person) },
  currentInterviewStage: asStage(stage),
  source: { id, title: 'Referral', isArchived: false },
  job: { id: job?.id, title: job?.name },
  hiringTeam: [],
  ...extra,
});

export function asSchedule({ id, application, interviewer, createdAt, ...rest }: Interview) {
  const scheduleId = id.replace('-4000-', '-4001-');
  const at = createdAt.toISOString();
  const updatedAt = rest.updatedAt.toISOString();
  const { id: userId, email } = interviewer;
  const user = { id: userId, ...firstAndLast(interviewer.name), email };
  const event = {
    id,
    interviewId: id,
    interviewScheduleId: scheduleId,
    interviewerUserIds: [userId],
    interviewers: [{ ...user, globalRole: 'Limited Access', isEnabled: true, updatedAt }],
    createdAt: at,
    updatedAt,
    startTime: rest.startsAt.toISOString(),
    endTime: rest.endsAt.toISOString(),
    feedbackLink: `https://app.ashbyhq.com/feedback/${id}`,
    location: rest.location,
    meetingLink: rest.videoUrl,
    hasSubmittedFeedback: false,
    interview: {
      id,
      title: rest.title,
      isArchived: false,
      isFeedbackRequired: false,
      isFeedbackRequested: false,
      feedbackFormDefinitionId: id,
    },
  };
  return {
    id: scheduleId,
    status: rest.canceled ? 'Cancelled' : 'Scheduled',
    applicationId: application.id,
    interviewStageId: application.stage.id,
    createdAt: at,
    updatedAt,
    interviewEvents: [event],
  };
}
