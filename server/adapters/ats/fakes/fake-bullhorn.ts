import type { FakeAts, FakeClock, FakeJob } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { bullhornRoutes } from './fake-bullhorn-routes.ts';
import {
  BULLHORN_CLIENT,
  BULLHORN_KEY,
  BullhornSignIn,
  bullhornSignInRoutes,
} from './fake-bullhorn-sign-in.ts';
import { BULLHORN_STAGES, BullhornState, bullhornSays } from './fake-bullhorn-state.ts';

export interface FakeBullhorn extends FakeAts {
  state: BullhornState;
  signIn: BullhornSignIn;
}

const PHONES = ['mobile', 'phone', 'phone2', 'phone3', 'workPhone'] as const;

export async function startFakeBullhorn(clock: FakeClock): Promise<FakeBullhorn> {
  const state = new BullhornState(clock);
  const signIn = new BullhornSignIn(clock);
  const server = await startFakeAtsServer({
    routes: [...bullhornSignInRoutes(signIn), ...bullhornRoutes(state)],
    authenticate: ({ headers, path }) => {
      const token = headers.bhresttoken;
      if (token === undefined) return { status: 412, body: { errorMessage: 'No token' } };
      if (!signIn.isOpen(String(token))) return bullhornSays.keyRefused();
      if (signIn.redirects === 0 || !path.includes('/settings/')) return null;
      signIn.redirects -= 1;
      return { status: 307, headers: { location: `https://rest-west.bullhornstaffing.com${path}` } };
    },
    expireTokens: signIn.expire,
    says: bullhornSays,
  });
  const stages: FakeJob['stages'] = BULLHORN_STAGES.map(({ name, kind }) => ({
    externalId: name,
    name,
    kind,
  }));
  const phonesOf = (phones: string[] | undefined) =>
    phones === undefined
      ? {}
      : Object.fromEntries(PHONES.map((name, index) => [name, phones[index] ?? null]));

  return {
    ...server,
    state,
    signIn,
    clock,
    access: { connectedBy: 'key', credentials: BULLHORN_KEY, tokens: null, client: BULLHORN_CLIENT },
    webhooks: null,
    addJob: ({ name, hiringManagerEmail }) => {
      const clientContact = hiringManagerEmail === undefined ? null : { id: 1, email: hiringManagerEmail };
      const job = state.add('JobOrder', { title: name, isOpen: true, status: 'Accepting', clientContact });
      return { externalId: String(job.id), stages };
    },
    addPerson: ({ firstName, lastName, email, phones, job, stage }) => {
      const candidate = state.add('Candidate', {
        firstName,
        lastName,
        email: email ?? null,
        ...phonesOf(phones),
      });
      const externalId = String(candidate.id);
      if (job === undefined) return { externalId, applicationExternalId: null };
      const submission = state.add('JobSubmission', {
        candidate: candidate.id,
        jobOrder: Number(job.externalId),
        sendingUser: state.me.id,
        source: null,
        status: stage ?? BULLHORN_STAGES[0].name,
      });
      return { externalId, applicationExternalId: String(submission.id) };
    },
    changePerson: (id, { phones, ...change }) => {
      state.change('Candidate', id, { ...change, ...phonesOf(phones) });
    },
    deletePerson: (id) => {
      state.change('Candidate', id, { isDeleted: true });
    },
    mergePeople: null,
    addInterview: ({ person, title, startsAt, endsAt, timezone, interviewer, location, videoUrl }) => {
      const submission = state.get('JobSubmission', person.applicationExternalId ?? '');
      const owner = state.add('CorporateUser', interviewer);
      const appointment = state.add('Appointment', {
        type: 'Interview',
        subject: title,
        dateBegin: startsAt.getTime(),
        dateEnd: endsAt.getTime(),
        timeZoneID: timezone,
        location: videoUrl ?? location ?? null,
        candidateReference: Number(person.externalId),
        jobOrder: submission.jobOrder,
        jobSubmission: submission.id,
        owner: owner.id,
        parentAppointment: null,
      });
      // Each user who is invited has a copy.
      const invitee = state.add('CorporateUser', { name: 'Lee Chu', email: 'lee@corp.example' });
      const {
        id: parentAppointment,
        dateAdded: _,
        dateLastModified: __,
        isDeleted: ___,
        ...copied
      } = appointment;
      state.add('Appointment', { ...copied, owner: invitee.id, parentAppointment });
      return { externalId: String(appointment.id) };
    },
    deleteInterview: (wanted) => {
      const others = state.all('Appointment').filter(({ id }) => String(id) !== wanted);
      state.records.set('Appointment', others);
    },
    cancelInterview: (id) => {
      state.change('Appointment', id, { isDeleted: true });
    },
    addNewHire: ({ person, startsOn }) => {
      const placement = state.add('Placement', {
        candidate: Number(person.externalId),
        jobOrder: person.applicationExternalId
          ? state.get('JobSubmission', person.applicationExternalId).jobOrder
          : null,
        // Midnight in New York, in winter.
        dateBegin: Date.parse(`${startsOn}T05:00:00Z`),
        status: 'Approved',
      });
      return { externalId: String(placement.id) };
    },
    notesOf: (id) =>
      state
        .all('Note')
        .filter((note) => note.personReference === Number(id))
        .map((note) => asText(String(note.comments))),
    stageOf: (id) => String(state.get('JobSubmission', id).status),
    move: (id, stage) => {
      state.change('JobSubmission', id, { status: stage });
    },
  };
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
