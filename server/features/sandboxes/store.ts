import { sql } from 'kysely';
import areaCodes from '../../area-codes.json' with { type: 'json' };
import { findAreaCode } from '../../area-codes.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import { NO_MAIL } from '../../mail/no-mail.ts';

export async function findSandbox(db: Db, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('sandbox_of', '=', accountId)
    .executeTakeFirst();
  return found?.id;
}

/** On the largest plan, so that nothing has to be paid before it can be tried. */
export async function insertSandbox(tx: Tx, sandbox: { id: string; of: string }): Promise<void> {
  await sql`
    insert into accounts (id, name, type, plan_type, mcp_enabled, sandbox_of)
    select ${sandbox.id}, name, 'team', 'annual', mcp_enabled, id from accounts where id = ${sandbox.of}`.execute(
    tx,
  );
}

/** Who a person of the company is in its sandbox. */
export async function findMirror(
  db: Db,
  company: { accountId: string; userId: string },
): Promise<{ accountId: string; userId: string } | undefined> {
  return db
    .selectFrom('accounts as s')
    .innerJoin('users as m', 'm.account_id', 's.id')
    .select(['m.account_id as accountId', 'm.id as userId'])
    .where('s.sandbox_of', '=', company.accountId)
    .where('m.mirrors', '=', company.userId)
    .executeTakeFirst();
}

interface NewMirror {
  sandboxId: string;
  id: string;
  seatId: string;
  of: { accountId: string; userId: string };
}

/** With a seat. */
export async function insertMirror(tx: Tx, { sandboxId, id, seatId, of }: NewMirror): Promise<void> {
  await sql`
    insert into users (account_id, id, user_type, first_name, last_name, email, timezone, mirrors)
    select ${sandboxId}::uuid, ${id}::uuid, user_type, first_name, last_name, ${id + NO_MAIL}, timezone, id
      from users where account_id = ${of.accountId} and id = ${of.userId}`.execute(tx);
  await tx
    .insertInto('seats')
    .values({
      account_id: sandboxId,
      id: seatId,
      status: 'used',
      seat_role: 'recruiter',
      seat_type: 'texter',
      user_id: id,
    })
    .execute();
}

/** American ones. The lines before these are for phones that behave in their own way. */
const AREA_CODES = Object.keys(areaCodes).filter((code) => findAreaCode(code)?.state);
const FIRST_LINE = 150;
const LAST_LINE = 199;

/** All that sandboxes can have. */
export const listTestNumbers = (): string[] =>
  AREA_CODES.flatMap((code) =>
    Array.from({ length: LAST_LINE - FIRST_LINE + 1 }, (_, index) => `+1${code}5550${FIRST_LINE + index}`),
  );

/** One that no account has, from this area code on. Null: all are taken. */
export async function findFreeNumber(tx: Tx, from: number): Promise<string | null> {
  // No one else chooses one until the transaction ends.
  await lockNamed(tx, 'numbers of sandboxes');
  const first = from % AREA_CODES.length;
  const { rows } = await sql<{ phoneNumber: string }>`
    select candidate as "phoneNumber"
      from unnest(${[...AREA_CODES.slice(first), ...AREA_CODES.slice(0, first)]}::text[]) with ordinality as codes (code, position),
           generate_series(${FIRST_LINE}::int, ${LAST_LINE}::int) as line,
           lateral (select '+1' || code || '5550' || line) as made (candidate)
     where not exists (select from number_directory d where d.phone_number = candidate)
     order by position, line limit 1`.execute(tx);
  return rows[0]?.phoneNumber ?? null;
}

/** Linked and registered from the start: there is no carrier that would have to be asked. */
export async function insertTestNumber(
  tx: Tx,
  number: { accountId: string; id: string; seatId: string; phoneNumber: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('numbers')
    .values({
      account_id: number.accountId,
      id: number.id,
      seat_id: number.seatId,
      phone_number: number.phoneNumber,
      carrier: 'sandbox',
      link_status: 'linked',
      created_at: number.at,
      linked_at: number.at,
      registered_at: number.at,
    })
    .execute();
  await tx
    .insertInto('number_directory')
    .values({ phone_number: number.phoneNumber, account_id: number.accountId, number_id: number.id })
    .execute();
}
