import type { FakeAts, FakeClock } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { FAKE_CLIENT, FakeOauth } from './fake-oauth.ts';
import { smartReads, smartSays } from './fake-smart-recruiters-reads.ts';
import { FakeSmartState } from './fake-smart-recruiters-state.ts';
import { smartWrites } from './fake-smart-recruiters-writes.ts';

export interface FakeSmartRecruiters extends FakeAts {
  state: FakeSmartState;
  oauth: FakeOauth;
}

const API_KEY = 'smart-recruiters-key';

export async function startFakeSmartRecruiters(
  clock: FakeClock,
  { pageSize = 100 } = {},
): Promise<FakeSmartRecruiters> {
  const state = new FakeSmartState(clock);
  const oauth = new FakeOauth(clock, 1800);
  const server = await startFakeAtsServer({
    routes: [...smartReads(state, { pageSize }), ...smartWrites(state, oauth, { pageSize })],
    authenticate: ({ headers }) => {
      const bearer = headers.authorization?.replace(/^Bearer /, '') ?? '';
      const isGood = headers['x-smarttoken'] === API_KEY || oauth.isGood(bearer);
      return isGood ? null : smartSays.keyRefused();
    },
    expireTokens: oauth.expire,
    says: smartSays,
  });
  return {
    ...server,
    state,
    oauth,
    clock,
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: FAKE_CLIENT },
    webhooks: {
      addByHand: null,
      urls: () =>
        state.subscriptions.filter(({ status }) => status === 'active').map(({ callbackUrl }) => callbackUrl),
      outbox: state.outbox,
      signsBody: true,
      signsTime: true,
    },
    addJob: state.addJob,
    addPerson: state.addPerson,
    changePerson: (id, { phones, ...change }) =>
      state.change(id, { ...change, ...(phones?.[0] !== undefined && { phoneNumber: phones[0] }) }),
    deletePerson: state.deletePerson,
    mergePeople: null,
    addInterview: (interview) => {
      const { candidate, assignment } = state.assignment(interview.person.applicationExternalId);
      const interviewer = state.addUser(interview.interviewer.name, interview.interviewer.email);
      const slotId = state.id();
      const made = {
        id: state.id(),
        applicationId: assignment.applicationId,
        candidate: { id: candidate.id, status: 'accepted' },
        jobId: assignment.jobId,
        location: interview.videoUrl ?? interview.location ?? 'Main office',
        organizerId: interviewer,
        timezone: interview.timezone,
        timeslots: [
          {
            id: slotId,
            interviewType: 'Talk',
            title: interview.title,
            startsOn: interview.startsAt.toISOString(),
            endsOn: interview.endsAt.toISOString(),
            interviewers: [{ id: interviewer, status: 'accepted' }],
            candidateStatus: 'accepted',
          },
        ],
        createdOn: state.tick(),
        source: 'SMARTRECRUITERS',
      };
      state.interviews.push(made);
      state.emit('interview.created', {
        interview_id: made.id,
        application_id: assignment.applicationId,
        candidate_id: candidate.id,
        company_id: 'AcmeInc',
      });
      return { externalId: slotId };
    },
    deleteInterview: (wanted) => {
      state.interviews = state.interviews.filter(({ timeslots: [slot] }) => slot?.id !== wanted);
    },
    cancelInterview: (slotId) => {
      const at = state.interviews.findIndex(({ timeslots: [slot] }) => slot?.id === slotId);
      const [interview] = state.interviews.splice(at, 1);
      if (interview === undefined) throw new Error('no such interview');
      state.emit('interview.canceled', {
        interview_id: interview.id,
        application_id: interview.applicationId,
        candidate_id: interview.candidate.id,
        company_id: 'AcmeInc',
      });
    },
    addNewHire: ({ person, startsOn }) => {
      const externalId = person.applicationExternalId ?? '';
      state.assignment(externalId).assignment.startsOn = startsOn;
      state.move(externalId, 'HIRED');
      return { externalId };
    },
    notesOf: (person) =>
      state.notes.filter(({ candidateId }) => candidateId === person).map(({ content }) => content),
    stageOf: (application) => {
      const { status, subStatus } = state.assignment(application).assignment;
      return subStatus === null ? status : `${status}/${subStatus}`;
    },
    move: state.move,
  };
}
