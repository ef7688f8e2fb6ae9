import { failures } from '../../../contract/failure.ts';
import { unknownAttributesOf } from '../../../contract/render-template.ts';
import { reorder } from '../../../contract/reorder.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { MAX_TEMPLATES_PER_LIST, type TemplateType } from '../../../contract/templates.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { putIntoTemplate } from '../media/store.ts';
import { isShared, listOf, mayEdit, type TemplateList } from './rules.ts';
import {
  countList,
  deleteTemplate,
  insertTemplate,
  listIds,
  lockList,
  lockTemplate,
  setOrder,
  type TemplateRow,
  updateTemplate,
} from './store.ts';

type Fields = BodyOf<typeof routes.createTeamTemplate>;
type Changes = BodyOf<typeof routes.updateTeamTemplate>;
type Done = 'template.created' | 'template.changed' | 'template.deleted';

/** Team templates have their own addresses. */
export type Address = 'templates' | 'teamTemplates';

interface Who {
  session: Session;
  actor: Actor;
}

export async function addTemplate(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { templateType, mediaIds = [], ...fields }: Fields & { templateType: TemplateType },
): Promise<string> {
  const { accountId, userId } = session;
  const list = listOf(session, templateType);
  requireKnownAttributes(fields.body);
  await lockList(tx, accountId, list);
  if ((await countList(tx, accountId, list)) >= MAX_TEMPLATES_PER_LIST)
    throw new Failure('templates_used_up');
  const template = { ...list, id: deps.newId(), ...fields, folder: fields.folder ?? null };
  await insertTemplate(tx, accountId, { ...template, at: deps.clock() });
  await putMedia(tx, accountId, { templateId: template.id, mediaIds, uploadedBy: userId });
  await record(tx, deps, actor, 'template.created', template);
  return template.id;
}

export async function changeTemplate(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { id, address, mediaIds, ...fields }: Changes & { id: string; address: Address },
): Promise<void> {
  const { accountId, userId } = session;
  if (fields.body !== undefined) requireKnownAttributes(fields.body);
  const template = await requireEditable(tx, session, { id, address });
  await updateTemplate(tx, accountId, id, { ...fields, at: deps.clock() });
  if (mediaIds !== undefined) await putMedia(tx, accountId, { templateId: id, mediaIds, uploadedBy: userId });
  await record(tx, deps, actor, 'template.changed', { ...template, name: fields.name ?? template.name });
}

/** Its attachments are uploads that nothing needs, and go with those. */
export async function removeTemplate(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  which: { id: string; address: Address },
): Promise<void> {
  const template = await requireEditable(tx, session, which);
  await deleteTemplate(tx, session.accountId, template.id);
  await record(tx, deps, actor, 'template.deleted', template);
}

export async function reorderTemplates(
  tx: Tx,
  deps: Deps,
  { session, actor }: Who,
  { templateType, ids }: { templateType: TemplateType; ids: string[] },
): Promise<void> {
  const { accountId } = session;
  const list = listOf(session, templateType);
  if (!mayEdit(session, list)) throw new Failure('forbidden');
  await lockList(tx, accountId, list);
  const current = await listIds(tx, accountId, list);
  const ordered = reorder(current, ids);
  if (ordered.every((id, place) => id === current[place])) return;
  await setOrder(tx, accountId, ordered);
  if (isShared(list))
    await recordAudit(tx, deps, actor, { action: 'template.reordered', details: { templateType } });
}

/** What a person can't see isn't there. */
async function requireEditable(
  tx: Tx,
  session: Session,
  { id, address }: { id: string; address: Address },
): Promise<TemplateRow> {
  const template = await lockTemplate(tx, session.accountId, id);
  const isHere = (template?.templateType === 'teamTemplate') === (address === 'teamTemplates');
  if (template === undefined || !isHere || !mayEdit(session, template)) throw new Failure('not_found');
  return template;
}

function requireKnownAttributes(body: string): void {
  const attributes = unknownAttributesOf(body);
  if (attributes.length === 0) return;
  throw new Failure('unknown_attribute', {
    attributes,
    fields: { body: [failures.unknown_attribute.message] },
  });
}

async function putMedia(
  tx: Tx,
  accountId: string,
  asked: { templateId: string; mediaIds: string[]; uploadedBy: string },
): Promise<void> {
  const put = await putIntoTemplate(tx, accountId, asked);
  if (put !== new Set(asked.mediaIds).size)
    throw invalidField('mediaIds', 'An attachment is missing. Add it again.');
}

async function record(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: Done,
  template: TemplateList & { id: string; name: string },
): Promise<void> {
  const { id: subjectId, name: subject, templateType } = template;
  if (isShared(template))
    await recordAudit(tx, deps, actor, { action, subjectId, subject, details: { templateType } });
}
