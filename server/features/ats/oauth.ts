import { API_BASE } from '../../../contract/api.ts';
import type { AtsType } from '../../../contract/ats.ts';
import type { AtsAccess, OauthConsent } from '../../adapters/ats/port.ts';
import { vendorAddress } from '../../adapters/send-signed.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { type Came, isStateFresh, issueState, type StateTable, takeState } from '../../oauth/states.ts';
import type { Actor } from '../audit/record-audit.ts';
import { connect } from './connect.ts';
import { openUnsaved, systemOf } from './open-api.ts';

const STATES: StateTable = { name: 'ats_oauth_states', vendor: 'ats_type' };

export const startPath = (type: string) => `${API_BASE}/atsIntegration/${type}/oauth`;
export const callbackPath = (type: string) => `${startPath(type)}/callback`;

const callbackUrl = ({ publicUrl }: Pick<Deps, 'publicUrl'>, atsType: AtsType) =>
  publicUrl + callbackPath(atsType);

/** Only the person who asks can use it, in the browser in which they ask. */
export async function startOauth(
  deps: Deps,
  session: Session,
  atsType: AtsType,
  browserHash: string,
): Promise<{ state: string; url: string }> {
  consentOf(deps, atsType);
  const state = await issueState(deps, STATES, session, { vendor: atsType, browserHash });
  return { state, url: `${deps.publicUrl}${startPath(atsType)}/?state=${state}` };
}

/** The vendor's address. Only for the browser that asked, so that no link of ours leads anyone else to consent for us. */
export async function goToVendor(deps: Deps, came: Came<AtsType>): Promise<string> {
  const { oauth, client, baseUrl } = consentOf(deps, came.vendor);
  if (!(await isStateFresh(deps, STATES, came))) throw new Failure('not_found');
  const address = oauth.authorizeUrl({
    clientId: client.id,
    redirectUri: callbackUrl(deps, came.vendor),
    state: came.state,
  });
  return vendorAddress(address, baseUrl).href;
}

/** Connects with the code that came back, like with a key. */
export async function comeBack(
  deps: Deps,
  came: Came<AtsType> & { code: string },
  from: Pick<Actor, 'ip' | 'userAgent'>,
): Promise<void> {
  const { vendor: atsType, code } = came;
  const { oauth, client } = consentOf(deps, atsType);
  const person = await takeState(deps, STATES, came);
  // They may have lost the right meanwhile.
  if (person?.userType !== 'admin' || code === '') throw new Failure('not_found');
  const { accountId } = person;
  const unsigned: AtsAccess = { connectedBy: 'oauth', credentials: {}, tokens: null, client };
  const { api } = openUnsaved(deps, { accountId, atsType }, unsigned);
  const tokens = await oauth.exchange(api, { code, redirectUri: callbackUrl(deps, atsType), client });
  await connect(deps, { ...person, ...from }, { atsType, access: { ...unsigned, tokens }, settings: {} });
}

function consentOf(
  deps: Pick<Deps, 'ats'>,
  atsType: AtsType,
): { oauth: OauthConsent; client: { id: string; secret: string }; baseUrl: string | null } {
  const { connector, client, baseUrl } = systemOf(deps, atsType);
  if (connector.oauth === null || client === null) throw new Failure('not_found');
  return { oauth: connector.oauth, client, baseUrl };
}
