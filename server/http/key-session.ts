import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Scope } from '../../contract/scopes.ts';
import { Failure } from '../failure.ts';
import { readAppToken, resourceOf } from './app-token.ts';
import { readKey } from './key-token.ts';
import { isSame } from './keys.ts';
import { type CallingKey, FACTS, factsOf, OF_PERSON, type ReadSession, type Session } from './session.ts';

type Row = Omit<Session, 'isStaff' | 'impersonatedBy' | 'key' | 'expiresAt'> &
  Omit<CallingKey, 'id'> & {
    /** Whose the key is; that of a test key's session is the sandbox. */
    companyId: string;
    addresses: string[];
    secretHash: string | null;
    oldSecretHash: string | null;
    rotatedUntil: Date | null;
    expiresAt: Date | null;
    lastUsedAt: Date | null;
  };

const OF_KEY = `
         k.account_id as "companyId", k.id, k.name, k.mode, k.scopes, k.version, k.addresses, k.secret_hash as "secretHash",
         k.old_secret_hash as "oldSecretHash", k.rotated_until as "rotatedUntil", k.expires_at as "expiresAt",
         k.last_used_at as "lastUsedAt"`;

/** People who signed in with the company's provider have their second step there. A service has no first one. */
const mfaMissing = ({ company, owner }: { company: string; owner: string }) => `
         ${company}.mfa_required and not ${owner}.mfa_enabled and not ${owner}.is_service and not exists (
           select 1 from sso_sign_ins i where i.account_id = ${owner}.account_id and i.user_id = ${owner}.id) as "mfaMissing"`;

/**
 * The rights of the owner as they are now: read with every call, so a key is dead on every node as soon as its owner is, or its row.
 */
const MFA_MISSING = mfaMissing({ company: 'a', owner: 'u' });
const FACTS_OF_KEY = `select ${OF_KEY}, ${FACTS}, ${MFA_MISSING}`;
const OWNED = `
    join users u on u.account_id = k.account_id and u.id = k.user_id
    ${OF_PERSON}
   where k.mode = 'live' and (k.expires_at is null or k.expires_at > $2)
     and u.deactivated_at is null and u.deletes_at is null and a.deletes_at is null`;
const LIVE = `${FACTS_OF_KEY} from api_keys k ${OWNED} and k.id = $1 and k.app_id is null`;

const FACTS_OF_OWNER = factsOf({ rights: 'o', seatRole: 'coalesce(os.seat_role, st.seat_role)' });
const MFA_MISSING_OF_OWNER = mfaMissing({ company: 'c', owner: 'o' });

/** In the sandbox (u, a), with the owner's rights (o) at the company (c), where an admin may have no seat yet. Its row and its owner are the company's (decision 103). */
const TEST = `
  select ${OF_KEY}, ${FACTS_OF_OWNER}, ${MFA_MISSING_OF_OWNER}
    from api_keys k
    join accounts c on c.id = k.account_id
    join users o on o.account_id = k.account_id and o.id = k.user_id
    left join seats os on os.account_id = o.account_id and os.user_id = o.id
    join accounts sandbox on sandbox.sandbox_of = k.account_id
    join users u on u.account_id = sandbox.id and u.mirrors = o.id
    ${OF_PERSON}
   where k.id = $1 and k.mode = 'test' and k.app_id is null and (k.expires_at is null or k.expires_at > $2)
     and o.deactivated_at is null and o.deletes_at is null and c.deletes_at is null`;

/** A connected app is a key of the person who connected it, and its token names the key (decision 104). */
const TOKEN = `${FACTS_OF_KEY}, k.resource, string_to_array(t.record->>'scope', ' ') as "tokenScopes"
    from oauth_records t join api_keys k on k.account_id = t.account_id and k.id = t.key_id ${OWNED}
     and t.hash = $1 and t.kind = 'AccessToken' and t.expires_at > $2`;

const USED = 'update api_keys set last_used_at = $3 where account_id = $1 and id = $2';

/** Not with every call. */
const USED_EVERY_MS = 60_000;
/** Of a key without an end. */
const A_DAY_MS = 24 * 3600_000;

/** Reads sessions, and the keys and apps that stand for one. A call has one of them: all come in the same header. */
export function readingKeys(
  readSession: ReadSession,
  deps: { pool: pg.Pool; clock: () => Date },
): ReadSession {
  return async (request, options) => {
    const now = deps.clock();
    const token = readAppToken(request);
    if (token !== null) return sessionOf(await used(await findByToken(request, token, now), now), now);
    const named = readKey(request);
    if (named === null) return readSession(request, options);
    if (named === 'wrong') throw new Failure('key_invalid');
    const { rows } = await deps.pool.query<Row>({
      name: `${named.mode} key`,
      text: named.mode === 'live' ? LIVE : TEST,
      values: [named.keyId, now],
    });
    const [row] = rows;
    if (row === undefined || !isSecretOf(row, named.secretHash, now)) throw new Failure('key_invalid');
    if (!isAmong(row.addresses, request.ip)) throw new Failure('address_refused');
    return sessionOf(await used(row, now), now);
  };

  async function used(row: Row, now: Date): Promise<Row> {
    if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= USED_EVERY_MS)
      await deps.pool.query({ name: 'key used', text: USED, values: [row.companyId, row.id, now] });
    return row;
  }

  async function findByToken(request: FastifyRequest, hash: string, now: Date): Promise<Row> {
    const { rows } = await deps.pool.query<Row & OfToken>({
      name: 'token',
      text: TOKEN,
      values: [hash, now],
    });
    const [found] = rows;
    if (found?.resource !== resourceOf(request)) throw new Failure('token_invalid');
    const { resource: _r, tokenScopes, ...row } = found;
    // An app may ask for less than it was allowed.
    return { ...row, scopes: row.scopes.filter((scope) => tokenScopes?.includes(scope)) };
  }
}

interface OfToken {
  resource: string;
  tokenScopes: Scope[] | null;
}

function isSecretOf({ secretHash, oldSecretHash, rotatedUntil }: Row, hash: string, now: Date): boolean {
  if (isSame(secretHash ?? '', hash)) return true;
  return rotatedUntil !== null && rotatedUntil > now && isSame(oldSecretHash ?? '', hash);
}

/** Whether an address is in one of the networks; without any, every address is. */
export function isAmong(networks: string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    list.addSubnet(start, Number(bits), isIPv6(start) ? 'ipv6' : 'ipv4');
  }
  // An IPv4 address that is written as IPv6 is found too.
  const [plain = ''] = address.split('%');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function sessionOf(row: Row, now: Date): Session {
  const {
    companyId: _c,
    addresses: _a,
    secretHash: _s,
    oldSecretHash: _o,
    rotatedUntil: _r,
    lastUsedAt: _l,
    expiresAt,
    name,
    mode,
    scopes,
    version,
    ...facts
  } = row;
  return {
    ...facts,
    expiresAt: expiresAt ?? new Date(now.getTime() + A_DAY_MS),
    // What staff may do, they do themselves.
    isStaff: false,
    impersonatedBy: null,
    key: { id: row.id, name, mode, scopes, version },
  };
}
