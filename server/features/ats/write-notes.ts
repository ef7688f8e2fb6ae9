import type { AtsApi } from '../../adapters/ats/api.ts';
import {
  AtsFailure,
  AtsUnavailable,
  NotFound,
  OutcomeUnknown,
  RefusedByAts,
} from '../../adapters/ats/failures.ts';
import type { AtsConnector, NewNote } from '../../adapters/ats/port.ts';
import type { Deps } from '../../deps.ts';
import { noteBody } from './note-body.ts';
import {
  type ClaimedNote,
  claimNotes,
  type DueCursor,
  type DueNote,
  findNotePlace,
  listDueNotes,
  listLostNotes,
  loadTexts,
  type NoteOutcome,
  type System,
  settleNotes,
} from './notes-store.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'log'>;

/** A system that can be asked. */
export interface OpenSystem extends System {
  generation: string;
  connector: AtsConnector;
  api: AtsApi;
}

const AT_ONCE = 100;
/** Then other systems get their turn. */
const TURN_MS = 30_000;
/** Longer than writing a note can take: a writer that takes longer is dead. */
const DEAD_AFTER_MS = 45_000;
/** A note that the system got and didn't answer shows up there within this. */
const SHOWS_AFTER_MS = 25_000;
const LOOK_AGAIN_MS = 10_000;
const LONGEST_BACK_OFF_MS = 30_000;

/**
 * Writes what is due into one system, the notes of each candidate in order. Each is claimed in its own commit before it is
 * written, so that it is never written twice: if an outcome was lost, the note is looked up there first.
 */
export async function writeNotes(deps: NoteDeps, system: OpenSystem): Promise<void> {
  const { writeNote } = system.connector;
  if (writeNote === null) return;
  const end = performance.now() + TURN_MS;
  if ((await lookUpLost(deps, system)) === 'away') return;
  for (let after: DueCursor | null = null; ; ) {
    const page = await listDueNotes(deps.db, system, deps.clock(), { after, limit: AT_ONCE });
    for (const note of page.notes) {
      if (performance.now() > end || (await writeOne(deps, system, note, writeNote)) === 'away') return;
    }
    if (page.next === null) return;
    after = page.next;
  }
}

async function writeOne(
  deps: NoteDeps,
  system: OpenSystem,
  due: DueNote,
  writeNote: NonNullable<AtsConnector['writeNote']>,
): Promise<'away' | 'over'> {
  const now = deps.clock();
  const claimed = await claimNotes(deps.db, system, due, { now, deadAt: after(now, DEAD_AFTER_MS) });
  // Another worker is at it, or it is paused or no longer connected.
  if (claimed === null) return 'away';
  return settling(deps, system, claimed, async (note): Promise<NoteOutcome> => {
    try {
      const { noteId } = await writeNote(system.api, note);
      return { state: 'written', noteId };
    } catch (error) {
      if (error instanceof RefusedByAts) return { state: 'refused', reason: error.reason };
      if (error instanceof NotFound) return { state: 'refused', reason: 'The candidate is no longer there.' };
      if (error instanceof OutcomeUnknown)
        return system.connector.findNote === null
          ? { state: 'unknown' }
          : { state: 'claimed', dueAt: after(deps.clock(), LOOK_AGAIN_MS) };
      return { state: 'waiting', dueAt: nextTry(deps, system, claimed, error) };
    }
  });
}

/** Looks up what became of notes whose writer died, or didn't hear. */
async function lookUpLost(deps: NoteDeps, system: OpenSystem): Promise<'away' | 'over'> {
  const { findNote } = system.connector;
  for (const lost of await listLostNotes(deps.db, system, deps.clock(), AT_ONCE)) {
    const end = await settling(deps, system, lost, async (note): Promise<NoteOutcome> => {
      if (findNote === null) return { state: 'unknown' };
      try {
        const found = await findNote(system.api, note);
        if (found !== null) return { state: 'written', noteId: found.noteId };
        const now = deps.clock();
        return now >= after(lost.claimedAt, SHOWS_AFTER_MS)
          ? { state: 'waiting', dueAt: now }
          : { state: 'claimed', dueAt: after(now, LOOK_AGAIN_MS) };
      } catch (error) {
        if (error instanceof RefusedByAts || error instanceof NotFound) return { state: 'unknown' };
        return { state: 'claimed', dueAt: nextTry(deps, system, lost, error) };
      }
    });
    if (end === 'away') return 'away';
  }
  return 'over';
}

/** `away`: there is no use in asking for the next one now. */
async function settling(
  deps: NoteDeps,
  system: OpenSystem,
  claimed: ClaimedNote,
  ask: (note: NewNote) => Promise<NoteOutcome>,
): Promise<'away' | 'over'> {
  const note = await newNote(deps, system, claimed);
  const outcome: NoteOutcome =
    note === null ? { state: 'refused', reason: 'The candidate is no longer linked.' } : await ask(note);
  const now = deps.clock();
  await settleNotes(deps.db, system, claimed, { outcome, now });
  return 'dueAt' in outcome && outcome.dueAt > now ? 'away' : 'over';
}

/** Throws anything that isn't the system's answer: then the claim stays, like that of a writer who died. */
function nextTry(deps: NoteDeps, { atsType }: System, { attempts }: ClaimedNote, error: unknown): Date {
  if (!(error instanceof AtsFailure)) throw error;
  deps.log.warn({ atsType, reason: error.name }, 'a note has to wait');
  const askedForMs = error instanceof AtsUnavailable ? (error.waitMs ?? 0) : 0;
  const waitMs = Math.max(askedForMs, 1000 * 2 ** Math.min(attempts, 5));
  return after(deps.clock(), Math.min(LONGEST_BACK_OFF_MS, waitMs));
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** Null: that system no longer has anyone for the candidate. */
async function newNote(
  deps: NoteDeps,
  system: OpenSystem,
  { ids, day, candidateId, reference }: ClaimedNote,
): Promise<NewNote | null> {
  const [place, texts] = await Promise.all([
    findNotePlace(deps.db, system, candidateId),
    loadTexts(deps.db, system, ids),
  ]);
  const [first] = texts;
  if (place === undefined || first === undefined) return null;
  const { zone, personExternalId, applicationExternalId } = place;
  const url = `${deps.publicUrl}/dashboard/messages/${first.conversationId}`;
  return {
    personExternalId,
    applicationExternalId,
    body: noteBody(texts, { zone, day, url, reference }),
    reference,
    authorEmail: texts.find((text) => text.authorEmail !== null)?.authorEmail ?? null,
  };
}
