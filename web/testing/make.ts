import type { Account } from '../../contract/accounts.ts';
import type { Application, JobStage } from '../../contract/ats.ts';
import type { CalendarConnection } from '../../contract/calendar-connections.ts';
import type { ListedShortcut } from '../../contract/calendars.ts';
import type { ListedCandidate } from '../../contract/candidates.ts';
import type { Conversation } from '../../contract/conversations.ts';
import type { Interview } from '../../contract/interviews.ts';
import type { Message } from '../../contract/messages.ts';
import type { Note } from '../../contract/notes.ts';
import type { NumberChange } from '../../contract/number-change.ts';
import type { Onboarding } from '../../contract/onboardings.ts';
import type { OutOfOffice } from '../../contract/out-of-office.ts';
import type { Template } from '../../contract/templates.ts';
import type { TimeOffer } from '../../contract/time-offers.ts';
import type { User, UserSession } from '../../contract/users.ts';

/** Valid values of the contract for tests, each overridable. */

let count = 0;
export function makeId(): string {
  count += 1;
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}

/** Who is signed in, unless a test changes it. */
const ME = makeId();

export function makeUser(over: Partial<User> = {}): User {
  return {
    id: ME,
    accountId: makeId(),
    firstName: 'Dana',
    lastName: 'Reed',
    email: 'dana@acme.example',
    phoneNumber: null,
    timezone: 'America/New_York',
    avatar: null,
    userType: 'admin',
    undoSeconds: 0,
    notifications: { browser: false, sound: false, hideText: false, mail: false, mentionMail: false },
    contactCard: { title: null, picture: true, email: false },
    callForwardingEnabled: false,
    callForwardingNumber: null,
    callForwardingHours: 'always',
    hasPassword: true,
    mfaEnabled: false,
    authenticatorEnabled: false,
    passkeyEnabled: false,
    mfaMissing: false,
    outOfOfficeMessageEnabled: false,
    outOfOfficeMessage: '',
    outOfOfficeStartsAt: null,
    outOfOfficeEndsAt: null,
    calendarShortcutEnabled: true,
    interviewReminderEnabled: true,
    onboardingMessageEnabled: true,
    stageMessageEnabled: true,
    automationReminder: true,
    weeklyFigures: false,
    opensWith: 'account',
    covers: [],
    metadata: { emailVerified: true, hasConversations: true, numberRegistered: true },
    isStaff: false,
    impersonation: null,
    supportUserHash: 'a'.repeat(64),
    seat: {
      id: makeId(),
      seatRole: 'recruiter',
      seatType: 'texter',
      twilioNumber: '+14155550100',
      twilioNumberFormatted: '(415) 555-0100',
      metadata: { linkStatus: 'linked', linkRejection: null, isLandline: false },
    },
    ...over,
  };
}

export function makeNote(over: Partial<Note> = {}): Note {
  return {
    id: makeId(),
    conversationId: makeId(),
    body: 'Asks for 25 $ an hour',
    author: { id: makeId(), firstName: 'Ben', lastName: 'Ortiz' },
    mentionUserIds: [],
    createdAt: '2026-11-20T15:00:00.000Z',
    editedAt: null,
    can: { edit: false, delete: false },
    ...over,
  };
}

export function makeShortcut(over: Partial<ListedShortcut> = {}): ListedShortcut {
  return {
    id: makeId(),
    name: 'Intro call',
    shortcut: 'intro',
    url: 'https://calendly.com/dana/intro',
    enabled: true,
    usage: null,
    ...over,
  };
}

export function makeConnection(over: Partial<CalendarConnection> = {}): CalendarConnection {
  return {
    id: makeId(),
    provider: 'google',
    name: 'dana@harborview.example',
    state: 'active',
    canWrite: true,
    error: null,
    connectedAt: '2026-11-02T15:00:00.000Z',
    ...over,
  };
}

export function makeOutOfOffice(over: Partial<OutOfOffice> = {}): OutOfOffice {
  return {
    outOfOfficeMessageEnabled: false,
    outOfOfficeMessage: '',
    startsAt: null,
    endsAt: null,
    delegateUserId: null,
    timezone: 'America/New_York',
    delegates: [],
    ...over,
  };
}

export function makeUserSession(over: Partial<UserSession> = {}): UserSession {
  return {
    id: makeId(),
    isCurrent: false,
    userAgent: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    expiresAt: '2026-12-20T15:00:00.000Z',
    ...over,
  };
}

export function makeAccount(over: Partial<Account> = {}): Account {
  return {
    id: makeId(),
    name: 'Acme Staffing',
    mode: 'live',
    type: 'team',
    planType: 'monthly',
    maintenance: null,
    mfaRequired: false,
    linkClicks: null,
    comparesPeople: false,
    coldTextsPerWeek: 3,
    oneUnansweredColdText: false,
    consentFirst: false,
    consentReminder: true,
    consentRequest: null,
    replyPromiseHours: 4,
    broadcastConsent: 'express',
    broadcastApprovalAbove: null,
    broadcastsPerWeek: 2,
    numberPageEnabled: false,
    mcpEnabled: false,
    signOutAfterDays: null,
    optOutsFirst: false,
    seats: { used: 1, pending: 0, available: 2, total: 3 },
    subscriptionInfo: {
      status: 'active',
      billingMode: 'postpaid',
      renewsAt: '2026-12-20T15:00:00.000Z',
      cancelAt: null,
      graceUntil: null,
      remainingTexts: null,
      nextPlan: null,
      seats: 3,
      priceKnown: true,
      off: false,
    },
    admins: [{ firstName: 'Dana', lastName: 'Reed' }],
    domains: [],
    metadata: {
      totalTemplates: 0,
      totalTeamTemplates: 0,
      totalHiringManagerTemplates: 0,
      totalOnboardingTemplates: 0,
      featuresEnabled: [],
    },
    ...over,
  };
}

/** By default with one text from the candidate. */
export function makeConversation(over: Partial<Conversation> = {}): Conversation {
  return {
    id: makeId(),
    candidate: makeConversationCandidate(),
    seat: { id: makeId() },
    lastMessage: {
      id: makeId(),
      direction: 'inbound',
      sender: null,
      body: 'Thanks, Thursday works',
      hasMedia: false,
      hasContactCard: false,
      callOutcome: null,
      status: 'received',
      createdAt: '2026-11-20T15:00:00.000Z',
      scheduledAt: null,
      isHeld: false,
    },
    unreadCount: 0,
    waitingSince: null,
    assigneeId: ME,
    tags: [],
    archivedAt: null,
    snoozedUntil: null,
    snoozedUntilAnswer: false,
    textsDeletedUntil: null,
    remindAt: null,
    returned: null,
    hold: null,
    can: { send: true, archive: true, assign: true, reviewHold: false },
    ...over,
  };
}

export function makeConversationCandidate(
  over: Partial<Conversation['candidate']> = {},
): Conversation['candidate'] {
  return {
    id: makeId(),
    firstName: 'Ana',
    lastName: 'Lopez',
    phoneNumber: '+14155550123',
    phoneNumberFormatted: '(415) 555-0123',
    jobTitle: 'Registered Nurse',
    tags: [],
    consent: { status: 'implied', changedAt: null },
    ...over,
  };
}

export function makeMessage(over: Partial<Message> = {}): Message {
  return {
    id: makeId(),
    conversationId: makeId(),
    direction: 'inbound',
    body: 'Thanks, Thursday works',
    status: 'received',
    segments: 1,
    media: [],
    call: null,
    sender: null,
    clientKey: null,
    number: '(415) 555-0100',
    templateId: null,
    broadcastId: null,
    answer: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    scheduledAt: null,
    cancelIfAnswered: false,
    heldReason: null,
    sentAt: null,
    deliveredAt: null,
    errorCode: null,
    errorText: null,
    ...over,
  };
}

export function makeCandidate(over: Partial<ListedCandidate> = {}): ListedCandidate {
  return {
    id: makeId(),
    firstName: 'Maria',
    lastName: 'Lopez',
    phoneNumber: '+14155550123',
    phoneNumberFormatted: '(415) 555-0123',
    email: 'maria@example.com',
    city: null,
    zipCode: null,
    jobTitle: 'Nurse',
    timezone: null,
    zones: ['America/Los_Angeles'],
    tags: [],
    externalIds: {},
    applications: [],
    lastContact: null,
    editedFields: [],
    legalHold: false,
    consent: { status: 'none', changedAt: null },
    createdAt: '2026-11-20T15:00:00.000Z',
    updatedAt: '2026-11-20T15:00:00.000Z',
    can: { delete: true, changeNumber: true },
    ...over,
  };
}

export function makeApplication(over: Partial<Application> = {}): Application {
  return {
    id: makeId(),
    atsType: 'greenhouse',
    externalId: '1001',
    jobId: 'job-1',
    jobName: 'Night nurse',
    stageId: 'stage-1',
    stageName: 'Application review',
    source: 'Referral',
    profileUrl: 'https://app.greenhouse.io/people/1',
    can: { moveStage: true, remove: false },
    ...over,
  };
}

export function makeInterview(over: Partial<Interview> = {}): Interview {
  return {
    id: makeId(),
    candidateId: makeId(),
    title: 'Screening',
    startsAt: '2099-03-03T15:00:00.000Z',
    endsAt: '2099-03-03T15:30:00.000Z',
    timezone: 'America/Chicago',
    candidateTimezone: 'America/Chicago',
    rescheduleRequestedAt: null,
    location: null,
    videoUrl: null,
    interviewers: [],
    atsType: null,
    status: 'scheduled',
    createdBy: { id: ME, firstName: 'Dana', lastName: 'Reed' },
    can: { edit: true },
    ...over,
  };
}

export const NUMBER_CHANGE: NumberChange = {
  from: '(415) 555-0110',
  to: '(415) 555-0199',
  phoneNumber: '+14155550199',
  changedAt: '2026-03-03T18:00:00.000Z',
  changedBy: { firstName: 'Marcus', lastName: 'Webb' },
};

export function makeTimeOffer(over: Partial<TimeOffer> = {}): TimeOffer {
  return {
    id: makeId(),
    candidateId: makeId(),
    conversationId: makeId(),
    userId: ME,
    title: 'Phone screen',
    minutes: 30,
    location: null,
    videoUrl: null,
    interviewers: [],
    sendInvitation: true,
    status: 'open',
    withdrawnBecause: null,
    timezone: 'America/Chicago',
    times: ['2099-03-03T15:00:00.000Z', '2099-03-04T15:00:00.000Z'].map((startsAt, index) => ({
      number: index + 1,
      startsAt,
      endsAt: startsAt.replace('15:00', '15:30'),
      held: true,
    })),
    chosen: null,
    answeredAt: null,
    bookedAt: null,
    interviewId: null,
    messageId: makeId(),
    body: '',
    createdAt: '2099-03-01T15:00:00.000Z',
    expiresAt: '2099-03-04T11:00:00.000Z',
    can: { withdraw: true },
    ...over,
  };
}

export function makeOnboarding(over: Partial<Onboarding> = {}): Onboarding {
  return {
    id: makeId(),
    candidateId: makeId(),
    startsAt: '2099-03-02T15:00:00.000Z',
    timezone: 'America/Chicago',
    status: 'active',
    atsType: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    ...over,
  };
}

export function makeJobStage(over: Partial<JobStage> = {}): JobStage {
  return {
    id: 'stage-1',
    name: 'Application review',
    order: 1,
    kind: 'applied',
    jobId: 'job-1',
    jobName: 'Night nurse',
    atsType: 'greenhouse',
    ...over,
  };
}

export function makeTemplate(over: Partial<Template> = {}): Template {
  return {
    id: makeId(),
    name: 'Interview invitation',
    body: 'Hi {{candidate.firstName|there}}, are you free on Thursday?',
    templateType: 'template',
    sortOrder: 1,
    folder: null,
    attachments: [],
    usage: { sent: 0, answered: 0, replyRate: null },
    createdAt: '2026-11-20T15:00:00.000Z',
    updatedAt: '2026-11-20T15:00:00.000Z',
    can: { edit: true },
    ...over,
  };
}
