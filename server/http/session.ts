import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AccountType, PlanType } from '../../contract/accounts.ts';
import type { KeyMode } from '../../contract/api-keys.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { LinkStatus, SeatRole, SeatType, UserType } from '../../contract/seats.ts';
import { batched } from '../db/batch.ts';
import type { Notices } from '../db/connection.ts';
import { Failure } from '../failure.ts';
import { isSame } from './keys.ts';
import { createSessionCache, type SessionChanges } from './session-cache.ts';
import { type NamedSession, readAuthorization } from './session-token.ts';
import type { IsStaff } from './staff.ts';

/** The key that a call was made with. */
export interface CallingKey {
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** `test`: it calls in the company's sandbox, and `accountId` and `userId` are there. */
  mode: KeyMode;
  /** The date of the API's version that it was made with. */
  version: string;
}

/** Who asks, and what the rules need to know of them. Kept between requests, and read again after every change (decision 82). */
export interface Session {
  id: string;
  accountId: string;
  userId: string;
  userType: UserType;
  isStaff: boolean;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  accountType: AccountType;
  planType: PlanType;
  seatId: string | null;
  seatRole: SeatRole | null;
  seatType: SeatType | null;
  numberId: string | null;
  phoneNumber: string | null;
  linkStatus: LinkStatus | null;
  /** The company's own, which it is bringing or has brought; while it is being brought, `numberId` is null. */
  isLandline: boolean;
  rejection: string | null;
  /** The account requires a second step, and the person has none yet; single sign-on has its own. */
  mfaMissing: boolean;
  mfaEnabled: boolean;
  /** A colleague who is out of office, now or later, has named this person as delegate: rare, and then there is more to ask. */
  isDelegate: boolean;
  expiresAt: Date;
  /** The session of the staff who impersonate this person, and can only read. */
  impersonatedBy: { accountId: string; userId: string; sessionId: string } | null;
  /** Null: a person's own session. Otherwise its `id` is the key's. */
  key: CallingKey | null;
}

/** Anyone who looks into other accounts has shown more than a password. */
export function isStaffWithSecondStep(session: Session): boolean {
  return session.isStaff && session.mfaEnabled;
}

type SessionAddress = Pick<NamedSession, 'accountId' | 'sessionId'>;

interface Loaded {
  session: Session;
  keyHash: string;
  lastUsedAt: Date | null;
}

/** `fresh`: from the database, for what must not be newer than the session. */
export type ReadSession = (request: FastifyRequest, options?: { fresh: boolean }) => Promise<Session>;

type Row = Omit<Session, 'isStaff' | 'impersonatedBy' | 'key'> & {
  keyHash: string;
  email: string;
  emailVerified: boolean;
  lastActiveAt: Date | null;
  lastUsedAt: Date;
  staffAccountId: string | null;
  staffUserId: string | null;
  staffSessionId: string | null;
};

/** What is known of a person, beside what they came with. Whose rights they have may be another's. */
export const factsOf = ({ rights, seatRole }: { rights: string; seatRole: string }): string => `
         u.account_id as "accountId", u.id as "userId", ${rights}.user_type as "userType",
         u.first_name as "firstName", u.last_name as "lastName", u.avatar_id as "avatarId", a.type as "accountType", a.plan_type as "planType",
         st.id as "seatId", ${seatRole} as "seatRole", st.seat_type as "seatType", n.number_id as "numberId", n.phone_number as "phoneNumber", n.link_status as "linkStatus",
         coalesce(n.is_landline, false) as "isLandline", n.rejection, u.mfa_enabled as "mfaEnabled",
         exists (
           select 1 from out_of_office o
            where o.account_id = u.account_id and o.delegate_user_id = u.id and o.enabled) as "isDelegate"`;

export const FACTS: string = factsOf({ rights: 'u', seatRole: 'st.seat_role' });

export const OF_PERSON = `
    join accounts a on a.id = u.account_id
    left join seats st on st.account_id = u.account_id and st.user_id = u.id
    left join seat_numbers n on n.account_id = st.account_id and n.seat_id = st.id`;

/** What it reads, the triggers `tell_sessions` watch; a test compares the two. */
export const SESSIONS = `
  select s.id, s.key_hash as "keyHash", u.email, u.email_verified_at is not null as "emailVerified", ${FACTS},
         a.mfa_required and not u.mfa_enabled and not s.by_sso as "mfaMissing", s.expires_at as "expiresAt",
         s.staff_account_id as "staffAccountId", s.staff_user_id as "staffUserId", s.staff_session_id as "staffSessionId",
         u.last_active_at as "lastActiveAt", s.last_used_at as "lastUsedAt"
    from unnest($1::uuid[], $2::uuid[]) as asked (account_id, id)
    join sessions s on s.account_id = asked.account_id and s.id = asked.id
    join users u on u.account_id = s.account_id and u.id = s.user_id
    ${OF_PERSON}
   where s.ended_at is null and s.expires_at > $3 and u.deactivated_at is null
     and (a.sign_out_after_days is null or s.last_used_at > $3::timestamptz - a.sign_out_after_days * interval '1 day')`;

/** Whose it is, if it could be used now: for what is sent to its browser without being asked. */
export async function findSession(
  pool: pg.Pool,
  { accountId, sessionId }: SessionAddress,
  now: Date,
): Promise<Pick<Session, 'userId' | 'isDelegate' | 'mfaMissing'> | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'sessions',
    text: SESSIONS,
    values: [[accountId], [sessionId], now],
  });
  return rows[0];
}

export const ADMINS = `
  select account_id as "accountId", email, email_verified_at is not null as "emailVerified"
    from users where account_id = any($1::uuid[]) and user_type = 'admin' and deactivated_at is null`;

/** Not with every request: a colleague who looks at the team page wants to know it to within some minutes. */
const ACTIVE_EVERY_MS = 5 * 60_000;

function isInactive({ lastUsedAt }: { lastUsedAt: Date | null }, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > ACTIVE_EVERY_MS;
}

/** Of the person, and of the session: whichever is longer ago. */
const lastUseOf = ({ lastActiveAt, lastUsedAt }: Row): Date | null =>
  lastActiveAt !== null && lastActiveAt < lastUsedAt ? lastActiveAt : lastActiveAt && lastUsedAt;

const TOUCH = `
  with used as (
    update sessions s set last_used_at = $4
      from unnest($1::uuid[], $3::uuid[]) as used (account_id, id)
     where s.account_id = used.account_id and s.id = used.id)
  update users set last_active_at = $4
    from unnest($1::uuid[], $2::uuid[]) as active (account_id, id)
   where users.account_id = active.account_id and users.id = active.id`;

async function touch(pool: pg.Pool, rows: Row[], now: Date): Promise<void> {
  // A person who is being impersonated wasn't here.
  const stale = rows.filter(
    (row) => row.staffUserId === null && isInactive({ lastUsedAt: lastUseOf(row) }, now),
  );
  if (stale.length === 0) return;
  // In a fixed order, so that two nodes don't wait for each other.
  stale.sort((a, b) => a.userId.localeCompare(b.userId));
  await pool.query({
    name: 'active',
    text: TOUCH,
    values: [
      stale.map((row) => row.accountId),
      stale.map((row) => row.userId),
      stale.map((row) => row.id),
      now,
    ],
  });
  for (const row of stale) {
    row.lastActiveAt = now;
    row.lastUsedAt = now;
  }
}

export function createReadSession(deps: {
  pool: pg.Pool;
  notices: Notices;
  clock: () => Date;
  isStaff: IsStaff;
  signals: SessionChanges;
}): ReadSession {
  const cache = createSessionCache<Loaded>(deps);
  const load = batched<SessionAddress, Loaded | null>(
    async (asked) => {
      const now = deps.clock();
      const keep = cache.begin();
      const { rows } = await deps.pool.query<Row>({
        name: 'sessions',
        text: SESSIONS,
        values: [asked.map(({ accountId }) => accountId), asked.map(({ sessionId }) => sessionId), now],
      });
      await touch(deps.pool, rows, now);
      const amongOthers = await accountsOfOthers(rows.filter(deps.isStaff).map(({ accountId }) => accountId));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return asked.map(({ accountId, sessionId }) => {
        const row = byId.get(sessionId);
        if (row?.accountId !== accountId) return null;
        const { keyHash } = row;
        const session = sessionOf(row, !amongOthers.has(accountId));
        const loaded = { session, keyHash, lastUsedAt: lastUseOf(row) };
        keep(loaded);
        return loaded;
      });
    },
    { max: 100 },
  );

  async function find(address: SessionAddress): Promise<Loaded | null> {
    const kept = cache.find(address);
    if (kept === undefined) return load(address);
    const now = deps.clock();
    const isDue = kept.session.impersonatedBy === null && isInactive(kept, now);
    return isDue || kept.session.expiresAt <= now ? load(address) : kept;
  }

  function sessionOf(row: Row, isOwnHouse: boolean): Session {
    const {
      keyHash: _key,
      email,
      emailVerified,
      lastActiveAt: _,
      lastUsedAt: _used,
      staffAccountId,
      staffUserId,
      staffSessionId,
      ...own
    } = row;
    const isStaff = isOwnHouse && deps.isStaff({ email, emailVerified });
    if (staffAccountId === null || staffUserId === null || staffSessionId === null)
      return { ...own, isStaff, impersonatedBy: null, key: null };
    const impersonatedBy = { accountId: staffAccountId, userId: staffUserId, sessionId: staffSessionId };
    // What the account asks of its people, it doesn't ask of staff who impersonate them; and no one becomes staff that way.
    return { ...own, isStaff: false, mfaMissing: false, impersonatedBy, key: null };
  }

  /** Those with an admin who isn't staff: the audit log of an account of staff names other companies. */
  async function accountsOfOthers(accountIds: string[]): Promise<Set<string>> {
    if (accountIds.length === 0) return new Set();
    const { rows } = await deps.pool.query<Pick<Row, 'accountId' | 'email' | 'emailVerified'>>({
      name: 'admins of staff',
      text: ADMINS,
      values: [accountIds],
    });
    return new Set(rows.filter((admin) => !deps.isStaff(admin)).map(({ accountId }) => accountId));
  }

  return async (request, { fresh } = { fresh: false }) => {
    const read = fresh ? load : find;
    const named = readAuthorization(request);
    if (named === null) throw new Failure('unauthenticated');
    const loaded = await read(named);
    if (loaded === null || !isSame(loaded.keyHash, named.keyHash)) throw new Failure('session_ended');
    const { session } = loaded;
    if (session.impersonatedBy !== null) {
      // Over as soon as the staff member has signed out, or is staff no longer.
      const staff = await read(session.impersonatedBy);
      if (staff === null || !isStaffWithSecondStep(staff.session)) throw new Failure('session_ended');
    }
    return session;
  };
}
