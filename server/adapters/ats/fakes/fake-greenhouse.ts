import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import type { FakeAts, FakeClock, FakeJob } from './fake-ats.ts';
import { type FakeAtsRequest, type FakeRoute, fakeRoute, startFakeAtsServer } from './fake-ats-server.ts';
import { harvestRoutes, invalid, moveTo } from './fake-greenhouse-routes.ts';
import { GreenhouseState } from './fake-greenhouse-state.ts';

const CLIENT = { id: 'hiretext-client-1', secret: 'secret-of-the-credential' };
const PARTNER = { id: 'hiretext-partner-2', secret: 'secret-of-the-partner' };
const TOKEN_SECONDS = 3600;
const STAGES = [
  { name: 'Application Review', kind: 'screen' },
  { name: 'Face to Face Interview', kind: 'interview' },
  { name: 'Offer', kind: 'offer' },
] as const;

export interface FakeGreenhouse extends FakeAts {
  state: GreenhouseState;
  /** This server's own client there, for consent. */
  partner: { id: string; secret: string };
  addUser(user: { name: string; email: string; siteAdmin: boolean }): { id: number };
}

export async function startFakeGreenhouse(clock: FakeClock): Promise<FakeGreenhouse> {
  const state = new GreenhouseState(clock);
  let window = { start: clock.now().getTime(), left: 500 };
  const server = await startFakeAtsServer({
    routes: [...signInRoutes(state), ...harvestRoutes(state)],
    authenticate: (request) => authenticate(state, request),
    expireTokens: () => state.tokens.clear(),
    headers: () => {
      if (clock.now().getTime() - window.start >= 30_000)
        window = { start: clock.now().getTime(), left: 500 };
      window.left -= 1;
      return {
        'x-ratelimit-limit': '500',
        'x-ratelimit-remaining': String(window.left),
        'x-ratelimit-reset': String(Math.ceil(window.start / 1000) + 30),
      };
    },
    says: {
      keyRefused: () => UNAUTHORIZED,
      rightMissing: () => ({ status: 403, body: { message: 'Forbidden', errors: ['Insufficient scope'] } }),
      notFound: () => ({ status: 404, body: { message: 'Resource not found' } }),
      invalid,
      throttled: (seconds) => ({
        status: 429,
        headers: { 'retry-after': String(seconds) },
        body: { message: 'Too many requests' },
      }),
    },
  });

  const addUser: FakeGreenhouse['addUser'] = ({ name, email, siteAdmin }) => {
    const known = state.tables.users.find((user) => user.primary_email === email);
    return known ?? state.add('users', { name, primary_email: email, site_admin: siteAdmin });
  };
  const person = (externalId: string) => state.find('candidates', externalId);
  const applicationsOf = (id: number) =>
    state.tables.applications.filter((application) => application.candidate_id === id);

  return {
    ...server,
    state,
    partner: PARTNER,
    access: {
      connectedBy: 'key',
      credentials: { clientId: CLIENT.id, clientSecret: CLIENT.secret },
      tokens: null,
      client: null,
    },
    clock,
    webhooks: {
      addByHand: (input) => {
        state.webhooks.push(input);
        state.tell('ping', {});
      },
      urls: () => state.webhooks.map(({ url }) => url),
      outbox: state.outbox,
      signsBody: true,
      signsTime: false,
    },
    addUser,
    addJob: ({ name, hiringManagerEmail }): FakeJob => {
      const job = state.add('jobs', { name, status: 'open', is_template: false });
      if (hiringManagerEmail !== undefined) {
        const user = addUser({ name: 'Mo Díaz', email: hiringManagerEmail, siteAdmin: false });
        state.add('job_hiring_managers', { job_id: job.id, user_id: user.id });
      }
      const stages = STAGES.map(({ name: stageName, kind }, index) => {
        const stage = { job_id: job.id, name: stageName, sort_order: index, active: true };
        return { externalId: String(state.add('job_interview_stages', stage).id), name: stageName, kind };
      });
      return { externalId: String(job.id), stages };
    },
    addPerson: ({ firstName, lastName, email, phones = [], job, stage }) => {
      const candidate = state.add('candidates', {
        first_name: firstName,
        last_name: lastName,
        email_addresses: email === undefined ? [] : [{ value: email, type: 'personal' }],
        phone_numbers: phonesAs(phones),
        time_zone: null,
        private: false,
      });
      if (job === undefined) return { externalId: String(candidate.id), applicationExternalId: null };
      const stageId = stage ?? job.stages[0]?.externalId ?? '';
      const application = state.add('applications', {
        candidate_id: candidate.id,
        job_id: Number(job.externalId),
        status: 'in_process',
        prospect: false,
        stage_id: state.nextId(),
        job_interview_stage_id: Number(stageId),
        stage_name: state.find('job_interview_stages', stageId).name,
      });
      state.tell('new_candidate_application', state.applicationPayload(application));
      return { externalId: String(candidate.id), applicationExternalId: String(application.id) };
    },
    changePerson: (externalId, { firstName, lastName, email, phones }) => {
      state.change(person(externalId), {
        ...(firstName !== undefined && { first_name: firstName }),
        ...(lastName !== undefined && { last_name: lastName }),
        ...(email !== undefined && { email_addresses: [{ value: email, type: 'personal' }] }),
        ...(phones !== undefined && { phone_numbers: phonesAs(phones) }),
      });
      state.tell('update_candidate', { candidate: { id: Number(externalId) } });
    },
    deletePerson: (externalId) => {
      const { id } = person(externalId);
      const deleted_application_ids = applicationsOf(id).map((application) => application.id);
      state.remove('candidates', (row) => row.id === id);
      state.remove('applications', (row) => row.candidate_id === id);
      state.tell('delete_candidate', { person: { id, deleted_application_ids } });
    },
    mergePeople: (from, into) => {
      for (const application of applicationsOf(Number(from)))
        state.change(application, { candidate_id: Number(into) });
      state.remove('candidates', (row) => row.id === Number(from));
      state.tell('merge_candidate', { person: { id: Number(from), new_candidate_id: Number(into) } });
    },
    addInterview: ({ person: who, startsAt, endsAt, interviewer, location, videoUrl }) => {
      const application = state.find('applications', who.applicationExternalId ?? '');
      const interview = state.add('interviews', {
        application_id: application.id,
        job_id: application.job_id,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
        location: location ?? null,
        video_conferencing_url: videoUrl ?? null,
        status: 'scheduled',
      });
      const user = addUser({ ...interviewer, siteAdmin: false });
      state.add('interviewers', { interview_id: interview.id, user_id: user.id, email: interviewer.email });
      return { externalId: String(interview.id) };
    },
    cancelInterview: (externalId) => {
      state.remove('interviews', ({ id }) => id === Number(externalId));
      state.tell('interview_deleted', { interview: { id: Number(externalId) } });
    },
    deleteInterview: (externalId) => state.remove('interviews', ({ id }) => id === Number(externalId)),
    addNewHire: ({ person: who, startsOn }) => {
      const application = state.find('applications', who.applicationExternalId ?? '');
      const about = {
        application_id: application.id,
        candidate_id: application.candidate_id,
        job_id: application.job_id,
      };
      state.add('offers', { ...about, starts_on: startsOn, status: 'Deprecated', version: 1 });
      const offer = state.add('offers', { ...about, starts_on: startsOn, status: 'Accepted', version: 2 });
      state.change(application, { status: 'hired' });
      state.tell('hire_candidate', state.applicationPayload(application));
      return { externalId: String(offer.id) };
    },
    notesOf: (externalId) =>
      state.tables.notes
        .filter((note) => note.candidate_id === Number(externalId))
        .map((note) => String(note.body)),
    stageOf: (externalId) => String(state.find('applications', externalId).job_interview_stage_id),
    move: (externalId, stageId) => moveTo(state, state.find('applications', externalId), Number(stageId)),
  };
}

const phonesAs = (phones: string[]) =>
  phones.map((value, index) => ({ value, type: index === 0 ? 'mobile' : 'home' }));

const UNAUTHORIZED: FakeReply = {
  status: 401,
  body: { message: 'Unauthorized', errors: ['Token could not be decoded.'] },
};

function authenticate(state: GreenhouseState, request: FakeAtsRequest): FakeReply | null {
  const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '');
  const known = state.tokens.get(token);
  return known !== undefined && known.until > state.clock.now() ? null : UNAUTHORIZED;
}

/** The sign-in server. */
function signInRoutes(state: GreenhouseState): FakeRoute[] {
  return [
    fakeRoute({
      method: 'GET',
      path: '/authorize',
      kind: 'signIn',
      query: z.strictObject({
        response_type: z.literal('code'),
        client_id: z.literal(PARTNER.id),
        redirect_uri: z.url(),
        scope: z.string(),
        state: z.string(),
      }),
      handle: ({ query }) => {
        const code = `code-${state.nextId()}`;
        state.codes.set(code, query.redirect_uri);
        const back = new URL(query.redirect_uri);
        back.searchParams.set('code', code);
        back.searchParams.set('state', query.state);
        return { status: 302, headers: { location: back.href } };
      },
    }),
    fakeRoute({
      method: 'POST',
      path: '/token',
      kind: 'signIn',
      body: z.discriminatedUnion('grant_type', [
        z.strictObject({ grant_type: z.literal('client_credentials'), sub: z.string().optional() }),
        z.strictObject({
          grant_type: z.literal('authorization_code'),
          code: z.string(),
          redirect_uri: z.string(),
        }),
        z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
      ]),
      handle: ({ body, request }) => {
        const [id = '', secret] = basicOf(request);
        const errorId = `err-${state.nextId()}`;
        if (id === '') return { status: 401, body: { message: 'Unauthorized', errorId } };
        if (!/-\d+$/.test(id) || /^[0-9a-f]{32}/.test(id))
          return {
            status: 400,
            body: { message: `client_id=${id} does not contain a valid client ID suffix`, errorId },
          };
        const client = [CLIENT, PARTNER].find((each) => each.id === id && each.secret === secret);
        if (client === undefined) return { status: 401, body: { error: 'invalid_client' } };
        if (body.grant_type === 'client_credentials')
          return giveToken(state, {
            sub: body.sub === undefined ? null : Number(body.sub),
            withRefresh: false,
          });
        const isGranted =
          body.grant_type === 'authorization_code'
            ? state.codes.get(body.code) === body.redirect_uri && state.codes.delete(body.code)
            : [...state.tokens.values()].some(({ refresh }) => refresh === body.refresh_token);
        if (!isGranted) return { status: 400, body: { error: 'invalid_grant' } };
        return giveToken(state, { sub: null, withRefresh: true });
      },
    }),
  ];
}

function basicOf(request: FakeAtsRequest): string[] {
  const [, encoded = ''] = /^Basic (.+)$/.exec(String(request.headers.authorization ?? '')) ?? [];
  return Buffer.from(encoded, 'base64').toString().split(':');
}

function giveToken(
  state: GreenhouseState,
  { sub, withRefresh }: { sub: number | null; withRefresh: boolean },
): FakeReply {
  const accessToken = `token-${state.nextId()}`;
  const refresh = withRefresh ? `refresh-${state.nextId()}` : null;
  const until = new Date(state.clock.now().getTime() + TOKEN_SECONDS * 1000);
  state.tokens.set(accessToken, { until, sub, refresh });
  return {
    status: 200,
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      ...(refresh !== null && { refresh_token: refresh }),
    },
  };
}
