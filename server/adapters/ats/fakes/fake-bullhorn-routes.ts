import { parseLucene, parseWhere, type Row } from './bullhorn-conditions.ts';
import {
  BullhornBody,
  type BullhornEntity,
  BullhornQuery,
  BullhornReply,
  checkRow,
  parseFields,
} from './bullhorn-schema.ts';
import { checkedReply } from './checked-reply.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';
import {
  BULLHORN_STAGES,
  type BullhornRecord,
  type BullhornState,
  bullhornSays,
} from './fake-bullhorn-state.ts';

const REST = '/rest-services/e999';
const DEFAULT_COUNT = 20;

/** Entitlements of the user type, by entity. */
const rightTo = (entity: string) => `${entity} entitlement`;

export function bullhornRoutes(state: BullhornState): FakeRoute[] {
  const searched = (['Candidate', 'JobOrder'] as const).map((entity) =>
    fakeRoute({
      method: 'GET',
      path: `${REST}/search/${entity}`,
      kind: 'read',
      right: rightTo(entity),
      query: BullhornQuery.search(entity),
      handle: ({ query }) => {
        const matches = parseLucene(query.query);
        if (matches === null) throw new FakeRefusal(bullhornSays.invalid(['query']));
        const found = sorted(state.all(entity).filter(matches), query.sort);
        const page = pageOf(state, entity, found, query);
        return { status: 200, body: { total: found.length, ...page } };
      },
    }),
  );
  const queried = (['Candidate', 'JobSubmission', 'Appointment', 'Placement', 'CorporateUser'] as const).map(
    (entity) =>
      fakeRoute({
        method: 'GET',
        path: `${REST}/query/${entity}`,
        kind: 'read',
        right: rightTo(entity),
        query: BullhornQuery.query(entity),
        handle: ({ query }) => {
          const matches = parseWhere(query.where);
          if (matches === null) throw new FakeRefusal(bullhornSays.invalid(['where']));
          const found = sorted(
            state.all(entity).filter((record) => matches(joined(state, record))),
            query.orderBy,
          );
          return { status: 200, body: pageOf(state, entity, found, query) };
        },
      }),
  );
  return [...searched, ...queried, ...entities(state), ...settings(state), ...queue(state)];
}

const LINKS: Record<string, BullhornEntity> = {
  candidate: 'Candidate',
  candidateReference: 'Candidate',
  jobOrder: 'JobOrder',
  jobSubmission: 'JobSubmission',
  sendingUser: 'CorporateUser',
  owner: 'CorporateUser',
};

/** With what it leads to. */
function joined(state: BullhornState, record: BullhornRecord): Row {
  const links = Object.entries(record).map(([name, value]) => {
    const entity = LINKS[name];
    return [name, entity === undefined || value === null ? value : state.get(entity, Number(value))];
  });
  return Object.fromEntries(links);
}

function sorted(found: BullhornRecord[], by: string | undefined): BullhornRecord[] {
  const ascending = found.toSorted((one, other) => one.id - other.id);
  return by === '-id' ? ascending.reverse() : ascending;
}

function pageOf(
  state: BullhornState,
  entity: BullhornEntity,
  found: BullhornRecord[],
  { start: from, count, fields }: { start?: string | undefined; count?: number | undefined; fields: string },
) {
  const start = Number(from ?? 0);
  const data = found
    .slice(start, start + (count ?? DEFAULT_COUNT))
    .filter(({ id }) => !state.hidden.has(id))
    .map((record) => shown(state, entity, record, fields));
  return { start, count: data.length, data };
}

/** The id is told whether it's asked for or not. */
function shown(state: BullhornState, entity: BullhornEntity, record: BullhornRecord, fields: string): Row {
  const whole = joined(state, record);
  const asked = parseFields(fields) ?? new Map<string, string[]>();
  const row = Object.fromEntries(
    [['id', []] as [string, string[]], ...asked].map(([name, inner]) => {
      const value = whole[name] ?? null;
      if (inner.length === 0 || value === null) return [name, value];
      return [name, Object.fromEntries(inner.map((each) => [each, (value as Row)[each] ?? null]))];
    }),
  );
  checkRow(entity, row);
  return row;
}

function entities(state: BullhornState): FakeRoute[] {
  const changed = (changedEntityType: string, changedEntityId: number, changeType: 'INSERT' | 'UPDATE') =>
    checkedReply(BullhornReply.changed, { changedEntityType, changedEntityId, changeType });
  return [
    fakeRoute({
      method: 'GET',
      path: `${REST}/entity/Candidate/:id`,
      kind: 'read',
      right: rightTo('Candidate'),
      query: BullhornQuery.entity('Candidate'),
      handle: ({ params, query }) => {
        const record = state.get('Candidate', params.id ?? '');
        return { status: 200, body: { data: shown(state, 'Candidate', record, query.fields) } };
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${REST}/entity/Candidate/:id/notes`,
      kind: 'read',
      right: rightTo('Note'),
      query: BullhornQuery.toMany('Note'),
      handle: ({ params, query }) => {
        const { id } = state.get('Candidate', params.id ?? '');
        const found = sorted(
          state.all('Note').filter((note) => note.personReference === id),
          query.orderBy,
        );
        return { status: 200, body: pageOf(state, 'Note', found, query) };
      },
    }),
    fakeRoute({
      method: 'PUT',
      path: `${REST}/entity/Note`,
      kind: 'write',
      right: rightTo('Note'),
      body: BullhornBody.note,
      handle: ({ body: { personReference, commentingPerson, ...fields } }) => {
        const person = state.all('Candidate').find(({ id }) => id === personReference.id);
        const isWritten = state.all('CorporateUser').some(({ id }) => id === commentingPerson.id);
        if (person === undefined || person.isDeleted || !isWritten || !state.actions.includes(fields.action))
          throw new FakeRefusal(bullhornSays.invalid(['Invalid reference']));
        const note = state.add('Note', {
          ...fields,
          personReference: person.id,
          commentingPerson: commentingPerson.id,
        });
        return changed('Note', note.id, 'INSERT');
      },
    }),
    fakeRoute({
      method: 'POST',
      path: `${REST}/entity/JobSubmission/:id`,
      kind: 'write',
      right: rightTo('JobSubmission'),
      body: BullhornBody.submission,
      handle: ({ params, body }) => {
        if (!BULLHORN_STAGES.some(({ name }) => name === body.status))
          throw new FakeRefusal(bullhornSays.invalid(['status']));
        const { id } = state.change('JobSubmission', params.id ?? '', body);
        return changed('JobSubmission', id, 'UPDATE');
      },
    }),
  ];
}

function settings(state: BullhornState): FakeRoute[] {
  return [
    fakeRoute({
      method: 'GET',
      path: `${REST}/settings/:name`,
      kind: 'read',
      handle: ({ params }) => {
        const known: Record<string, unknown> = {
          jobResponseStatusList: BULLHORN_STAGES.map(({ name }) => name),
          commentActionList: state.actions,
          userId: state.me.id,
        };
        const name = params.name ?? '';
        if (!(name in known)) throw new FakeRefusal(bullhornSays.notFound());
        return { status: 200, body: { [name]: known[name] } };
      },
    }),
  ];
}

function queue(state: BullhornState): FakeRoute[] {
  const path = `${REST}/event/subscription/:id`;
  return [
    fakeRoute({
      method: 'PUT',
      path,
      kind: 'write',
      query: BullhornQuery.subscribe,
      handle: ({ params, query }) => {
        const id = params.id ?? '';
        state.subscriptions.push({ id, names: query.names.split(','), waiting: [], handedOut: new Map() });
        return checkedReply(BullhornReply.subscribed, {
          subscriptionId: id,
          lastRequestId: 0,
          createdOn: state.clock.now().getTime(),
          jmsSelector: "JMSType='ENTITY'",
        });
      },
    }),
    fakeRoute({
      method: 'GET',
      path,
      kind: 'read',
      query: BullhornQuery.take,
      handle: ({ params, query }) => {
        const number = query.requestId === undefined ? null : Number(query.requestId);
        const taken = state.handOut(params.id ?? '', query.maxEvents, number);
        return checkedReply(BullhornReply.events, taken as Record<string, never>);
      },
    }),
    fakeRoute({
      method: 'GET',
      path: `${path}/lastRequestId`,
      kind: 'read',
      handle: ({ params }) => ({
        status: 200,
        body: { result: state.subscription(params.id ?? '').handedOut.size },
      }),
    }),
    fakeRoute({
      method: 'DELETE',
      path,
      kind: 'write',
      handle: ({ params }) => {
        const { id } = state.subscription(params.id ?? '');
        state.subscriptions = state.subscriptions.filter((each) => each.id !== id);
        return { status: 200, body: { result: true } };
      },
    }),
  ];
}
