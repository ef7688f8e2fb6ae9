import type { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { AshbyBody } from './ashby-schema.ts';
import { asApplication, asCandidate, asSchedule, asStage, PLAN } from './ashby-wire.ts';
import { fakeUuids, pageOf } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { type FakeRoute, ok, post, wait } from './fake-ats-server.ts';
import { asBody, basicAuth, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { firstAndLast, Hiring, known } from './hiring.ts';
import type { Change, Person, Subscription } from './hiring-records.ts';

export interface FakeAshby extends FakeOfVendor {
  expireSyncTokens(): void;
}

interface How {
  pageSize: number;
  /** Tokens given so far are too old. */
  tokensExpiredAt: string;
}

const API_KEY = 'ashby-key';
/** All jobs have the same. */
const STAGES = [
  { name: 'New lead', type: 'Lead', kind: 'lead' },
  { name: 'Phone screen', type: 'PreInterviewScreen', kind: 'screen' },
  { name: 'On-site interview', type: 'Active', kind: 'interview' },
  { name: 'Offer', type: 'Offer', kind: 'offer' },
  { name: 'Hired', type: 'Hired', kind: 'hired' },
  { name: 'Archived', type: 'Archived', kind: 'rejected' },
] as const;
const reasonId = (last: number) => `00000000-0000-4000-8000-0000000000b${last}`;
const REASONS = [
  { id: reasonId(1), text: 'Old reason', reasonType: 'RejectedByOrg', isArchived: true },
  { id: reasonId(2), text: 'Another offer', reasonType: 'RejectedByCandidate', isArchived: false },
  { id: reasonId(3), text: 'Not a fit', reasonType: 'RejectedByOrg', isArchived: false },
];

export async function startFakeAshby(clock: FakeClock, { pageSize = 100 } = {}): Promise<FakeAshby> {
  const hiring = new Hiring(clock, { newId: fakeUuids(), stages: STAGES, withoutJob: 'nothing' });
  const how = { pageSize, tokensExpiredAt: '' };
  const fake = await startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: null },
    routes: [...people(hiring, how), ...jobs(hiring, how), ...webhooks(hiring)],
    authenticate: ({ headers }) => {
      if (headers.authorization !== basicAuth(API_KEY, '')) return says.keyRefused();
      return headers.accept === 'application/json; version=1' ? null : says.invalid();
    },
    says,
    webhooks: { signsBody: true, signsTime: false, tells, sign },
    tells: ['merges', 'interviews', 'newHires'],
  });
  return {
    ...fake,
    expireSyncTokens: () => {
      how.tokensExpiredAt = clock.tick().toISOString();
    },
  };
}

let refusals = 0;

function no(code: string, status = 200): FakeReply {
  refusals += 1;
  const errorInfo = { code, message: `Ashby says ${code}`, requestId: `request-${refusals}` };
  return ok({ success: false, errors: [code], errorInfo }, status);
}

/** All but a missing key, and calls that the key may not make at all, come with 200. */
const says = {
  keyRefused: () => no('unauthorized', 401),
  rightMissing: () => no('missing_endpoint_permission', 403),
  notFound: (what = 'endpoint') => no(`${what}_not_found`),
  invalid: () => no('invalid_input'),
  throttled: (seconds: number) => wait(seconds, no('rate_limit_exceeded', 429)),
};

const info = (results: unknown) => ok({ success: true, results });

interface Listed {
  limit?: number | undefined;
  cursor?: string | undefined;
  syncToken?: string | undefined;
  createdAfter?: number | undefined;
}

/** With a token to go on by on the last page only. */
function listed(
  { clock }: Hiring,
  how: How,
  all: { id: string; updatedAt?: string; createdAt?: string }[],
  { limit = 100, cursor, syncToken, createdAfter = 0 }: Listed,
): FakeReply {
  if (syncToken !== undefined && syncToken <= how.tokensExpiredAt) return no('sync_token_expired');
  const wanted = all.filter(({ updatedAt = '', createdAt = '' }) => {
    const isChanged = syncToken === undefined || updatedAt > syncToken;
    return isChanged && (createdAfter === 0 || Date.parse(createdAt) > createdAfter);
  });
  const page = pageOf(wanted, cursor, Math.min(limit, how.pageSize));
  if (page === null) return no('invalid_cursor');
  const { items: results, next } = page;
  const goOn = next === null ? { syncToken: clock.now().toISOString() } : { nextCursor: next };
  return ok({ success: true, results, moreDataAvailable: next !== null, ...goOn });
}

const call = <B>(
  endpoint: string,
  [kind, right]: readonly ['read' | 'write', string],
  body: z.ZodType<B>,
  handle: (body: B) => FakeReply,
) => post(`/${endpoint}`, { kind, right, body }, (asked) => handle(asked.body));

const READ = ['read', 'candidatesRead'] as const;
const WRITE = ['write', 'candidatesWrite'] as const;

function people(hiring: Hiring, how: How): FakeRoute[] {
  const shown = (person: Person) => asCandidate(hiring, person);
  const candidate = (id: string) => known(hiring.people, id, 'candidate');
  const application = (id: string) => known(hiring.applications, id, 'application');
  const notesOf = (person: Person) =>
    hiring.notesOf(person).map(({ id, createdAt, body }) => ({
      id,
      createdAt: createdAt.toISOString(),
      isPrivate: false,
      content: body,
      author: { id, firstName: 'Hiretext', lastName: 'Key' },
    }));
  return [
    call('candidate.list', READ, AshbyBody.list, (body) =>
      listed(hiring, how, hiring.people.map(shown), body),
    ),
    call('candidate.info', READ, AshbyBody.candidate, ({ id }) => info(shown(candidate(id)))),
    // By a part of the address, so that others are among them.
    call('candidate.search', READ, AshbyBody.search, ({ email = '' }) =>
      info(hiring.people.filter(({ emails }) => emails.some((each) => each.includes(email))).map(shown)),
    ),
    call('candidate.listNotes', READ, AshbyBody.notes, (body) =>
      listed(hiring, how, notesOf(candidate(body.candidateId)), body),
    ),
    call('candidate.createNote', WRITE, AshbyBody.createNote, ({ candidateId, note, sendNotifications }) => {
      if (sendNotifications !== false) return says.invalid();
      const person = candidate(candidateId);
      hiring.addNote({ person, body: typeof note === 'string' ? note : note.value });
      return info(notesOf(person).at(-1));
    }),
    call('application.list', READ, AshbyBody.applications, (body) =>
      listed(hiring, how, hiring.applications.map(asApplication), body),
    ),
    call('application.info', READ, AshbyBody.application, ({ applicationId }) =>
      info(asApplication(application(applicationId))),
    ),
    call('application.changeStage', WRITE, AshbyBody.changeStage, (body) => {
      const moved = application(body.applicationId);
      const { type } = known(hiring.stages, body.interviewStageId, 'interview_stage');
      if ((type === 'Archived') !== (body.archiveReasonId !== undefined)) return says.invalid();
      const reason = REASONS.find(({ id }) => id === body.archiveReasonId);
      if (type === 'Archived' && reason === undefined) return says.notFound('archive_reason');
      hiring.move(moved, body.interviewStageId);
      moved.extra = reason === undefined ? {} : { archiveReason: reason };
      return info(asApplication(moved));
    }),
    call('offer.list', ['read', 'offersRead'], AshbyBody.offers, (body) => {
      const offers = hiring.hires.map(({ id, createdAt, application: of, startsOn }) => ({
        id,
        decidedAt: createdAt.toISOString(),
        applicationId: of?.id,
        acceptanceStatus: 'Accepted',
        offerStatus: 'CandidateAccepted',
        latestVersion: { id, startDate: `${startsOn}T00:00:00.000Z`, createdAt: createdAt.toISOString() },
      }));
      return listed(hiring, how, offers, { ...body, createdAfter: undefined });
    }),
  ];
}

function jobs(hiring: Hiring, how: How): FakeRoute[] {
  const interviews = ['read', 'interviewsRead'] as const;
  return [
    call('apiKey.info', ['read', 'apiKeysRead'], AshbyBody.nothing, () =>
      info({ title: 'Hiretext', createdAt: '2026-01-01T00:00:00.000Z', scopes: ['candidatesRead'] }),
    ),
    call('archiveReason.list', ['read', 'hiringProcessMetadataRead'], AshbyBody.archiveReasons, () =>
      info(REASONS),
    ),
    call('job.list', ['read', 'jobsRead'], AshbyBody.jobs, (body) => {
      const open = hiring.jobs.map(({ id, name, manager, updatedAt }) => ({
        id,
        title: name,
        hiringTeam: (manager === null ? [] : [manager]).map((user) => ({
          ...firstAndLast(user.name),
          role: 'Hiring Manager',
          userId: user.id,
          email: user.email,
        })),
        updatedAt: updatedAt.toISOString(),
        confidential: false,
        status: 'Open',
        employmentType: 'FullTime',
        defaultInterviewPlanId: PLAN,
        interviewPlanIds: [PLAN],
      }));
      return listed(hiring, how, body.status?.includes('Open') === false ? [] : open, body);
    }),
    call('interviewStage.list', interviews, AshbyBody.stages, ({ interviewPlanId }) => {
      if (interviewPlanId !== PLAN) return says.notFound('interview_plan');
      return ok({ success: true, results: hiring.stages.map(asStage), moreDataAvailable: false });
    }),
    call('interviewStage.info', interviews, AshbyBody.stage, ({ interviewStageId }) =>
      info(asStage(known(hiring.stages, interviewStageId, 'interview_stage'))),
    ),
    call('interviewSchedule.list', interviews, AshbyBody.schedules, (body) =>
      listed(hiring, how, hiring.interviews.map(asSchedule), body),
    ),
  ];
}

function webhooks(hiring: Hiring): FakeRoute[] {
  const write = ['write', 'apiKeysWrite'] as const;
  return [
    call('webhook.create', write, AshbyBody.createWebhook, (body) => {
      const { webhookType, requestUrl: url, secretToken: secret } = body;
      const old = hiring.subscriptions.find((each) => each.url === url && each.events?.[0] === webhookType);
      if (old !== undefined) hiring.unsubscribe(old.id);
      const { id } = hiring.subscribe({ url, secret, events: [webhookType] });
      return info({ id, ...body, enabled: true });
    }),
    call('webhook.delete', write, AshbyBody.deleteWebhook, ({ webhookId }) => {
      hiring.unsubscribe(webhookId);
      return info({ webhookId });
    }),
  ];
}

/** A change of someone's name or numbers has no event. */
function tells(change: Change): [string, object][] {
  switch (change.kind) {
    case 'applied':
      return [['applicationSubmit', { application: asApplication(change.application) }]];
    case 'moved':
      return [['candidateStageChange', { application: asApplication(change.application) }]];
    case 'personDeleted':
      return [['candidateDelete', { candidate: { id: change.person.id } }]];
    case 'peopleMerged': {
      const [gone, kept] = [{ id: change.person.id }, { id: change.into.id }];
      return [['candidateMerge', { deletedCandidate: gone, mergedCandidate: kept }]];
    }
    case 'interviewAdded':
      return [['interviewScheduleCreate', { interviewSchedule: asSchedule(change.interview) }]];
    case 'interviewCanceled':
      return [['interviewScheduleUpdate', { interviewSchedule: asSchedule(change.interview) }]];
    case 'hired':
      return change.applications.map((each) => ['candidateHire', { application: asApplication(each) }]);
    default:
      return [];
  }
}

function sign(action: string, data: object) {
  const body = asBody({ action, data });
  return ({ secret }: Subscription) => ({
    headers: { 'content-type': 'application/json', 'ashby-signature': `sha256=${hmac(secret, body)}` },
    body,
  });
}
