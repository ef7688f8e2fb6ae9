import { parseLucene, parseWhere, type Row } from './bullhorn-conditions.ts';
import { type BullhornRow, INVITED, rowOf, rowsOf, shown } from './bullhorn-rows.ts';
import { BullhornBody, type BullhornEntity, BullhornQuery } from './bullhorn-schema.ts';
import { numberedIds } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { del, type FakeRoute, get, ok, post, put, wait } from './fake-ats-server.ts';
import {
  BULLHORN_CLIENT,
  BULLHORN_KEY,
  BullhornSignIn,
  bullhornSignInRoutes,
} from './fake-bullhorn-sign-in.ts';
import { type FakeOfVendor, startFakeVendor } from './fake-vendor.ts';
import { Hiring, known } from './hiring.ts';
import type { Change } from './hiring-records.ts';

export interface FakeBullhorn extends FakeOfVendor {
  signIn: BullhornSignIn;
  state: State;
}

interface Queue {
  id: string;
  names: string[];
  waiting: object[];
  /** What was handed out, by its number. */
  handedOut: Map<number, object[]>;
}

interface State {
  /** Left out of every page, which is shorter then. */
  hidden: Set<number>;
  subscriptions: Queue[];
  actions: string[];
}

const REST = '/rest-services/e999';
const DEFAULT_COUNT = 20;
const STAGES = [
  { id: 'New Lead', name: 'New Lead', kind: 'lead' },
  { id: 'Submitted', name: 'Submitted', kind: 'applied' },
  { id: 'Internal Review', name: 'Internal Review', kind: 'screen' },
  { id: 'Interview Scheduled', name: 'Interview Scheduled', kind: 'interview' },
  { id: 'Offer Extended', name: 'Offer Extended', kind: 'offer' },
  { id: 'Offer Rejected', name: 'Offer Rejected', kind: 'rejected' },
  { id: 'Placed', name: 'Placed', kind: 'hired' },
] as const;

export async function startFakeBullhorn(clock: FakeClock): Promise<FakeBullhorn> {
  const hiring = new Hiring(clock, { newId: numberedIds(100, 2), stages: STAGES, withoutJob: 'nothing' });
  hiring.addUser({ name: 'API user', email: 'api@corp.example' });
  hiring.addUser({ name: 'Lee Chu', email: INVITED });
  const actions = ['Appointment', 'Email', 'Text Message', 'Other'];
  const state: State = { hidden: new Set(), subscriptions: [], actions };
  hiring.onChange = (change) => queueUp(hiring, state, change);
  const signIn = new BullhornSignIn(clock);
  const fake = await startFakeVendor(hiring, {
    access: { connectedBy: 'key', credentials: BULLHORN_KEY, tokens: null, client: BULLHORN_CLIENT },
    routes: [
      ...bullhornSignInRoutes(signIn, says.keyRefused),
      ...lists(hiring, state),
      ...entities(hiring, state),
      ...settings(hiring, state),
      ...queue(hiring, state),
    ],
    authenticate: ({ headers, path }) => {
      const token = headers.bhresttoken;
      if (token === undefined) return ok({ errorMessage: 'No token' }, 412);
      if (!signIn.isOpen(String(token))) return says.keyRefused();
      if (signIn.redirects === 0 || !path.includes('/settings/')) return null;
      signIn.redirects -= 1;
      return { status: 307, headers: { location: `https://rest-west.bullhornstaffing.com${path}` } };
    },
    expireTokens: signIn.expire,
    says,
    webhooks: null,
    tells: ['interviews', 'newHires'],
  });
  return { ...fake, signIn, state };
}

const no = (status: number, errorMessage: string, errorMessageKey: string) =>
  ok({ errorMessage, errorMessageKey, errorCode: status }, status);

const says = {
  keyRefused: () => no(401, 'Bad BhRestToken or timed-out.', 'errors.authentication.invalidRestToken'),
  rightMissing: () => no(403, 'The entity is hidden', 'errors.noEntityPermission'),
  notFound: () => no(404, 'The entity could not be found', 'errors.cannotFindEntity'),
  invalid: (problems: string[]) => no(400, problems.join('; '), 'errors.badRequest'),
  throttled: (seconds: number) => wait(seconds, no(429, 'Rate limited', 'errors.rateLimited')),
};

/** Entitlements of the user type, by entity. */
const rightTo = (entity: string) => `${entity} entitlement`;

function pageOf(
  { hidden }: State,
  entity: BullhornEntity,
  found: BullhornRow[],
  { start: from, count, fields }: { start?: string | undefined; count?: number | undefined; fields: string },
) {
  const start = Number(from ?? 0);
  const data = found
    .slice(start, start + (count ?? DEFAULT_COUNT))
    .filter(({ id }) => !hidden.has(id))
    .map((row) => shown(entity, row, fields));
  return { start, count: data.length, data };
}

function lists(hiring: Hiring, state: State): FakeRoute[] {
  const searched = (['Candidate', 'JobOrder'] as const).map((entity) =>
    get(
      `${REST}/search/${entity}`,
      { right: rightTo(entity), query: BullhornQuery.search(entity) },
      ({ query }) => {
        const matches = parseLucene(query.query);
        if (matches === null) return says.invalid(['query']);
        const found = rowsOf(hiring, entity, query.sort).filter(matches);
        return ok({ total: found.length, ...pageOf(state, entity, found, query) });
      },
    ),
  );
  const queried = (['Candidate', 'JobSubmission', 'Appointment', 'Placement', 'CorporateUser'] as const).map(
    (entity) =>
      get(
        `${REST}/query/${entity}`,
        { right: rightTo(entity), query: BullhornQuery.query(entity) },
        ({ query }) => {
          const matches = parseWhere(query.where);
          if (matches === null) return says.invalid(['where']);
          return ok(pageOf(state, entity, rowsOf(hiring, entity, query.orderBy).filter(matches), query));
        },
      ),
  );
  return [...searched, ...queried];
}

function entities(hiring: Hiring, state: State): FakeRoute[] {
  const changed = (changedEntityType: string, id: string, changeType: 'INSERT' | 'UPDATE') =>
    ok({ changedEntityType, changedEntityId: Number(id), changeType });
  const candidate = (id: string | undefined) => rowOf(hiring, 'Candidate', id);
  return [
    get(
      `${REST}/entity/Candidate/:id`,
      { right: rightTo('Candidate'), query: BullhornQuery.entity('Candidate') },
      ({ params, query }) => ok({ data: shown('Candidate', candidate(params.id), query.fields) }),
    ),
    get(
      `${REST}/entity/Candidate/:id/notes`,
      { right: rightTo('Note'), query: BullhornQuery.toMany('Note') },
      ({ params, query }) => {
        const { id } = candidate(params.id);
        const theirs = (note: Row) => note.personReference === id;
        return ok(pageOf(state, 'Note', rowsOf(hiring, 'Note', query.orderBy).filter(theirs), query));
      },
    ),
    put(`${REST}/entity/Note`, { right: rightTo('Note'), body: BullhornBody.note }, ({ body }) => {
      const { action, comments } = body;
      const person = hiring.people.find(({ id }) => Number(id) === body.personReference.id);
      const author = hiring.users.find(({ id }) => Number(id) === body.commentingPerson.id);
      if (person === undefined || author === undefined || !state.actions.includes(action))
        return says.invalid(['Invalid reference']);
      const extra = { action, comments };
      return changed('Note', hiring.addNote({ person, author, body: asText(comments), extra }).id, 'INSERT');
    }),
    post(
      `${REST}/entity/JobSubmission/:id`,
      { right: rightTo('JobSubmission'), body: BullhornBody.submission },
      ({ params, body: { status } }) => {
        if (!STAGES.some(({ id }) => id === status)) return says.invalid(['status']);
        const application = known(hiring.applications, params.id);
        hiring.move(application, status);
        return changed('JobSubmission', application.id, 'UPDATE');
      },
    ),
  ];
}

/** As people read it there. */
function asText(html: string): string {
  return html
    .replaceAll('<br>', '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const settings = (hiring: Hiring, state: State): FakeRoute[] => [
  get(`${REST}/settings/:name`, {}, ({ params: { name = '' } }) => {
    const all: Record<string, unknown> = {
      jobResponseStatusList: STAGES.map(({ id }) => id),
      commentActionList: state.actions,
      userId: Number(hiring.users[0]?.id),
    };
    return name in all ? ok({ [name]: all[name] }) : says.notFound();
  }),
];

function queue(hiring: Hiring, state: State): FakeRoute[] {
  const path = `${REST}/event/subscription/:id`;
  return [
    put(path, { query: BullhornQuery.subscribe }, ({ params: { id = '' }, query }) => {
      state.subscriptions.push({ id, names: query.names.split(','), waiting: [], handedOut: new Map() });
      const createdOn = hiring.clock.now().getTime();
      return ok({ subscriptionId: id, lastRequestId: 0, createdOn, jmsSelector: "JMSType='ENTITY'" });
    }),
    // Handing out takes them from the queue; by a number they are handed out again.
    get(path, { query: BullhornQuery.take }, ({ params, query }) => {
      const { waiting, handedOut } = known(state.subscriptions, params.id);
      if (query.requestId !== undefined) {
        const events = handedOut.get(Number(query.requestId));
        return events === undefined
          ? says.invalid(['requestId'])
          : ok({ requestId: Number(query.requestId), events });
      }
      if (waiting.length === 0) return ok({});
      const requestId = handedOut.size + 1;
      const events = waiting.splice(0, query.maxEvents);
      handedOut.set(requestId, events);
      return ok({ requestId, events });
    }),
    get(`${path}/lastRequestId`, {}, ({ params }) =>
      ok({ result: known(state.subscriptions, params.id).handedOut.size }),
    ),
    del(path, {}, ({ params }) => {
      const gone = known(state.subscriptions, params.id);
      state.subscriptions = state.subscriptions.filter((each) => each !== gone);
      return ok({ result: true });
    }),
  ];
}

function queueUp(hiring: Hiring, { subscriptions }: State, change: Change): void {
  const event = eventOf(change);
  if (event === null) return;
  const [entityName, { id }, entityEventType] = event;
  const eventTimestamp = hiring.clock.now().getTime();
  for (const { names, waiting } of subscriptions) {
    if (!names.includes(entityName)) continue;
    waiting.push({
      eventId: `ID:JBM-${eventTimestamp}`,
      eventType: 'ENTITY',
      eventTimestamp,
      eventMetadata: { PERSON_ID: '1', TRANSACTION_ID: 't-1' },
      entityName,
      entityId: Number(id),
      entityEventType,
    });
  }
}

function eventOf(change: Change): [BullhornEntity, { id: string }, string] | null {
  switch (change.kind) {
    case 'userAdded':
      return ['CorporateUser', change.user, 'INSERTED'];
    case 'jobAdded':
      return ['JobOrder', change.job, 'INSERTED'];
    case 'personAdded':
      return ['Candidate', change.person, 'INSERTED'];
    case 'personChanged':
      return ['Candidate', change.person, 'UPDATED'];
    case 'personDeleted':
      return ['Candidate', change.person, 'DELETED'];
    case 'applied':
      return ['JobSubmission', change.application, 'INSERTED'];
    case 'moved':
      return ['JobSubmission', change.application, 'UPDATED'];
    case 'interviewAdded':
      return ['Appointment', change.interview, 'INSERTED'];
    case 'interviewCanceled':
      return ['Appointment', change.interview, 'DELETED'];
    case 'hired':
      return ['Placement', change.hire, 'INSERTED'];
    default:
      return null;
  }
}
