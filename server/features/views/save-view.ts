import { personOrNull } from '../../../contract/person-name.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { MOST_VIEWS, type View } from '../../../contract/views.ts';
import type { Tx } from '../../db/connection.ts';
import { lockNamed } from '../../db/lock-named.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { unlessTaken } from '../../http/unless-taken.ts';
import { requireInbox } from '../texting/conversations/rules.ts';
import {
  countViewsOf,
  deleteView,
  insertView,
  isPerson,
  lockView,
  updateView,
  type ViewFields,
  type ViewRow,
} from './store.ts';

const ONE_NAME = ['views_of_person', 'view_taken'] as const;

/** Whether the person may change a view that they see. */
const mayChange = (session: Session, { ownerId }: Pick<ViewRow, 'ownerId'>) =>
  ownerId === session.userId || session.userType === 'admin';

export function presentView(session: Session, row: ViewRow): View {
  const { id, name, shared, filter, assignee, tags, ownerId } = row;
  return {
    id,
    name,
    shared,
    query: { filter, assignee: assignee as View['query']['assignee'], tags },
    owner: personOrNull(ownerId, row.ownerFirstName, row.ownerLastName),
    can: { change: mayChange(session, row) },
  };
}

/** No one else adds or gets views of that person until the transaction ends. */
async function requireRoom(tx: Tx, { accountId, userId }: Session): Promise<void> {
  await lockNamed(tx, `views ${accountId} ${userId}`);
  if ((await countViewsOf(tx, { accountId, userId })) >= MOST_VIEWS) throw new Failure('views_used_up');
}

/** Only admins save views of other people's conversations, and only of people who are there. */
async function requireAssignee(tx: Tx, session: Session, assignee: string): Promise<void> {
  requireInbox(session, assignee);
  if (['me', 'all', 'none', session.userId].includes(assignee)) return;
  if (!(await isPerson(tx, session.accountId, assignee)))
    throw invalidField('query', 'Choose someone at your company');
}

export async function addView(
  tx: Tx,
  deps: Deps,
  session: Session,
  fields: BodyOf<typeof routes.createView>,
): Promise<View> {
  await requireAssignee(tx, session, fields.query.assignee);
  await requireRoom(tx, session);
  const view = { ...fields, ownerId: session.userId };
  const id = deps.newId();
  await unlessTaken(insertView(tx, session.accountId, { ...view, id, at: deps.clock() }), ...ONE_NAME);
  return presented(tx, session, id);
}

export async function changeView(
  tx: Tx,
  session: Session,
  id: string,
  changes: BodyOf<typeof routes.updateView>,
): Promise<View> {
  const row = await requireView(tx, session, id);
  if (changes.query) await requireAssignee(tx, session, changes.query.assignee);
  const stored = presentView(session, row);
  const shared = changes.shared ?? row.shared;
  // A private view is someone's: one without an author becomes that of the admin who no longer shares it.
  const isTaken = !shared && row.ownerId === null;
  if (isTaken) await requireRoom(tx, session);
  const view: ViewFields = {
    ownerId: isTaken ? session.userId : row.ownerId,
    name: changes.name ?? row.name,
    shared,
    query: changes.query ?? stored.query,
  };
  await unlessTaken(updateView(tx, session.accountId, id, view), ...ONE_NAME);
  if (!shared && view.ownerId !== session.userId) return { ...stored, ...view, owner: stored.owner };
  return presented(tx, session, id);
}

export async function removeView(tx: Tx, session: Session, id: string): Promise<void> {
  await requireView(tx, session, id);
  await deleteView(tx, session.accountId, id);
}

async function requireView(tx: Tx, session: Session, id: string): Promise<ViewRow> {
  const row = await lockView(tx, session, id);
  if (row === undefined) throw new Failure('not_found');
  if (!mayChange(session, row)) throw new Failure('forbidden');
  return row;
}

async function presented(tx: Tx, session: Session, id: string): Promise<View> {
  const row = await lockView(tx, session, id);
  if (row === undefined) throw new Failure('not_found');
  return presentView(session, row);
}
