import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { MovedMeanwhile, RefusedByAts } from '../failures.ts';
import type { NewNote, StageMove } from '../port.ts';
import { items } from '../records.ts';
import { read, readAll, write } from './client.ts';
import { Stage } from './jobs.ts';
import { readApplication } from './people.ts';

const Note = z.object({ id: z.string(), content: z.string().nullish() });
const ArchiveReason = z.object({
  id: z.string(),
  reasonType: z.string(),
  isArchived: z.boolean(),
});

export async function writeNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null }> {
  const written = await write(
    api,
    {
      what: 'write a note',
      right: 'candidatesWrite',
      path: 'candidate.createNote',
      json: {
        candidateId: note.personExternalId,
        note: { type: 'text/plain', value: note.body },
        sendNotifications: false,
      },
    },
    z.object({ id: z.string().nullish() }).nullish(),
  );
  return { noteId: written?.id ?? null };
}

export async function findNote(api: AtsApi, note: NewNote): Promise<{ noteId: string | null } | null> {
  const json = { candidateId: note.personExternalId };
  const call = { what: 'list notes', right: 'candidatesRead', path: 'candidate.listNotes', json };
  const notes = await readAll(api, call, Note);
  const found = notes.find(({ content }) => content?.includes(note.reference));
  return found ? { noteId: found.id } : null;
}

export async function moveStage(api: AtsApi, move: StageMove): Promise<void> {
  const { applicationExternalId: applicationId, fromStageId, toStageId: interviewStageId } = move;
  const { currentInterviewStage } = await readApplication(api, applicationId);
  if (fromStageId !== null && currentInterviewStage?.id !== fromStageId)
    throw new MovedMeanwhile('move a candidate');
  const archiveReasonId = await archiveReasonFor(api, interviewStageId);
  await write(
    api,
    {
      what: 'move a candidate',
      right: 'candidatesWrite',
      path: 'application.changeStage',
      json: { applicationId, interviewStageId, archiveReasonId },
    },
    z.unknown(),
  );
}

/** Ashby requires a reason to archive someone, and refuses one for any other stage. */
async function archiveReasonFor(api: AtsApi, interviewStageId: string): Promise<string | undefined> {
  const stage = await read(
    api,
    {
      what: 'read a stage',
      right: 'interviewsRead',
      path: 'interviewStage.info',
      json: { interviewStageId },
    },
    Stage,
  );
  if (stage.type !== 'Archived') return undefined;
  const reasons = await read(
    api,
    {
      what: 'list archive reasons',
      right: 'hiringProcessMetadataRead',
      path: 'archiveReason.list',
    },
    items(api, 'other', ArchiveReason),
  );
  const usable = reasons.filter(({ isArchived }) => !isArchived);
  const reason = usable.find(({ reasonType }) => reasonType === 'RejectedByOrg') ?? usable[0];
  if (reason === undefined) throw new RefusedByAts('move a candidate', 'there is no archive reason');
  return reason.id;
}
