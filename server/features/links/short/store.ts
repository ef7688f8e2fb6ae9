import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';

export interface NewShortLink {
  accountId: string;
  code: string;
  messageId: string;
  shortcutId: string;
  /** Where it leads. */
  url: string;
}

/** To be written with their texts. */
export function keepingShortLinks(links: NewShortLink[]): RawBuilder<unknown>[] {
  if (links.length === 0) return [];
  const input = recordset('t', links, {
    uuid: ['accountId', 'messageId', 'shortcutId'],
    text: ['code', 'url'],
  });
  return [
    sql`
    insert into short_links (account_id, code, message_id, shortcut_id, url)
    select account_id, code, message_id, shortcut_id, url from ${input}`,
    sql`insert into short_link_directory (code, account_id) select code, account_id from ${input}`,
  ];
}

/** Where a code leads. */
export async function findUrl(db: Db, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`
    select s.url from short_link_directory d join short_links s on s.account_id = d.account_id and s.code = d.code
     where d.code = ${code}`.execute(db);
  return rows[0]?.url;
}

/** The same, counted. */
export async function countClick(db: Db, code: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`
    update short_links s
       set clicks = s.clicks + 1, first_clicked_at = coalesce(s.first_clicked_at, ${at}), last_clicked_at = ${at}
      from short_link_directory d
     where d.code = ${code} and s.account_id = d.account_id and s.code = d.code
    returning s.url`.execute(db);
  return rows[0]?.url;
}

/** Of each shortcut, how many texts with its link have gone out, and in how many it was clicked. */
export const usageOfShortcuts = (accountId: string, userId: string) => sql`
  select l.shortcut_id, count(*) filter (where m.sent_at is not null or l.clicks > 0)::int as sent,
         count(*) filter (where l.clicks > 0)::int as clicked
    from calendar_shortcuts s
    join short_links l on l.account_id = s.account_id and l.shortcut_id = s.id
    join messages m on m.account_id = l.account_id and m.id = l.message_id
   where s.account_id = ${accountId} and s.owner_id = ${userId}
   group by l.shortcut_id`;

/** What was counted stays when the texts go. */
export async function keepUsage(tx: Tx, accountId: string, messageIds: string[]): Promise<void> {
  await sql`
    update calendar_shortcuts s set earlier_sent = s.earlier_sent + gone.sent, earlier_clicked = s.earlier_clicked + gone.clicked
      from (select l.shortcut_id, count(*) filter (where m.sent_at is not null or l.clicks > 0)::int as sent,
                   count(*) filter (where l.clicks > 0)::int as clicked
              from short_links l
              join messages m on m.account_id = l.account_id and m.id = l.message_id
             where l.account_id = ${accountId} and l.message_id = any(${messageIds}::uuid[])
             group by l.shortcut_id) as gone
     where s.account_id = ${accountId} and s.id = gone.shortcut_id`.execute(tx);
}
