import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { numberedIds } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { type FakeAtsRequest, type FakeRoute, get, ok, post, wait } from './fake-ats-server.ts';
import { type FakeOfVendor, hmac, startFakeVendor, type VendorFacts } from './fake-vendor.ts';
import type { HarvestList } from './harvest-facts.ts';
import { harvestRoutes, invalid } from './harvest-routes.ts';
import { type HarvestRow, harvestRows } from './harvest-rows.ts';
import { Hiring, orNoSuch } from './hiring.ts';
import type { Application, Change, Subscription } from './hiring-records.ts';

const CLIENT = { id: 'hiretext-client-1', secret: 'secret-of-the-credential' };
const PARTNER = { id: 'hiretext-partner-2', secret: 'secret-of-the-partner' };
const TOKEN_SECONDS = 3600;
const STAGES = [
  { name: 'Application Review', kind: 'screen' },
  { name: 'Face to Face Interview', kind: 'interview' },
  { name: 'Offer', kind: 'offer' },
] as const;

export interface FakeGreenhouse extends FakeOfVendor {
  /** This server's own client there, for consent. */
  partner: { id: string; secret: string };
  addUser(user: { name: string; email: string; siteAdmin: boolean }): { id: number };
  /** As lists return them. */
  rows(list: HarvestList): HarvestRow[];
}

interface Given {
  tokens: Map<string, { until: Date; sub: string | null; refresh: string | null }>;
  codes: Map<string, string>;
}

/** Who works there and who applied, with what is known of those who ask. */
export interface GreenhouseCompany {
  hiring: Hiring;
  given: Given;
}

export function newCompany(
  clock: FakeClock,
  newId: () => string = numberedIds(4_000_001, 7),
): GreenhouseCompany {
  const facts = { newId, stages: STAGES, stagesPerJob: true, withoutJob: 'nothing' } as const;
  return { hiring: new Hiring(clock, facts), given: { tokens: new Map(), codes: new Map() } };
}

/** Greenhouse's API, as it answers for a company. */
export function greenhouseOf({ hiring, given }: GreenhouseCompany, credential = CLIENT): VendorFacts {
  const { clock } = hiring;
  const tokenOf = ({ headers }: FakeAtsRequest) =>
    given.tokens.get(String(headers.authorization ?? '').replace(/^Bearer /, ''));
  const mayRead = (request: FakeAtsRequest) => {
    const sub = tokenOf(request)?.sub ?? null;
    return sub === null || hiring.users.some(({ id, role }) => id === sub && role === 'site admin');
  };
  return {
    access: {
      connectedBy: 'key',
      credentials: { clientId: credential.id, clientSecret: credential.secret },
      tokens: null,
      client: null,
    },
    routes: [...signInRoutes(hiring, given, [credential, PARTNER]), ...harvestRoutes(hiring, mayRead)],
    authenticate: (request) => {
      const token = tokenOf(request);
      return token !== undefined && token.until > clock.now() ? null : says.keyRefused();
    },
    expireTokens: () => given.tokens.clear(),
    says,
    headers: limits(clock),
    webhooks: {
      signsBody: true,
      signsTime: false,
      tells: (change) => tells(hiring, change),
      sign: sign(hiring),
    },
    tells: ['merges', 'interviews', 'newHires'],
  };
}

export async function startFakeGreenhouse(clock: FakeClock): Promise<FakeGreenhouse> {
  const company = newCompany(clock);
  const { hiring } = company;
  const fake = await startFakeVendor(hiring, greenhouseOf(company));
  const addByHand = (input: { url: string; secret: string }) => {
    hiring.subscribe(input);
    hiring.deliver('ping', sign(hiring)('ping', {}));
  };
  return {
    ...fake,
    webhooks: fake.webhooks && { ...fake.webhooks, addByHand },
    partner: PARTNER,
    addUser: ({ name, email, siteAdmin }) => {
      const { id } = hiring.addUser({ name, email, role: siteAdmin ? 'site admin' : '' });
      return { id: Number(id) };
    },
    rows: (list) => harvestRows(hiring, list),
  };
}

const says = {
  keyRefused: () => ok({ message: 'Unauthorized', errors: ['Token could not be decoded.'] }, 401),
  rightMissing: () => ok({ message: 'Forbidden', errors: ['Insufficient scope'] }, 403),
  notFound: () => ok({ message: 'Resource not found' }, 404),
  invalid,
  throttled: (seconds: number) => wait(seconds, ok({ message: 'Too many requests' }, 429)),
};

function limits(clock: FakeClock) {
  let window = { start: clock.now().getTime(), left: 500 };
  return () => {
    if (clock.now().getTime() - window.start >= 30_000) window = { start: clock.now().getTime(), left: 500 };
    window.left -= 1;
    return {
      'x-ratelimit-limit': '500',
      'x-ratelimit-remaining': String(window.left),
      'x-ratelimit-reset': String(Math.ceil(window.start / 1000) + 30),
    };
  };
}

const Consent = z.strictObject({
  response_type: z.literal('code'),
  client_id: z.literal(PARTNER.id),
  redirect_uri: z.url(),
  scope: z.string(),
  state: z.string(),
});
const Grant = z.discriminatedUnion('grant_type', [
  z.strictObject({ grant_type: z.literal('client_credentials'), sub: z.string().optional() }),
  z.strictObject({ grant_type: z.literal('authorization_code'), code: z.string(), redirect_uri: z.string() }),
  z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);

/** The sign-in server. */
function signInRoutes(
  hiring: Hiring,
  { tokens, codes }: Given,
  clients: readonly { id: string; secret: string }[],
): FakeRoute[] {
  const give = (sub: string | null, refresh: string | null): FakeReply => {
    const accessToken = `token-${hiring.newId('event')}`;
    const until = new Date(hiring.clock.now().getTime() + TOKEN_SECONDS * 1000);
    tokens.set(accessToken, { until, sub, refresh });
    return ok({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      ...(refresh !== null && { refresh_token: refresh }),
    });
  };
  return [
    get('/authorize', { kind: 'signIn', query: Consent }, ({ query }) => {
      const code = `code-${hiring.newId('event')}`;
      codes.set(code, query.redirect_uri);
      const back = new URL(query.redirect_uri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.state);
      return { status: 302, headers: { location: back.href } };
    }),
    post('/token', { kind: 'signIn', body: Grant }, ({ body, request }) => {
      const [id = '', secret] = basicOf(request);
      const errorId = `err-${hiring.newId('event')}`;
      if (id === '') return ok({ message: 'Unauthorized', errorId }, 401);
      if (!/-\d+$/.test(id) || /^[0-9a-f]{32}/.test(id))
        return ok({ message: `client_id=${id} does not contain a valid client ID suffix`, errorId }, 400);
      const client = clients.find((each) => each.id === id && each.secret === secret);
      if (client === undefined) return ok({ error: 'invalid_client' }, 401);
      if (body.grant_type === 'client_credentials') return give(body.sub ?? null, null);
      const isGranted =
        body.grant_type === 'authorization_code'
          ? codes.get(body.code) === body.redirect_uri && codes.delete(body.code)
          : [...tokens.values()].some(({ refresh }) => refresh === body.refresh_token);
      if (!isGranted) return ok({ error: 'invalid_grant' }, 400);
      return give(null, `refresh-${hiring.newId('event')}`);
    }),
  ];
}

function basicOf(request: FakeAtsRequest): string[] {
  const [, encoded = ''] = /^Basic (.+)$/.exec(String(request.headers.authorization ?? '')) ?? [];
  return Buffer.from(encoded, 'base64').toString().split(':');
}

function tells(hiring: Hiring, change: Change): [string, object][] {
  const about = ({ id, person, status }: Application) => {
    const candidate = harvestRows(hiring, 'candidates').find((row) => row.id === Number(person.id));
    const { first_name, last_name, phone_numbers, email_addresses } = orNoSuch(candidate);
    return {
      application: {
        id: Number(id),
        // Here it's `active`, in lists `in_process`.
        status,
        last_activity_at: hiring.clock.now().toISOString(),
        candidate: { id: Number(person.id), first_name, last_name, phone_numbers, email_addresses },
      },
    };
  };
  switch (change.kind) {
    case 'applied':
      return [['new_candidate_application', about(change.application)]];
    case 'moved':
      return [['candidate_stage_change', about(change.application)]];
    case 'personChanged':
      return [['update_candidate', { candidate: { id: Number(change.person.id) } }]];
    case 'personDeleted': {
      const deleted_application_ids = change.applications.map(({ id }) => Number(id));
      return [['delete_candidate', { person: { id: Number(change.person.id), deleted_application_ids } }]];
    }
    case 'peopleMerged': {
      const person = { id: Number(change.person.id), new_candidate_id: Number(change.into.id) };
      return [['merge_candidate', { person }]];
    }
    case 'interviewCanceled':
      return [['interview_deleted', { interview: { id: Number(change.interview.id) } }]];
    case 'hired':
      return change.applications.map((each) => ['hire_candidate', about(each)]);
    default:
      return [];
  }
}

/** Signed as it is sent, with characters escaped as Greenhouse does. */
const sign = (hiring: Hiring) => (action: string, payload: object) => {
  const eventId = `event-${hiring.newId('event')}`;
  const text = JSON.stringify({ action, payload }).replace(
    /[<>&\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ({ secret }: Subscription) => ({
    headers: {
      'content-type': 'application/json',
      'greenhouse-event-id': eventId,
      signature: `sha256 ${hmac(secret, text)}`,
    },
    body: Buffer.from(text),
  });
};
