import type { FakeAts, FakeClock } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { teamtailorRoutes } from './fake-teamtailor-routes.ts';
import { TeamtailorState, teamtailorSays, wrongVersion } from './fake-teamtailor-state.ts';

export interface FakeTeamtailor extends FakeAts {
  state: TeamtailorState;
}

const API_KEY = 'teamtailor-key';

export async function startFakeTeamtailor(clock: FakeClock): Promise<FakeTeamtailor> {
  const state = new TeamtailorState(clock);
  const server = await startFakeAtsServer({
    routes: teamtailorRoutes(state),
    authenticate: ({ headers, method }) => {
      if (headers.authorization !== `Token token=${API_KEY}`) return teamtailorSays.keyRefused();
      if (!/^20\d{6}$/.test(String(headers['x-api-version'] ?? ''))) return wrongVersion();
      const isTyped = headers['content-type'] === 'application/vnd.api+json';
      return method === 'GET' || isTyped ? null : { status: 415, body: '' };
    },
    expireTokens: null,
    says: teamtailorSays,
    headers: () => ({ 'x-rate-limit-limit': '50', 'x-rate-limit-remaining': '49' }),
  });

  return {
    ...server,
    state,
    clock,
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: null },
    webhooks: {
      addByHand: (hook) => {
        state.hooks.push(hook);
      },
      urls: () => state.hooks.map(({ url }) => url),
      outbox: state.outbox,
      signsBody: true,
      signsTime: true,
    },
    addJob: ({ name }) => state.addJob(name),
    addPerson: ({ firstName, lastName, email, phones, job, stage }) => {
      const at = state.now();
      const candidate = state.add('candidates', {
        connected: false,
        'created-at': at,
        email: email ?? null,
        'first-name': firstName,
        'last-name': lastName,
        internal: false,
        phone: phones?.[0] ?? null,
        sourced: true,
        unsubscribed: false,
        'updated-at': at,
        tags: [],
      });
      state.tell('candidate.create', candidate);
      if (job === undefined) return { externalId: candidate.id, applicationExternalId: null };
      const application = state.add(
        'job-applications',
        {
          'cover-letter': null,
          'created-at': at,
          'referring-site': 'Indeed',
          'rejected-at': null,
          sourced: false,
          'updated-at': at,
          'changed-stage-at': at,
        },
        {
          candidate: { type: 'candidates', id: candidate.id },
          job: { type: 'jobs', id: job.externalId },
          stage: { type: 'stages', id: stage ?? job.stages[0]?.externalId ?? '' },
        },
      );
      return { externalId: candidate.id, applicationExternalId: application.id };
    },
    changePerson: (id, change) => {
      const candidate = state.get('candidates', id);
      const { attributes } = candidate;
      attributes['first-name'] = change.firstName ?? attributes['first-name'];
      attributes['last-name'] = change.lastName ?? attributes['last-name'];
      attributes.email = change.email ?? attributes.email;
      attributes.phone = change.phones?.[0] ?? attributes.phone;
      attributes['updated-at'] = state.now();
      state.tell('candidate.update', candidate);
    },
    deletePerson: (id) => {
      clock.tick();
      const candidate = state.get('candidates', id);
      state.remove([candidate, ...state.applicationsOf(id)]);
      state.tell('candidate.destroy', { ...candidate, attributes: {} });
    },
    mergePeople: null,
    addInterview: null,
    cancelInterview: null,
    deleteInterview: null,
    addNewHire: null,
    notesOf: (id) =>
      state
        .all('notes')
        .filter(({ attributes }) => attributes['candidate-id'] === Number(id))
        .map(({ attributes }) => String(attributes.note)),
    stageOf: (id) => state.get('job-applications', id).to.stage?.id ?? null,
    move: (id, stage) => {
      const application = state.get('job-applications', id);
      application.to.stage = { type: 'stages', id: stage };
      application.attributes['changed-stage-at'] = state.now();
      application.attributes['updated-at'] = application.attributes['changed-stage-at'];
      state.tell('job_application.update', application);
    },
  };
}
