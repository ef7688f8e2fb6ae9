import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { ZodError, z } from 'zod';
import type { Who } from '../../contract/access.ts';
import { API_BASE, type RouteName } from '../../contract/api.ts';
import { failures } from '../../contract/failure.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { Scope } from '../../contract/scopes.ts';
import { Failure } from '../failure.ts';
import { createApi } from './mount.ts';
import { openApi } from './openapi.ts';
import type { Session } from './session.ts';
import { isInTestMode } from './test-mode.ts';

/* Every row of the route table, asked by every kind of person. Who may is written down here a second time, by hand. */

const ANY_ID = '01890000-0000-7000-8000-000000000000';

interface Expected {
  forbidden: (who: Who) => boolean;
  planRequired: (who: Who) => boolean;
  /** For them nothing is there. */
  hidden?: (who: Who) => boolean;
}

const never = () => false;
const isMember = (who: Who) => who.userType === 'member';
const isFree = (who: Who) => who.planType === 'free';
const forAdmins: Expected = { forbidden: isMember, planRequired: never };
const withPlan: Expected = { forbidden: never, planRequired: isFree };
const forPaidAdmins: Expected = { forbidden: isMember, planRequired: isFree };
const forTeams: Expected = {
  forbidden: (who) => isMember(who) || who.accountType !== 'team',
  planRequired: isFree,
};
const withTemplates: Expected = {
  forbidden: never,
  planRequired: (who) => isFree(who) || who.planType === 'payg',
};
const forTemplateWriters: Expected = {
  ...withTemplates,
  forbidden: (who) => isMember(who) && who.seatRole !== 'recruiter',
};
const forBroadcasters: Expected = { ...forTemplateWriters, planRequired: isFree };
const forTeamTemplateWriters: Expected = { ...withTemplates, forbidden: isMember };
const forStaff: Expected = { forbidden: never, planRequired: never, hidden: (who) => !who.isStaff };
const withAnalytics: Expected = {
  forbidden: (who) => who.accountType !== 'team' || (isMember(who) && who.seatRole !== 'recruiter'),
  planRequired: never,
};
const forRecruiters: Expected = {
  forbidden: (who) => isMember(who) && who.seatRole !== 'recruiter',
  planRequired: never,
};
const forAnybody: Expected = { forbidden: never, planRequired: never };

/** Rows that are not named here are for everyone with a session. */
const expected: Partial<Record<RouteName, Expected>> = {
  updateAccount: forAdmins,
  getRadar: forAdmins,
  getRetention: forAdmins,
  updateRetention: forAdmins,
  previewRetention: forAdmins,
  updateAiSettings: forAdmins,
  listSentDrafts: forAdmins,
  listAtsTypes: forAdmins,
  listAtsIntegrations: forAdmins,
  saveAtsIntegration: forAdmins,
  testAtsConnection: forAdmins,
  removeAtsIntegration: forAdmins,
  syncAts: forAdmins,
  startAtsOauth: forAdmins,
  listDoubtfulPairs: forAdmins,
  decidePair: forAdmins,
  getSeats: forAdmins,
  getFormerMembers: forAdmins,
  getScheduledTexts: forAdmins,
  coverSeat: forAdmins,
  listUncoveredConversations: forAdmins,
  startAccountImport: forAdmins,
  listAccountImports: forAdmins,
  getAccountImport: forAdmins,
  startAccountExport: forAdmins,
  listAccountExports: forAdmins,
  getAccountExport: forAdmins,
  downloadAccountExport: forAdmins,
  linkAccountExport: forAdmins,
  listAuditEvents: forAdmins,
  exportAuditEvents: forAdmins,
  getConsentEvidence: forAdmins,
  getTextingHours: forAdmins,
  updateTextingHours: forAdmins,
  listApiKeys: forAdmins,
  listApps: forAdmins,
  createApp: forAdmins,
  deleteApp: forAdmins,
  listConnectedApps: forAdmins,
  disconnectApp: forAdmins,
  getAppRequest: forAdmins,
  allowAppRequest: forAdmins,
  refuseAppRequest: forAdmins,
  listWebhookEndpoints: forAdmins,
  createWebhookEndpoint: forAdmins,
  updateWebhookEndpoint: forAdmins,
  deleteWebhookEndpoint: forAdmins,
  rotateWebhookSecret: forAdmins,
  testWebhookEndpoint: forAdmins,
  resendWebhookEvents: forAdmins,
  listWebhookDeliveries: forAdmins,
  resendWebhookDelivery: forAdmins,
  createApiKey: forAdmins,
  rotateApiKey: forAdmins,
  deleteApiKey: forAdmins,
  listDeletedCandidates: forAdmins,
  restoreCandidate: forAdmins,
  previewImport: forRecruiters,
  startImport: forRecruiters,
  listImports: forRecruiters,
  getImport: forRecruiters,
  getRefusedRows: forRecruiters,
  undoImport: forRecruiters,
  inviteUser: forTeams,
  inviteUsers: forTeams,
  addService: forTeams,
  renameService: forAdmins,
  resendInvitation: forTeams,
  cancelInvitation: forAdmins,
  purchaseSeats: forTeams,
  removeSeatFromTeamMember: forAdmins,
  removeSeat: forTeams,
  updateUserToTexter: forAdmins,
  updateUserToNonTexter: forAdmins,
  changeUserType: forAdmins,
  endSessionsOfUser: forAdmins,
  transferHiringManagerSeat: forAdmins,
  updatePhoneNumber: forPaidAdmins,
  resetPhoneNumber: forPaidAdmins,
  updateTags: forAdmins,
  changePlan: forAdmins,
  previewPlan: forAdmins,
  cancelPlan: forAdmins,
  buyTextPackage: { forbidden: isMember, planRequired: (who) => who.planType !== 'payg' },
  getCard: forAdmins,
  updateCard: forAdmins,
  createSetupIntent: forAdmins,
  listInvoices: forAdmins,
  getUsage: forAdmins,
  getSingleSignOn: forAdmins,
  updateSingleSignOn: forAdmins,
  verifyDomain: forAdmins,
  getRegistration: forAdmins,
  updateRegistration: forAdmins,
  checkRegistration: forAdmins,
  submitRegistration: forAdmins,
  testSingleSignOn: forAdmins,
  removeSingleSignOn: forAdmins,
  getUserOfficeByUserId: forAdmins,
  updateOutOfOfficeByUserId: forAdmins,
  uploadMedia: withPlan,
  findPhoneNumber: withPlan,
  buyPhoneNumber: withPlan,
  checkLandline: withPlan,
  enableLandline: withPlan,
  listTemplates: withTemplates,
  listInsertableTemplates: withTemplates,
  createTemplate: forTemplateWriters,
  updateTemplate: forTemplateWriters,
  deleteTemplate: forTemplateWriters,
  copyTemplateAttachments: withTemplates,
  listTeamTemplates: withTemplates,
  createTeamTemplate: forTeamTemplateWriters,
  updateTeamTemplate: forTeamTemplateWriters,
  deleteTeamTemplate: forTeamTemplateWriters,
  updateTemplateSortOrder: withTemplates,
  getWorkingHours: forTemplateWriters,
  updateWorkingHours: forTemplateWriters,
  listFreeTimes: forTemplateWriters,
  previewTimeOffer: forTemplateWriters,
  listTimeOffers: forTemplateWriters,
  createTimeOffer: forTemplateWriters,
  withdrawTimeOffer: forTemplateWriters,
  listCalendarShortcuts: forTemplateWriters,
  getDeliveryDoctor: forRecruiters,
  listKeywords: forRecruiters,
  createKeyword: forRecruiters,
  updateKeyword: forRecruiters,
  deleteKeyword: forRecruiters,
  getKeywordQr: forRecruiters,
  getKeywordPoster: forRecruiters,
  createCalendarShortcut: forTemplateWriters,
  updateCalendarShortcut: forTemplateWriters,
  orderCalendarShortcuts: forTemplateWriters,
  deleteCalendarShortcut: forTemplateWriters,
  enableCalendarShortcuts: forTemplateWriters,
  disableCalendarShortcuts: forTemplateWriters,
  listInterviewReminders: forTemplateWriters,
  listOnboardingMessages: forTemplateWriters,
  listStageMessages: forTemplateWriters,
  enableInterviewReminders: forTemplateWriters,
  disableInterviewReminders: forTemplateWriters,
  enableOnboardingMessages: forTemplateWriters,
  disableOnboardingMessages: forTemplateWriters,
  enableStageMessages: forTemplateWriters,
  disableStageMessages: forTemplateWriters,
  previewBroadcast: forBroadcasters,
  createBroadcast: forBroadcasters,
  testBroadcast: forBroadcasters,
  listBroadcasts: forBroadcasters,
  getBroadcast: forBroadcasters,
  listBroadcastRecipients: forBroadcasters,
  pauseBroadcast: forBroadcasters,
  resumeBroadcast: forBroadcasters,
  cancelBroadcast: forBroadcasters,
  approveBroadcast: forPaidAdmins,
  declineBroadcast: forPaidAdmins,
  createAutomation: forTemplateWriters,
  updateAutomation: forTemplateWriters,
  deleteAutomation: forTemplateWriters,
  previewAutomation: forTemplateWriters,
  listPlanned: forTemplateWriters,
  changePlanned: forTemplateWriters,
  skipPlanned: forTemplateWriters,
  sendPlannedNow: forTemplateWriters,
  decideBulk: forTemplateWriters,
  listCalendarConnections: forTemplateWriters,
  listCalendarProviders: forTemplateWriters,
  connectCalendar: forTemplateWriters,
  startCalendarOauth: forTemplateWriters,
  disconnectCalendar: forTemplateWriters,
  listBusyTimes: forTemplateWriters,
  createJob: forTemplateWriters,
  updateJob: forTemplateWriters,
  deleteJob: forTemplateWriters,
  createApplication: forTemplateWriters,
  deleteApplication: forTemplateWriters,
  createJobStage: forTeamTemplateWriters,
  updateJobStage: forTeamTemplateWriters,
  deleteJobStage: forTeamTemplateWriters,
  updateJobStageOrder: forTeamTemplateWriters,
  listOnboardings: forTemplateWriters,
  startOnboarding: forTemplateWriters,
  updateOnboarding: forTemplateWriters,
  endOnboarding: forTemplateWriters,
  draftForTemplate: withTemplates,
  redraftTemplate: withTemplates,
  draftForTeamTemplate: withTemplates,
  redraftTeamTemplate: withTemplates,
  getAccountTextAnalytics: withAnalytics,
  getAnalytics: withAnalytics,
  listConversationsOfFigure: withAnalytics,
  listStaffAccounts: forStaff,
  getStaffAccount: forStaff,
  listStaffPeople: forStaff,
  switchFeature: forStaff,
  listStaffNumbers: forStaff,
  decideNumber: forStaff,
  listLandlineOrders: forStaff,
  decideLandlineOrder: forStaff,
  releaseLandlineOrder: forStaff,
  listHoldReviews: forStaff,
  listBillingDifferences: forStaff,
  getMaintenance: forStaff,
  startMaintenance: forStaff,
  endMaintenance: forStaff,
  listFailedJobs: forStaff,
  retryJob: forStaff,
  discardJob: forStaff,
  startImpersonation: forStaff,
  endImpersonation: forStaff,
  askSecondStepReset: forStaff,
};

const everybody: Who[] = (['free', 'payg', 'monthly', 'annual'] as const).flatMap((planType) =>
  (['none', 'personal', 'team'] as const).flatMap((accountType) =>
    (['admin', 'member'] as const).flatMap((userType) =>
      (['recruiter', 'hiringManager', null] as const).flatMap((seatRole) =>
        (['texter', 'nonTexter'] as const).flatMap((seatType) =>
          [false, true].map((isStaff) => ({
            isStaff,
            planType,
            accountType,
            userType,
            seatRole,
            seatType,
          })),
        ),
      ),
    ),
  ),
);

function sessionOf(who: Who): Session {
  const texts = who.seatType === 'texter';
  return {
    id: ANY_ID,
    accountId: ANY_ID,
    userId: ANY_ID,
    userType: who.userType,
    isStaff: who.isStaff,
    firstName: 'Ana',
    lastName: 'Lopez',
    avatarId: null,
    accountType: who.accountType,
    planType: who.planType,
    seatId: who.seatRole === null ? null : ANY_ID,
    seatRole: who.seatRole,
    seatType: who.seatRole === null ? null : 'texter',
    numberId: texts ? ANY_ID : null,
    phoneNumber: texts ? '+14155550100' : null,
    linkStatus: texts ? 'linked' : null,
    isLandline: false,
    rejection: null,
    mfaMissing: false,
    mfaEnabled: true,
    expiresAt: new Date(),
    isDelegate: false,
    impersonatedBy: null,
    key: null,
  };
}

/** A server on which every row answers that it was reached; only what comes before the answers is real. */
function serverFor(rows: readonly Route[], session: Partial<Session> = {}) {
  const app = fastify();
  let asking: Who | undefined;
  const api = createApi(app, {
    // Nothing behind the answers is asked.
    db: undefined as never,
    replicas: undefined as never,
    clock: () => new Date(),
    countRequest: async () => {},
    readSession: async () => {
      if (asking === undefined) throw new Failure('unauthenticated');
      return { ...sessionOf(asking), ...session };
    },
  });
  for (const row of rows) api.raw(row, async () => 'reached');
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Failure) {
      const { status } = failures[error.code];
      return reply.code(status).send(`${status} ${error.code}`);
    }
    // Let in; what it brought is no request for this row.
    return error instanceof ZodError ? reply.send('reached') : reply.code(500).send(String(error));
  });
  return async (row: Route, who?: Who): Promise<string> => {
    asking = who;
    const url =
      API_BASE +
      row.path
        .replace('{type}', 'lever')
        .replace('{provider}', 'google')
        .replace(/\{\w+\}/g, ANY_ID);
    const headers = { 'idempotency-key': 'once' };
    return (await app.inject({ method: row.method, url, headers })).body;
  };
}

const table = (Object.entries(routes) as [RouteName, Route][]).map(([name, row]) => ({ name, row }));
const ask = serverFor(table.map(({ row }) => row));

const behindSession = table.filter(({ row }) => row.auth === 'session');

/** The first row of each restriction. `mount` looks at nothing else of a row before it lets someone in. */
const firstRows = new Map(
  behindSession.toReversed().map(({ name, row }) => [JSON.stringify(row.may ?? null), name]),
);

/** Everyone, for the first row of a restriction; one person for each answer, for the rows that share it. */
function peopleFor(name: RouteName, row: Route, answerFor: (who: Who) => string): Who[] {
  if (firstRows.get(JSON.stringify(row.may ?? null)) === name) return everybody;
  return [...new Map(everybody.map((who) => [answerFor(who), who])).values()];
}

it.each(behindSession)('$name is for those for whom it is meant', async ({ name, row }) => {
  const { forbidden, planRequired, hidden = never } = expected[name] ?? forAnybody;
  const answerFor = (who: Who) => {
    if (hidden(who)) return '404 not_found';
    if (forbidden(who)) return '403 forbidden';
    return planRequired(who) ? '402 plan_required' : 'reached';
  };
  expect(await ask(row)).toBe('401 unauthenticated');
  for (const who of peopleFor(name, row, answerFor))
    expect(await ask(row, who), JSON.stringify(who)).toBe(answerFor(who));
});

it('closes a row for staff to everyone else, whatever they are', async () => {
  const row = { method: 'GET', path: '/staff-only', may: { staffOnly: true } } as const;
  const staffOnly: Route = { ...row, summary: 'For staff.', auth: 'session', reply: z.string() };
  const asked = serverFor([staffOnly]);
  expect(await asked(staffOnly)).toBe('401 unauthenticated');
  for (const who of everybody)
    expect(await asked(staffOnly, who), JSON.stringify(who)).toBe(who.isStaff ? 'reached' : '404 not_found');
});

it('requires a second step of staff', async () => {
  const forStaffOnly = table.filter(({ row }) => row.may?.staffOnly);
  const asked = serverFor(
    forStaffOnly.map(({ row }) => row),
    { mfaEnabled: false },
  );
  for (const { name, row } of forStaffOnly)
    for (const who of peopleFor(name, row, ({ isStaff }) => String(isStaff)))
      expect(await asked(row, who), name).toBe(who.isStaff ? '409 mfa_missing' : '404 not_found');
});

const staff = { accountId: ANY_ID, userId: ANY_ID, sessionId: ANY_ID };
const impersonate = serverFor(
  table.map(({ row }) => row),
  { impersonatedBy: staff, isStaff: false },
);
/** What is asked with GET and changes something. */
const changing: RouteName[] = [
  'checkLinkStatus',
  'downloadAccountExport',
  'exportAuditEvents',
  'getConsentEvidence',
];

it.each(behindSession)(
  '$name answers staff who impersonate someone only when it reads',
  async ({ name, row }) => {
    const isRefused = row.method !== 'GET' || changing.includes(name);
    // While someone impersonates, they aren't staff.
    const people = peopleFor(name, row, ({ isStaff, userType }) => `${isStaff} ${userType}`);
    for (const who of people.filter(({ isStaff }) => !isStaff))
      if (isRefused) expect(await impersonate(row, who)).toBe('403 read_only');
      else expect(await impersonate(row, who)).not.toBe('403 read_only');
  },
);

/** What keys may call, and with which scope. No key can call anything else, not even that of an admin. */
const openWith: Record<Scope | 'any', RouteName[]> = {
  any: ['getAccount', 'getUser'],
  'candidates:read': [
    'listCandidates',
    'listCandidateTags',
    'getCandidate',
    'getCandidateDeletionPreview',
    'listDeletedCandidates',
  ],
  'candidates:write': ['createCandidate', 'updateCandidate', 'deleteCandidate', 'restoreCandidate'],
  'conversations:read': [
    'listConversations',
    'getInboxCounts',
    'getConversation',
    'listAssignees',
    'listConversationTags',
    'listConversationActivity',
    'listNotes',
    'listWhoSees',
    'getSendability',
    'getSendabilityTo',
    'streamEvents',
  ],
  'conversations:write': [
    'readConversation',
    'unreadConversation',
    'archiveConversation',
    'unarchiveConversation',
    'assignConversation',
    'endWait',
    'resumeWait',
    'updateConversationTags',
    'changeConversations',
    'undoBulk',
    'snoozeConversation',
    'unsnoozeConversation',
    'remindConversation',
    'createNote',
    'updateNote',
    'deleteNote',
  ],
  'texts:read': ['listChangedMessages', 'listMessages', 'listScheduledMessages', 'search', 'listTouches'],
  'texts:send': [
    'sendMessage',
    'sendContactCard',
    'cancelMessage',
    'updateMessage',
    'sendMessageNow',
    'uploadMedia',
    'receiveTestText',
    'copyTemplateAttachments',
    'askConsent',
    'askConsentOf',
  ],
  'texts:propose': ['createProposal', 'listProposals', 'approveProposal', 'withdrawProposal'],
  'templates:read': [
    'listTemplates',
    'listInsertableTemplates',
    'listTeamTemplates',
    'getTemplateAttributes',
  ],
  'templates:write': [
    'createTemplate',
    'updateTemplate',
    'deleteTemplate',
    'createTeamTemplate',
    'updateTeamTemplate',
    'deleteTeamTemplate',
    'updateTemplateSortOrder',
  ],
  'consent:read': ['listConsents', 'getConsentEvidence'],
  'consent:write': ['reviewHold', 'undoReview'],
  'numbers:read': ['getSeats', 'findPhoneNumber', 'checkLinkStatus', 'getScheduledTexts'],
  'analytics:read': [
    'getAnalytics',
    'getAccountTextAnalytics',
    'getUserTextAnalytics',
    'listConversationsOfFigure',
  ],
  'webhooks:manage': [
    'listWebhookEndpoints',
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookSecret',
    'testWebhookEndpoint',
    'resendWebhookEvents',
    'listWebhookDeliveries',
    'resendWebhookDelivery',
  ],
  'export:read': ['startAccountExport', 'listAccountExports', 'getAccountExport'],
};
const scopeOf = new Map(
  (Object.entries(openWith) as [Scope | 'any', RouteName[]][]).flatMap(([scope, names]) =>
    names.map((name) => [name, scope] as const),
  ),
);

const scopes: Scope[] = [];
const askByKey = serverFor(
  table.map(({ row }) => row),
  { key: { id: ANY_ID, name: 'Key', scopes, mode: 'live', version: '2026-11-27' } },
);

it.each(behindSession)('$name takes a key only with its scope', async ({ name, row }) => {
  const scope = scopeOf.get(name);
  const answerTo = async (given: readonly Scope[], who: Who) => {
    scopes.splice(0, scopes.length, ...given);
    return askByKey(row, who);
  };
  const others = Scope.options.filter((each) => each !== scope);
  const people = peopleFor(name, row, ({ isStaff, userType }) => `${isStaff} ${userType}`).slice(-2);
  for (const who of people)
    if (scope === undefined) expect(await answerTo(Scope.options, who)).toBe('403 not_for_keys');
    else if (scope === 'any') expect(await answerTo([], who)).toBe(await ask(row, who));
    else {
      expect(await answerTo(others, who)).toBe('403 scope_missing');
      // And then it is for those for whom it is meant.
      expect(await answerTo([scope], who)).toBe(await ask(row, who));
    }
});

const askByTestKey = serverFor(
  table.map(({ row }) => row),
  { key: { id: ANY_ID, name: 'Key', scopes: Scope.options, mode: 'test', version: '2026-11-27' } },
);
/** Those a live key can make. Whatever isn't in the list of the server is closed too. */
const closedToTests: RouteName[] = ['findPhoneNumber', 'checkLinkStatus'];

it.each(behindSession)('$name takes a test key only if it is listed', async ({ name, row }) => {
  const who = peopleFor(name, row, ({ isStaff, userType }) => `${isStaff} ${userType}`).at(-1) as Who;
  const isClosed = closedToTests.includes(name) || !isInTestMode(row);
  const reason = isClosed ? `403 ${row.scope ? 'not_for_test_keys' : 'not_for_keys'}` : await ask(row, who);
  expect(await askByTestKey(row, who)).toBe(reason);
  if (row.scope === undefined || row.scope === 'export:read') expect(isInTestMode(row)).toBe(false);
});

it('names no scope for calls without a person', () => {
  expect(table.filter(({ row }) => row.auth === 'none' && row.scope)).toEqual([]);
});

it('says in the API reference which scope a call takes', () => {
  const { paths, components } = openApi('http://localhost') as {
    paths: Record<string, Record<string, { 'x-scope'?: string; security: object[] }>>;
    components: { securitySchemes: object };
  };
  expect(paths['/v1/messages']?.post).toMatchObject({
    'x-scope': 'texts:send',
    security: [{ session: [] }, { bearer: [] }],
  });
  expect(paths['/v1/user']?.put).not.toHaveProperty('x-scope');
  expect(paths['/v1/user']?.put?.security).toEqual([{ session: [] }]);
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'bearer']);
});

it('asks nothing of those whom it does not know', () => {
  expect(table.filter(({ row }) => row.auth === 'none' && row.may)).toEqual([]);
});

it('says in the API reference who may call, and how others are refused', () => {
  const { paths } = openApi('http://localhost') as {
    paths: Record<string, Record<string, { description?: string; responses: Record<string, unknown> }>>;
  };
  const changePlan = paths['/v1/seat/changePlan']?.post;
  expect(changePlan?.description).toBe('For admins.');
  expect(JSON.stringify(changePlan?.responses['403'])).toContain('`forbidden`');
  const buyPhoneNumber = paths['/v1/seat/buyPhoneNumber']?.post;
  expect(buyPhoneNumber?.description).toBe('Needs one of these plans: payg, monthly, annual.');
  expect(JSON.stringify(buyPhoneNumber?.responses['402'])).toContain('`plan_required`');
  expect(paths['/v1/user']?.get).not.toHaveProperty('description');
  expect(Object.keys(paths).filter((path) => path.startsWith('/v1/staff'))).toEqual([]);
});

it('has the pages of a pop-up in the API reference', () => {
  const { paths } = openApi('http://localhost') as { paths: Record<string, Record<string, object>> };
  for (const base of ['/v1/atsIntegration/{type}/oauth', '/v1/calendarConnections/{provider}/oauth']) {
    expect(paths[`${base}/`]?.get).toMatchObject({
      parameters: [{ in: 'path' }, { name: 'state', in: 'query', required: true }],
      responses: { '302': { headers: { Location: {} } } },
    });
    expect(paths[`${base}/callback`]?.get).toMatchObject({
      parameters: [{ in: 'path' }, { name: 'state' }, { name: 'code' }],
    });
  }
});
