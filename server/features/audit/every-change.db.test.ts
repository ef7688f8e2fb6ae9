import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteName } from '../../../contract/api.ts';
import { AuditAction } from '../../../contract/audit.ts';
import type { ReplyOutput, Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { Registrar } from '../../adapters/registration/port.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { untilExported } from '../../testing/account-exports.ts';
import { appOf, askFor, openBrowser, REDIRECT } from '../../testing/apps-of-others.ts';
import { cardToken, startBillingApp } from '../../testing/billing.ts';
import { createDns, newDomain } from '../../testing/companies.ts';
import {
  createFakeAtsConnector,
  fakeAtsApplication,
  fakeAtsPerson,
} from '../../testing/fake-ats-connector.ts';
import { formOf, untilDone } from '../../testing/imports.ts';
import { failNewest } from '../../testing/jobs.ts';
import { mailsTo } from '../../testing/mails.ts';
import { passkeyOriginOf } from '../../testing/passkeys.ts';
import { completeDraft, PRIVACY_PAGE, WEBSITE } from '../../testing/registration.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { startStaffApp } from '../../testing/staff.ts';
import { candidatePhone, eventually, type Recruiter, type TestApp } from '../../testing/test-app.ts';
import type { Client, Input } from '../../testing/test-client.ts';
import { PASSWORD, signUpVerified, type VerifiedPerson } from '../../testing/verified-person.ts';

/* Every row of the route table that changes something: it is in the log, or here is why not. */

type ChangingRoute = {
  [Name in RouteName]: (typeof routes)[Name] extends { method: 'GET' }
    ? (typeof routes)[Name] extends { changes: true }
      ? Name
      : never
    : Name;
}[RouteName];

const inTheThread = 'is in the conversation, with who wrote it';
const ownSignIn =
  'gets one person in or out, and changes nothing of the company; they see their own sessions';
const partOfIt = 'a step on the way; the log has its beginning and its end';
const ownMatter = "a person's own matter";
const work = 'daily work with candidates, which is in their own records';

const table: Record<ChangingRoute, AuditAction[] | string> = {
  createWebhookEndpoint: ['webhook.created'],
  updateWebhookEndpoint: ['webhook.changed', 'webhook.turnedOn', 'webhook.turnedOff'],
  deleteWebhookEndpoint: ['webhook.deleted'],
  rotateWebhookSecret: ['webhook.rotated'],
  testWebhookEndpoint: 'changes nothing',
  resendWebhookEvents: 'sends what was sent before; the log of deliveries has it',
  resendWebhookDelivery: 'sends what was sent before; the log of deliveries has it',

  startAccountImport: 'the log has it once its records are there, by its job',
  startAccountExport: ['account.exported'],
  downloadAccountExport: ['account.exportDownloaded'],
  linkAccountExport: 'what is downloaded by the link is recorded then',

  previewBroadcast: 'changes nothing',
  createBroadcast: ['broadcast.created'],
  pauseBroadcast: ['broadcast.paused'],
  resumeBroadcast: ['broadcast.resumed'],
  cancelBroadcast: ['broadcast.canceled'],
  approveBroadcast: ['broadcast.approved'],
  declineBroadcast: ['broadcast.declined'],

  signup: ['person.joined'],
  login: ownSignIn,
  logout: ownSignIn,
  sendMfaEmail: ownSignIn,
  verifyMfa: ownSignIn,
  startPasskeySignIn: ownSignIn,
  finishPasskeySignIn: ownSignIn,
  sendResetPasswordEmail: partOfIt,
  resetPasswordUsingCode: ['signIn.passwordChanged'],
  sendVerificationEmail: ownSignIn,
  verifyEmail: ownMatter,
  sendMagicLink: ownSignIn,
  verifyMagicLink: ownSignIn,
  exchangeSsoCode: ownSignIn,

  updateUser: ['signIn.secondStepTurnedOn', 'signIn.secondStepTurnedOff'],
  deleteUser: ['person.deletionAsked', 'account.deletionAsked'],
  takeBackDeletion: ['person.deletionTakenBack', 'account.deletionTakenBack'],
  uploadAvatar: ownMatter,
  removeAvatar: ownMatter,
  updateCallForwardSettings: ['number.callForwardingChanged'],
  changePassword: ['signIn.passwordChanged'],
  startAuthenticator: partOfIt,
  confirmAuthenticator: ['signIn.authenticatorAdded'],
  removeAuthenticator: ['signIn.authenticatorRemoved'],
  renewRecoveryCodes: ['signIn.recoveryCodesRenewed'],
  startPasskey: partOfIt,
  addPasskey: ['signIn.passkeyAdded'],
  renamePasskey: ownMatter,
  removePasskey: ['signIn.passkeyRemoved'],
  endSession: ownSignIn,
  endOtherSessions: ownSignIn,
  updateOutOfOffice: 'candidates and colleagues see it; of someone else it is recorded',
  updateOutOfOfficeByUserId: ['person.outOfOfficeChanged'],
  forgetTrustedBrowsers: ownSignIn,

  updateAccount: [
    'account.renamed',
    'account.mfaRequired',
    'account.linkClicks',
    'account.comparesPeople',
    'account.coldTexts',
    'account.replyPromise',
    'account.numberPage',
    'account.mcp',
    'account.signOutAfter',
    'account.broadcasts',
    'account.consentFirst',
    'account.optOutsFirst',
  ],
  updateRetention: ['account.retention'],
  updateAiSettings: ['ai.changed'],
  saveAtsIntegration: ['ats.connected', 'ats.changed', 'ats.paused', 'ats.resumed'],
  removeAtsIntegration: ['ats.disconnected'],
  testAtsConnection: 'changes nothing',
  syncAts: 'only brings forward what happens every few minutes',
  startAtsOauth: partOfIt,
  connectCalendar: ['calendar.connected'],
  disconnectCalendar: ['calendar.disconnected'],
  startCalendarOauth: partOfIt,
  decidePair: ['ats.pairDecided'],
  updateSingleSignOn: ['sso.changed'],
  verifyDomain: ['sso.domainVerified'],
  testSingleSignOn: 'changes nothing but when it was tried',
  removeSingleSignOn: ['sso.removed'],
  updateRegistration: 'a draft; what is submitted is recorded',
  checkRegistration: 'changes nothing',
  submitRegistration: ['registration.submitted'],
  exportAuditEvents: ['auditLog.exported'],
  getConsentEvidence: ['consent.evidenceExported'],
  updateTextingHours: ['account.textingHours'],
  testBroadcast: inTheThread,
  askConsent: inTheThread,
  askConsentOf: inTheThread,

  inviteUser: ['person.invited', 'person.reactivated'],
  inviteUsers: ['person.invited'],
  resendInvitation: ['invitation.resent', 'person.reactivated'],
  cancelInvitation: ['invitation.canceled'],
  purchaseSeats: ['seats.purchased'],
  removeSeatFromTeamMember: ['person.removed'],
  removeSeat: ['seat.removed'],
  updateUserToTexter: ['person.seatTypeChanged'],
  updateUserToNonTexter: ['person.seatTypeChanged'],
  changeUserType: ['person.userTypeChanged'],
  endSessionsOfUser: ['person.signedOut'],
  addService: ['service.added'],
  renameService: ['service.renamed'],
  transferHiringManagerSeat: ['seat.transferred', 'person.invited'],

  changePlan: ['plan.changed'],
  cancelPlan: ['plan.canceled'],
  buyTextPackage: ['textPackage.bought'],
  updateCard: ['card.changed'],
  createSetupIntent: partOfIt,
  buyPhoneNumber: ['number.bought'],
  checkLinkStatus: 'asks the carrier, whose doing it is',
  updatePhoneNumber: ['number.changed'],
  resetPhoneNumber: ['number.reset'],
  checkLandline: 'changes nothing',
  enableLandline: ['number.landlineStarted'],
  requestLandlineCode: partOfIt,
  confirmLandlineCode: partOfIt,
  uploadLandlineBill: partOfIt,
  signLandlineLetter: ['number.landlineSigned'],
  withdrawLandline: ['number.landlineWithdrawn'],
  updateTags: ['seat.tagged'],
  coverSeat: ['seat.covered'],

  createCandidate: work,
  updateCandidate: ['candidate.changed', 'candidate.legalHold'],
  deleteCandidate: ['candidate.deleted'],
  previewImport: 'changes nothing',
  startImport: ['import.started'],
  undoImport: ['import.undone'],
  restoreCandidate: ['candidate.restored'],
  unlinkCandidate: ['candidate.unlinked'],
  addFromAts: work,
  moveStage: ['candidate.moved'],
  createJob: ['job.created'],
  updateJob: ['job.changed'],
  deleteJob: ['job.deleted'],
  createJobStage: ['jobStage.created'],
  updateJobStage: ['jobStage.changed'],
  deleteJobStage: ['jobStage.deleted'],
  updateJobStageOrder: ['jobStage.reordered'],
  createApplication: ['candidate.addedToJob'],
  deleteApplication: ['candidate.removedFromJob'],
  createInterview: ['interview.created'],
  updateInterview: ['interview.changed', 'interview.canceled'],
  cancelInterview: ['interview.canceled'],
  startOnboarding: ['onboarding.started'],
  updateOnboarding: ['onboarding.changed'],
  endOnboarding: ['onboarding.ended'],
  updateWorkingHours: ownMatter,
  createTimeOffer: inTheThread,
  withdrawTimeOffer: work,
  uploadMedia: inTheThread,
  sendMessage: ['candidate.textedAnyway'],
  createTemplate: ['template.created'],
  updateTemplate: ['template.changed'],
  deleteTemplate: ['template.deleted'],
  copyTemplateAttachments: inTheThread,
  createTeamTemplate: ['template.created'],
  updateTeamTemplate: ['template.changed'],
  deleteTeamTemplate: ['template.deleted'],
  updateTemplateSortOrder: ['template.reordered'],
  createApp: ['app.added'],
  deleteApp: ['app.deleted'],
  allowAppRequest: ['app.connected'],
  refuseAppRequest: 'nothing is connected',
  disconnectApp: ['app.disconnected'],
  createApiKey: ['apiKey.created'],
  rotateApiKey: ['apiKey.rotated'],
  deleteApiKey: ['apiKey.deleted'],
  createKeyword: ['keyword.created'],
  updateKeyword: ['keyword.changed'],
  deleteKeyword: ['keyword.deleted'],
  createCalendarShortcut: ownMatter,
  updateCalendarShortcut: ownMatter,
  orderCalendarShortcuts: ownMatter,
  deleteCalendarShortcut: ownMatter,
  enableCalendarShortcuts: ownMatter,
  disableCalendarShortcuts: ownMatter,
  createAutomation: ['automation.created'],
  updateAutomation: ['automation.changed'],
  deleteAutomation: ['automation.deleted'],
  enableInterviewReminders: ownMatter,
  disableInterviewReminders: ownMatter,
  enableOnboardingMessages: ownMatter,
  disableOnboardingMessages: ownMatter,
  enableStageMessages: ownMatter,
  disableStageMessages: ownMatter,
  changePlanned: 'what goes out is in the conversation',
  skipPlanned: 'is in the list of planned texts',
  sendPlannedNow: inTheThread,
  previewAutomation: 'changes nothing',
  decideBulk: 'is in the list of planned texts',
  draftForTemplate: 'a draft is nothing until it is sent',
  redraftTemplate: 'a draft is nothing until it is sent',
  draftForTeamTemplate: 'a draft is nothing until it is sent',
  redraftTeamTemplate: 'a draft is nothing until it is sent',
  cancelMessage: inTheThread,
  readNotifications: ownMatter,
  subscribeToPush: ownMatter,
  endPush: ownMatter,
  renewPush: ownMatter,
  createNote: inTheThread,
  updateNote: inTheThread,
  deleteNote: inTheThread,
  saveKeptDraft: ownMatter,
  sendMessageNow: inTheThread,
  sendContactCard: inTheThread,
  updateMessage: inTheThread,
  readConversation: work,
  changeConversations: work,
  undoBulk: work,
  updateConversationTags: work,
  createView: ownMatter,
  updateView: 'what an inbox shows; its author is named with it',
  deleteView: 'what an inbox shows; the conversations stay',
  unreadConversation: work,
  archiveConversation: work,
  assignConversation: inTheThread,
  sendPresence: 'is kept nowhere, and over in seconds',
  unarchiveConversation: work,
  snoozeConversation: inTheThread,
  unsnoozeConversation: inTheThread,
  remindConversation: inTheThread,
  receiveTestText: 'is of a sandbox, where a candidate texts',
  createProposal: 'goes nowhere until someone approves it',
  approveProposal: ['proposal.approved'],
  declineProposal: 'nothing goes out',
  withdrawProposal: 'nothing goes out',
  createFollowUp: work,
  updateFollowUp: work,
  endWait: work,
  resumeWait: work,
  reviewHold: 'is in the history of the consent, with who reviewed it',
  undoReview: 'leaves the conversation as it was',
  sendSupportMessage: 'writes to support, and changes nothing',

  startMaintenance: ['staff.maintenanceStarted'],
  endMaintenance: ['staff.maintenanceEnded'],
  switchFeature: ['staff.featureSwitched'],
  decideNumber: ['staff.numberApproved', 'staff.numberRejected', 'staff.numberReopened'],
  decideLandlineOrder: ['staff.orderApproved', 'staff.orderRejected'],
  releaseLandlineOrder: ['staff.orderReleased'],
  retryJob: ['staff.jobRetried'],
  discardJob: ['staff.jobDiscarded'],
  startImpersonation: ['staff.impersonated'],
  endImpersonation: 'it ends by itself; that it began is recorded, and for how long at most',
  askSecondStepReset: ['staff.secondStepResetAsked'],
  keepSecondStep: ['staff.secondStepResetCanceled'],
};

/** One that takes its time. */
const registrar: Registrar = {
  name: 'simulator',
  settlesAfterMs: 3600_000,
  looksEveryMs: 3600_000,
  submitBrand: async ({ reference }) => ({ outcome: 'submitted', id: reference }),
  reviewOfBrand: async () => ({ state: 'inReview' }),
  submitCampaign: async ({ reference }) => ({ outcome: 'submitted', id: reference }),
  reviewOfCampaign: async () => ({ state: 'inReview' }),
  attachNumber: async () => ({ outcome: 'attached' }),
  detachNumber: async () => undefined,
  endCampaign: async () => undefined,
};

const EMPTY_CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';

const dns = createDns();
const ats = createFakeAtsConnector();
let app: TestApp;
let sam: VerifiedPerson;
let site: Server;
const seen = new Map<string, Set<string>>();

beforeAll(async () => {
  site = createServer((request, reply) => {
    const pages: Record<string, string> = { '/privacy': PRIVACY_PAGE, '/calendar.ics': EMPTY_CALENDAR };
    reply.end(pages[request.url ?? ''] ?? WEBSITE);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  ({ app, sam } = await startStaffApp({
    variables: { LINK_BASE_URL: 'https://go.harborview.example' },
    resolveTxt: dns.resolveTxt,
    registrar,
    ats: { connectors: new Map([['lever', ats.connector]]) },
  }));
});
afterAll(async () => {
  await app.stop();
  site.close();
});

async function logOf(accountId: string, on: TestApp): Promise<AuditAction[]> {
  const { rows } = await on.deps.pool.query<{ action: AuditAction }>(
    'select action from audit_events where account_id = $1 order by created_at, id',
    [accountId],
  );
  return rows.map(({ action }) => action);
}

/** Calls it, and finds more in the log of the account: what the table names for this row. */
async function recorded<R extends Route>(
  accountId: string,
  client: Client,
  route: R,
  input: NoInfer<Input<R>>,
  on = app,
): Promise<ReplyOutput<R>> {
  const before = await logOf(accountId, on);
  const answer = await client.ask(route, input);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: route.status ?? 200 });
  const added = (await logOf(accountId, on)).slice(before.length);
  const name = Object.entries(routes as Record<string, Route>).find(([, row]) => row === route)?.[0] ?? '';
  expect(added, name).not.toEqual([]);
  const known = seen.get(name) ?? new Set();
  for (const action of added) {
    expect(table[name as ChangingRoute], name).toContain(action);
    known.add(action);
  }
  seen.set(name, known);
  return answer.body as ReplyOutput<R>;
}

const verified = (name: string) => signUpVerified(app, `${name}@every-change.example`);

/** What the newest such mail carries. */
function tokenIn(email: string, pattern: RegExp): Promise<string> {
  return eventually(async () => {
    const found = (await mailsTo(app, email)).findLast(({ text }) => pattern.test(text));
    return pattern.exec(found?.text ?? '')?.[1] ?? Promise.reject(new Error('The mail has not come'));
  });
}

const INVITATION = /\/register\?invite=(\S+)/;
const KEEP_ACCOUNT = /\/keep-account\?token=(\S+)/;
const KEEP_SECOND_STEP = /\/keep-second-step\?token=(\S+)/;
const RESET_CODE = /^\s*(\d{6})\s*$/m;
const reason = 'Ticket 4711';
const names = { firstName: 'Nia', lastName: 'Okoro' };

it('how people sign in', async () => {
  const ana = await verified('ana');
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  await act(routes.updateUser, { body: { mfaEnabled: true } });
  await act(routes.updateUser, { body: { mfaEnabled: false } });
  const { otpauthUrl } = await ana.call(routes.startAuthenticator, { body: { password: PASSWORD } });
  await act(routes.confirmAuthenticator, { body: { code: URI.parse(otpauthUrl).generate() } });
  await act(routes.renewRecoveryCodes, { body: { password: PASSWORD } });
  await act(routes.removeAuthenticator, { body: { password: PASSWORD } });
  const { options } = await ana.call(routes.startPasskey, { body: { password: PASSWORD } });
  const authenticator = createSoftwareAuthenticator({ origin: passkeyOriginOf(app) });
  const { id } = await act(routes.addPasskey, { body: { response: authenticator.create(options) } });
  await act(routes.removePasskey, { params: { id }, body: { password: PASSWORD } });
  await act(routes.changePassword, {
    body: { currentPassword: PASSWORD, password: 'another horse battery' },
  });
  await app.anonymous.call(routes.sendResetPasswordEmail, { body: { email: ana.email } });
  // By what it holds: mails about what was done before may still be on their way.
  const code = await tokenIn(ana.email, RESET_CODE);
  const body = { email: ana.email, code, password: 'one more horse battery' };
  await recorded(ana.accountId, app.anonymous, routes.resetPasswordUsingCode, { body });
});

it('what admins do to the company', async () => {
  const ana = await verified('chief');
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  await act(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  await act(routes.updateAccount, { body: { name: 'Quayside Talent' } });
  await act(routes.updateAccount, { body: { countLinkClicks: true } });
  await act(routes.updateAccount, { body: { comparesPeople: true } });
  await act(routes.updateAccount, { body: { coldTextsPerWeek: 5 } });
  await act(routes.updateAccount, { body: { replyPromiseHours: 8 } });
  await act(routes.updateAccount, { body: { numberPageEnabled: true } });
  await act(routes.updateAccount, { body: { mcpEnabled: true } });
  await act(routes.updateAccount, { body: { signOutAfterDays: 7 } });
  await act(routes.updateAccount, { body: { broadcastsPerWeek: 3 } });
  await act(routes.updateAccount, { body: { consentFirst: false } });
  await act(routes.updateTextingHours, { body: { hours: null } });
  await act(routes.updateAccount, { body: { optOutsFirst: true } });
  await act(routes.updateAccount, { body: { optOutsFirst: false, reason: 'We are new to texting.' } });
  await ana.call(routes.updateUser, { body: { mfaEnabled: true } });
  await act(routes.updateAiSettings, { body: { mode: 'off' } });
  await act(routes.updateRetention, {
    body: { textsAfterDays: 365, mediaAfterDays: null, candidatesAfterDays: null },
  });
  await act(routes.updateAccount, { body: { mfaRequired: true } });
  await act(routes.exportAuditEvents, {});
  const file = await act(routes.startAccountExport, { body: { kind: 'account' } });
  const { url } = await untilExported(ana, file);
  const { searchParams } = new URL(url ?? '');
  const query = { until: searchParams.get('until') ?? '', signature: searchParams.get('signature') ?? '' };
  await act(routes.downloadAccountExport, { params: { id: file.id }, query });
  await act(routes.getConsentEvidence, { query: { phoneNumber: '+14155550123' } });

  const domain = newDomain();
  const provider = {
    protocol: 'oidc' as const,
    issuer: 'https://id.quayside.example',
    clientId: 'hiretext',
    clientSecret: 'a secret that stays one',
  };
  const { connection } = await act(routes.updateSingleSignOn, { body: { domain, provider } });
  dns.records.set(connection?.dnsRecord.name ?? '', [[connection?.dnsRecord.value ?? '']]);
  await act(routes.verifyDomain, {});
  await act(routes.removeSingleSignOn, {});

  const website = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const draft = completeDraft({
    website,
    privacyPolicyUrl: `${website}/privacy`,
    termsUrl: website,
    messageFlow:
      'We ask candidates on the phone whether they agree to be texted, and say: Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.',
  });
  await ana.call(routes.updateRegistration, { body: { ...draft, ein: '12-3456789' } });
  await act(routes.submitRegistration, {});
});

it('what admins pay for', async () => {
  const charging = await startBillingApp();
  try {
    const ana = await charging.signUpOnly();
    const { accountId } = await ana.call(routes.getUser, {});
    const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
      recorded(accountId, ana, route, input, charging);
    const paymentMethodId = await cardToken(charging.url);
    await act(routes.updateCard, { body: { paymentMethodId, name: 'Ana Lopez' } });
    await act(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
    await act(routes.buyTextPackage, { body: { count: 200 } });
    await act(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
    await act(routes.purchaseSeats, { body: { quantity: 2 } });
    const [free] = (await ana.call(routes.getSeats, {})).filter(({ status }) => status === 'available');
    await act(routes.removeSeat, { body: { seatId: free?.id ?? '' } });
    await act(routes.cancelPlan, {});
  } finally {
    await charging.stop();
  }
});

it('what admins do to people and seats', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  await act(routes.purchaseSeats, { body: { quantity: 3 } });
  const [nia, ben] = ['nia@every-change.example', 'ben@every-change.example'];
  await act(routes.inviteUser, { body: { email: nia, seatRole: 'hiringManager' } });
  await act(routes.inviteUsers, { body: { emails: [ben] } });
  await act(routes.resendInvitation, { body: { email: ben } });
  await act(routes.cancelInvitation, { body: { email: ben } });
  const inviteToken = await tokenIn(nia, INVITATION);
  const { id_token } = await recorded(ana.accountId, app.anonymous, routes.signup, {
    body: { ...names, email: nia, password: PASSWORD, inviteToken },
  });
  const { id: userId, seat } = await app.client(id_token).call(routes.getUser, {});
  await act(routes.changeUserType, { body: { userId, userType: 'admin' } });
  await act(routes.changeUserType, { body: { userId, userType: 'member' } });
  await act(routes.updateUserToNonTexter, { body: { userId } });
  await act(routes.updateUserToTexter, { body: { userId } });
  await act(routes.updateOutOfOfficeByUserId, {
    params: { id: userId },
    body: { outOfOfficeMessageEnabled: true, outOfOfficeMessage: 'Back on Monday.' },
  });
  await act(routes.updateTags, { params: { id: ana.seatId }, body: { tags: ['West'] } });
  await act(routes.endSessionsOfUser, { body: { userId } });
  const { userId: serviceId } = await act(routes.addService, { body: { name: 'Payroll' } });
  await act(routes.renameService, { body: { userId: serviceId, name: 'Payroll import' } });
  await act(routes.removeSeatFromTeamMember, { body: { userId: serviceId } });
  await act(routes.removeSeatFromTeamMember, { body: { userId } });
  await act(routes.resendInvitation, { body: { email: nia } });
  await act(routes.removeSeatFromTeamMember, { body: { userId } });
  await act(routes.inviteUser, { body: { email: nia, seatRole: 'hiringManager' } });
  await act(routes.transferHiringManagerSeat, {
    params: { id: seat?.id ?? '' },
    body: { ...names, email: 'eve@every-change.example' },
  });
  const free = (await ana.call(routes.getSeats, {})).find(({ status }) => status === 'available');
  await act(routes.coverSeat, { params: { id: free?.id ?? '' }, body: { userId: ana.userId } });
  await act(routes.removeSeat, { body: { seatId: free?.id ?? '' } });
  const { id } = await ana.call(routes.createCandidate, {
    body: { ...names, phoneNumber: candidatePhone() },
  });
  await act(routes.updateCandidate, { params: { id }, body: { jobTitle: 'Welder' } });
  for (const legalHold of [true, false])
    await act(routes.updateCandidate, { params: { id }, body: { legalHold } });
  const [startsAt, endsAt] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()) as [
    string,
    string,
  ];
  const interview = await act(routes.createInterview, { body: { candidateId: id, startsAt, endsAt } });
  const params = { id: interview.id };
  await act(routes.updateInterview, { params, body: { title: 'Panel' } });
  await act(routes.updateInterview, { params, body: { status: 'canceled' } });
  await act(routes.updateInterview, { params, body: { status: 'scheduled' } });
  await act(routes.cancelInterview, { params });
  const automation = await act(routes.createAutomation, {
    body: { type: 'interviewReminder', name: 'On time', body: 'Now', timing: 'onTime' },
  });
  await act(routes.updateAutomation, { params: { id: automation.id }, body: { enabled: false } });
  await act(routes.deleteAutomation, { params: { id: automation.id } });
  const onboarding = await act(routes.startOnboarding, { body: { candidateId: id, startsAt } });
  await act(routes.updateOnboarding, { params: { id: onboarding.id }, body: { status: 'paused' } });
  await act(routes.endOnboarding, { params: { id: onboarding.id } });
  await app.deps.pool.query('update numbers set registered_at = now() where account_id = $1', [
    ana.accountId,
  ]);
  await ana.call(routes.updateAccount, { body: { oneUnansweredColdText: true } });
  const text = { candidateId: id, body: 'Hi', scheduledAt: startsAt };
  await ana.call(routes.sendMessage, { body: text });
  await act(routes.sendMessage, { body: { ...text, scheduledAt: endsAt, evenIfTooMany: true } });
  await act(routes.deleteCandidate, { params: { id } });
  await act(routes.restoreCandidate, { params: { id } });
  const file = formOf({ content: 'name,phone\nKai Ono,+14155550188\n' });
  const imported = await act(routes.startImport, { body: file } as Input<typeof routes.startImport>);
  await untilDone(ana, imported);
  await act(routes.undoImport, { params: { id: imported.id } });
});

it('what admins and recruiters do to jobs and stages', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const job = await act(routes.createJob, { body: { name: 'Welder' } });
  const params = { id: job.id };
  await act(routes.updateJob, { params, body: { name: 'Night welder' } });
  const stage = await act(routes.createJobStage, { body: { name: 'Trial shift', kind: 'other' } });
  await act(routes.updateJobStage, { params: { id: stage.id }, body: { kind: 'screen' } });
  const [first] = await ana.call(routes.listJobStages, {});
  await act(routes.updateJobStageOrder, { body: { ids: [stage.id, first?.id ?? ''] } });
  const { id: candidateId } = await ana.call(routes.createCandidate, {
    body: { ...names, phoneNumber: candidatePhone() },
  });
  const { id: applicationId } = await act(routes.createApplication, {
    body: { candidateId, jobId: job.id },
  });
  const body = { applicationId, stageId: first?.id ?? '' };
  await act(routes.moveStage, { params: { id: candidateId }, body });
  await act(routes.deleteApplication, { params: { id: applicationId } });
  await act(routes.deleteJobStage, { params: { id: stage.id } });
  await act(routes.deleteJob, { params });
});

it('what admins and recruiters do with broadcasts', async () => {
  const ana = await app.signUp();
  const { pool } = app.deps;
  await pool.query('update numbers set registered_at = now() where account_id = $1', [ana.accountId]);
  await pool.query(
    `insert into seats (account_id, id, seat_role, seat_type, status)
     select account_id, gen_random_uuid(), seat_role, seat_type, 'available' from seats where user_id = $1`,
    [ana.userId],
  );
  const ben = await app.addColleague(ana, 'admin');
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const { id: candidateId } = await ana.call(routes.createCandidate, {
    body: { ...names, phoneNumber: candidatePhone() },
  });
  await ana.call(routes.updateAccount, { body: { broadcastApprovalAbove: 0, broadcastConsent: 'any' } });
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const start = () =>
    act(routes.createBroadcast, {
      body: { audience: { candidateIds: [candidateId] }, body: 'Hi', scheduledAt },
    });
  const params = { id: (await start()).id };
  await recorded(ana.accountId, ben, routes.approveBroadcast, { params });
  await act(routes.pauseBroadcast, { params });
  await act(routes.resumeBroadcast, { params });
  await act(routes.cancelBroadcast, { params });
  await recorded(ana.accountId, ben, routes.declineBroadcast, { params: { id: (await start()).id } });
});

it('a proposed text that is approved', async () => {
  const ana = await app.signUp();
  await app.deps.pool.query('update numbers set registered_at = now() where account_id = $1', [
    ana.accountId,
  ]);
  const { conversationId } = await ana.call(routes.sendMessage, {
    body: { to: candidatePhone(), body: 'Hi' },
  });
  const { id } = await ana.call(routes.createProposal, { body: { conversationId, body: 'Still free?' } });
  await recorded(ana.accountId, ana, routes.approveProposal, { params: { id }, body: {} });
});

it('what admins and recruiters do to shared templates', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const body = { name: 'Hello', body: 'Hi {{candidate.firstName|there}}' };
  const team = await act(routes.createTeamTemplate, { body });
  const second = await act(routes.createTeamTemplate, { body });
  await act(routes.updateTeamTemplate, { params: { id: team.id }, body: { folder: 'Greetings' } });
  await act(routes.updateTemplateSortOrder, {
    body: { templateType: 'teamTemplate', ids: [second.id, team.id] },
  });
  await act(routes.deleteTeamTemplate, { params: { id: team.id } });
  const { id } = await act(routes.createTemplate, {
    body: { ...body, templateType: 'hiringManagerTemplate' },
  });
  await act(routes.updateTemplate, { params: { id }, body: { name: 'Welcome' } });
  await act(routes.deleteTemplate, { params: { id } });
});

it('keywords', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const params = {
    id: (
      await act(routes.createKeyword, {
        body: { keyword: 'JOBS', answer: 'Hi', consentWording: 'Text JOBS to get texts about jobs.' },
      })
    ).id,
  };
  await act(routes.updateKeyword, { params, body: { answer: 'Welcome' } });
  await act(routes.deleteKeyword, { params });
});

it('API keys', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const webhook = { url: 'https://hooks.example.com/hiretext', types: ['*' as const] };
  const endpoint = { params: { id: (await act(routes.createWebhookEndpoint, { body: webhook })).id } };
  await act(routes.updateWebhookEndpoint, { ...endpoint, body: { description: 'Payroll' } });
  await act(routes.updateWebhookEndpoint, { ...endpoint, body: { status: 'disabled' } });
  await act(routes.updateWebhookEndpoint, { ...endpoint, body: { status: 'active' } });
  await act(routes.rotateWebhookSecret, endpoint);
  await act(routes.deleteWebhookEndpoint, endpoint);
  const { id } = await act(routes.createApiKey, { body: { name: 'Payroll', scopes: ['texts:read'] } });
  await act(routes.rotateApiKey, { params: { id } });
  await act(routes.deleteApiKey, { params: { id } });
});

it('apps of others', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const body = { name: 'Partner', redirectUris: [REDIRECT] };
  const params = { id: (await act(routes.createApp, { body })).id };
  const browser = openBrowser(app);
  const request = { id: await askFor(browser, (await appOf(app, params.id)).address()) };
  const headers = { cookie: browser.cookiesFor('/v1/appRequests') };
  await act(routes.allowAppRequest, { params: request, headers });
  const [connected] = (await ana.call(routes.listConnectedApps, {})).items;
  await act(routes.disconnectApp, { params: { id: connected?.id ?? '' } });
  await act(routes.deleteApp, { params });
});

async function withPlan(): Promise<Pick<Recruiter, keyof Client | 'accountId'> & { email: string }> {
  const person = await app.signUpOnly();
  await person.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  return { ...person, ...(await person.call(routes.getUser, {})) };
}

const owner = {
  company: 'Quayside Talent LLC',
  street: '1 Harbor Way',
  city: 'Oakland',
  state: 'CA',
  postalCode: '94607',
};

it('numbers', async () => {
  const ana = await withPlan();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  await act(routes.buyPhoneNumber, { body: { phoneNumber: '+19845550171' } });
  await ana.call(routes.checkLinkStatus, {});
  await act(routes.updateCallForwardSettings, {
    body: { callForwardingEnabled: true, callForwardingNumber: '+12065550142' },
  });
  const { seat } = await ana.call(routes.getUser, {});
  const id = seat?.id ?? '';
  await act(routes.updatePhoneNumber, { params: { id }, body: { phoneNumber: '+19845550172' } });
  await app.deps.pool.query(
    `update numbers set created_at = created_at - interval '1 day' where account_id = $1`,
    [ana.accountId],
  );
  await act(routes.resetPhoneNumber, { body: { seatId: id } });

  for (const decision of ['approve', 'reject', 'reopen'] as const) {
    const { rows } = await app.deps.pool.query(
      `update numbers set link_status = $2, carrier_number_id = coalesce(carrier_number_id, 'PN1')
        where account_id = $1 and seat_id is not null returning id`,
      [ana.accountId, decision === 'reopen' ? 'rejected' : 'linking'],
    );
    await recorded(ana.accountId, sam, routes.decideNumber, {
      params: { id: rows[0].id },
      body: { accountId: ana.accountId, decision, reason },
    });
  }
});

it('numbers that a company brings', async () => {
  const orderOf = async (person: Client) => (await person.call(routes.getLandline, {})).order;
  const ways = [
    ['+16465561001', null],
    ['+16465561002', 'letterRefused'],
    ['+16465561003', undefined],
  ] as const;
  for (const [phoneNumber, rejection] of ways) {
    const ana = await withPlan();
    const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
      recorded(ana.accountId, ana, route, input);
    await act(routes.enableLandline, { body: { phoneNumber, owner } });
    app.twilio.landline.press(phoneNumber, (await orderOf(ana))?.code?.toType ?? '');
    await eventually(async () => expect((await orderOf(ana))?.state).toBe('signing'));
    await act(routes.signLandlineLetter, {
      body: { name: 'Ana Lopez', title: 'Office manager', signature: 'Ana Lopez', agrees: true },
    });
    if (rejection === undefined) {
      await act(routes.withdrawLandline, {});
      const kept = await app.deps.pool.query(
        'update landline_orders set kept_at = now() where account_id = $1 returning id',
        [ana.accountId],
      );
      await recorded(ana.accountId, sam, routes.releaseLandlineOrder, {
        params: { id: kept.rows[0].id },
        body: { accountId: ana.accountId, reason },
      });
      continue;
    }
    app.twilio.state.owned.set(phoneNumber, {
      sid: `PN${phoneNumber.slice(1).padStart(32, '0')}`,
      phoneNumber,
      friendlyName: phoneNumber,
      smsUrl: '',
      voiceUrl: '',
      statusCallback: '',
    });
    const { rows } = await app.deps.pool.query('select id from landline_orders where account_id = $1', [
      ana.accountId,
    ]);
    await recorded(ana.accountId, sam, routes.decideLandlineOrder, {
      params: { id: rows[0].id },
      body: { accountId: ana.accountId, rejection, reason },
    });
  }
});

it('what happens with their own calendars', async () => {
  const ana = await app.signUp();
  const { port } = site.address() as AddressInfo;
  const { id } = await recorded(ana.accountId, ana, routes.connectCalendar, {
    body: { provider: 'ics', url: `http://localhost:${port}/calendar.ics` },
  });
  await recorded(ana.accountId, ana, routes.disconnectCalendar, { params: { id } });
});

it('what happens with connected systems', async () => {
  const ana = await app.signUp();
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) =>
    recorded(ana.accountId, ana, route, input);
  const ben = await ana.call(routes.createCandidate, { body: { ...names, phoneNumber: candidatePhone() } });
  const other = fakeAtsPerson({ phones: [ben.phoneNumber] });
  const application = fakeAtsApplication();
  const known = fakeAtsPerson({ phones: [candidatePhone()], applications: [application] });
  ats.state.people = [other, known];
  ats.state.jobs = [{ externalId: 'j1', name: 'Nurse', status: 'open', hiringManagerEmails: null }];
  ats.state.stages = ['s1', 's2'].map((externalId, order) => {
    return { externalId, order, jobExternalId: 'j1', name: externalId, kind: 'applied' };
  });
  const save = (body: object) => act(routes.saveAtsIntegration, { body: { type: 'lever', ...body } });
  await save({ credentials: { apiKey: 'good' } });
  const pair = await eventually(async () => {
    const [found] = (await ana.call(routes.listDoubtfulPairs, {})).items;
    return found ?? Promise.reject(new Error('No one is in doubt yet'));
  });
  const search = known.phones[0];
  const [candidate] = (await ana.call(routes.listCandidates, { query: { search } })).items;
  const [, stage] = await ana.call(routes.listJobStages, {});
  await act(routes.moveStage, {
    params: { id: candidate?.id ?? '' },
    body: { applicationId: candidate?.applications[0]?.id ?? '', stageId: stage?.id ?? '' },
  });
  await act(routes.decidePair, { params: { id: pair.id }, body: { decision: 'same' } });
  const body = { atsType: 'lever' as const, externalId: other.externalId };
  await act(routes.unlinkCandidate, { params: { id: ben.id }, body });
  await save({ notesMode: 'daily' });
  await save({ enabled: false });
  await save({ enabled: true });
  await act(routes.removeAtsIntegration, { query: { atsType: 'lever' } });
});

it('what staff do', async () => {
  const ana = await verified('helped');
  const { accountId, userId } = ana;
  const act = <R extends Route>(route: R, input: NoInfer<Input<R>>) => recorded(accountId, sam, route, input);
  await act(routes.switchFeature, {
    params: { id: accountId },
    body: { feature: 'moreNumbers', enabled: true, reason },
  });
  await recorded(sam.accountId, sam, routes.startMaintenance, { body: { reason } });
  await recorded(sam.accountId, sam, routes.endMaintenance, {});
  await act(routes.startImpersonation, { body: { accountId, userId, reason } });
  await ana.call(routes.updateUser, { body: { mfaEnabled: true } });
  await act(routes.askSecondStepReset, { body: { accountId, userId, reason } });
  const token = await tokenIn(ana.email, KEEP_SECOND_STEP);
  await recorded(accountId, app.anonymous, routes.keepSecondStep, { body: { token } });
  const kind = jobKind({
    name: 'anotherUnhandledJob',
    payload: z.object({ accountId: z.uuid() }),
    maxAttempts: 1,
  });
  for (const route of [routes.retryJob, routes.discardJob]) {
    await enqueue(app.deps.db, [{ kind, payload: { accountId } }]);
    const jobId = await failNewest(app.deps.pool, kind.name, 'no');
    await act(route, { body: { jobId, reason } });
  }
});

it('that someone wants to go, or stays after all', async () => {
  const chief = await verified('leaves');
  await recorded(chief.accountId, chief, routes.deleteUser, { body: { password: PASSWORD } });
  const token = await tokenIn(chief.email, KEEP_ACCOUNT);
  await recorded(chief.accountId, app.anonymous, routes.takeBackDeletion, { body: { token } });

  const ana = await app.signUp();
  const email = 'joins@every-change.example';
  await ana.call(routes.inviteUser, { body: { email } });
  const inviteToken = await tokenIn(email, INVITATION);
  const body = { ...names, email, password: PASSWORD, inviteToken };
  const { id_token } = await recorded(ana.accountId, app.anonymous, routes.signup, { body });
  await recorded(ana.accountId, app.client(id_token), routes.deleteUser, { body: { password: PASSWORD } });
  const own = await tokenIn(email, KEEP_ACCOUNT);
  await recorded(ana.accountId, app.anonymous, routes.takeBackDeletion, { body: { token: own } });
});

it('is all that the table says, and every action of the contract is someone’s doing', () => {
  const promised = Object.entries(table).flatMap(([name, actions]) =>
    typeof actions === 'string' ? [] : actions.map((action) => `${name}: ${action}`),
  );
  const done = [...seen].flatMap(([name, actions]) => [...actions].map((action) => `${name}: ${action}`));
  expect(done.sort()).toEqual(promised.sort());
  const named = new Set(promised.map((line) => line.split(': ')[1]));
  // By a job, for who sent the file; by a key that is sent in an address; by a job, a day after staff have asked for it.
  const byNoOne = AuditAction.options.filter((action) => !named.has(action));
  expect(byNoOne).toEqual(['account.imported', 'apiKey.revoked', 'staff.secondStepReset']);
});
