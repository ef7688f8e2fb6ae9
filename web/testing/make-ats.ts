import type { AtsDescription, AtsIntegration, AtsType, DoubtfulPair } from '../../contract/ats.ts';
import { makeId } from './make.ts';

const all = {
  findByEmail: true,
  findByPhone: false,
  interviews: true,
  newHires: true,
  writeNote: true,
  moveStage: true,
  webhooks: true,
};

const key = (field: string, label: string, secret = true) => ({
  field,
  label,
  secret,
  required: true,
  options: null,
});

export function makeAtsTypes(): AtsDescription[] {
  const make = (type: AtsType, name: string, over: Partial<AtsDescription> = {}): AtsDescription => ({
    type,
    name,
    oauth: false,
    credentials: [key('apiKey', 'API key')],
    scopes: ['Candidates: Read'],
    capabilities: all,
    helpUrl: `http://localhost/help/${type}`,
    simulated: false,
    ...over,
  });
  return [
    make('greenhouse', 'Greenhouse', {
      oauth: true,
      credentials: [
        key('clientId', 'Client ID', false),
        key('clientSecret', 'Client secret'),
        { ...key('userId', 'User ID', false), required: false },
      ],
      scopes: ['Candidates: List, to read them', 'Notes: Create, to note texts'],
    }),
    make('greenhouseOnboarding', 'Greenhouse Onboarding', {
      credentials: [key('accessKey', 'Access key', false), key('secretKey', 'Secret key')],
      capabilities: { ...all, interviews: false, writeNote: false, moveStage: false },
    }),
    make('lever', 'Lever', { oauth: true }),
    make('ashby', 'Ashby'),
    make('smartRecruiters', 'SmartRecruiters'),
    make('workable', 'Workable', {
      credentials: [key('subdomain', 'Subdomain', false), key('apiKey', 'API access token')],
    }),
    make('bambooHr', 'BambooHR', {
      credentials: [key('subdomain', 'Subdomain', false), key('apiKey', 'API key')],
      capabilities: { ...all, interviews: false },
    }),
    make('bullhorn', 'Bullhorn', {
      capabilities: { ...all, findByPhone: true, webhooks: false },
    }),
    make('teamtailor', 'Teamtailor', {
      credentials: [
        key('apiKey', 'API key'),
        { ...key('region', 'Region', false), required: false, options: ['eu', 'na'] },
        { ...key('webhookSecret', 'Webhook signature key'), required: false },
      ],
    }),
    make('breezy', 'Breezy HR', { capabilities: { ...all, interviews: false } }),
    make('jazzHr', 'JazzHR', {
      scopes: [],
      capabilities: { ...all, findByEmail: false, interviews: false, moveStage: false },
    }),
  ];
}

export function makeIntegration(over: Partial<AtsIntegration> = {}): AtsIntegration {
  return {
    type: 'greenhouse',
    enabled: true,
    atsIntegrationEnabled: true,
    atsAccountId: 'Acme Staffing',
    connectedBy: 'key',
    lastSyncAt: '2026-11-20T15:00:00.000Z',
    sync: { state: 'idle', candidates: 1240, jobs: 12, interviews: 7, withoutPhone: 31, doubtful: 0 },
    unreadable: [],
    reminderUserId: null,
    notesMode: 'each',
    hiringManagerNotesMode: null,
    notes: { waiting: 0, unknown: 0, oldestAt: null },
    error: null,
    webhook: {
      url: 'https://hiretext.example/webhooks/ats/greenhouse/abc',
      state: 'automatic',
      secret: null,
    },
    connectedAt: '2026-11-20T14:00:00.000Z',
    ...over,
  };
}

export function makePair(over: Partial<DoubtfulPair> = {}): DoubtfulPair {
  const id = makeId();
  return {
    id,
    atsType: 'greenhouse',
    externalId: id,
    reason: 'samePhoneOtherName',
    person: {
      firstName: 'Maria',
      lastName: 'Lopez',
      email: 'maria@mail.example',
      phoneNumber: '+14155550123',
      phoneNumberFormatted: '(415) 555-0123',
      profileUrl: 'https://app.greenhouse.io/people/1',
    },
    candidate: {
      id: makeId(),
      firstName: 'Ana',
      lastName: 'Lopez',
      email: null,
      phoneNumber: '+14155550123',
      phoneNumberFormatted: '(415) 555-0123',
    },
    createdAt: '2026-11-20T15:00:00.000Z',
    ...over,
  };
}
