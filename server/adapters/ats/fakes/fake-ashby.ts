import { ashbyRoutes, ashbySays } from './fake-ashby-routes.ts';
import { FakeAshbyState } from './fake-ashby-state.ts';
import type { FakeAts, FakeClock } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';

export interface FakeAshby extends FakeAts {
  state: FakeAshbyState;
  expireSyncTokens(): void;
}

const API_KEY = 'ashby-key';

export async function startFakeAshby(clock: FakeClock, { pageSize = 100 } = {}): Promise<FakeAshby> {
  const state = new FakeAshbyState(clock);
  const how = { pageSize, tokensExpiredAt: null as string | null };
  const basic = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
  const server = await startFakeAtsServer({
    routes: ashbyRoutes(state, how),
    authenticate: ({ headers }) => {
      if (headers.authorization !== basic) return ashbySays.keyRefused();
      return headers.accept === 'application/json; version=1' ? null : ashbySays.invalid();
    },
    expireTokens: null,
    says: ashbySays,
  });
  return {
    ...server,
    state,
    clock,
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: null },
    expireSyncTokens: () => {
      how.tokensExpiredAt = state.tick();
    },
    webhooks: {
      addByHand: null,
      urls: () => state.webhooks.map(({ requestUrl }) => requestUrl),
      outbox: state.outbox,
      signsBody: true,
      signsTime: false,
    },
    addJob: state.addJob,
    addPerson: state.addPerson,
    changePerson: (id, { email, ...change }) =>
      state.change(id, { ...change, ...(email !== undefined && { emails: [email] }) }),
    deletePerson: state.deletePerson,
    mergePeople: state.mergePeople,
    addInterview: (interview) => {
      const application = state.application(interview.person.applicationExternalId);
      const at = state.tick();
      const [firstName = '', ...rest] = interview.interviewer.name.split(' ');
      const [id, scheduleId, interviewId, userId] = [state.id(), state.id(), state.id(), state.id()];
      const schedule = {
        id: scheduleId,
        status: 'Scheduled' as const,
        applicationId: application.id,
        interviewStageId: application.currentInterviewStage.id,
        createdAt: at,
        updatedAt: at,
        interviewEvents: [
          {
            id,
            interviewId,
            interviewScheduleId: scheduleId,
            interviewerUserIds: [userId],
            interviewers: [
              {
                id: userId,
                firstName,
                lastName: rest.join(' '),
                email: interview.interviewer.email,
                globalRole: 'Limited Access',
                isEnabled: true,
                updatedAt: at,
              },
            ],
            createdAt: at,
            updatedAt: at,
            startTime: interview.startsAt.toISOString(),
            endTime: interview.endsAt.toISOString(),
            feedbackLink: `https://app.ashbyhq.com/feedback/${id}`,
            location: interview.location ?? null,
            meetingLink: interview.videoUrl ?? null,
            hasSubmittedFeedback: false,
            interview: {
              id: interviewId,
              title: interview.title,
              isArchived: false,
              isFeedbackRequired: false,
              isFeedbackRequested: false,
              feedbackFormDefinitionId: interviewId,
            },
          },
        ],
      };
      state.schedules.push(schedule);
      state.emit('interviewScheduleCreate', { interviewSchedule: schedule });
      return { externalId: id };
    },
    deleteInterview: (wanted) => {
      state.schedules = state.schedules.filter(({ interviewEvents: [event] }) => event?.id !== wanted);
    },
    cancelInterview: (wanted) => {
      const schedule = state.schedules.find(({ interviewEvents: [event] }) => event?.id === wanted);
      if (schedule === undefined) throw new Error('no such interview');
      schedule.status = 'Cancelled';
      schedule.updatedAt = state.tick();
      state.emit('interviewScheduleUpdate', { interviewSchedule: schedule });
    },
    addNewHire: ({ person, startsOn }) => {
      const application = state.application(person.applicationExternalId);
      const hired = state.stages.find(({ type }) => type === 'Hired');
      state.move(application.id, hired?.id ?? '');
      const at = state.tick();
      const startDate = `${startsOn}T00:00:00.000Z`;
      const offer = {
        id: state.id(),
        decidedAt: at,
        applicationId: application.id,
        acceptanceStatus: 'Accepted',
        offerStatus: 'CandidateAccepted',
        latestVersion: { id: state.id(), startDate, createdAt: at },
      };
      state.offers.push(offer);
      state.emit('candidateHire', { application });
      return { externalId: offer.id };
    },
    notesOf: (person) =>
      state.notes.filter(({ candidateId }) => candidateId === person).map(({ content }) => content),
    stageOf: (id) => state.applications.find((each) => each.id === id)?.currentInterviewStage.id ?? null,
    move: state.move,
  };
}
