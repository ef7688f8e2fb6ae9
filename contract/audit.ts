import { z } from 'zod';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/** What the company may want to look up later: what its people do, and what staff of Hiretext (`staff.`) do for it. */
export const AuditAction = z.enum([
  'plan.changed',
  'plan.canceled',
  'card.changed',
  'textPackage.bought',
  'seats.purchased',
  'seat.removed',
  'seat.tagged',
  'seat.transferred',
  'seat.covered',
  'person.invited',
  'person.joined',
  'person.reactivated',
  'person.removed',
  'person.userTypeChanged',
  'person.seatTypeChanged',
  'person.outOfOfficeChanged',
  'invitation.resent',
  'invitation.canceled',
  'number.bought',
  'number.changed',
  'number.reset',
  'number.landlineStarted',
  'number.landlineSigned',
  'number.landlineWithdrawn',
  'number.callForwardingChanged',
  'registration.submitted',
  'consent.evidenceExported',
  'account.consentFirst',
  'account.textingHours',
  'candidate.changed',
  'candidate.deleted',
  'candidate.textedAnyway',
  'candidate.restored',
  'candidate.unlinked',
  'candidate.moved',
  'candidate.addedToJob',
  'candidate.removedFromJob',
  'job.created',
  'job.changed',
  'job.deleted',
  'jobStage.created',
  'jobStage.changed',
  'jobStage.deleted',
  'jobStage.reordered',
  'interview.created',
  'interview.changed',
  'interview.canceled',
  'onboarding.started',
  'onboarding.changed',
  'onboarding.ended',
  'automation.created',
  'automation.changed',
  'automation.deleted',
  'broadcast.created',
  'broadcast.approved',
  'broadcast.declined',
  'broadcast.paused',
  'broadcast.resumed',
  'broadcast.canceled',
  'template.created',
  'template.changed',
  'template.deleted',
  'template.reordered',
  'keyword.created',
  'keyword.changed',
  'keyword.deleted',
  'account.renamed',
  'account.mfaRequired',
  'account.linkClicks',
  'account.comparesPeople',
  'account.coldTexts',
  'account.replyPromise',
  'account.numberPage',
  'account.broadcasts',
  'ai.changed',
  'ats.connected',
  'ats.changed',
  'ats.paused',
  'ats.resumed',
  'ats.disconnected',
  'ats.pairDecided',
  'calendar.connected',
  'calendar.disconnected',
  'account.deletionAsked',
  'account.deletionTakenBack',
  'person.deletionAsked',
  'person.deletionTakenBack',
  'signIn.passwordChanged',
  'signIn.secondStepTurnedOn',
  'signIn.secondStepTurnedOff',
  'signIn.authenticatorAdded',
  'signIn.authenticatorRemoved',
  'signIn.recoveryCodesRenewed',
  'signIn.passkeyAdded',
  'signIn.passkeyRemoved',
  'sso.changed',
  'sso.domainVerified',
  'sso.removed',
  'auditLog.exported',
  'staff.impersonated',
  'staff.featureSwitched',
  'staff.numberApproved',
  'staff.numberRejected',
  'staff.numberReopened',
  'staff.orderApproved',
  'staff.orderRejected',
  'staff.orderReleased',
  'staff.jobRetried',
  'staff.jobDiscarded',
  'staff.secondStepResetAsked',
  'staff.secondStepResetCanceled',
  'staff.secondStepReset',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** The name of an erased person in sentences about them. */
export const ERASED_PERSON = 'A deleted person';

export const AuditEvent = z.object({
  id: Id,
  createdAt: Timestamp,
  actor: z
    .object({ id: Id, name: z.string() })
    .describe('Who did it, by the name they had then. They may have left since.'),
  action: AuditAction,
  subjectId: Id.nullable().describe('The user, seat, candidate, template, job or stage it was done to.'),
  subject: z
    .string()
    .nullable()
    .describe(
      'What to call the subject: a name, an email address or a phone number. Candidates by their present name, until they are deleted.',
    ),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .describe('More about the action, e.g. `{ "userType": "admin" }`. Never a secret.'),
  ip: z.string().nullable().describe('The IP address it was done from. Null for staff.'),
  userAgent: z.string().nullable().describe('The browser or program it was done with. Null for staff.'),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

const AuditFilter = z.object({
  actorId: Id.optional().describe('Only what this user did.'),
  action: AuditAction.optional().describe('Only this kind of action.'),
  from: Timestamp.optional().describe('Only at or after this time.'),
  until: Timestamp.optional().describe('Only before this time.'),
});

export const listAuditEvents = route({
  method: 'GET',
  path: '/account/auditEvents',
  summary: 'List who did what, to whom, when and from where, newest first.',
  auth: 'session',
  may: { userType: 'admin' },
  query: PageQuery.extend(AuditFilter.shape),
  reply: page(AuditEvent),
});

export const exportAuditEvents = route({
  method: 'GET',
  path: '/account/auditEvents/export',
  changes: true,
  summary: 'Export the whole list as a CSV file (UTF-8 with a byte order mark).',
  auth: 'session',
  may: { userType: 'admin' },
  query: AuditFilter,
  transport: 'csv',
  reply: z
    .string()
    .describe(
      'One line per event: createdAt (UTC), actor, action, subject, details, ip, userAgent. A value that a spreadsheet could read as a formula starts with an apostrophe.',
    ),
});
