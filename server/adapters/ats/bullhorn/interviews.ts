import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { interview, newHire } from '../defaults.ts';
import type { AtsInterview, AtsNewHire } from '../port.ts';
import { TimeMs } from '../values.ts';
import { changedSince, query } from './lists.ts';

const Text = z.string().nullish();
const Reference = z.object({ id: z.number().int() }).nullish();
const idOf = (reference: z.infer<typeof Reference>) => (reference ? String(reference.id) : null);

const APPOINTMENT_FIELDS = [
  'id,subject,dateBegin,dateEnd,timeZoneID,location,isDeleted',
  'candidateReference(id),jobOrder(id),jobSubmission(id),owner(id,name)',
].join();
const Appointment = z.object({
  id: z.number().int(),
  subject: Text,
  dateBegin: TimeMs,
  dateEnd: TimeMs,
  timeZoneID: Text,
  location: Text,
  isDeleted: z.boolean().nullish(),
  candidateReference: Reference,
  jobOrder: Reference,
  jobSubmission: Reference,
  owner: z.object({ name: Text }).nullish(),
});

export async function listInterviews(
  api: AtsApi,
  { startsAfter, cursor }: { startsAfter: Date; cursor: string | null },
): Promise<{ interviews: AtsInterview[]; next: string | null }> {
  // Each invitee has a copy, which leads to the one of who made the appointment.
  const where = `type='Interview' AND parentAppointment IS NULL AND dateBegin>${startsAfter.getTime()}`;
  const asked = { entity: 'Appointment' as const, where, sort: 'id', fields: APPOINTMENT_FIELDS };
  const start = Number(cursor ?? 0);
  const { data, next } = await query(api, 'list interviews', { ...asked, start }, Appointment);
  return { interviews: data.map(interviewOf), next: next === null ? null : String(next) };
}

function interviewOf(appointment: z.infer<typeof Appointment>): AtsInterview {
  return interview({
    externalId: String(appointment.id),
    personExternalId: idOf(appointment.candidateReference),
    applicationExternalId: idOf(appointment.jobSubmission),
    jobExternalId: idOf(appointment.jobOrder),
    title: appointment.subject,
    startsAt: appointment.dateBegin,
    endsAt: appointment.dateEnd,
    timezone: knownZone(appointment.timeZoneID),
    place: appointment.location || null,
    interviewers: [appointment.owner?.name ?? ''].filter(Boolean),
    canceled: appointment.isDeleted,
  });
}

function knownZone(name: string | null | undefined): string | null {
  if (name === null || name === undefined) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone && name;
  } catch {
    return null;
  }
}

const PLACEMENT_FIELDS = [
  'id,dateBegin,jobOrder(id,title)',
  'candidate(id,firstName,lastName,email,mobile,phone)',
].join();
const Placement = z.object({
  id: z.number().int(),
  dateBegin: TimeMs.nullish(),
  jobOrder: z.object({ title: Text }).nullish(),
  candidate: z.object({
    id: z.number().int(),
    firstName: Text,
    lastName: Text,
    email: Text,
    mobile: Text,
    phone: Text,
  }),
});

/** Who began earlier isn't new. */
const FIRST_LOOK_MS = 90 * 24 * 60 * 60_000;

/** Placements: a candidate who was placed starts work. */
export async function listNewHires(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const where = since === null ? `dateBegin>${api.now().getTime() - FIRST_LOOK_MS}` : changedSince(since);
  const asked = { entity: 'Placement' as const, where, sort: 'id', fields: PLACEMENT_FIELDS };
  const start = Number(cursor ?? 0);
  const { data, next } = await query(api, 'list placements', { ...asked, start }, Placement);
  return { newHires: data.map(newHireOf), next: next === null ? null : String(next) };
}

function newHireOf({ id, dateBegin, jobOrder, candidate }: z.infer<typeof Placement>): AtsNewHire {
  return newHire({
    externalId: String(id),
    personExternalId: String(candidate.id),
    firstName: candidate.firstName,
    lastName: candidate.lastName,
    emails: [candidate.email],
    phones: [candidate.mobile, candidate.phone],
    // A day is kept as midnight in America, which is the same day in UTC.
    startsOn: typeof dateBegin === 'number' ? new Date(dateBegin).toISOString() : null,
    jobName: jobOrder?.title,
  });
}
