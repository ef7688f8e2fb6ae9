import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../http/page.ts';
import { avatarUrl } from '../../users/avatar-address.ts';
import { maySee, seenBy } from '../conversations/rules.ts';
import { requireConversation } from '../conversations/seen.ts';
import { presentNote } from './present.ts';
import { addNote, deleteNote, editNote } from './save-note.ts';
import { listAdminsAnd, listNotes } from './store.ts';

export function noteRoutes(api: Api, deps: Deps): void {
  api.on(routes.listNotes, async ({ db, session, params, query }) => {
    await requireConversation(db, session, params.id, deps.clock());
    const rows = await listNotes(db, session.accountId, [params.id], {
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    return pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => presentNote(session, row),
    );
  });

  api.once(routes.createNote, async ({ db, session, params, body, once }) => {
    const conversation = await requireConversation(db, session, params.id, deps.clock());
    await once(async (tx) =>
      presentNote(session, await addNote(tx, deps, session, { conversation, ...body })),
    );
  });

  api.on(routes.updateNote, async ({ db, session, params, body }) => {
    const conversation = await requireConversation(db, session, params.id, deps.clock());
    const { noteId: id } = params;
    const note = await inTransaction(db, (tx) => editNote(tx, deps, session, { conversation, id, ...body }));
    return presentNote(session, note);
  });

  api.on(routes.deleteNote, async ({ db, session, params }) => {
    await requireConversation(db, session, params.id, deps.clock());
    const { id: conversationId, noteId: id } = params;
    await inTransaction(db, (tx) => deleteNote(tx, session, { conversationId, id }));
    return { status: 'ok' as const };
  });

  api.on(routes.listWhoSees, async ({ db, session, params }) => {
    const now = deps.clock();
    const row = await requireConversation(db, session, params.id, now);
    const people = await listAdminsAnd(db, session.accountId, seenBy(row, now));
    return people
      .filter((person) => maySee(person, row, now))
      .map(({ userId, firstName, lastName, avatarId }) => ({
        id: userId,
        firstName,
        lastName,
        avatar: avatarUrl(deps, session.accountId, avatarId),
      }));
  });
}
