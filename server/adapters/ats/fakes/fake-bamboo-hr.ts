import type { FakeAts, FakeClock, FakeJob, NewFakePerson } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { bambooHrRoutes } from './fake-bamboo-hr-routes.ts';
import { BAMBOO_STAGES, BambooHrState, bambooHrSays } from './fake-bamboo-hr-state.ts';

export interface FakeBambooHr extends FakeAts {
  state: BambooHrState;
}

const SUBDOMAIN = 'acme-staffing';
const API_KEY = 'bamboo-key';

/** `throttledWith`: 503 until September 2026. */
export async function startFakeBambooHr(
  clock: FakeClock,
  { pageSize = 25, throttledWith = 429 } = {},
): Promise<FakeBambooHr> {
  const state = new BambooHrState(clock);
  const basic = `Basic ${Buffer.from(`${API_KEY}:x`).toString('base64')}`;
  const server = await startFakeAtsServer({
    routes: bambooHrRoutes(state, pageSize),
    authenticate: ({ headers }) => {
      if (headers.authorization !== basic) return bambooHrSays.keyRefused();
      if (headers.accept === 'application/json') return null;
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: '<?xml version="1.0"?><result/>' };
    },
    expireTokens: null,
    says: {
      ...bambooHrSays,
      throttled: (seconds) => ({ ...bambooHrSays.throttled(seconds), status: throttledWith }),
    },
  });
  const job = (name: string, leadId: number | null = null) => {
    const made = { id: state.newId(), name, status: 'Open', leadId };
    state.jobs.push(made);
    return made;
  };
  const stages: FakeJob['stages'] = BAMBOO_STAGES.filter(({ enabled }) => enabled).map(
    ({ id, name, kind }) => ({ externalId: id, name, kind }),
  );

  return {
    ...server,
    state,
    clock,
    access: {
      connectedBy: 'key',
      credentials: { subdomain: SUBDOMAIN, apiKey: API_KEY },
      tokens: null,
      client: null,
    },
    webhooks: {
      addByHand: null,
      urls: () => state.webhooks.map(({ url }) => url),
      outbox: state.outbox,
      signsBody: true,
      signsTime: true,
    },
    addJob: ({ name, hiringManagerEmail }) => {
      const lead =
        hiringManagerEmail === undefined ? null : state.addEmployee({ workEmail: hiringManagerEmail });
      return { externalId: String(job(name, lead?.id ?? null).id), stages };
    },
    addPerson: (person: NewFakePerson) => {
      const at = clock.tick();
      const id = state.newId();
      const jobId = Number(person.job?.externalId ?? job('Any').id);
      state.applications.push({
        id,
        applied: at,
        statusId: person.stage ?? '1',
        moved: at,
        updated: at,
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email ?? '',
        phone: person.phones?.[0] ?? null,
        jobId,
        comments: [],
      });
      return { externalId: String(id), applicationExternalId: String(id) };
    },
    changePerson: (id, change) => {
      const found = state.application(id);
      found.firstName = change.firstName ?? found.firstName;
      found.lastName = change.lastName ?? found.lastName;
      found.email = change.email ?? found.email;
      found.phone = change.phones?.[0] ?? found.phone;
      found.updated = clock.tick();
    },
    deletePerson: (id) => {
      clock.tick();
      state.applications = state.applications.filter((each) => String(each.id) !== id);
    },
    mergePeople: null,
    addInterview: null,
    cancelInterview: null,
    deleteInterview: null,
    addNewHire: ({ person, startsOn }) => {
      const { firstName, lastName, email, phone } = state.application(person.externalId);
      const fields = { firstName, lastName, homeEmail: email, mobilePhone: phone, hireDate: startsOn };
      return { externalId: String(state.addEmployee(fields).id) };
    },
    notesOf: (id) => state.application(id).comments,
    stageOf: (id) => state.application(id).statusId,
    move: (id, stage) => {
      const found = state.application(id);
      found.statusId = stage;
      found.moved = clock.tick();
      found.updated = found.moved;
    },
  };
}
