import type { InsertableTemplate, Template } from '../../../contract/templates.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { readTemplateUse } from '../analytics/figures/template-use.ts';
import { presentUpload } from '../media/present-upload.ts';
import { listMediaOfTemplates } from '../media/store.ts';
import { mayEdit, usageOf } from './rules.ts';
import type { TemplateRow } from './store.ts';

/** With their attachments, in the order given. */
export async function presentInsertable(
  db: Db,
  deps: Deps,
  session: Session,
  rows: TemplateRow[],
): Promise<InsertableTemplate[]> {
  const { accountId } = session;
  const media = await listMediaOfTemplates(
    db,
    accountId,
    rows.map((row) => row.id),
  );
  const mediaOf = Map.groupBy(media, (item) => item.templateId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    body: row.body,
    templateType: row.templateType,
    sortOrder: row.place,
    folder: row.folder,
    attachments: (mediaOf.get(row.id) ?? []).map((upload) => presentUpload(deps, accountId, upload)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can: { edit: mayEdit(session, row) },
  }));
}

/** The same with how they are used. */
export async function presentTemplates(
  db: Db,
  deps: Deps,
  session: Session,
  rows: TemplateRow[],
): Promise<Template[]> {
  const [templates, uses] = await Promise.all([
    presentInsertable(db, deps, session, rows),
    readTemplateUse(db, session.accountId),
  ]);
  return templates.map((template) => ({
    ...template,
    usage: usageOf(uses.get(template.id) ?? { sent: 0, answered: 0 }),
  }));
}
