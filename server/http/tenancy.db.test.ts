import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { API_BASE, type RouteName } from '../../contract/api.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { Scope } from '../../contract/scopes.ts';
import { inTransaction } from '../db/connection.ts';
import { rollUpNow } from '../features/analytics/figures/roll-up.ts';
import { recordNotification } from '../features/notifications/record-notification.ts';
import { putConnection } from '../features/scheduling/calendars/store.ts';
import { insertOffer } from '../features/scheduling/offers/store.ts';
import { indexNow } from '../features/texting/text-index/keep-index.ts';
import { untilExported } from '../testing/account-exports.ts';
import { giveKey } from '../testing/api-keys.ts';
import { askFor, connectApp } from '../testing/apps-of-others.ts';
import { everythingOf } from '../testing/everything-of.ts';
import { startImportOf } from '../testing/imports.ts';
import { addPasskey } from '../testing/passkeys.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { type Answer, type Client, type LooseInput, refusalOf } from '../testing/test-client.ts';

/* Another account's ids are not there: for every place of every route that takes one. */

let app: TestApp;
let ana: Recruiter;
let eve: Recruiter;
let theirs: {
  candidateId: string;
  deletedCandidateId: string;
  conversationId: string;
  bulkId: string;
  viewId: string;
  importId: string;
  exportId: string;
  accountImportId: string;
  keywordId: string;
  apiKeyId: string;
  appId: string;
  connectedAppId: string;
  appRequestId: string;
  webhookId: string;
  messageId: string;
  userId: string;
  mediaId: string;
  sessionId: string;
  passkeyId: string;
  seatId: string;
  templateId: string;
  teamTemplateId: string;
  draftId: string;
  shortcutId: string;
  interviewId: string;
  automationId: string;
  broadcastId: string;
  plannedId: string;
  onboardingId: string;
  calendarId: string;
  jobId: string;
  jobStageId: string;
  applicationId: string;
  timeOfferId: string;
  notificationId: string;
  noteId: string;
  followUpId: string;
  proposalId: string;
};
let eves: {
  templateId: string;
  teamTemplateId: string;
  jobId: string;
  candidateId: string;
  conversationId: string;
  noteId: string;
};
let eveTo: string;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  eve = await app.signUp();
  const { conversationId } = await eve.call(routes.sendMessage, {
    body: { to: '+14155550177', body: 'Hi' },
  });
  eves = {
    conversationId,
    noteId: (await eve.call(routes.createNote, { params: { id: conversationId }, body: { body: 'For us' } }))
      .id,
    templateId: (await eve.call(routes.createTemplate, { body: template })).id,
    teamTemplateId: (await eve.call(routes.createTeamTemplate, { body: template })).id,
    jobId: (await eve.call(routes.createJob, { body: job })).id,
    candidateId: (
      await eve.call(routes.createCandidate, { body: { ...person, phoneNumber: '+12125550198' } })
    ).id,
  };
  const to = candidatePhone();
  eveTo = candidatePhone();
  const later = new Date(Date.now() + 3600_000).toISOString();
  const text = await ana.call(routes.sendMessage, { body: { to, body: 'Hi', scheduledAt: later } });
  await app.twilio.control.inbound(to, ana.number, 'please stop texting me');
  const conversation = await eventually(async () => {
    const found = await ana.call(routes.getConversation, { params: { id: text.conversationId } });
    expect(found.hold).not.toBeNull();
    return found;
  });
  const deleted = await ana.call(routes.createCandidate, {
    body: { ...person, phoneNumber: candidatePhone() },
  });
  await ana.call(routes.deleteCandidate, { params: { id: deleted.id } });
  const { id: jobId } = await ana.call(routes.createJob, { body: job });
  const { id: automationId } = await ana.call(routes.createAutomation, { body: automation });
  const interview = await ana.call(routes.createInterview, {
    body: { candidateId: conversation.candidate.id, ...tomorrow },
  });
  const connected = await connectApp(app, ana);
  theirs = {
    bulkId: (
      await ana.call(routes.changeConversations, {
        body: { ids: [conversation.id], action: 'tag', tag: 'of Ana' },
      })
    ).undoId,
    keywordId: (
      await ana.call(routes.createKeyword, {
        body: { keyword: 'JOBS', answer: 'Hi', consentWording: 'Text JOBS to get texts about jobs.' },
      })
    ).id,
    webhookId: (
      await ana.call(routes.createWebhookEndpoint, {
        body: { url: 'https://hooks.example.com/hiretext', types: ['call.missed'] },
      })
    ).id,
    appId: connected.clientId,
    appRequestId: await askFor(connected.browser, connected.software.address()),
    connectedAppId: (await ana.call(routes.listConnectedApps, {})).items[0]?.id ?? '',
    apiKeyId: (await ana.call(routes.createApiKey, { body: { name: 'Payroll', scopes: ['texts:read'] } })).id,
    importId: (await startImportOf(ana, { content: `phone\n${candidatePhone()}\n` })).id,
    accountImportId: await accountImport(),
    exportId: (
      await untilExported(ana, await ana.call(routes.startAccountExport, { body: { kind: 'account' } }))
    ).id,
    viewId: (await ana.call(routes.createView, { body: { name: 'Of Ana', shared: true, query: {} } })).id,
    candidateId: conversation.candidate.id,
    deletedCandidateId: deleted.id,
    conversationId: conversation.id,
    proposalId: await proposal(conversation.id),
    followUpId: (
      await ana.call(routes.createFollowUp, {
        params: { id: conversation.id },
        body: { messageId: text.id, dueAt: later },
      })
    ).id,
    messageId: text.id,
    userId: ana.userId,
    mediaId: (await upload(ana)).id,
    seatId: ana.seatId,
    templateId: (await ana.call(routes.createTemplate, { body: template })).id,
    teamTemplateId: (await ana.call(routes.createTeamTemplate, { body: template })).id,
    draftId: (await draft()).draftId,
    shortcutId: (await ana.call(routes.createCalendarShortcut, { body: shortcut })).id,
    interviewId: interview.id,
    onboardingId: (
      await ana.call(routes.startOnboarding, {
        body: { candidateId: conversation.candidate.id, startsAt: tomorrow.startsAt },
      })
    ).id,
    automationId,
    broadcastId: await broadcast(),
    plannedId: await eventually(async () => {
      const { items } = await ana.call(routes.listPlanned, { query: { automationId } });
      expect(items).toHaveLength(1);
      return items[0]?.id ?? '';
    }),
    calendarId: await putConnection(app.deps.db, {
      accountId: ana.accountId,
      id: app.deps.newId(),
      userId: ana.userId,
      provider: 'ics',
      identity: 'of Ana',
      name: 'Of Ana',
      sealedAccess: app.deps.sealer.seal('{}'),
      at: new Date(),
    }),
    timeOfferId: await offer(conversation.candidate.id, conversation.id, text.id),
    notificationId: await notify(conversation.id),
    noteId: (await ana.call(routes.createNote, { params: { id: conversation.id }, body: { body: 'For us' } }))
      .id,
    jobId,
    jobStageId: (await ana.call(routes.listJobStages, {}))[0]?.id ?? '',
    applicationId: (
      await ana.call(routes.createApplication, { body: { candidateId: conversation.candidate.id, jobId } })
    ).id,
    sessionId: (await ana.call(routes.listSessions, {}))[0]?.id ?? '',
    passkeyId: (await addPasskey(app, ana, 'correct horse battery')).passkey.id,
  };
  // Nothing is left for the planner or the figures to change.
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query('select 1 from plan_marks where account_id = $1', [
      ana.accountId,
    ]);
    expect(rowCount).toBe(0);
  });
  await rollUpNow(app.deps);
});
afterAll(() => app.stop());

const shortcut = { name: 'Intro', shortcut: 'intro', url: 'https://calendar.example.com/ana' };
const job = { name: 'Welder' };
const automation = {
  type: 'interviewReminder',
  name: 'Reminder',
  body: 'See you soon',
  timing: 'before',
  offsetMinutes: 60,
} as const;
const person = { firstName: 'Ben', lastName: 'Ito' };
const template = { name: 'Hello', body: 'Hi {{candidate.firstName|there}}' };

const DAY = 24 * 3600_000;
const TIMES = [DAY, DAY + 3600_000].map((ahead) => new Date(Date.now() + ahead).toISOString());
const tomorrow = {
  startsAt: new Date(Date.now() + DAY).toISOString(),
  endsAt: new Date(Date.now() + DAY + 3600_000).toISOString(),
};

/** Straight into the table: at some hours no one can be texted. */
async function offer(candidateId: string, conversationId: string, messageId: string): Promise<string> {
  const { accountId, userId } = ana;
  const id = app.deps.newId();
  const [startsAt, endsAt] = TIMES.map((at) => new Date(at)) as [Date, Date];
  await inTransaction(app.deps.db, (tx) =>
    insertOffer(tx, {
      ...{ accountId, id, userId, candidateId, conversationId, messageId },
      ...{ title: 'Interview', minutes: 60, location: null, videoUrl: null, interviewers: [] },
      ...{ sendInvitation: true, timezone: 'America/Chicago', earliestHours: 4, status: 'open' },
      withdrawnBecause: null,
      ...{ chosen: null, answeredAt: null, interviewId: null, bookedAt: null },
      createdAt: new Date(),
      expiresAt: startsAt,
      times: [{ number: 1, startsAt, endsAt, held: true }],
    }),
  );
  return id;
}

/** Straight into the table: the candidate may have said stop. */
async function proposal(conversationId: string): Promise<string> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    `insert into proposals (account_id, id, conversation_id, body, candidate_number, number_id, user_id, created_at, expires_at)
     select account_id, gen_random_uuid(), $2, 'Hi', '+14155550177', id, $3, now(), now() + interval '1 day'
       from numbers where account_id = $1 limit 1 returning id`,
    [ana.accountId, conversationId, ana.userId],
  );
  return rows[0]?.id ?? '';
}

/** Straight into the table: only an empty account has one. */
async function accountImport(): Promise<string> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    `insert into account_imports (account_id, id, created_by, status, created_at, finished_at)
     values ($1, gen_random_uuid(), $2, 'done', now(), now()) returning id`,
    [ana.accountId, ana.userId],
  );
  return rows[0]?.id ?? '';
}

/** Straight into the table, so that it stays as it is. */
async function broadcast(): Promise<string> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    `insert into broadcasts (account_id, id, author_id, seat_id, name, body, status, starts_at, created_at)
     values ($1, gen_random_uuid(), $2, $3, 'Jobs', 'Hi', 'paused', now(), now()) returning id`,
    [ana.accountId, ana.userId, ana.seatId],
  );
  return rows[0]?.id ?? '';
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function notify(conversationId: string): Promise<string> {
  await inTransaction(app.deps.db, (tx) =>
    recordNotification(tx, app.deps, {
      accountId: ana.accountId,
      userId: ana.userId,
      type: 'mention',
      text: 'Ben mentioned you',
      conversationId,
    }),
  );
  return (await ana.call(routes.listNotifications, {})).items[0]?.id ?? '';
}

async function draft() {
  const body = { instructions: 'Ask if Tuesday works' };
  const [version] = (await ana.call(routes.draftForTemplate, { body })).response.versions;
  if (version === undefined) throw new Error('No draft');
  return version;
}

async function upload(person: Recruiter): Promise<{ id: string }> {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
  const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  return routes.uploadMedia.reply.parse(await answer.json());
}

interface Attack {
  input: () => LooseInput;
  /** 404 by default. */
  expected?: (answer: Answer) => void;
}

const notFound = (answer: Answer) => expect(refusalOf(answer)).toBe('404 not_found');
const personNeeded = (answer: Answer) => expect(refusalOf(answer)).toBe('403 person_needed');
const byId = (name: keyof typeof theirs, body?: unknown): Attack => ({
  input: () => ({ params: { id: theirs[name] }, body }),
});

const inBody = (field: string, name: keyof typeof theirs, more: object = {}): Attack => ({
  input: () => ({ body: { ...more, [field]: theirs[name] } }),
});

const byAccount = (body?: unknown): Attack => ({
  input: () => ({ params: { id: ana.accountId }, body }),
});
const toAccount = (more: object): Attack => ({
  input: () => ({
    params: { id: theirs.seatId },
    body: { ...more, accountId: ana.accountId, userId: theirs.userId },
  }),
});

const inFigure = (field: string, name: keyof typeof theirs): Attack => ({
  input: () => ({ query: { figure: 'received', date: '2026-01-01', [field]: theirs[name] } }),
  expected: ({ body }) => expect(body).toEqual({ items: [], nextCursor: null }),
});
const ofColleague: Attack = {
  ...inFigure('userId', 'userId'),
  expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
};

const ANY_ID = '01890000-0000-7000-8000-000000000000';

/** One for each place that takes an id, named `route part.field`. */
const attacks: Record<string, Attack> = {
  'getAccountExport params.id': byId('exportId'),
  'getAccountImport params.id': byId('accountImportId'),
  'linkAccountExport params.id': byId('exportId'),
  'downloadAccountExport params.id': {
    input: () => ({ params: { id: theirs.exportId }, query: { until: '9', signature: 'x' } }),
  },
  'downloadByLink params.id': {
    input: () => ({
      params: { id: theirs.exportId },
      query: { accountId: ana.accountId, secret: 'guessed' },
    }),
  },
  'downloadByLink query.accountId': {
    input: () => ({ params: { id: ANY_ID }, query: { accountId: ana.accountId, secret: 'guessed' } }),
  },
  'endSession params.id': byId('sessionId'),
  'updateOutOfOffice body.delegateUserId': {
    input: () => ({ body: { delegateUserId: theirs.userId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'getUserOfficeByUserId params.id': byId('userId'),
  'updateOutOfOfficeByUserId params.id': byId('userId', { outOfOfficeMessage: 'Eve was here' }),
  'updateOutOfOfficeByUserId body.delegateUserId': {
    input: () => ({ params: { id: eve.userId }, body: { delegateUserId: theirs.userId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'renamePasskey params.id': byId('passkeyId', { name: 'Mine' }),
  'removePasskey params.id': byId('passkeyId', { password: 'correct horse battery' }),
  'startAtsOauth params.type': { input: () => ({ params: { type: 'jazzHr' }, body: {} }) },
  'decidePair params.id': byId('candidateId', { decision: 'same' }),
  'moveStage params.id': byId('candidateId', { applicationId: ANY_ID, stageId: 'lever//1' }),
  'moveStage body.applicationId': byId('candidateId', { applicationId: ANY_ID, stageId: 'lever//1' }),
  'unlinkCandidate params.id': byId('candidateId', { atsType: 'lever', externalId: '1' }),
  'getCandidate params.id': byId('candidateId'),
  'updateCandidate params.id': byId('candidateId', { firstName: 'Eve' }),
  'listTimeline params.id': byId('candidateId'),
  'listTouches params.id': byId('candidateId'),
  'getCandidateDeletionPreview params.id': byId('candidateId'),
  'deleteCandidate params.id': byId('candidateId'),
  'restoreCandidate params.id': byId('deletedCandidateId'),
  'askConsent params.id': byId('conversationId'),
  'askConsentOf body.candidateId': inBody('candidateId', 'candidateId'),
  'cancelMessage params.id': byId('messageId'),
  'sendMessageNow params.id': byId('messageId'),
  'updateMessage params.id': byId('messageId', { body: 'Hi' }),
  'updateMessage body.mediaIds': byId('messageId', { mediaIds: [] }),
  'sendContactCard params.id': byId('conversationId'),
  'getConversation params.id': byId('conversationId'),
  'listMessages params.id': byId('conversationId'),
  'listMessages query.around': {
    input: () => ({ params: { id: theirs.conversationId }, query: { around: theirs.messageId } }),
  },
  'getSendability params.id': byId('conversationId'),
  'getSendabilityTo query.candidateId': {
    input: () => ({ query: { candidateId: theirs.candidateId } }),
  },
  'readNotifications body.ids': {
    input: () => ({ body: { ids: [theirs.notificationId] } }),
    // Like one that is gone: it is ignored.
    expected: ({ status }) => expect(status).toBe(200),
  },
  'listNotes params.id': byId('conversationId'),
  'listWhoSees params.id': byId('conversationId'),
  'createNote params.id': byId('conversationId', { body: 'Eve was here' }),
  'createNote body.mentionUserIds': {
    input: () => ({
      params: { id: eves.conversationId },
      body: { body: 'Hi', mentionUserIds: [theirs.userId] },
    }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'updateNote params.id': {
    input: () => ({ params: { id: theirs.conversationId, noteId: theirs.noteId }, body: { body: 'Mine' } }),
  },
  'updateNote params.noteId': {
    input: () => ({ params: { id: eves.conversationId, noteId: theirs.noteId }, body: { body: 'Mine' } }),
  },
  'updateNote body.mentionUserIds': {
    input: () => ({
      params: { id: eves.conversationId, noteId: eves.noteId },
      body: { body: 'Hi', mentionUserIds: [theirs.userId] },
    }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'deleteNote params.id': {
    input: () => ({ params: { id: theirs.conversationId, noteId: theirs.noteId } }),
  },
  'deleteNote params.noteId': {
    input: () => ({ params: { id: eves.conversationId, noteId: theirs.noteId } }),
  },
  'getKeptDraft params.id': byId('conversationId'),
  'saveKeptDraft params.id': byId('conversationId', { body: 'Eve was here' }),
  'saveKeptDraft body.mediaIds': {
    input: () => ({ params: { id: eves.conversationId }, body: { body: '', mediaIds: [theirs.mediaId] } }),
    // Like one that is gone: it is left out.
    expected: ({ body }) => expect(body).toMatchObject({ mediaIds: [] }),
  },
  'assignConversation params.id': byId('conversationId', { userId: null }),
  'assignConversation body.userId': {
    input: () => ({ params: { id: eves.conversationId }, body: { userId: theirs.userId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'listConversationActivity params.id': byId('conversationId'),
  'sendPresence params.id': byId('conversationId', { state: 'viewing' }),
  'readConversation params.id': byId('conversationId'),
  'unreadConversation params.id': byId('conversationId'),
  'archiveConversation params.id': byId('conversationId'),
  'unarchiveConversation params.id': byId('conversationId'),
  'listFollowUps query.conversationId': {
    input: () => ({ query: { conversationId: theirs.conversationId } }),
  },
  'createFollowUp params.id': {
    input: () => ({
      params: { id: theirs.conversationId },
      body: { messageId: theirs.messageId, dueAt: new Date(Date.now() + 3600_000).toISOString() },
    }),
  },
  'createFollowUp body.messageId': {
    input: () => ({
      params: { id: eves.conversationId },
      body: { messageId: theirs.messageId, dueAt: new Date(Date.now() + 3600_000).toISOString() },
    }),
  },
  'updateFollowUp params.id': byId('followUpId', { done: true }),
  'createProposal body.conversationId': inBody('conversationId', 'conversationId', { body: 'Hi' }),
  'listProposals query.conversationId': {
    input: () => ({ query: { conversationId: theirs.conversationId } }),
  },
  'approveProposal params.id': byId('proposalId', {}),
  'declineProposal params.id': byId('proposalId'),
  'withdrawProposal params.id': byId('proposalId'),
  'snoozeConversation params.id': byId('conversationId', { until: null }),
  'unsnoozeConversation params.id': byId('conversationId'),
  'remindConversation params.id': byId('conversationId', { at: null }),
  'endWait params.id': byId('conversationId'),
  'resumeWait params.id': byId('conversationId'),
  'undoReview params.id': byId('conversationId'),
  'reviewHold params.id': byId('conversationId', { optOut: false }),
  'updateConversationTags params.id': byId('conversationId', { add: ['mine'] }),
  'changeConversations body.ids': {
    input: () => ({ body: { ids: [theirs.conversationId], action: 'archive' } }),
    expected: ({ body }) => expect(body).toMatchObject({ changed: 0 }),
  },
  'changeConversations body.userId': {
    input: () => ({ body: { ids: [eves.conversationId], action: 'assign', userId: theirs.userId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'undoBulk params.undoId': { input: () => ({ params: { undoId: theirs.bulkId } }) },
  'createView body.query': {
    input: () => ({ body: { name: 'Mine', query: { assignee: theirs.userId } } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'updateWebhookEndpoint params.id': byId('webhookId', { description: 'Mine' }),
  'deleteWebhookEndpoint params.id': byId('webhookId'),
  'rotateWebhookSecret params.id': byId('webhookId'),
  'testWebhookEndpoint params.id': byId('webhookId'),
  'resendWebhookEvents params.id': byId('webhookId', { since: new Date().toISOString() }),
  'listWebhookDeliveries params.id': byId('webhookId'),
  // Of one that was never sent, as good as any.
  'resendWebhookDelivery params.id': byId('webhookId'),
  'getAppRequest params.id': byId('appRequestId'),
  'allowAppRequest params.id': byId('appRequestId'),
  'refuseAppRequest params.id': byId('appRequestId'),
  'deleteApp params.id': byId('appId'),
  'disconnectApp params.id': byId('connectedAppId'),
  'rotateApiKey params.id': byId('apiKeyId'),
  'deleteApiKey params.id': byId('apiKeyId'),
  'createApiKey body.ownerId': {
    ...inBody('ownerId', 'userId', { name: 'Mine', scopes: ['texts:read'] }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'updateKeyword params.id': byId('keywordId', { answer: 'Hi' }),
  'deleteKeyword params.id': byId('keywordId'),
  'getKeywordQr params.id': byId('keywordId'),
  'getKeywordPoster params.id': byId('keywordId'),
  'updateView params.id': byId('viewId', { name: 'Mine' }),
  'updateView body.query': {
    input: () => ({ params: { id: theirs.viewId }, body: { query: { assignee: theirs.userId } } }),
  },
  'deleteView params.id': byId('viewId'),
  'sendMessage body.candidateId': {
    input: () => ({ body: { candidateId: theirs.candidateId, body: 'Hi' } }),
  },
  'sendMessage body.conversationId': {
    input: () => ({ body: { conversationId: theirs.conversationId, body: 'Hi' } }),
  },
  'sendMessage body.lastSeenMessageId': {
    input: () => ({
      body: { conversationId: eves.conversationId, body: 'Hi', lastSeenMessageId: theirs.messageId },
    }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'sendMessage body.mediaIds': {
    input: () => ({ body: { to: eveTo, mediaIds: [theirs.mediaId] } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'sendMessage body.templateId': {
    input: () => ({ body: { to: eveTo, body: 'Hi', templateId: theirs.teamTemplateId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'sendMessage body.draftId': {
    input: () => ({ body: { to: '+12125550199', body: 'Hi', draftId: theirs.draftId } }),
    // Like one that is gone: it is ignored.
    expected: ({ status }) => expect(status).toBe(201),
  },
  'listInterviews query.candidateId': { input: () => ({ query: { candidateId: theirs.candidateId } }) },
  'createInterview body.candidateId': inBody('candidateId', 'candidateId', tomorrow),
  'updateInterview params.id': byId('interviewId', { title: 'Mine' }),
  'cancelInterview params.id': byId('interviewId'),
  'updateAutomation params.id': byId('automationId', { name: 'Mine' }),
  'updateAutomation body.senderSeatId': byId('automationId', { senderSeatId: ANY_ID }),
  'deleteAutomation params.id': byId('automationId'),
  'decideBulk params.id': byId('automationId', { decision: 'send' }),
  'createAutomation body.senderSeatId': {
    input: () => ({ body: { ...automation, senderSeatId: theirs.seatId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'previewAutomation body.id': { input: () => ({ body: { ...automation, id: theirs.automationId } }) },
  'previewAutomation body.senderSeatId': {
    input: () => ({ body: { ...automation, senderSeatId: theirs.seatId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'saveAtsIntegration body.reminderUserId': {
    input: () => ({ body: { type: 'lever', credentials: {}, reminderUserId: theirs.userId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'listOnboardings query.candidateId': { input: () => ({ query: { candidateId: theirs.candidateId } }) },
  'startOnboarding body.candidateId': inBody('candidateId', 'candidateId', { startsAt: tomorrow.startsAt }),
  'updateOnboarding params.id': byId('onboardingId', { status: 'paused' }),
  'endOnboarding params.id': byId('onboardingId'),
  'previewBroadcast body.audience': {
    input: () => ({ body: { audience: { candidateIds: [theirs.candidateId] }, body: 'Hi' } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'createBroadcast body.audience': {
    input: () => ({ body: { audience: { unansweredOf: theirs.broadcastId }, body: 'Hi' } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'previewBroadcast body.mediaIds': {
    input: () => ({
      body: { audience: { candidateIds: [eves.candidateId] }, body: 'Hi', mediaIds: [theirs.mediaId] },
    }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'createBroadcast body.mediaIds': {
    input: () => ({
      body: { audience: { candidateIds: [eves.candidateId] }, body: 'Hi', mediaIds: [theirs.mediaId] },
    }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'testBroadcast body.candidateId': inBody('candidateId', 'candidateId', { body: 'Hi' }),
  'testBroadcast body.mediaIds': {
    input: () => ({ body: { candidateId: eves.candidateId, body: 'Hi', mediaIds: [theirs.mediaId] } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'getBroadcast params.id': byId('broadcastId'),
  'listBroadcastRecipients params.id': byId('broadcastId'),
  'pauseBroadcast params.id': byId('broadcastId'),
  'resumeBroadcast params.id': byId('broadcastId'),
  'cancelBroadcast params.id': byId('broadcastId'),
  'approveBroadcast params.id': byId('broadcastId'),
  'declineBroadcast params.id': byId('broadcastId'),
  'changePlanned params.id': byId('plannedId', { body: 'Mine' }),
  'skipPlanned params.id': byId('plannedId'),
  'sendPlannedNow params.id': byId('plannedId'),
  'listPlanned query.automationId': {
    input: () => ({ query: { automationId: theirs.automationId } }),
    expected: ({ body }) => expect(body).toMatchObject({ items: [] }),
  },
  'listPlanned query.candidateId': {
    input: () => ({ query: { candidateId: theirs.candidateId } }),
    expected: ({ body }) => expect(body).toMatchObject({ items: [] }),
  },
  'getJob params.id': byId('jobId'),
  'getImport params.id': byId('importId'),
  'getRefusedRows params.id': byId('importId'),
  'undoImport params.id': byId('importId'),
  'updateJob params.id': byId('jobId', { name: 'Mine' }),
  'deleteJob params.id': byId('jobId'),
  'listBoard params.id': {
    input: () => ({ params: { id: theirs.jobId }, query: { stageId: theirs.jobStageId } }),
  },
  'listBoard query.stageId': {
    input: () => ({ params: { id: eves.jobId }, query: { stageId: theirs.jobStageId } }),
  },
  'updateJobStage params.id': byId('jobStageId', { name: 'Mine' }),
  'deleteJobStage params.id': byId('jobStageId'),
  'updateJobStageOrder body.ids': {
    input: () => ({ body: { ids: [theirs.jobStageId] } }),
    // Like one that is gone: it is ignored.
    expected: ({ status }) => expect(status).toBe(200),
  },
  'createApplication body.candidateId': {
    input: () => ({ body: { candidateId: theirs.candidateId, jobId: eves.jobId } }),
  },
  'createApplication body.jobId': {
    input: () => ({ body: { candidateId: eves.candidateId, jobId: theirs.jobId } }),
  },
  'createApplication body.stageId': {
    input: () => ({ body: { ...eves, stageId: theirs.jobStageId } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'deleteApplication params.id': byId('applicationId'),
  'createTemplate body.mediaIds': {
    input: () => ({ body: { ...template, mediaIds: [theirs.mediaId] } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'updateTemplate params.id': byId('templateId', { name: 'Mine' }),
  'updateTemplate body.mediaIds': byId('templateId', { mediaIds: [] }),
  'deleteTemplate params.id': byId('templateId'),
  'copyTemplateAttachments params.id': byId('teamTemplateId'),
  'createTeamTemplate body.mediaIds': {
    input: () => ({ body: { ...template, mediaIds: [theirs.mediaId] } }),
    expected: (answer) => expect(refusalOf(answer)).toBe('422 invalid'),
  },
  'updateTeamTemplate params.id': byId('teamTemplateId', { name: 'Mine' }),
  'updateTeamTemplate body.mediaIds': byId('teamTemplateId', { mediaIds: [] }),
  'deleteTeamTemplate params.id': byId('teamTemplateId'),
  'updateTemplateSortOrder body.ids': {
    input: () => ({ body: { templateType: 'teamTemplate', ids: [theirs.teamTemplateId] } }),
    // Like one that is deleted: it is ignored.
    expected: ({ body }) => expect(body).toEqual({ status: 'ok' }),
  },
  'startCalendarOauth params.provider': { input: () => ({ params: { provider: 'ics' }, body: {} }) },
  'disconnectCalendar params.id': byId('calendarId'),
  'listFreeTimes query.candidateId': {
    input: () => ({ query: { candidateId: theirs.candidateId, minutes: 30, from: TIMES[0], to: TIMES[1] } }),
  },
  'previewTimeOffer query.candidateId': {
    input: () => ({ query: { candidateId: theirs.candidateId, times: TIMES.join(',') } }),
  },
  'previewTimeOffer query.conversationId': {
    input: () => ({ query: { conversationId: theirs.conversationId, times: TIMES.join(',') } }),
  },
  'createTimeOffer body.candidateId': inBody('candidateId', 'candidateId', { minutes: 30, times: TIMES }),
  'createTimeOffer body.conversationId': inBody('conversationId', 'conversationId', {
    minutes: 30,
    times: TIMES,
  }),
  'listTimeOffers query.candidateId': { input: () => ({ query: { candidateId: theirs.candidateId } }) },
  'withdrawTimeOffer params.id': byId('timeOfferId'),
  'updateCalendarShortcut params.id': byId('shortcutId', { name: 'Mine' }),
  'orderCalendarShortcuts body.ids': {
    input: () => ({ body: { ids: [theirs.shortcutId] } }),
    // Like one that is deleted: it is ignored.
    expected: ({ body }) => expect(body).toEqual({ status: 'ok' }),
  },
  'deleteCalendarShortcut params.id': byId('shortcutId'),
  'draftForTemplate body.conversationId': inBody('conversationId', 'conversationId'),
  'draftForTeamTemplate body.conversationId': inBody('conversationId', 'conversationId'),
  'redraftTemplate params.id': byId('templateId', {}),
  'redraftTemplate body.conversationId': {
    input: () => ({ params: { id: eves.templateId }, body: { conversationId: theirs.conversationId } }),
  },
  'redraftTeamTemplate params.id': byId('teamTemplateId', {}),
  'redraftTeamTemplate body.conversationId': {
    input: () => ({ params: { id: eves.teamTemplateId }, body: { conversationId: theirs.conversationId } }),
  },
  'inviteUser body.seatId': {
    input: () => ({ body: { email: 'unknown@example.com', seatId: theirs.seatId } }),
  },
  'removeSeatFromTeamMember body.userId': inBody('userId', 'userId'),
  'removeSeatFromTeamMember body.threadsTo': {
    input: () => ({ body: { userId: eve.userId, threadsTo: theirs.userId } }),
  },
  'removeSeat body.seatId': inBody('seatId', 'seatId'),
  'updateUserToTexter body.userId': inBody('userId', 'userId'),
  'updateUserToNonTexter body.userId': inBody('userId', 'userId'),
  'endSessionsOfUser body.userId': inBody('userId', 'userId'),
  'addService body.seatId': inBody('seatId', 'seatId', { name: 'Mine' }),
  'renameService body.userId': inBody('userId', 'userId', { name: 'Mine' }),
  'changeUserType body.userId': inBody('userId', 'userId', { userType: 'member' }),
  'resetPhoneNumber body.seatId': inBody('seatId', 'seatId'),
  'updatePhoneNumber params.id': byId('seatId', { phoneNumber: '+12015550133' }),
  'updateTags params.id': byId('seatId', { tags: ['mine'] }),
  'getScheduledTexts params.id': byId('seatId'),
  'coverSeat params.id': byId('seatId', { userId: null }),
  'coverSeat body.userId': {
    input: () => ({ params: { id: eve.seatId }, body: { userId: theirs.userId } }),
  },
  'transferHiringManagerSeat params.id': byId('seatId', {
    email: 'unknown@example.com',
    firstName: 'No',
    lastName: 'Body',
  }),
  'listAuditEvents query.actorId': {
    input: () => ({ query: { actorId: theirs.userId } }),
    expected: ({ body }) => expect(body).toEqual({ items: [], nextCursor: null }),
  },
  'exportAuditEvents query.actorId': {
    input: () => ({ query: { actorId: theirs.userId } }),
    expected: ({ body }) => expect(body).toEqual(expect.stringMatching(/^createdAt,[^\n]*\n$/)),
  },
  'getAnalytics query.userId': ofColleague,
  'listConversationsOfFigure query.userId': ofColleague,
  'listConversationsOfFigure query.templateId': inFigure('templateId', 'templateId'),
  'listConversationsOfFigure query.automationId': inFigure('automationId', 'automationId'),
  'listConversationsOfFigure query.numberId': inFigure('numberId', 'seatId'),
  // Nothing is there for those who aren't staff.
  'getStaffAccount params.id': byAccount(),
  'listStaffPeople params.id': byAccount(),
  'switchFeature params.id': byAccount({ feature: 'moreNumbers', enabled: true, reason: 'mine' }),
  'decideNumber params.id': byId('seatId', { decision: 'reject', reason: 'mine' }),
  'decideNumber body.accountId': toAccount({ decision: 'reject', reason: 'mine' }),
  'decideLandlineOrder params.id': byId('seatId', { rejection: null, reason: 'mine' }),
  'decideLandlineOrder body.accountId': toAccount({ rejection: null, reason: 'mine' }),
  'releaseLandlineOrder params.id': byId('seatId', { reason: 'mine' }),
  'releaseLandlineOrder body.accountId': toAccount({ reason: 'mine' }),
  'startImpersonation body.accountId': toAccount({ reason: 'mine' }),
  'startImpersonation body.userId': inBody('userId', 'userId', { reason: 'mine' }),
  'endImpersonation params.id': byId('sessionId'),
  'askSecondStepReset body.accountId': toAccount({ reason: 'mine' }),
  'askSecondStepReset body.userId': inBody('userId', 'userId', { reason: 'mine' }),
  'streamEvents query.after': {
    input: () => ({ query: { after: theirs.candidateId }, headers: { accept: 'application/json' } }),
    // It is a moment in time, and what came after it is one's own.
    expected: ({ status, body }) => {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(theirs.conversationId);
    },
  },
  'search query.personId': {
    input: () => ({ query: { personId: theirs.userId } }),
    expected: ({ body }) => expect(body).toEqual({ items: [], nextCursor: null }),
  },
  'listConversations query.assignee': {
    input: () => ({ query: { assignee: theirs.userId } }),
    expected: ({ body }) => expect(body).toEqual({ items: [], nextCursor: null }),
  },
};

function idPlaces(): { place: string; route: Route }[] {
  return Object.entries(routes as Record<RouteName, Route>).flatMap(([name, route]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = route[part];
      if (schema === undefined) return [];
      const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return Object.entries(properties)
        .filter(([, field]) => part === 'params' || JSON.stringify(field).includes('"format":"uuid"'))
        .map(([field]) => ({ place: `${name} ${part}.${field}`, route }));
    }),
  );
}

it('every place that takes an id is tried', () => {
  expect(Object.keys(attacks).sort()).toEqual(
    idPlaces()
      .map(({ place }) => place)
      .sort(),
  );
});

describe("another account's id", () => {
  let before: Record<string, unknown>;
  let keyOfEve: Client;

  beforeAll(async () => {
    keyOfEve = await giveKey(app, eve, { scopes: Scope.options });
    // Nothing is left to be written beside.
    await indexNow(app.deps.db);
    before = await everythingOf(app, ana.accountId);
  });

  it.each(idPlaces())('in $place', async ({ place, route }) => {
    const attack = attacks[place];
    const answer = await eve.ask(route, attack?.input());
    (attack?.expected ?? notFound)(answer);
    if (route.scope) {
      const headers = { 'idempotency-key': place.replaceAll(' ', '-') };
      const refused = route === routes.approveProposal ? personNeeded : (attack?.expected ?? notFound);
      refused(await keyOfEve.ask(route, { ...attack?.input(), headers }));
    }
    const untouched = before;
    before = await everythingOf(app, ana.accountId);
    expect(before).toEqual(untouched);
  });

  it('hears as little of ids that exist as of ids that do not', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000';
    const real = await eve.ask(routes.getConversation, { params: { id: theirs.conversationId } });
    const made = await eve.ask(routes.getConversation, { params: { id: unknown } });
    expect({ ...(real.body as object), requestId: '' }).toEqual({ ...(made.body as object), requestId: '' });
  });

  it('lists nothing of it', async () => {
    expect((await eve.call(routes.listInterviews, {})).items).toEqual([]);
    for (const route of [routes.listCandidates, routes.listConversations])
      expect((await eve.ask(route, { query: { search: '312', assignee: 'all' } })).body).toEqual({
        items: [],
        nextCursor: null,
      });
    const seats = await eve.call(routes.getSeats, {});
    expect(seats.map((seat) => seat.twilioNumber)).not.toContain(ana.number);
  });
});

describe("a colleague's conversation", () => {
  it('is not there for a member who has nothing to do with it', async () => {
    const member = await app.addColleague(ana);
    const params = { id: theirs.conversationId };
    for (const route of [routes.getConversation, routes.listMessages, routes.readConversation] as const)
      expect(refusalOf(await member.ask(route, { params }))).toBe('404 not_found');
    const send = { body: { conversationId: theirs.conversationId, body: 'Hi' } };
    expect(await member.refusal(routes.sendMessage, send)).toBe('404 not_found');
    expect(await member.refusal(routes.cancelMessage, { params: { id: theirs.messageId } })).toBe(
      '404 not_found',
    );
  });

  it('is there for another admin', async () => {
    const admin = await app.addColleague(ana, 'admin');
    const found = await admin.call(routes.getConversation, { params: { id: theirs.conversationId } });
    expect(found.id).toBe(theirs.conversationId);
  });
});
