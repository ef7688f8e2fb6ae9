import { mergeAttributes } from '../../../contract/merge-attributes.ts';
import type { QueryOf } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { Template, TemplateType } from '../../../contract/templates.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { ID_PATTERN, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { actorOf } from '../audit/record-audit.ts';
import { listMediaOfTemplates } from '../media/store.ts';
import { copyUploads } from '../media/upload.ts';
import { presentInsertable, presentTemplates } from './present.ts';
import { insertableTypes, listOf, mayRead } from './rules.ts';
import { addTemplate, changeTemplate, removeTemplate, reorderTemplates } from './save-template.ts';
import { findTemplate, listFolders, listInsertable, listTemplates } from './store.ts';

const OK = { status: 'ok' } as const;

export function templateRoutes(api: Api, deps: Deps): void {
  changeRoutes(api, deps);

  api.on(routes.listTemplates, ({ db, session, query }) => readList(db, deps, session, query));
  api.on(routes.listTeamTemplates, ({ db, session, query }) =>
    readList(db, deps, session, { ...query, templateType: 'teamTemplate' }),
  );

  api.on(routes.getTemplateAttributes, async () => mergeAttributes);

  api.on(routes.listInsertableTemplates, async ({ db, session, query }) => {
    const person = { userId: session.userId, templateTypes: insertableTypes(session) };
    const rows = await listInsertable(db, session.accountId, person, query);
    return presentInsertable(db, deps, session, rows);
  });

  api.once(routes.copyTemplateAttachments, async ({ db, session, params, once }) => {
    const row = await findTemplate(db, session.accountId, params.id);
    if (row === undefined || !mayRead(session, row)) throw new Failure('not_found');
    const media = await listMediaOfTemplates(db, session.accountId, [row.id]);
    const copies = await copyUploads(deps, session, media);
    // With a key that came before, the first copies are the reply, and these are deleted like any unused upload.
    await once(async () => copies);
  });
}

function changeRoutes(api: Api, deps: Deps): void {
  api.once(routes.createTemplate, ({ session, body, request, once }) =>
    once(async (tx) => {
      const id = await addTemplate(tx, deps, { session, actor: actorOf(session, request) }, body);
      return presentOne(tx, deps, session, id);
    }),
  );
  api.once(routes.createTeamTemplate, ({ session, body, request, once }) =>
    once(async (tx) => {
      const fields = { ...body, templateType: 'teamTemplate' as const };
      const id = await addTemplate(tx, deps, { session, actor: actorOf(session, request) }, fields);
      return presentOne(tx, deps, session, id);
    }),
  );

  api.on(routes.updateTemplate, ({ db, session, params: { id }, body, request }) =>
    inTransaction(db, async (tx) => {
      const who = { session, actor: actorOf(session, request) };
      await changeTemplate(tx, deps, who, { ...body, id, address: 'templates' });
      return presentOne(tx, deps, session, id);
    }),
  );
  api.on(routes.updateTeamTemplate, ({ db, session, params: { id }, body, request }) =>
    inTransaction(db, async (tx) => {
      const who = { session, actor: actorOf(session, request) };
      await changeTemplate(tx, deps, who, { ...body, id, address: 'teamTemplates' });
      return presentOne(tx, deps, session, id);
    }),
  );

  api.on(routes.deleteTemplate, async ({ db, session, params: { id }, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => removeTemplate(tx, deps, who, { id, address: 'templates' }));
    return OK;
  });
  api.on(routes.deleteTeamTemplate, async ({ db, session, params: { id }, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => removeTemplate(tx, deps, who, { id, address: 'teamTemplates' }));
    return OK;
  });

  api.on(routes.updateTemplateSortOrder, async ({ db, session, body, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx: Tx) => reorderTemplates(tx, deps, who, body));
    return OK;
  });
}

async function readList(
  db: Db,
  deps: Deps,
  session: Session,
  query: QueryOf<typeof routes.listTeamTemplates> & { templateType: TemplateType },
) {
  const { accountId } = session;
  const which = listOf(session, query.templateType);
  if (!mayRead(session, which)) throw new Failure('forbidden');
  const [rows, folders] = await Promise.all([
    listTemplates(db, accountId, which, { ...query, after: decodePlace(query.cursor) }),
    listFolders(db, accountId, which),
  ]);
  const { items, nextCursor } = pageOf(rows, query.limit, encodePlace, (row) => row);
  return {
    items: await presentTemplates(db, deps, session, items),
    nextCursor,
    folders: folders.flatMap(({ folder }) => folder ?? []),
    total: folders.reduce((sum, { templates }) => sum + templates, 0),
  };
}

async function presentOne(db: Db, deps: Deps, session: Session, id: string): Promise<Template> {
  const row = await findTemplate(db, session.accountId, id);
  const [template] = row ? await presentTemplates(db, deps, session, [row]) : [];
  if (template === undefined) throw new Failure('not_found');
  return template;
}

const encodePlace = ({ sortOrder, id }: { sortOrder: number; id: string }) =>
  Buffer.from(`${sortOrder}.${id}`).toString('base64url');

const PLACE = new RegExp(`^(\\d{1,9})\\.(${ID_PATTERN})$`);

function decodePlace(cursor: string | undefined): { sortOrder: number; id: string } | null {
  if (cursor === undefined) return null;
  const match = PLACE.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2]) throw new Failure('malformed');
  return { sortOrder: Number(match[1]), id: match[2] };
}
