import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { MovedMeanwhile, NotFound, RefusedByAts } from '../failures.ts';
import type { NewNote, StageMove } from '../port.ts';
import { readAll, readOne, readPage, write } from './client.ts';
import { opportunitiesOf } from './people.ts';

const User = z.object({ id: z.string() });
const Note = z.object({
  id: z.string(),
  text: z.string().nullish(),
  fields: z.array(z.object({ value: z.unknown() })).nullish(),
});
/** The documentation has `noteId`, the service answers the note. */
const Written = z.object({
  data: z.object({ noteId: z.string().nullish(), id: z.string().nullish() }),
});

export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const [opportunity] = await opportunitiesFor(api, note);
  if (opportunity === undefined) throw new NotFound('write a note');
  const { data } = await write(
    api,
    {
      method: 'POST',
      what: 'write a note',
      right: 'notes:write:admin',
      path: `/opportunities/${encodeURIComponent(opportunity)}/notes`,
      query: { perform_as: await findActor(api, note.authorEmail) },
      json: { value: withoutMentions(note.body), notifyFollowers: false },
    },
    Written,
  );
  return { noteId: data.noteId ?? data.id ?? null };
}

export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  for (const opportunity of await opportunitiesFor(api, note)) {
    const path = `/opportunities/${encodeURIComponent(opportunity)}/notes`;
    const call = { what: 'list notes', right: 'notes:read:admin', path };
    const notes = await readAll(api, call, Note);
    const found = notes.find(({ text, fields }) =>
      [text, ...(fields ?? []).map(({ value }) => value)].some(
        (part) => typeof part === 'string' && part.includes(note.reference),
      ),
    );
    if (found) return { noteId: found.id };
  }
  return null;
}

/** A mention would notify that user; a zero-width space prevents it. */
const withoutMentions = (text: string) => text.replace(/(?<!\w)@(?=\w)/g, '@\u200b');

/** Notes belong to opportunities: without one, the person's latest that isn't archived comes first. */
async function opportunitiesFor(api: AtsApi, note: NewNote): Promise<string[]> {
  if (note.applicationExternalId !== null) return [note.applicationExternalId];
  const theirs = await opportunitiesOf(api, note.personExternalId);
  return theirs
    .toSorted(
      (a, b) =>
        Number(Boolean(a.archived?.archivedAt)) - Number(Boolean(b.archived?.archivedAt)) ||
        (b.updatedAt ?? 0) - (a.updatedAt ?? 0),
    )
    .map(({ id }) => id);
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const path = `/opportunities/${encodeURIComponent(move.applicationExternalId)}`;
  const call = {
    what: 'read an application',
    right: 'opportunities:read:admin',
    path: `${path}?expand=stage`,
  };
  const Staged = z.object({ stage: z.object({ id: z.string() }).nullish() });
  const { stage } = await readOne(api, call, Staged);
  if (move.fromStageId !== null && stage?.id !== move.fromStageId)
    throw new MovedMeanwhile('move a candidate');
  await write(
    api,
    {
      method: 'PUT',
      what: 'move a candidate',
      right: 'opportunities:write:admin',
      path: `${path}/stage`,
      query: { perform_as: await findActor(api, move.byEmail) },
      json: { stage: move.toStageId },
    },
    z.unknown(),
  );
}

/** Who it's done as: the person if they are a user there, else a super admin. Never the key alone, so that Lever shows who it was. */
async function findActor(api: AtsApi, email: string | null): Promise<string> {
  const find = async (query: Record<string, string>) => {
    const asked = { ...query, limit: 1 };
    const call = { what: 'find a user', right: 'users:read:admin', path: '/users', query: asked };
    return (await readPage(api, call, null, User)).items[0]?.id;
  };
  const actor =
    (email === null ? undefined : await find({ email })) ?? (await find({ accessRole: 'super admin' }));
  if (actor === undefined) throw new RefusedByAts('find a user', 'there is no super admin to act as');
  return actor;
}
