import type { Template } from '../../../contract/templates.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { listMediaOfTemplates } from '../media/store.ts';
import { mediaUrl } from '../media/urls.ts';
import { mayEdit, usageOf } from './rules.ts';
import type { TemplateRow } from './store.ts';
import { countUses } from './uses.ts';

/** With their attachments and how they are used, in the order given. */
export async function presentTemplates(
  db: Db,
  deps: Deps,
  session: Session,
  rows: TemplateRow[],
): Promise<Template[]> {
  const { accountId } = session;
  const ids = rows.map((row) => row.id);
  const [media, uses] = await Promise.all([
    listMediaOfTemplates(db, accountId, ids),
    countUses(db, accountId, ids),
  ]);
  const mediaOf = Map.groupBy(media, (item) => item.templateId);
  return rows.map((row) => {
    const { sent = 0, answered = 0 } = uses.get(row.id) ?? {};
    return {
      id: row.id,
      name: row.name,
      body: row.body,
      templateType: row.templateType,
      sortOrder: row.place,
      folder: row.folder,
      attachments: (mediaOf.get(row.id) ?? []).map(({ id, contentType, bytes }) => ({
        id,
        contentType,
        bytes: bytes ?? 0,
        url: mediaUrl(deps, accountId, id),
      })),
      usage: usageOf({ sent: row.sentCount + sent, answered: row.answeredCount + answered }),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      can: { edit: mayEdit(session, row) },
    };
  });
}
