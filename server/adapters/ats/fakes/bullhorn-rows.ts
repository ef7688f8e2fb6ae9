import type { Row } from './bullhorn-conditions.ts';
import { type BullhornEntity, checkRow, parseFields } from './bullhorn-schema.ts';
import { type Hiring, orNoSuch } from './hiring.ts';
import type { Application, Hire, Interview, Job, Person, User } from './hiring-records.ts';

/* Bullhorn's entities, with what they lead to. */

export type BullhornRow = Row & { id: number };

/** Who is invited to every interview, besides who leads it. */
export const INVITED = 'lee@corp.example';

const PHONES = ['mobile', 'phone', 'phone2', 'phone3', 'workPhone'] as const;

type Dated = { id: string; createdAt: Date; updatedAt: Date };
const entity = ({ id, createdAt, updatedAt }: Dated, isDeleted = false) => ({
  id: Number(id),
  isDeleted,
  dateAdded: createdAt.getTime(),
  dateLastModified: updatedAt.getTime(),
});

/** What is deleted stays, and is only marked. */
const asCandidate = (person: Person, isDeleted = false) => ({
  ...entity(person, isDeleted),
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.emails[0] ?? null,
  ...Object.fromEntries(PHONES.map((name, index) => [name, person.phones[index] ?? null])),
  ...person.extra,
});

const asUser = (user: User) => ({ ...entity(user), name: user.name, email: user.email });

const asJobOrder = (job: Job) => ({
  ...entity(job),
  title: job.name,
  isOpen: true,
  status: 'Accepting',
  clientContact: job.manager && { id: 1, email: job.manager.email },
});

const asSubmission = (application: Application, { users: [me] }: Hiring) => ({
  ...entity(application),
  candidate: asCandidate(application.person),
  jobOrder: application.job && asJobOrder(application.job),
  sendingUser: me && asUser(me),
  source: null,
  status: application.stage.id,
});

/** Each user who is invited has a copy. */
function asAppointments(interview: Interview, hiring: Hiring): BullhornRow[] {
  const { application, title, startsAt, endsAt, timezone, location, videoUrl } = interview;
  const original = {
    ...entity(interview, interview.canceled),
    type: 'Interview',
    subject: title,
    dateBegin: startsAt.getTime(),
    dateEnd: endsAt.getTime(),
    timeZoneID: timezone,
    location: videoUrl ?? location,
    candidateReference: asCandidate(application.person),
    jobOrder: application.job && asJobOrder(application.job),
    jobSubmission: asSubmission(application, hiring),
    owner: asUser(interview.interviewer),
    parentAppointment: null,
  };
  const invited = hiring.users.find(({ email }) => email === INVITED);
  const copy = { ...original, id: original.id + 1, isDeleted: false, parentAppointment: original.id };
  return [original, { ...copy, owner: invited && asUser(invited) }];
}

const asPlacement = (hire: Hire) => ({
  ...entity(hire),
  candidate: asCandidate(hire.person),
  jobOrder: hire.application?.job ? asJobOrder(hire.application.job) : null,
  // Midnight in New York, in winter.
  dateBegin: Date.parse(`${hire.startsOn}T05:00:00Z`),
  status: 'Approved',
});

const ROWS: Record<BullhornEntity, (hiring: Hiring) => BullhornRow[]> = {
  Candidate: ({ people, deleted }) => [
    ...people.map((person) => asCandidate(person)),
    ...deleted.map((person) => asCandidate(person, true)),
  ],
  JobOrder: ({ jobs }) => jobs.map(asJobOrder),
  JobSubmission: (hiring) => hiring.applications.map((each) => asSubmission(each, hiring)),
  Appointment: (hiring) => hiring.interviews.flatMap((each) => asAppointments(each, hiring)),
  Placement: ({ hires }) => hires.map(asPlacement),
  CorporateUser: ({ users }) => users.map(asUser),
  Note: ({ notes }) =>
    notes.map((note) => ({
      ...entity(note),
      ...note.extra,
      personReference: Number(note.person.id),
      commentingPerson: Number(note.author?.id),
    })),
};

export const rowsOf = (hiring: Hiring, name: BullhornEntity, by?: string): BullhornRow[] =>
  ROWS[name](hiring).sort((one, other) => (by === '-id' ? other.id - one.id : one.id - other.id));

export const rowOf = (hiring: Hiring, name: BullhornEntity, id: string | undefined): BullhornRow =>
  orNoSuch(rowsOf(hiring, name).find((row) => row.id === Number(id)));

/** The ID comes whether it's asked for or not. */
export function shown(name: BullhornEntity, whole: BullhornRow, fields: string): Row {
  const asked = parseFields(fields) ?? new Map<string, string[]>();
  const row = Object.fromEntries(
    [['id', []] as [string, string[]], ...asked].map(([field, inner]) => {
      const value = (whole as Row)[field] ?? null;
      if (inner.length === 0 || value === null) return [field, value];
      return [field, Object.fromEntries(inner.map((each) => [each, (value as Row)[each] ?? null]))];
    }),
  );
  checkRow(name, row);
  return row;
}
