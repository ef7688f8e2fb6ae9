import type { ViewQuery } from '../../../contract/views.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Viewer } from '../texting/conversations/rules.ts';

export interface ViewRow {
  id: string;
  ownerId: string | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
  name: string;
  shared: boolean;
  filter: ViewQuery['filter'];
  assignee: string;
  tags: string[];
}

type Person = Pick<Viewer, 'userId'> & { accountId: string };

function selectViews(db: Db, { accountId, userId }: Person) {
  return db
    .selectFrom('views as v')
    .leftJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'v.account_id').onRef('u.id', '=', 'v.owner_id'),
    )
    .select([
      'v.id',
      'v.owner_id as ownerId',
      'u.first_name as ownerFirstName',
      'u.last_name as ownerLastName',
      'v.name',
      'v.shared',
      'v.filter',
      'v.assignee',
      'v.tags',
    ])
    .where('v.account_id', '=', accountId)
    .where((row) => row.or([row('v.shared', '=', true), row('v.owner_id', '=', userId)]));
}

/** Their own, and what colleagues share. */
export function listViews(db: Db, person: Person): Promise<ViewRow[]> {
  return selectViews(db, person).orderBy('v.name').orderBy('v.id').execute();
}

/** One of these, held against changes until the transaction ends. */
export function lockView(tx: Tx, person: Person, id: string): Promise<ViewRow | undefined> {
  return selectViews(tx, person).where('v.id', '=', id).forUpdate('v').executeTakeFirst();
}

export async function countViewsOf(db: Db, { accountId, userId }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('views')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ViewFields {
  ownerId: string | null;
  name: string;
  shared: boolean;
  query: ViewQuery;
}

const columnsOf = ({ ownerId, name, shared, query }: ViewFields) => ({
  owner_id: ownerId,
  name,
  shared,
  filter: query.filter,
  assignee: query.assignee,
  tags: query.tags,
});

export async function insertView(
  tx: Tx,
  accountId: string,
  view: ViewFields & { id: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('views')
    .values({ account_id: accountId, id: view.id, created_at: view.at, ...columnsOf(view) })
    .execute();
}

export async function updateView(tx: Tx, accountId: string, id: string, view: ViewFields): Promise<void> {
  await tx
    .updateTable('views')
    .set(columnsOf(view))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteView(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('views').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Whether someone of the account has this ID. */
export async function isPerson(db: Db, accountId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
