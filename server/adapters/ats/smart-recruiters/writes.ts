import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { MovedMeanwhile, RefusedByAts, RightsMissing } from '../failures.ts';
import type { NewNote, StageMove } from '../port.ts';
import { read, readAll, write } from './client.ts';
import { partsOf } from './people.ts';
import { stageIdOf, statusOfStage } from './stages.ts';

/** Shared with no one, so that no one gets mail: it is on the profile, for those who may see the candidate. */
export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const { id } = await write(
    api,
    {
      method: 'POST',
      what: 'write a note',
      right: 'messages_write',
      path: '/messages/shares',
      json: {
        content: `#[CANDIDATE:${note.personExternalId}] ${withoutTags(note.body)}`,
        shareWith: { openNote: true },
      },
    },
    z.object({ id: z.string().nullish() }),
  );
  return { noteId: id ?? null };
}

/** Tagged users get mail, and tagged candidates get the note; a zero-width space prevents both. */
const withoutTags = (text: string) => text.replace(/([@#])(?=\[)/g, '$1\u200b');

export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const query = { candidateId: note.personExternalId, limit: 100 };
  const call = { what: 'list notes', right: 'messages_read', path: '/messages', query };
  const notes = await readAll(api, call, z.object({ content: z.string().nullish() })).catch(
    (error: unknown) => {
      // Administrators only, and it won't be otherwise next time.
      if (error instanceof RightsMissing) throw new RefusedByAts(call.what, 'the key is of no administrator');
      throw error;
    },
  );
  return notes.some(({ content }) => content?.includes(note.reference)) ? { noteId: null } : null;
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const to = statusOfStage(move.toStageId);
  if (to === null) throw new RefusedByAts('move a candidate', 'there is no such stage');
  const { candidateId, jobId } = partsOf(move.applicationExternalId);
  const path = `/candidates/${encodeURIComponent(candidateId)}/jobs/${encodeURIComponent(jobId)}`;
  const now = await read(
    api,
    { what: 'read an application', right: 'candidates_read', path },
    z.object({ status: z.string(), subStatus: z.string().nullish() }),
  );
  if (move.fromStageId !== null && stageIdOf(now) !== move.fromStageId)
    throw new MovedMeanwhile('move a candidate');
  await write(
    api,
    {
      method: 'PUT',
      what: 'move a candidate',
      right: 'candidates_manage',
      path: `${path}/status`,
      json: to,
    },
    z.unknown(),
  );
}
