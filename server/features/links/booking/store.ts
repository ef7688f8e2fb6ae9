import { sql } from 'kysely';
import type { CalendarShortcut, ListedShortcut } from '../../../../contract/calendars.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { lockNamed } from '../../../db/lock-named.ts';
import type { OwnLink } from '../short/shorten.ts';
import { usageOfShortcuts } from '../short/store.ts';

interface Owner {
  accountId: string;
  userId: string;
}

type Fields = Omit<CalendarShortcut, 'id'>;

/** In their order. */
export function listShortcuts(db: Db, { accountId, userId }: Owner): Promise<CalendarShortcut[]> {
  return db
    .selectFrom('calendar_shortcuts')
    .select(['id', 'name', 'shortcut', 'url', 'enabled'])
    .where('account_id', '=', accountId)
    .where('owner_id', '=', userId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
}

/** The same, with how often they were used if that is counted. */
export async function listUsage(
  db: Db,
  { accountId, userId }: Owner,
  hasShortLinks: boolean,
): Promise<ListedShortcut[]> {
  if (!hasShortLinks) {
    const shortcuts = await listShortcuts(db, { accountId, userId });
    return shortcuts.map((shortcut) => ({ ...shortcut, usage: null }));
  }
  const { rows } = await sql<ListedShortcut>`
    select s.id, s.name, s.shortcut, s.url, s.enabled,
           case when a.count_link_clicks
                then jsonb_build_object('sent', s.earlier_sent + coalesce(u.sent, 0),
                                         'clicked', s.earlier_clicked + coalesce(u.clicked, 0)) end as usage
      from calendar_shortcuts s
      join accounts a on a.id = s.account_id
      left join (${usageOfShortcuts(accountId, userId)}) u on u.shortcut_id = s.id
     where s.account_id = ${accountId} and s.owner_id = ${userId}
     order by s.sort_order, s.id`.execute(db);
  return rows;
}

/** The links that a person's texts can have, in their order, as a JSON array; `null` is no one. */
export const usableLinks = (accountId: ReturnType<typeof sql>, userId: ReturnType<typeof sql>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shortcut', s.shortcut, 'url', s.url) order by s.sort_order, s.id), '[]')
     from users u join calendar_shortcuts s on s.account_id = u.account_id and s.owner_id = u.id
    where u.account_id = ${accountId} and u.id = ${userId} and u.calendar_shortcut_enabled and s.enabled)`;

export async function listUsableLinks(db: Db, { accountId, userId }: Owner): Promise<OwnLink[]> {
  const links = usableLinks(sql`${accountId}::uuid`, sql`${userId}::uuid`);
  const { rows } = await sql<{ links: OwnLink[] }>`select ${links} as links`.execute(db);
  return rows[0]?.links ?? [];
}

/** No one else changes the person's shortcuts until the transaction ends. */
export async function lockShortcuts(tx: Tx, { accountId, userId }: Owner): Promise<void> {
  const name = `calendar shortcuts ${accountId} ${userId}`;
  await lockNamed(tx, name);
}

/** After the others. */
export async function insertShortcut(
  tx: Tx,
  { accountId, userId }: Owner,
  { id, name, shortcut, url, enabled, at }: CalendarShortcut & { at: Date },
): Promise<void> {
  await sql`
    insert into calendar_shortcuts (account_id, owner_id, id, name, shortcut, url, enabled, sort_order, created_at)
    select ${accountId}::uuid, ${userId}::uuid, ${id}::uuid, ${name}, ${shortcut}, ${url}, ${enabled}::boolean,
           coalesce(max(s.sort_order), 0) + 1, ${at}::timestamptz
      from calendar_shortcuts s where s.account_id = ${accountId} and s.owner_id = ${userId}`.execute(tx);
}

export async function setShortcutOrder(tx: Tx, { accountId }: Owner, ids: string[]): Promise<void> {
  await sql`
    update calendar_shortcuts s set sort_order = named.place
      from unnest(${ids}::uuid[]) with ordinality as named(id, place)
     where s.account_id = ${accountId} and s.id = named.id and s.sort_order <> named.place`.execute(tx);
}

export async function updateShortcut(
  tx: Tx,
  { accountId }: Owner,
  { id, ...fields }: Fields & { id: string },
): Promise<void> {
  await tx
    .updateTable('calendar_shortcuts')
    .set(fields)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Whether it existed. */
export async function deleteShortcut(db: Db, { accountId, userId }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_shortcuts')
    .where('account_id', '=', accountId)
    .where('owner_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function switchShortcuts(db: Db, { accountId, userId }: Owner, enabled: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ calendar_shortcut_enabled: enabled })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}
