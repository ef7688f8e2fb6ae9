import type { FakeAts, FakeClock, FakeJob } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { breezyRoutes } from './fake-breezy-routes.ts';
import { type BreezyPosition, BreezyState, breezySays, error } from './fake-breezy-state.ts';

export interface FakeBreezy extends FakeAts {
  state: BreezyState;
  asJob(position: BreezyPosition): FakeJob;
}

const TOKEN = 'breezy_pat_of_the_fake';

export async function startFakeBreezy(
  clock: FakeClock,
  { rowsHavePhones = false } = {},
): Promise<FakeBreezy> {
  const state = new BreezyState(clock);
  const server = await startFakeAtsServer({
    routes: breezyRoutes(state, { rowsHavePhones }),
    authenticate: ({ headers: { authorization } }) => {
      if (authorization === undefined) return error(400, 'missingAccessToken', 'An access token is required');
      return authorization === TOKEN ? null : breezySays.keyRefused();
    },
    expireTokens: null,
    says: breezySays,
    headers: () => ({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' }),
  });
  const asJob = (position: BreezyPosition): FakeJob => ({
    externalId: position.id,
    stages: state.stagesOf(position).map(({ id, name, kind }) => ({ externalId: id, name, kind })),
  });

  return {
    ...server,
    state,
    asJob,
    clock,
    access: { connectedBy: 'key', credentials: { apiKey: TOKEN }, tokens: null, client: null },
    webhooks: {
      addByHand: null,
      urls: () => state.webhooks.map(({ url }) => url),
      outbox: state.outbox,
      signsBody: true,
      signsTime: false,
    },
    addJob: ({ name }) => asJob(state.addPosition(name)),
    addPerson: ({ firstName, lastName, email, phones, job, stage }) => {
      const position = job ? state.position(job.externalId) : state.addPosition('Pool');
      const at = clock.tick();
      const candidate = {
        id: state.newId('c'),
        positionId: position.id,
        name: `${firstName} ${lastName}`,
        email: email ?? null,
        phone: phones?.[0] ?? null,
        stageId: stage ?? state.stagesOf(position)[0]?.id ?? '',
        created: at,
        updated: at,
        stream: [{ id: state.newId('a'), type: 'candidateAdded', at, object: {} }],
      };
      state.candidates.push(candidate);
      state.tellOf('candidateAdded', candidate);
      const externalId = `${position.id}/${candidate.id}`;
      return { externalId, applicationExternalId: externalId };
    },
    changePerson: (id, change) => {
      const found = state.byExternalId(id);
      const [first = '', ...rest] = found.name.split(' ');
      found.name = `${change.firstName ?? first} ${change.lastName ?? rest.join(' ')}`;
      found.email = change.email ?? found.email;
      found.phone = change.phones?.[0] ?? found.phone;
      found.updated = clock.tick();
    },
    deletePerson: (id) => {
      clock.tick();
      const found = state.byExternalId(id);
      state.candidates = state.candidates.filter((each) => each !== found);
      state.tellOf('candidateDeleted', found);
    },
    mergePeople: null,
    addInterview: null,
    cancelInterview: null,
    deleteInterview: null,
    addNewHire: null,
    notesOf: (id) =>
      state
        .byExternalId(id)
        .stream.filter(({ type }) => type === 'companyNotePosted')
        .map(({ object }) => (object as { body: string }).body),
    stageOf: (id) => state.byExternalId(id).stageId,
    move: (id, stage) => state.move(state.byExternalId(id), stage),
  };
}
