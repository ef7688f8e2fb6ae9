import { sql } from 'kysely';
import type { Db } from '../server/db/connection.ts';
import { Problem, WrongUse } from './command.ts';

export const accountOperand = 'account';

export interface Account {
  id: string;
  name: string;
  people: number;
  candidates: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A company, named by its ID or by the email of one of its people. */
export async function findAccount(db: Db, named: string | undefined): Promise<Account> {
  if (named === undefined) throw new WrongUse('Name an account: its ID, or the email of one of its people.');
  const { rows } = await sql<Account>`
    select a.id, a.name,
           (select count(*)::int from users where account_id = a.id) as people,
           (select count(*)::int from candidates where account_id = a.id) as candidates
      from accounts a
     where a.sandbox_of is null
       and ${
         ID.test(named)
           ? sql`a.id = ${named}`
           : sql`a.id in (select account_id from users where lower(email) = lower(${named}))`
       }`.execute(db);
  const [account, another] = rows;
  if (account === undefined) throw new Problem(`There is no account with ${named}.`);
  if (another !== undefined) throw new Problem(`Several accounts have ${named}. Name one by its ID.`);
  return account;
}
