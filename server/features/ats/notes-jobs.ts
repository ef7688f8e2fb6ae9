import { z } from 'zod';
import { AtsType } from '../../../contract/ats.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { collectNotes } from './collect-notes.ts';
import { findConnection } from './connections-store.ts';
import { bringNotesForward, isAnyConnected, listSystemsToNote, type System } from './notes-store.ts';
import { openApi } from './open-api.ts';
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

/** The crontab only knows minutes, so each run asks for the next one. */
export async function runNoteTexts(deps: Deps): Promise<void> {
  if (!(await isAnyConnected(deps.db))) return;
  await collectNotes(deps);
  for (const system of await listSystemsToNote(deps.db, deps.clock())) await enqueueWriting(deps.db, system);
  // By the queue's own clock.
  const runAt = new Date(Date.now() + EVERY_MS);
  await enqueue(deps.db, [{ kind: noteTexts, payload: null, key: noteTexts.name, runAt }]);
}

/** When a system is connected, so that no one waits for the crontab. */
export function startNoting(db: Db): Promise<void> {
  return enqueue(db, [{ kind: noteTexts, payload: null, key: noteTexts.name }]);
}

/** Retries waiting notes right away. */
export async function retryNotes(db: Db, system: System, now: Date): Promise<void> {
  await bringNotesForward(db, system, now);
  await enqueueWriting(db, system);
}

function enqueueWriting(db: Db, { accountId, atsType }: System): Promise<void> {
  const name = `${writeAtsNotes.name}:${accountId}:${atsType}`;
  return enqueue(db, [{ kind: writeAtsNotes, payload: { accountId, atsType }, key: name, queue: name }]);
}

export async function runWriteAtsNotes(deps: Deps, { accountId, atsType }: System): Promise<void> {
  const connector = deps.ats.connectors.get(atsType);
  const connection = await findConnection(deps.db, accountId, atsType);
  if (connector === undefined || !connection?.enabled) return;
  const { generation } = connection;
  await writeNotes(deps, { accountId, atsType, generation, connector, api: openApi(deps, connection) });
}
