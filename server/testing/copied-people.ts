import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { numbersForSale } from '../adapters/carrier/fakes/available-numbers.ts';
import type { FakeTwilio } from '../adapters/carrier/fakes/fake-twilio.ts';
import { hex } from '../adapters/carrier/fakes/fake-twilio-resources.ts';
import type { Deps } from '../deps.ts';
import { startSession } from '../features/auth/start-session.ts';
import { formatPhone } from '../phone.ts';
import { areaCodeOf, nextPerson } from './people.ts';

/*
 * The first person of a kind signs up; the others are copies: the same rows, each with its own ids, name, times and number.
 * Signing up takes a password's work and half a dozen requests, and hundreds of tests begin with it.
 */

interface Person {
  token: string;
  accountId: string;
  userId: string;
  seatId: string;
  /** Empty for someone without one. */
  number: string;
}

interface Place {
  deps: Deps;
  twilio: FakeTwilio;
}

interface Model {
  person: Person;
  /** The one in their name and their address. */
  name: string;
  /** All their rows, as JSON by table. */
  rows: string;
  /** What the carrier knows of their number. */
  owned: string | null;
  takenAt: Date;
}

/** No one waits for what a copy would add to these, and their ids are given by the database. */
const LEFT_OUT = ['carrier_events', 'sessions', 'new_events'];

/** Makes people of a kind: `first` lets the first of them in. */
export function peopleMaker(app: Place, first: () => Promise<Person>): () => Promise<Person> {
  let model: Promise<Model> | null = null;
  return async () => {
    if (model !== null) return copyPerson(app, await model);
    const person = first();
    // Before anyone does anything as this person.
    model = person.then((present) => takeModel(app, present));
    await model;
    return person;
  };
}

async function takeModel(app: Place, person: Person): Promise<Model> {
  const { pool, clock } = app.deps;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select columns.table_name as name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'account_id'
        and table_name <> all($1)
        and not exists (select from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass
                                               and (relkind = 'p' or relispartition))`,
    [LEFT_OUT],
  );
  const found: Record<string, unknown[]> = { accounts: await rowsOf(pool, 'accounts', 'id', person) };
  for (const { name } of tables) {
    const rows = await rowsOf(pool, name, 'account_id', person);
    if (rows.length > 0) found[name] = rows;
  }
  const { rows: users } = await pool.query<{ name: string }>(
    'select first_name as name from users where id = $1',
    [person.userId],
  );
  const owned = app.twilio.state.owned.get(person.number);
  return {
    person,
    name: users[0]?.name ?? '',
    rows: JSON.stringify(found),
    owned: owned === undefined ? null : JSON.stringify(owned),
    takenAt: clock(),
  };
}

async function rowsOf(
  pool: pg.Pool,
  table: string,
  key: 'id' | 'account_id',
  { accountId }: Person,
): Promise<unknown[]> {
  const { rows } = await pool.query(`select to_jsonb(t) as row from ${table} t where ${key} = $1`, [
    accountId,
  ]);
  return rows.map(({ row }) => row);
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d/g;

async function copyPerson(app: Place, model: Model): Promise<Person> {
  const { deps, twilio } = app;
  const renamed = renaming(app, model);
  const rows: Record<string, unknown[]> = JSON.parse(renamed(model.rows));
  // One statement, so that it does not matter which of them refers to which.
  const inserts = Object.keys(rows).map(
    (table) =>
      `into_${table} as (insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb -> '${table}'))`,
  );
  await deps.pool.query(`with ${inserts.join(', ')} select 1`, [JSON.stringify(rows)]);
  const person: Person = JSON.parse(renamed(JSON.stringify(model.person)));
  if (model.owned !== null) twilio.state.owned.set(person.number, JSON.parse(renamed(model.owned)));
  const { accountId, userId } = person;
  const session = await startSession(deps.db, { accountId, userId, userAgent: 'node' }, deps);
  return { ...person, token: session.id_token };
}

function renaming({ deps, twilio }: Place, model: Model): (text: string) => string {
  const person = nextPerson();
  const later = deps.clock().getTime() - model.takenAt.getTime();
  const old = new Set(`${model.rows}${model.owned}`.match(UUID));
  const ids = new Map([...old].toSorted().map((id) => [id, uuidv7()]));
  const words = new Map([
    [model.name, `Ana${person}`],
    [`${model.name.toLowerCase()}@`, `ana${person}@`],
  ]);
  const { number } = model.person;
  if (model.owned !== null) {
    const areaCode = areaCodeOf(person);
    const free = numbersForSale(areaCode).find((phone) => !twilio.state.owned.has(phone));
    if (free === undefined) throw new Error(`No number is for sale in ${areaCode}`);
    words.set(number, free).set(formatPhone(number), formatPhone(free));
    words.set(JSON.parse(model.owned).sid, `PN${hex()}`);
  }
  return (text) => {
    let changed = text
      .replace(UUID, (id) => ids.get(id) ?? id)
      .replace(TIME, (time) => new Date(Date.parse(time) + later).toISOString());
    for (const [from, to] of words) changed = changed.replaceAll(from, to);
    return changed;
  };
}
