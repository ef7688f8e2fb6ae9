import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../../../contract/api.ts';
import { CalendarProvider } from '../../../../contract/calendar-connections.ts';
import type { CalendarOauth, OauthClient } from '../../../adapters/calendars/port.ts';
import { vendorAddress } from '../../../adapters/send-signed.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { oauthPages } from '../../../oauth/pages.ts';
import { type Came, isStateFresh, issueState, type StateTable, takeState } from '../../../oauth/states.ts';
import { type Actor, originOf } from '../../audit/record-audit.ts';
import { connect } from './connect.ts';
import { openUnsaved, providerOf } from './open-api.ts';

const STATES: StateTable = { name: 'calendar_oauth_states', vendor: 'provider' };

const startPath = (provider: string) => `${API_BASE}/calendarConnections/${provider}/oauth`;
const callbackPath = (provider: string) => `${startPath(provider)}/callback`;

/** Only the person who asks can use it, in the browser in which they ask. */
export async function startOauth(
  deps: Deps,
  session: Session,
  provider: CalendarProvider,
  browserHash: string,
): Promise<{ state: string; url: string }> {
  consentOf(deps, provider);
  const state = await issueState(deps, STATES, session, { vendor: provider, browserHash });
  return { state, url: `${deps.publicUrl}${startPath(provider)}/?state=${state}` };
}

export function calendarOauthPages(app: FastifyInstance, deps: Deps): void {
  oauthPages<CalendarProvider>(app, deps, {
    startPath,
    callbackPath,
    vendorOf: (name) => CalendarProvider.safeParse(name).data ?? null,
    parameter: 'calendar',
    goToVendor: (came) => goToVendor(deps, came),
    comeBack: (came, request) => comeBack(deps, came, originOf(request)),
  });
}

async function goToVendor(deps: Deps, came: Came<CalendarProvider>): Promise<string> {
  const { oauth, client, baseUrl, redirectUri } = consentOf(deps, came.vendor);
  if (!(await isStateFresh(deps, STATES, came))) throw new Failure('not_found');
  const address = oauth.authorizeUrl({ clientId: client.id, redirectUri, state: came.state });
  return vendorAddress(address, baseUrl).href;
}

async function comeBack(
  deps: Deps,
  came: Came<CalendarProvider> & { code: string },
  from: Pick<Actor, 'ip' | 'userAgent'>,
): Promise<void> {
  const { vendor: provider, code } = came;
  const { oauth, client, redirectUri } = consentOf(deps, provider);
  const person = await takeState(deps, STATES, came);
  if (person === null || code === '') throw new Failure('not_found');
  await connect(deps, { ...person, ...from }, provider, async (timezone) => {
    const unsigned = { credentials: {}, tokens: null };
    const api = openUnsaved(deps, { userId: person.userId, provider, timezone }, unsigned);
    return { ...unsigned, tokens: await oauth.exchange(api, { code, redirectUri, client }) };
  });
}

function consentOf(
  deps: Pick<Deps, 'calendars' | 'publicUrl'>,
  provider: CalendarProvider,
): { oauth: CalendarOauth; client: OauthClient; baseUrl: string | null; redirectUri: string } {
  const { connector, client, baseUrl } = providerOf(deps, provider);
  if (connector.oauth === null || client === null) throw new Failure('not_found');
  return { oauth: connector.oauth, client, baseUrl, redirectUri: deps.publicUrl + callbackPath(provider) };
}
