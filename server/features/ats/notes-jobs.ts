import { z } from 'zod';
import { AtsType } from '../../../contract/ats.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../jobs/job.ts';
import { collectNotes } from './collect-notes.ts';
import { bringNotesForward, isAnyConnected, listSystemsToNote, type System } from './notes-store.ts';
import { writeNotes } from './write-notes.ts';

/** Finds what there is to note, every few seconds while any account is connected. */
export const noteTexts = jobKind({ name: 'noteTexts', payload: z.unknown(), maxAttempts: 1 });

/** Writes what is due into one system. */
export const writeAtsNotes = jobKind({
  name: 'writeAtsNotes',
  payload: z.object({ accountId: z.uuid(), atsType: AtsType }),
  maxAttempts: 1,
});

const EVERY_MS = 5000;

/** The crontab knows minutes only, so each run asks for the next one. */
export async function runNoteTexts(deps: Deps): Promise<void> {
  if (!(await isAnyConnected(deps.db))) return;
  await collectNotes(deps);
  for (const system of await listSystemsToNote(deps.db, deps.clock())) await enqueueNotes(deps, system);
  const runAt = new Date(deps.clock().getTime() + EVERY_MS);
  await enqueue(deps.db, [{ kind: noteTexts, payload: null, key: noteTexts.name, runAt }]);
}
