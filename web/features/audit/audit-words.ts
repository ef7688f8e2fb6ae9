import type { AuditAction, AuditEvent } from '../../../contract/audit.ts';

interface Words {
  /** Of the filter. */
  name: string;
  /** After the name of whoever did it. `subject` is never empty there. */
  did: (subject: string, details: AuditEvent['details']) => string;
}

const said = (sentence: string) => () => sentence;
/** `jobTitle, tags` as people say it: job title, tags. */
const inWords = (fields: string) => fields.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const SOMEBODY = 'somebody';

/** What each action is called: the one place. */
export const auditWords: Record<AuditAction, Words> = {
  'plan.changed': {
    name: 'Plan chosen',
    did: (_, { planType, seats }) => `chose the plan ${planType}, with ${count(seats, 'seat')}`,
  },
  'seats.purchased': {
    name: 'Seats purchased',
    did: (_, { quantity }) => `purchased ${count(quantity, 'seat')}`,
  },
  'seat.removed': { name: 'Seat removed', did: said('removed a seat') },
  'seat.tagged': {
    name: 'Seat tagged',
    did: (_, { tags }) => (tags ? `tagged a seat: ${tags}` : 'removed the tags of a seat'),
  },
  'seat.transferred': {
    name: 'Seat transferred',
    did: (subject, { before }) => `transferred the seat of ${before || SOMEBODY} to ${subject}`,
  },
  'person.invited': { name: 'Person invited', did: (subject) => `invited ${subject}` },
  'person.joined': { name: 'Person joined', did: said('joined') },
  'person.reactivated': { name: 'Person reactivated', did: (subject) => `gave ${subject} a seat again` },
  'person.removed': {
    name: 'Person removed',
    did: (subject, { threadsTo }) =>
      threadsTo
        ? `removed ${subject}, and gave their conversations to ${threadsTo}`
        : `removed ${subject} from their seat`,
  },
  'person.userTypeChanged': {
    name: 'Admin or member',
    did: (subject, { userType }) => `made ${subject} ${userType === 'admin' ? 'an admin' : 'a member'}`,
  },
  'person.seatTypeChanged': {
    name: 'Texter or non-texter',
    did: (subject, { seatType }) => `made ${subject} a ${seatType === 'texter' ? 'texter' : 'non-texter'}`,
  },
  'person.outOfOfficeChanged': {
    name: 'Out of office of somebody else',
    did: (subject, { enabled }) =>
      `changed the out of office of ${subject}, which is now ${enabled ? 'on' : 'off'}`,
  },
  'invitation.resent': { name: 'Invitation resent', did: (subject) => `resent the invitation of ${subject}` },
  'invitation.canceled': {
    name: 'Invitation canceled',
    did: (subject) => `canceled the invitation of ${subject}`,
  },
  'number.bought': { name: 'Number bought', did: (subject) => `got the number ${subject}` },
  'number.changed': { name: 'Number changed', did: (subject) => `chose the number ${subject} for a seat` },
  'number.reset': { name: 'Number reset', did: (subject) => `reset the number of a seat: ${subject}` },
  'number.landlineStarted': {
    name: 'Landline started',
    did: (subject) => `started to bring the number ${subject}`,
  },
  'number.landlineSigned': {
    name: 'Landline signed for',
    did: (subject) => `signed the letter for the number ${subject}`,
  },
  'number.landlineWithdrawn': {
    name: 'Landline withdrawn',
    did: (subject) => `withdrew the number ${subject}`,
  },
  'number.callForwardingChanged': {
    name: 'Call forwarding changed',
    did: (subject, { enabled }) => `turned call forwarding of ${subject} ${enabled ? 'on' : 'off'}`,
  },
  'registration.submitted': {
    name: 'Registration handed in',
    did: (subject) => `handed in the registration of ${subject} with the carriers`,
  },
  'candidate.changed': {
    name: 'Candidate changed',
    did: (_, { fields }) => `changed a candidate (${inWords(String(fields))})`,
  },
  'candidate.deleted': {
    name: 'Candidate deleted',
    did: said('deleted a candidate, with their conversations'),
  },
  'account.renamed': { name: 'Company renamed', did: (subject) => `renamed the company: ${subject}` },
  'account.mfaRequired': {
    name: 'Two-factor required',
    did: (_, { mfaRequired }) =>
      mfaRequired
        ? 'required two-factor authentication of everyone'
        : 'left two-factor authentication to everyone',
  },
  'account.deletionAsked': { name: 'Account deletion', did: said('asked to delete the account') },
  'account.deletionTakenBack': {
    name: 'Account deletion taken back',
    did: said('took back the deletion of the account'),
  },
  'person.deletionAsked': { name: 'Own deletion', did: said('asked to be deleted') },
  'person.deletionTakenBack': { name: 'Own deletion taken back', did: said('took back their own deletion') },
  'signIn.passwordChanged': { name: 'Password changed', did: said('set a new password') },
  'signIn.secondStepTurnedOn': {
    name: 'Two-factor turned on',
    did: said('turned on two-factor authentication for themself'),
  },
  'signIn.secondStepTurnedOff': {
    name: 'Two-factor turned off',
    did: said('turned off two-factor authentication for themself'),
  },
  'signIn.authenticatorAdded': { name: 'Authenticator app added', did: said('added an authenticator app') },
  'signIn.authenticatorRemoved': {
    name: 'Authenticator app removed',
    did: said('removed their authenticator app'),
  },
  'signIn.recoveryCodesRenewed': { name: 'Recovery codes renewed', did: said('made new recovery codes') },
  'signIn.passkeyAdded': { name: 'Passkey added', did: (subject) => `added the passkey “${subject}”` },
  'signIn.passkeyRemoved': { name: 'Passkey removed', did: (subject) => `removed the passkey “${subject}”` },
  'sso.changed': {
    name: 'Single sign-on changed',
    did: (subject, { ssoOnly }) =>
      ssoOnly === undefined
        ? `changed single sign-on for ${subject}`
        : ssoOnly
          ? `made single sign-on the only way in for ${subject}`
          : `allowed other ways in beside single sign-on for ${subject}`,
  },
  'sso.domainVerified': { name: 'Domain verified', did: (subject) => `verified the domain ${subject}` },
  'sso.removed': {
    name: 'Single sign-on removed',
    did: (subject) => `removed single sign-on for ${subject}`,
  },
  'auditLog.exported': { name: 'Activity exported', did: said('exported this activity') },
  'staff.impersonated': {
    name: 'Hiretext looked on',
    did: (subject, { minutes }) =>
      `saw the account as ${subject}, to read only, for up to ${minutes} minutes`,
  },
  'staff.featureSwitched': {
    name: 'Hiretext switched a feature',
    did: (subject, { enabled }) => `switched “${subject}” ${enabled ? 'on' : 'off'}`,
  },
  'staff.numberApproved': {
    name: 'Hiretext approved a number',
    did: (subject) => `approved the number ${subject}`,
  },
  'staff.numberRejected': {
    name: 'Hiretext rejected a number',
    did: (subject) => `rejected the number ${subject}`,
  },
  'staff.numberReopened': {
    name: 'Hiretext checked a number again',
    did: (subject) => `had the carrier asked about the number ${subject} again`,
  },
  'staff.orderApproved': {
    name: 'Hiretext approved a landline',
    did: (subject) => `approved the number ${subject} that you bring`,
  },
  'staff.orderRejected': {
    name: 'Hiretext rejected a landline',
    did: (subject) => `rejected the number ${subject} that you bring`,
  },
  'staff.orderReleased': {
    name: 'Hiretext released a landline',
    did: (subject) => `let the number ${subject} be set up again`,
  },
  'staff.jobRetried': {
    name: 'Hiretext retried a job',
    did: (subject) => `had work in the background that had failed tried again: ${subject}`,
  },
  'staff.jobDiscarded': {
    name: 'Hiretext discarded a job',
    did: (subject) => `gave up work in the background that had failed: ${subject}`,
  },
  'staff.secondStepResetAsked': {
    name: 'Hiretext is to reset a second step',
    did: (subject) => `announced to turn off two-factor authentication of ${subject}`,
  },
  'staff.secondStepResetCanceled': {
    name: 'Second step kept',
    did: said('kept their second step, which Hiretext had been asked to turn off'),
  },
  'staff.secondStepReset': {
    name: 'Hiretext reset a second step',
    did: (subject) => `turned off two-factor authentication of ${subject}`,
  },
};

export function sentenceOf({ action, subject, details }: AuditEvent): string {
  const { canceledTexts } = details;
  const sentence = auditWords[action].did(subject || SOMEBODY, details);
  return canceledTexts ? `${sentence}; ${count(canceledTexts, 'scheduled text')} canceled` : sentence;
}

/** Who objects is the person; everything else under that name is done by staff. */
export function isByStaff({ action }: AuditEvent): boolean {
  return action.startsWith('staff.') && action !== 'staff.secondStepResetCanceled';
}

function count(value: AuditEvent['details'][string] | undefined, unit: string): string {
  return `${value ?? 0} ${unit}${value === 1 ? '' : 's'}`;
}
