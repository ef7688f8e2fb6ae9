import type { AtsType } from '../../../contract/ats.ts';
import { API_BASE } from '../../../contract/routes.ts';
import { vendorAddress } from '../../adapters/ats/api.ts';
import type { AtsAccess, OauthConsent } from '../../adapters/ats/port.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hashKey, newKey } from '../../http/keys.ts';
import { ID_PATTERN } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import type { Actor } from '../audit/record-audit.ts';
import { connect } from './connect.ts';
import { insertState, isStateFresh, takeState, type Way } from './oauth-store.ts';
import { openUnsaved, systemOf } from './open-api.ts';

const STATE_MS = 10 * 60_000;

export const startPath = (type: string) => `${API_BASE}/atsIntegration/${type}/oauth`;
export const callbackPath = (type: string) => `${startPath(type)}/callback`;

const callbackUrl = ({ publicUrl }: Pick<Deps, 'publicUrl'>, atsType: AtsType) =>
  publicUrl + callbackPath(atsType);

/** Only the person who asks can use it, in the browser in which they ask. */
export async function startOauth(
  deps: Deps,
  { accountId, userId }: Session,
  atsType: AtsType,
  browserHash: string,
): Promise<{ state: string; url: string }> {
  consentOf(deps, atsType);
  // It says whose connection it is for: there is no looking it up without.
  const state = `${accountId}.${newKey()}`;
  const expiresAt = new Date(deps.clock().getTime() + STATE_MS);
  await insertState(deps.db, {
    accountId,
    atsType,
    stateHash: hashKey(state),
    browserHash,
    userId,
    expiresAt,
  });
  return { state, url: `${deps.publicUrl}${startPath(atsType)}/?state=${state}` };
}

interface Came {
  atsType: AtsType;
  state: string;
  browserHash: string | null;
}

/** The vendor's address. Only for the browser that asked, so that no link of ours leads anybody else to consent for us. */
export async function goToVendor(deps: Deps, came: Came): Promise<string> {
  const { oauth, client, baseUrl } = consentOf(deps, came.atsType);
  if (!(await isStateFresh(deps.db, wayOf(came), deps.clock()))) throw new Failure('not_found');
  const address = oauth.authorizeUrl({
    clientId: client.id,
    redirectUri: callbackUrl(deps, came.atsType),
    state: came.state,
  });
  return vendorAddress(address, baseUrl).href;
}

/** Connects with the code that came back, as with a key. */
export async function comeBack(
  deps: Deps,
  came: Came & { code: string },
  from: Pick<Actor, 'ip' | 'userAgent'>,
): Promise<void> {
  const { atsType, code } = came;
  const { oauth, client } = consentOf(deps, atsType);
  const way = wayOf(came);
  const person = await takeState(deps.db, way, deps.clock());
  if (person === null || code === '') throw new Failure('not_found');
  const { accountId } = way;
  const unsigned: AtsAccess = { connectedBy: 'oauth', credentials: {}, tokens: null, client };
  const { api } = openUnsaved(deps, { accountId, atsType }, unsigned);
  const tokens = await oauth.exchange(api, { code, redirectUri: callbackUrl(deps, atsType), client });
  await connect(
    deps,
    { accountId, ...person, ...from },
    { atsType, access: { ...unsigned, tokens }, settings: {} },
  );
}

function consentOf(
  deps: Pick<Deps, 'ats'>,
  atsType: AtsType,
): { oauth: OauthConsent; client: { id: string; secret: string }; baseUrl: string | null } {
  const { connector, client, baseUrl } = systemOf(deps, atsType);
  if (connector.oauth === null || client === null) throw new Failure('not_found');
  return { oauth: connector.oauth, client, baseUrl };
}

const STATE = new RegExp(`^(${ID_PATTERN})\\.[\\w-]{43}$`);

function wayOf({ atsType, state, browserHash }: Came): Way {
  const [, accountId] = STATE.exec(state) ?? [];
  if (accountId === undefined || browserHash === null) throw new Failure('not_found');
  return { accountId, atsType, stateHash: hashKey(state), browserHash };
}
