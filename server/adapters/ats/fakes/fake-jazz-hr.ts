import type { FakeAts, FakeClock, FakeJob } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { jazzHrRoutes } from './fake-jazz-hr-routes.ts';
import { JazzHrState, jazzHrSays, STEPS } from './fake-jazz-hr-state.ts';

export interface FakeJazzHr extends FakeAts {
  state: JazzHrState;
}

const API_KEY = 'jazz-key-0123456789';

export async function startFakeJazzHr(clock: FakeClock): Promise<FakeJazzHr> {
  const state = new JazzHrState(clock);
  const server = await startFakeAtsServer({
    routes: jazzHrRoutes(state),
    authenticate: ({ query }) => (query.apikey === API_KEY ? null : jazzHrSays.keyRefused()),
    expireTokens: null,
    says: jazzHrSays,
  });
  const addJob = (title: string, leadId: string | null): FakeJob => {
    const job = { id: state.newId('job'), title, status: 'Open', leadId };
    state.jobs.push(job);
    return { externalId: job.id, stages: [] };
  };

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
      signsTime: false,
    },
    addJob: ({ name, hiringManagerEmail }) => {
      if (hiringManagerEmail === undefined) return addJob(name, null);
      const lead = { id: state.newId('usr'), name: 'Mo', email: hiringManagerEmail };
      state.users.push(lead);
      return addJob(name, lead.id);
    },
    addPerson: ({ firstName, lastName, email, phones, job }) => {
      const applicant = {
        id: state.newId('prospect'),
        firstName,
        lastName,
        email: email ?? '',
        phone: phones?.[0] ?? '',
        applied: clock.tick(),
        desiredStart: '',
        jobs: job ? [{ id: job.externalId, step: STEPS[0] }] : [],
        notes: [],
      };
      state.applicants.push(applicant);
      state.exportToHooks(applicant);
      return {
        externalId: applicant.id,
        applicationExternalId: job ? `${applicant.id}/${job.externalId}` : null,
      };
    },
    changePerson: (id, change) => {
      const found = state.applicant(id);
      clock.tick();
      found.firstName = change.firstName ?? found.firstName;
      found.lastName = change.lastName ?? found.lastName;
      found.email = change.email ?? found.email;
      found.phone = change.phones?.[0] ?? found.phone;
    },
    deletePerson: (id) => {
      clock.tick();
      state.applicants = state.applicants.filter((each) => each.id !== id);
    },
    mergePeople: null,
    addInterview: null,
    cancelInterview: null,
    deleteInterview: null,
    addNewHire: ({ person, startsOn }) => {
      const applicant = state.applicant(person.externalId);
      applicant.desiredStart = startsOn;
      const [job] = applicant.jobs;
      const hire = {
        id: state.newId('hire'),
        applicantId: applicant.id,
        jobId: job?.id ?? '',
        at: clock.tick(),
      };
      state.hires.push(hire);
      return { externalId: hire.id };
    },
    notesOf: (id) => state.applicant(id).notes.map(({ text }) => text),
    stageOf: (id) => stepIn(state, id)?.step.id ?? null,
    move: (id, stage) => {
      const job = stepIn(state, id);
      if (job !== undefined) job.step = STEPS.find((step) => step.id === stage) ?? job.step;
    },
  };
}

function stepIn(state: JazzHrState, applicationExternalId: string) {
  const [applicantId = '', jobId] = applicationExternalId.split('/');
  return state.applicant(applicantId).jobs.find(({ id }) => id === jobId);
}
