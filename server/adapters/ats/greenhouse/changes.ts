import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { MovedMeanwhile, NotFound, needing, OutcomeUnknown, RefusedByAts } from '../failures.ts';
import type { NewNote, StageMove } from '../port.ts';
import { APPLICATIONS, HARVEST, ifAllowed, listAll, listOf, NOTES, numberOf, USERS } from './harvest.ts';
import { stageOf } from './people.ts';

export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const author = await authorOf(api, note.authorEmail);
  const json = {
    candidate_id: numberOf(note.personExternalId),
    application_id: numberOf(note.applicationExternalId ?? '') ?? undefined,
    user_id: author,
    body: note.body,
    note_type: 'NOTE',
    visibility: 'public',
  };
  const request = { method: 'POST', url: `${HARVEST}/notes`, json } as const;
  const written = api.write('add a note', request, z.object({ id: z.number().int() }));
  const { body } = await needing('harvest:notes:create', written);
  return { noteId: String(body.id) };
}

/** Without one, Greenhouse names the credential's own user. */
async function authorOf(api: AtsApi, email: string | null): Promise<number | undefined> {
  if (email === null) return undefined;
  const users = await ifAllowed(listAll(api, USERS, { primary_email: email }));
  return users[0]?.id;
}

export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const notes = await listOf(api, NOTES, 'candidate_ids', [numberOf(note.personExternalId)], (id) => id);
  const found = notes.find(({ body }) => body?.includes(note.reference));
  return found === undefined ? null : { noteId: String(found.id) };
}

/** Runs what the job's stage transitions are set to do, e-mails too: the API can't ask for less. */
export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const from = await currentStage(api, move);
  if (move.fromStageId !== null && String(from) !== move.fromStageId)
    throw new MovedMeanwhile('move: they are in another stage');
  const json = { from_stage_id: from, to_stage_id: numberOf(move.toStageId) };
  const url = `${HARVEST}/applications/${numberOf(move.applicationExternalId)}/move`;
  const moved = api.write('move', { method: 'POST', url, json }, z.unknown());
  try {
    await needing('harvest:applications:move', moved);
  } catch (error) {
    const isOpen = error instanceof OutcomeUnknown || error instanceof RefusedByAts;
    if (!isOpen) throw error;
    const now = await currentStage(api, move);
    if (error instanceof RefusedByAts && now !== from)
      throw new MovedMeanwhile('move: they were moved meanwhile');
    if (String(now) !== move.toStageId) throw error;
  }
}

async function currentStage(api: AtsApi, { applicationExternalId }: StageMove): Promise<number | null> {
  const [application] = await listOf(api, APPLICATIONS, 'ids', [numberOf(applicationExternalId)], (id) => id);
  if (application === undefined) throw new NotFound('move: there is no such application');
  return stageOf(application);
}
