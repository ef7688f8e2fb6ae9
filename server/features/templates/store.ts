import { sql } from 'kysely';
import type { Account } from '../../../contract/accounts.ts';
import type { TemplateType } from '../../../contract/templates.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import { templateUse } from '../analytics/figures/template-use.ts';
import type { TemplateList } from './rules.ts';

export interface TemplateRow extends TemplateList {
  id: string;
  name: string;
  body: string;
  folder: string | null;
  /** Its position in the list, from 1 on. */
  place: number;
  /** As it is stored, with gaps. */
  sortOrder: number;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = sql`
  t.id, t.template_type as "templateType", t.owner_id as "ownerId", t.name, t.body, t.folder, t.sort_order as "sortOrder",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const ofList = (accountId: string, { templateType, ownerId }: TemplateList) =>
  sql`t.account_id = ${accountId} and t.template_type = ${templateType}
      and ${ownerId === null ? sql`t.owner_id is null` : sql`t.owner_id = ${ownerId}`}`;

/** How many templates of its list come before it, plus itself. */
const PLACE = sql`
  (select count(*)::int from templates b
    where b.account_id = t.account_id and b.template_type = t.template_type
      and (b.owner_id = t.owner_id or b.owner_id is null and t.owner_id is null)
      and (b.sort_order, b.id) <= (t.sort_order, t.id)) as place`;

export interface TemplateFilter {
  search?: string | undefined;
  folder?: string | undefined;
}

/** In their order. */
export async function listTemplates(
  db: Db,
  accountId: string,
  list: TemplateList,
  {
    search,
    folder,
    after,
    limit,
  }: TemplateFilter & { after: { sortOrder: number; id: string } | null; limit: number },
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select * from (
      select ${COLUMNS}, (row_number() over (order by t.sort_order, t.id))::int as place
        from templates t where ${ofList(accountId, list)}
    ) as list
     where ${after ? sql`("sortOrder", id) > (${after.sortOrder}::int, ${after.id}::uuid)` : sql`true`}
       and ${folder ? sql`folder = ${folder}` : sql`true`}
       and ${search ? sql`strpos(lower(name || chr(10) || body), lower(${search})) > 0` : sql`true`}
     order by "sortOrder", id limit ${limit + 1}`.execute(db);
  return rows;
}

export async function listFolders(
  db: Db,
  accountId: string,
  list: TemplateList,
): Promise<{ folder: string | null; templates: number }[]> {
  const { rows } = await sql<{ folder: string | null; templates: number }>`
    select t.folder, count(*)::int as templates from templates t where ${ofList(accountId, list)}
     group by t.folder order by t.folder`.execute(db);
  return rows;
}

/** Most used in the last days first, then most used ever. */
export async function listInsertable(
  db: Db,
  accountId: string,
  person: { userId: string; templateTypes: TemplateType[] },
  { search, limit }: { search?: string | undefined; limit: number },
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    with visible as (
      select t.id, t.name, row_number() over (partition by t.template_type, t.owner_id order by t.sort_order, t.id) as place
        from templates t
       where t.account_id = ${accountId} and t.template_type = any(${person.templateTypes}::text[])
         and (t.owner_id is null or t.owner_id = ${person.userId})
    ), found as materialized (
      select v.*, coalesce(recent.sent, 0) as recently, coalesce(ever.sent, 0) as ever
        from visible v
        left join (${templateUse(accountId, 'lastDays')}) as recent on recent."templateId" = v.id
        left join (${templateUse(accountId, 'ever')}) as ever on ever."templateId" = v.id
       where ${search ? sql`strpos(lower(v.name), lower(${search})) > 0` : sql`true`}
       order by recently desc, ever desc, v.name, v.id limit ${limit}
    )
    select ${COLUMNS}, found.place::int as place
      from found join templates t on t.account_id = ${accountId} and t.id = found.id
     order by found.recently desc, found.ever desc, found.name, found.id`.execute(db);
  return rows;
}

export async function findTemplate(db: Db, accountId: string, id: string): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    select ${COLUMNS}, ${PLACE} from templates t where t.account_id = ${accountId} and t.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** No one else changes the template until the transaction ends. */
export async function lockTemplate(tx: Tx, accountId: string, id: string): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    select ${COLUMNS}, 0 as place from templates t
     where t.account_id = ${accountId} and t.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

interface TemplateKey {
  accountId: string;
  id: string;
}

export const keyOf = ({ accountId, id }: TemplateKey) => `${accountId} ${id}`;

/** The lists of those that are there. */
export async function findListsOf(db: Db, wanted: TemplateKey[]): Promise<Map<string, TemplateList>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<TemplateKey & TemplateList>`
    select t.account_id as "accountId", t.id, t.template_type as "templateType", t.owner_id as "ownerId"
      from templates t
     where (t.account_id, t.id) in (
       select * from unnest(${wanted.map((key) => key.accountId)}::uuid[], ${wanted.map((key) => key.id)}::uuid[]))`.execute(
    db,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** No one else adds to the list or reorders it until the transaction ends. */
export async function lockList(tx: Tx, accountId: string, list: TemplateList): Promise<void> {
  const name = `templates ${accountId} ${list.templateType} ${list.ownerId}`;
  await lockNamed(tx, name);
}

export async function listIds(tx: Tx, accountId: string, list: TemplateList): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from templates t where ${ofList(accountId, list)} order by t.sort_order, t.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function setOrder(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  await sql`
    update templates t set sort_order = named.place
      from unnest(${ids}::uuid[]) with ordinality as named(id, place)
     where t.account_id = ${accountId} and t.id = named.id and t.sort_order <> named.place`.execute(tx);
}

/** At the end of its list. */
export async function insertTemplate(
  tx: Tx,
  accountId: string,
  template: TemplateList & { id: string; name: string; body: string; folder: string | null; at: Date },
): Promise<void> {
  const { id, templateType, ownerId, name, body, folder, at } = template;
  await sql`
    insert into templates (account_id, id, template_type, owner_id, name, body, folder, sort_order, created_at, updated_at)
    select ${accountId}::uuid, ${id}::uuid, ${templateType}, ${ownerId}::uuid, ${name}, ${body}, ${folder},
           coalesce(max(t.sort_order), 0) + 1, ${at}::timestamptz, ${at}::timestamptz
      from templates t where ${ofList(accountId, template)}`.execute(tx);
}

export async function countList(tx: Tx, accountId: string, list: TemplateList): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from templates t where ${ofList(accountId, list)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function updateTemplate(
  tx: Tx,
  accountId: string,
  id: string,
  {
    at,
    ...fields
  }: { name?: string | undefined; body?: string | undefined; folder?: string | null | undefined; at: Date },
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ ...fields, updated_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTemplate(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('account_id', '=', accountId).where('id', '=', id).execute();
}

type Totals = Omit<Account['metadata'], 'featuresEnabled'>;

/** The person's own, and the account's. */
export async function countTemplates(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<Totals> {
  const { rows } = await sql<{ templateType: TemplateType; count: number }>`
    select template_type as "templateType", count(*)::int as count from templates
     where account_id = ${accountId} and (owner_id is null or owner_id = ${userId}) group by template_type`.execute(
    db,
  );
  const count = (templateType: TemplateType) =>
    rows.find((row) => row.templateType === templateType)?.count ?? 0;
  return {
    totalTemplates: count('template'),
    totalTeamTemplates: count('teamTemplate'),
    totalHiringManagerTemplates: count('hiringManagerTemplate'),
    totalOnboardingTemplates: count('onboardingTemplate'),
  };
}
