import type { FakeAts, FakeClock } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { FAKE_CLIENT, FakeOauth } from './fake-oauth.ts';
import { workableRoutes, workableSays } from './fake-workable-routes.ts';
import { FakeWorkableState, SUBDOMAIN } from './fake-workable-state.ts';

export interface FakeWorkable extends FakeAts {
  state: FakeWorkableState;
  oauth: FakeOauth;
  /** Pages are said to go on there. */
  sayNextPageAt(host: string): void;
  /** What signs webhooks: the key, or the secret of the client that someone consented to. */
  signWith(key: string): void;
}

const API_KEY = 'workable-key';

export async function startFakeWorkable(clock: FakeClock, { pageSize = 100 } = {}): Promise<FakeWorkable> {
  let signingKey = API_KEY;
  const state = new FakeWorkableState(clock, () => signingKey);
  const oauth = new FakeOauth(clock, 7200);
  const how = { pageSize, host: `${SUBDOMAIN}.workable.com` };
  const server = await startFakeAtsServer({
    routes: workableRoutes(state, oauth, how),
    authenticate: ({ headers }) => {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
      const isPartner = oauth.isGood(token) && headers['x-workable-client-id'] === FAKE_CLIENT.id;
      return token === API_KEY || isPartner ? null : workableSays.keyRefused();
    },
    expireTokens: oauth.expire,
    says: workableSays,
  });
  return {
    ...server,
    state,
    oauth,
    clock,
    access: {
      connectedBy: 'key',
      credentials: { subdomain: SUBDOMAIN, apiKey: API_KEY },
      tokens: null,
      client: FAKE_CLIENT,
    },
    sayNextPageAt: (host) => {
      how.host = host;
    },
    signWith: (key) => {
      signingKey = key;
    },
    webhooks: {
      addByHand: null,
      // Each event has its own, which differ after the question mark only.
      urls: () => state.subscriptions.map(({ target }) => target.replace(/\?.*$/, '')),
      outbox: state.outbox,
      signsBody: true,
      signsTime: false,
    },
    addJob: state.addJob,
    addPerson: state.addPerson,
    changePerson: (id, { firstName, lastName, email, phones }) =>
      state.change(id, {
        ...(firstName !== undefined && { firstname: firstName }),
        ...(lastName !== undefined && { lastname: lastName }),
        ...(email !== undefined && { email }),
        ...(phones && { phone: phones[0] ?? null }),
      }),
    deletePerson: state.deletePerson,
    mergePeople: null,
    addInterview: (interview) => {
      const { id, name, job } = state.candidate(interview.person.applicationExternalId);
      const member = state.addMember(interview.interviewer.name, interview.interviewer.email, 'reviewer');
      const event = {
        id: state.id(),
        title: interview.title,
        type: 'interview' as const,
        starts_at: interview.startsAt.toISOString(),
        ends_at: interview.endsAt.toISOString(),
        cancelled: false,
        job,
        members: [{ id: member.id, name: member.name, status: 'accepted' }],
        candidate: { id, name },
        conference: interview.videoUrl
          ? { type: 'google_meet', id: state.id(), url: interview.videoUrl }
          : null,
      };
      state.events.push(event);
      return { externalId: event.id };
    },
    deleteInterview: (wanted) => {
      state.events = state.events.filter(({ id }) => id !== wanted);
    },
    cancelInterview: (id) => {
      const event = state.events.find((each) => each.id === id);
      if (event === undefined) throw new Error('no such interview');
      event.cancelled = true;
    },
    addNewHire: ({ person, startsOn }) => {
      const candidate = state.candidate(person.applicationExternalId);
      const employee = {
        id: state.id(),
        firstname: candidate.firstname,
        lastname: candidate.lastname,
        email: candidate.email,
        phone: candidate.phone,
        start_date: startsOn,
        state: 'published',
        candidate_id: candidate.id,
      };
      state.employees.push(employee);
      state.emit('employee_created', employee);
      return { externalId: employee.id };
    },
    notesOf: (person) =>
      state.activities
        .filter(({ candidateId, action }) => candidateId === person && action === 'comment')
        .map(({ body }) => body ?? ''),
    stageOf: (id) => {
      const { stage, job } = state.candidate(id);
      return state.stagesOf(job?.shortcode).find(({ name }) => name === stage)?.slug ?? null;
    },
    move: state.move,
  };
}
