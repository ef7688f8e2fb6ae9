import type { FakeAts, FakeClock } from './fake-ats.ts';
import { startFakeAtsServer } from './fake-ats-server.ts';
import { leverReads, leverSays } from './fake-lever-reads.ts';
import { FakeLeverState } from './fake-lever-state.ts';
import { leverWrites } from './fake-lever-writes.ts';
import { FAKE_CLIENT, FakeOauth } from './fake-oauth.ts';

export interface FakeLever extends FakeAts {
  state: FakeLeverState;
  oauth: FakeOauth;
  /** Notes are answered as documented, or as the service does. */
  answerNotesAsDocumented(): void;
}

const API_KEY = 'lever-key';

export async function startFakeLever(clock: FakeClock, { pageSize = 100 } = {}): Promise<FakeLever> {
  const state = new FakeLeverState(clock);
  const oauth = new FakeOauth(clock, 3600);
  const how = { pageSize, notesAsDocumented: false };
  const basic = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
  const server = await startFakeAtsServer({
    routes: [...leverReads(state, how), ...leverWrites(state, oauth, how)],
    authenticate: ({ headers }) => {
      const sent = headers.authorization ?? '';
      const isGood = sent === basic || (sent.startsWith('Bearer ') && oauth.isGood(sent.slice(7)));
      return isGood ? null : leverSays.keyRefused();
    },
    expireTokens: oauth.expire,
    says: leverSays,
  });
  return {
    ...server,
    state,
    oauth,
    clock,
    access: { connectedBy: 'key', credentials: { apiKey: API_KEY }, tokens: null, client: FAKE_CLIENT },
    answerNotesAsDocumented: () => {
      how.notesAsDocumented = true;
    },
    webhooks: {
      addByHand: null,
      urls: () => state.webhooks.map(({ url }) => url),
      outbox: state.outbox,
      signsBody: false,
      signsTime: true,
    },
    addJob: state.addJob,
    addPerson: state.addPerson,
    changePerson: (id, change) =>
      state.changeContact(id, (contact) => {
        contact.firstName = change.firstName ?? contact.firstName;
        contact.lastName = change.lastName ?? contact.lastName;
        if (change.email !== undefined) contact.emails = [change.email];
        if (change.phones) contact.phones = change.phones.map((value) => ({ type: null, value }));
      }),
    deletePerson: state.deletePerson,
    mergePeople: null,
    addInterview: (interview) => {
      const opportunity = state.opportunity(interview.person.applicationExternalId);
      const user = state.addUser(interview.interviewer.email, 'interviewer');
      user.name = interview.interviewer.name;
      const made = {
        id: state.id(),
        opportunity: opportunity.id,
        subject: interview.title,
        interviewers: [{ id: user.id, name: user.name, email: user.email, feedbackTemplate: null }],
        timezone: interview.timezone,
        date: interview.startsAt.getTime(),
        duration: (interview.endsAt.getTime() - interview.startsAt.getTime()) / 60_000,
        location: interview.videoUrl ?? interview.location ?? null,
        canceledAt: null,
      };
      state.interviews.push(made);
      state.emit('interviewCreated', { interviewId: made.id, opportunityId: opportunity.id });
      return { externalId: made.id };
    },
    deleteInterview: (wanted) => {
      state.interviews = state.interviews.filter(({ id }) => id !== wanted);
    },
    cancelInterview: (id) => {
      const interview = state.interviews.find((each) => each.id === id);
      if (interview === undefined) throw new Error('no such interview');
      interview.canceledAt = state.clock.tick().getTime();
      state.emit('interviewUpdated', { interviewId: id, opportunityId: interview.opportunity });
    },
    addNewHire: ({ person, startsOn }) => {
      const { id } = state.opportunity(person.applicationExternalId);
      const start = Date.parse(`${startsOn}T00:00:00Z`);
      state.offers.push({ id: state.id(), opportunity: id, start, createdAt: state.clock.tick().getTime() });
      state.archive(id, 'hired');
      return { externalId: id };
    },
    notesOf: (contact) => {
      const theirs = state.opportunitiesOf(contact).map(({ id }) => id);
      return state.notes
        .filter(({ opportunity }) => theirs.includes(opportunity))
        .map(({ fields }) => fields[0]?.value ?? '');
    },
    stageOf: (id) => state.opportunities.find((each) => each.id === id)?.stage ?? null,
    move: state.move,
  };
}
