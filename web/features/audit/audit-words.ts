import { type AuditAction, type AuditEvent, ERASED_PERSON } from '../../../contract/audit.ts';
import { counted } from '../../lib/words.ts';

interface Words {
  /** In the filter. */
  name: string;
  /** Follows the name of the person who did it. `subject` is never empty here. */
  did: (subject: string, details: AuditEvent['details']) => string;
  /** The same if the subject has no name. By default `did` with "someone". */
  unnamed?: Words['did'];
}

const said = (sentence: string) => () => sentence;
/** `lastName, tags` as people say it: last name, tags. */
const inWords = (fields: string) => fields.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const SOMEONE = 'someone';
/** Deleted candidates have no name. */
const ofCandidate = (did: Words['did']): Pick<Words, 'did' | 'unnamed'> => ({
  did,
  unnamed: (_, details) => did('a candidate', details),
});
const onOrOff = (enabled: AuditEvent['details'][string] | undefined) => (enabled ? 'on' : 'off');

/** As the plan screen calls it. */
function planInWords(accountType: unknown, planType: unknown): string {
  if (planType === 'payg') return 'Pay as you go';
  const period = planType === 'annual' ? 'billed yearly' : 'billed monthly';
  return `${accountType === 'team' ? 'Team' : 'Personal'} unlimited, ${period},`;
}

/** What it cost. */
function charged({ chargedCents, currency }: AuditEvent['details']): string {
  if (!chargedCents || !currency) return '';
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: String(currency) });
  return ` for ${format.format(Number(chargedCents) / 100)}`;
}

function templateKind(templateType: unknown): string {
  if (templateType === 'teamTemplate') return 'team template';
  return templateType === 'onboardingTemplate' ? 'onboarding template' : 'hiring manager template';
}

/** "changed how long things are kept: texts 90 days, before for good" */
function retentionInWords(details: AuditEvent['details']): string {
  const days = (value: unknown) => (value ? counted(Number(value), 'day') : 'for good');
  const changes = (['texts', 'media', 'candidates'] as const).flatMap((what) => {
    const { [`${what}AfterDays`]: now, [`${what}AfterDaysBefore`]: before } = details;
    return now === undefined || now === before ? [] : [`${what} ${days(now)}, before ${days(before)}`];
  });
  return ['changed how long things are kept', changes.join('; ')].filter(Boolean).join(': ');
}

/** What each action is called: the one place. */
export const auditWords: Record<AuditAction, Words> = {
  'plan.changed': {
    name: 'Plan changed',
    did: (_, { accountType, planType, seats, startsAt, ...details }) =>
      `chose ${planInWords(accountType, planType)} with ${count(seats, 'seat')}${
        startsAt ? ', for when the present plan ends' : charged(details)
      }`,
  },
  'plan.canceled': { name: 'Plan canceled', did: said('canceled the plan') },
  'card.changed': {
    name: 'Card changed',
    did: (_, { last4 }) => (last4 ? `changed the card to the one ending in ${last4}` : 'changed the card'),
  },
  'textPackage.bought': {
    name: 'Texts bought',
    did: (_, details) => `bought ${count(details.count, 'text')}${charged(details)}`,
  },
  'seats.purchased': {
    name: 'Seats bought',
    did: (_, { quantity, ...details }) => `bought ${count(quantity, 'seat')}${charged(details)}`,
  },
  'seat.removed': { name: 'Seat removed', did: said('removed a seat') },
  'seat.tagged': {
    name: 'Seat tagged',
    did: (_, { tags }) => (tags ? `tagged a seat: ${tags}` : 'removed the tags from a seat'),
  },
  'seat.transferred': {
    name: 'Seat transferred',
    did: (subject, { before }) => `transferred ${named(before) || SOMEONE}'s seat to ${subject}`,
  },
  'seat.covered': {
    name: 'Seat covered',
    did: (_, { by }) => (by ? `had ${by} cover an open seat` : 'ended the cover of an open seat'),
  },
  'person.invited': { name: 'Person invited', did: (subject) => `invited ${subject}` },
  'person.joined': { name: 'Person joined', did: said('joined') },
  'person.reactivated': { name: 'Person reactivated', did: (subject) => `gave ${subject} a seat again` },
  'person.removed': {
    name: 'Person removed',
    did: (subject, { threadsTo }) =>
      threadsTo
        ? `removed ${subject} and gave their conversations to ${named(threadsTo)}`
        : `removed ${subject} from their seat`,
  },
  'service.added': { name: 'Service added', did: (subject) => `gave the service ${subject} a seat` },
  'service.renamed': {
    name: 'Service renamed',
    did: (subject, { before }) => `renamed the service ${named(before)} to ${subject}`,
  },
  'person.signedOut': { name: 'Person signed out', did: (subject) => `signed ${subject} out on all devices` },
  'person.userTypeChanged': {
    name: 'User type changed',
    did: (subject, { userType }) => `made ${subject} ${userType === 'admin' ? 'an admin' : 'a member'}`,
  },
  'person.seatTypeChanged': {
    name: 'Seat type changed',
    did: (subject, { seatType }) => `made ${subject} a ${seatType === 'texter' ? 'texter' : 'non-texter'}`,
  },
  'person.outOfOfficeChanged': {
    name: "Someone's out of office changed",
    did: (subject, { enabled }) => `changed ${subject}'s out of office, which is now ${onOrOff(enabled)}`,
  },
  'invitation.resent': { name: 'Invitation resent', did: (subject) => `resent the invitation to ${subject}` },
  'invitation.canceled': {
    name: 'Invitation canceled',
    did: (subject) => `canceled the invitation to ${subject}`,
  },
  'number.bought': {
    name: 'New number',
    did: (subject) => `got the number ${subject}`,
    unnamed: said('got a number'),
  },
  'number.changed': {
    name: 'Number changed',
    did: (subject) => `gave a seat the number ${subject}`,
    unnamed: said('gave a seat a new number'),
  },
  'number.reset': {
    name: 'Number reset',
    did: (subject) => `reset a seat's number to ${subject}`,
    unnamed: said("reset a seat's number"),
  },
  'number.landlineStarted': {
    name: 'Landline started',
    did: (subject) => `started setting up the landline ${subject}`,
    unnamed: said('started setting up a landline'),
  },
  'number.landlineSigned': {
    name: 'Landline letter signed',
    did: (subject) => `signed the letter for the landline ${subject}`,
    unnamed: said('signed the letter for a landline'),
  },
  'number.landlineWithdrawn': {
    name: 'Landline withdrawn',
    did: (subject) => `stopped setting up the landline ${subject}`,
    unnamed: said('stopped setting up a landline'),
  },
  'number.callForwardingChanged': {
    name: 'Call forwarding changed',
    did: (subject, { enabled }) => `turned ${onOrOff(enabled)} call forwarding for ${subject}`,
    unnamed: (_, { enabled }) => `turned ${onOrOff(enabled)} call forwarding`,
  },
  'registration.submitted': {
    name: 'Registration submitted',
    did: (subject) => `submitted the carrier registration of ${subject}`,
    unnamed: said('submitted the carrier registration'),
  },
  'candidate.changed': {
    name: 'Candidate changed',
    ...ofCandidate((who, { fields }) => `changed ${who}${fields ? ` (${inWords(String(fields))})` : ''}`),
  },
  'candidate.legalHold': {
    name: 'Legal hold changed',
    ...ofCandidate((who, { legalHold }) =>
      legalHold ? `put ${who} on legal hold` : `lifted the legal hold on ${who}`,
    ),
  },
  'candidate.textedAnyway': {
    name: 'Candidate texted despite the limit',
    did: said('texted a candidate whom the company had texted as often as it allows without an answer'),
  },
  'candidate.deleted': {
    name: 'Candidate deleted',
    ...ofCandidate((who) => `deleted ${who} and their conversations`),
  },
  'candidate.unlinked': {
    name: 'Candidate unlinked',
    ...ofCandidate(
      (who, { system }) => `said that ${who} isn't the same person in ${system ?? 'a connected system'}`,
    ),
  },
  'candidate.moved': {
    name: 'Candidate moved',
    ...ofCandidate((who, { from, stage, system, job }) => {
      const where = job && system ? `${job} (${system})` : (job ?? system ?? 'a connected system');
      return `moved ${who}${from ? ` from ${from}` : ''} to ${stage ?? 'another stage'} in ${where}`;
    }),
  },
  'candidate.addedToJob': {
    name: 'Candidate added to a job',
    ...ofCandidate((who, { job }) => `added ${who} to ${job ?? 'a job'}`),
  },
  'candidate.removedFromJob': {
    name: 'Candidate removed from a job',
    ...ofCandidate((who, { job }) => `removed ${who} from ${job ?? 'a job'}`),
  },
  'job.created': { name: 'Job added', did: (job) => `added the job ${job}` },
  'job.changed': {
    name: 'Job changed',
    did: (job, { status, before }) =>
      status === 'closed'
        ? `closed the job ${job}`
        : status === 'open'
          ? `reopened the job ${job}`
          : before
            ? `renamed the job ${before} to ${job}`
            : `changed the job ${job}`,
  },
  'job.deleted': { name: 'Job deleted', did: (job) => `deleted the job ${job}` },
  'jobStage.created': { name: 'Stage added', did: (stage) => `added the stage ${stage}` },
  'jobStage.changed': { name: 'Stage changed', did: (stage) => `changed the stage ${stage}` },
  'jobStage.deleted': { name: 'Stage deleted', did: (stage) => `deleted the stage ${stage}` },
  'jobStage.reordered': { name: 'Stages reordered', did: said('put the stages in a new order') },
  'ats.connected': { name: 'ATS connected', did: (system) => `connected ${system}` },
  'ats.changed': { name: 'ATS connection changed', did: (system) => `changed the connection to ${system}` },
  'ats.paused': { name: 'ATS paused', did: (system) => `paused the connection to ${system}` },
  'ats.resumed': { name: 'ATS resumed', did: (system) => `resumed the connection to ${system}` },
  'ats.disconnected': { name: 'ATS disconnected', did: (system) => `disconnected ${system}` },
  'ats.pairDecided': {
    name: 'Possible match decided',
    did: (system, { decision }) =>
      `said that someone in ${system} and a candidate ${decision === 'same' ? 'are' : "aren't"} the same person`,
  },
  'calendar.connected': {
    name: 'Calendar connected',
    did: (system) => `connected their calendar (${system})`,
  },
  'calendar.disconnected': {
    name: 'Calendar disconnected',
    did: (system) => `disconnected their calendar (${system})`,
  },
  'interview.created': {
    name: 'Interview added',
    ...ofCandidate((who) => `added an interview with ${who}`),
  },
  'interview.changed': {
    name: 'Interview changed',
    ...ofCandidate(
      (who, { fields }) => `changed an interview with ${who}${fields ? ` (${inWords(String(fields))})` : ''}`,
    ),
  },
  'interview.canceled': {
    name: 'Interview canceled',
    ...ofCandidate((who) => `canceled an interview with ${who}`),
  },
  'account.exported': {
    name: 'Account exported',
    did: (_, { texts, key }) =>
      `exported everything${texts === false ? ' but texts' : ''}${key ? ` with the API key “${key}”` : ''}`,
  },
  'account.exportDownloaded': { name: 'Export downloaded', did: said('downloaded an export of the account') },
  'account.imported': {
    name: 'Account imported',
    did: (_, { records }) => `imported an export of an account (${counted(Number(records ?? 0), 'record')})`,
  },
  'account.consentFirst': {
    name: 'Asking for consent changed',
    did: said('changed how consent is asked for'),
  },
  'account.textingHours': { name: 'Texting hours changed', did: said('changed the texting hours of states') },
  'consent.evidenceExported': {
    name: 'Consent evidence exported',
    ...ofCandidate((who) => `exported the consent evidence for ${who}`),
  },
  'candidate.restored': {
    name: 'Candidate restored',
    ...ofCandidate((who) => `restored ${who} and their conversations`),
  },
  'import.started': {
    name: 'Import started',
    did: (file, { rows, kind }) =>
      `imported ${kind === 'optOuts' ? 'opt-outs' : 'candidates'} from “${file}” (${counted(Number(rows ?? 0), 'row')})`,
  },
  'import.undone': { name: 'Import undone', did: (file) => `undid the import of “${file}”` },
  'onboarding.started': { name: 'Onboarding started', did: (who) => `started the onboarding of ${who}` },
  'onboarding.changed': { name: 'Onboarding changed', did: (who) => `changed the onboarding of ${who}` },
  'onboarding.ended': { name: 'Onboarding ended', did: (who) => `ended the onboarding of ${who}` },
  'automation.created': { name: 'Automation added', did: (subject) => `added the automation “${subject}”` },
  'automation.changed': {
    name: 'Automation changed',
    did: (subject) => `changed the automation “${subject}”`,
  },
  'automation.deleted': {
    name: 'Automation deleted',
    did: (subject) => `deleted the automation “${subject}”`,
  },
  'template.created': {
    name: 'Template added',
    did: (subject, { templateType }) => `added the ${templateKind(templateType)} “${subject}”`,
  },
  'template.changed': {
    name: 'Template changed',
    did: (subject, { templateType }) => `changed the ${templateKind(templateType)} “${subject}”`,
  },
  'template.deleted': {
    name: 'Template deleted',
    did: (subject, { templateType }) => `deleted the ${templateKind(templateType)} “${subject}”`,
  },
  'template.reordered': {
    name: 'Templates reordered',
    did: (_, { templateType }) => `put the ${templateKind(templateType)}s in a new order`,
  },
  'keyword.created': {
    name: 'Keyword added',
    did: (subject) => `added the keyword ${subject}`,
  },
  'keyword.changed': {
    name: 'Keyword changed',
    did: (subject) => `changed the keyword ${subject}`,
  },
  'keyword.deleted': {
    name: 'Keyword deleted',
    did: (subject) => `deleted the keyword ${subject}`,
  },
  'apiKey.created': {
    name: 'API key created',
    did: (subject, { owner }) =>
      owner ? `created the API key ${subject} for ${named(owner)}` : `created the API key ${subject}`,
  },
  'apiKey.rotated': {
    name: 'API key rotated',
    did: (subject) => `got a new secret for the API key ${subject}`,
  },
  'apiKey.deleted': {
    name: 'API key deleted',
    did: (subject) => `deleted the API key ${subject}`,
  },
  'apiKey.revoked': {
    name: 'API key in an address',
    did: (subject) => `lost the API key ${subject}, because it was in a web address`,
  },
  'app.added': { name: 'App added', did: (subject) => `added the app ${subject}` },
  'app.deleted': { name: 'App deleted', did: (subject) => `deleted the app ${subject}` },
  'app.connected': { name: 'App connected', did: (subject) => `connected the app ${subject}` },
  'app.disconnected': { name: 'App disconnected', did: (subject) => `disconnected the app ${subject}` },
  'webhook.created': {
    name: 'Webhook endpoint added',
    did: (subject) => `added the webhook endpoint ${subject}`,
  },
  'webhook.changed': {
    name: 'Webhook endpoint changed',
    did: (subject) => `changed the webhook endpoint ${subject}`,
  },
  'webhook.turnedOn': {
    name: 'Webhook endpoint turned on',
    did: (subject) => `turned on the webhook endpoint ${subject}`,
  },
  'webhook.turnedOff': {
    name: 'Webhook endpoint turned off',
    did: (subject) => `turned off the webhook endpoint ${subject}`,
  },
  'webhook.rotated': {
    name: 'New webhook secret',
    did: (subject) => `got a new secret for the webhook endpoint ${subject}`,
  },
  'webhook.deleted': {
    name: 'Webhook endpoint deleted',
    did: (subject) => `deleted the webhook endpoint ${subject}`,
  },
  'account.renamed': {
    name: 'Company renamed',
    did: (subject) => `renamed the company to ${subject}`,
    unnamed: said('renamed the company'),
  },
  'account.mfaRequired': {
    name: 'Two-factor requirement changed',
    did: (_, { mfaRequired }) =>
      mfaRequired
        ? 'required two-factor authentication for everyone'
        : 'made two-factor authentication optional',
  },
  'account.linkClicks': {
    name: 'Click counting changed',
    did: (_, { countLinkClicks }) =>
      countLinkClicks ? 'turned on counting clicks' : 'turned off counting clicks',
  },
  'account.comparesPeople': {
    name: 'Comparing people changed',
    did: (_, { comparesPeople }) =>
      comparesPeople
        ? 'let admins compare people in Analytics'
        : 'stopped admins from comparing people in Analytics',
  },
  'account.mcp': {
    name: 'AI assistants changed',
    did: (_, { mcpEnabled }) =>
      mcpEnabled ? 'let AI assistants connect with an API key' : 'no longer lets AI assistants connect',
  },
  'account.signOutAfter': {
    name: 'Signing out of unused browsers changed',
    did: (_, { signOutAfterDays }) =>
      typeof signOutAfterDays === 'number'
        ? `had browsers signed out that weren't used for ${counted(signOutAfterDays, 'day')}`
        : 'no longer has unused browsers signed out',
  },
  'account.retention': { name: 'Retention rules changed', did: (_, details) => retentionInWords(details) },
  'account.numberPage': {
    name: 'Pages of numbers changed',
    did: (_, { numberPageEnabled }) =>
      numberPageEnabled ? 'let candidates look up whose a number is' : 'turned off the pages of numbers',
  },
  'account.broadcasts': {
    name: 'Rules for broadcasts changed',
    did: () => 'changed the rules for broadcasts',
  },
  'broadcast.created': {
    name: 'Broadcast started',
    did: (subject, { audience }) =>
      `started the broadcast ${subject} to ${counted(Number(audience ?? 0), 'candidate')}`,
  },
  'proposal.approved': {
    name: 'Proposed text approved',
    did: (subject, { edited }) =>
      `approved a text that ${subject} proposed${edited ? ', in other words' : ''}`,
  },
  'broadcast.approved': { name: 'Broadcast approved', did: (subject) => `approved the broadcast ${subject}` },
  'broadcast.declined': { name: 'Broadcast declined', did: (subject) => `declined the broadcast ${subject}` },
  'broadcast.paused': { name: 'Broadcast paused', did: (subject) => `paused the broadcast ${subject}` },
  'broadcast.resumed': { name: 'Broadcast resumed', did: (subject) => `resumed the broadcast ${subject}` },
  'broadcast.canceled': { name: 'Broadcast canceled', did: (subject) => `canceled the broadcast ${subject}` },
  'account.optOutsFirst': {
    name: 'Waiting for opt-outs changed',
    did: (_, { optOutsFirst, reason }) =>
      optOutsFirst
        ? 'stopped all sending until opt-outs are imported'
        : reason
          ? 'let texts go out without importing opt-outs'
          : 'imported the opt-outs that sending waited for',
  },
  'account.coldTexts': {
    name: 'Limit of cold texts changed',
    did: (_, { coldTextsPerWeek, oneUnansweredColdText }) =>
      coldTextsPerWeek === null
        ? 'removed the limit of cold texts a week'
        : coldTextsPerWeek !== undefined
          ? `limited cold texts to ${coldTextsPerWeek} a week for each person`
          : oneUnansweredColdText
            ? 'allowed one unanswered cold text at a time'
            : 'allowed more than one unanswered cold text at a time',
  },
  'account.replyPromise': {
    name: 'Time to reply changed',
    did: (_, { replyPromiseHours }) =>
      `set the time to reply to ${counted(Number(replyPromiseHours), 'working hour')}`,
  },
  'ai.changed': {
    name: 'Drafts changed',
    did: (_, { mode, note }) =>
      note === null
        ? 'removed the note below drafts'
        : note !== undefined
          ? `set the note below drafts to "${note}"`
          : mode === 'off'
            ? 'turned off drafts'
            : mode === 'model'
              ? 'chose the language model for drafts'
              : 'chose the built-in drafter',
  },
  'account.deletionAsked': { name: 'Account deletion requested', did: said('asked to delete the account') },
  'account.deletionTakenBack': {
    name: 'Account deletion canceled',
    did: said('canceled the deletion of the account'),
  },
  'person.deletionAsked': { name: 'Person deletion requested', did: said('asked to be deleted') },
  'person.deletionTakenBack': {
    name: 'Person deletion canceled',
    did: said('canceled their own deletion'),
  },
  'signIn.passwordChanged': { name: 'Password changed', did: said('set a new password') },
  'signIn.secondStepTurnedOn': {
    name: 'Two-factor turned on',
    did: said('turned on two-factor authentication'),
  },
  'signIn.secondStepTurnedOff': {
    name: 'Two-factor turned off',
    did: said('turned off two-factor authentication'),
  },
  'signIn.authenticatorAdded': { name: 'Authenticator app added', did: said('added an authenticator app') },
  'signIn.authenticatorRemoved': {
    name: 'Authenticator app removed',
    did: said('removed their authenticator app'),
  },
  'signIn.recoveryCodesRenewed': {
    name: 'Recovery codes renewed',
    did: said('created new recovery codes'),
  },
  'signIn.passkeyAdded': {
    name: 'Passkey added',
    did: (subject) => `added the passkey “${subject}”`,
    unnamed: said('added a passkey'),
  },
  'signIn.passkeyRemoved': {
    name: 'Passkey removed',
    did: (subject) => `removed the passkey “${subject}”`,
    unnamed: said('removed a passkey'),
  },
  'sso.changed': {
    name: 'Single sign-on changed',
    did: (subject, { ssoOnly }) => `${changedSingleSignOn(ssoOnly)} for ${subject}`,
    unnamed: (_, { ssoOnly }) => changedSingleSignOn(ssoOnly),
  },
  'sso.domainVerified': {
    name: 'Domain verified',
    did: (subject) => `verified the domain ${subject}`,
    unnamed: said('verified a domain'),
  },
  'sso.removed': {
    name: 'Single sign-on removed',
    did: (subject) => `removed single sign-on for ${subject}`,
    unnamed: said('removed single sign-on'),
  },
  'auditLog.exported': { name: 'Activity exported', did: said('exported this activity') },
  'staff.impersonated': {
    name: 'Hiretext impersonated someone',
    did: (subject, { minutes }) => `impersonated ${subject} (read-only) for up to ${minutes} minutes`,
  },
  'staff.maintenanceStarted': {
    name: 'Hiretext held all texts',
    did: said('held all texts for maintenance'),
  },
  'staff.maintenanceEnded': {
    name: 'Hiretext let texts go out',
    did: said('let texts go out again'),
  },
  'staff.featureSwitched': {
    name: 'Hiretext turned a feature on or off',
    did: (subject, { enabled }) => `turned ${onOrOff(enabled)} “${subject}”`,
    unnamed: (_, { enabled }) => `turned ${onOrOff(enabled)} a feature`,
  },
  'staff.numberApproved': {
    name: 'Hiretext approved a number',
    did: (subject) => `approved the number ${subject}`,
    unnamed: said('approved a number'),
  },
  'staff.numberRejected': {
    name: 'Hiretext rejected a number',
    did: (subject) => `rejected the number ${subject}`,
    unnamed: said('rejected a number'),
  },
  'staff.numberReopened': {
    name: 'Hiretext checked a number again',
    did: (subject) => `asked the carrier about the number ${subject} again`,
    unnamed: said('asked the carrier about a number again'),
  },
  'staff.orderApproved': {
    name: 'Hiretext approved a landline',
    did: (subject) => `approved the landline ${subject}`,
    unnamed: said('approved a landline'),
  },
  'staff.orderRejected': {
    name: 'Hiretext rejected a landline',
    did: (subject) => `rejected the landline ${subject}`,
    unnamed: said('rejected a landline'),
  },
  'staff.orderReleased': {
    name: 'Hiretext released a landline',
    did: (subject) => `released the landline ${subject}, so it can be set up again`,
    unnamed: said('released a landline, so it can be set up again'),
  },
  'staff.jobRetried': {
    name: 'Hiretext retried a job',
    did: (subject) => `retried a failed background job: ${subject}`,
    unnamed: said('retried a failed background job'),
  },
  'staff.jobDiscarded': {
    name: 'Hiretext discarded a job',
    did: (subject) => `discarded a failed background job: ${subject}`,
    unnamed: said('discarded a failed background job'),
  },
  'staff.secondStepResetAsked': {
    name: 'Hiretext scheduled a two-factor reset',
    did: (subject) => `scheduled a reset of two-factor authentication for ${subject}`,
  },
  'staff.secondStepResetCanceled': {
    name: 'Two-factor reset canceled',
    did: said('canceled the reset of their two-factor authentication'),
  },
  'staff.secondStepReset': {
    name: 'Hiretext reset two-factor',
    did: (subject) => `turned off two-factor authentication for ${subject}`,
  },
};

export function sentenceOf({ action, subject, details }: AuditEvent): string {
  const { canceledTexts } = details;
  const { did, unnamed } = auditWords[action];
  const sentence = subject || !unnamed ? did(named(subject) || SOMEONE, details) : unnamed('', details);
  return canceledTexts ? `${sentence}, which canceled ${count(canceledTexts, 'scheduled text')}` : sentence;
}

function changedSingleSignOn(ssoOnly: AuditEvent['details'][string] | undefined): string {
  if (ssoOnly === undefined) return 'changed single sign-on';
  return ssoOnly ? 'required single sign-on' : 'made single sign-on optional';
}

/** In lower case for an erased person, whose name starts sentences elsewhere. */
function named(name: AuditEvent['details'][string] | undefined): string {
  return name === ERASED_PERSON ? ERASED_PERSON.toLowerCase() : String(name ?? '');
}

/** People themselves cancel a reset of their second step; staff do everything else named `staff.`. */
export function isByStaff({ action }: AuditEvent): boolean {
  return action.startsWith('staff.') && action !== 'staff.secondStepResetCanceled';
}

function count(value: AuditEvent['details'][string] | undefined, unit: string): string {
  return counted(Number(value ?? 0), unit);
}
