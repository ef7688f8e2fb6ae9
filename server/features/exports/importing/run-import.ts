import { fromFdPromise } from 'yauzl';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';
import type { Run } from '../../../queue/runner.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { contentTypeOf } from '../../media/content-type.ts';
import { mediaKey } from '../../media/urls.ts';
import { AVATAR_TYPE } from '../../users/draw-avatar.ts';
import { findUser } from '../../users/store.ts';
import type { Noun } from '../nouns/noun.ts';
import { PORTABLE } from '../nouns/nouns.ts';
import { readParts } from '../parts.ts';
import { removeParts } from '../run-export.ts';
import { Scratch } from '../scratch.ts';
import { type Archive, readArchive } from './archive.ts';
import { linesOf, type Values } from './read-records.ts';
import { changeImport, endImport, findImport, type ImportRow, lockImport, noteWritten } from './store.ts';
import { Unreadable } from './unreadable.ts';
import { countAndFind, isEmpty, prepareAccount, removeStages, writeRecords } from './write-records.ts';

/**
 * First the whole file is checked, then all records are written in one transaction, then media are kept. A run that was cut off left
 * either nothing or all records, and the next one goes on from there.
 */
export const runAccountImport = jobKind({
  name: 'runAccountImport',
  payload: z.object({ accountId: z.uuid(), importId: z.uuid() }),
  maxAttempts: 25,
});

/** Then it's over, also if a process died each time. */
const MOST_RUNS = 10;
/** Of the way, when the file is checked, and when its records are written. */
const [CHECKED, WRITTEN] = [30, 70];
/** Records of a statement. */
const BATCH = 500;

class Lost extends Error {}

export async function runRunAccountImport(
  deps: Deps,
  { accountId, importId }: { accountId: string; importId: string },
  { lost }: Pick<Run, 'lost'>,
): Promise<void> {
  const found = await findImport(deps.db, accountId, importId);
  if (found === undefined || found.finishedAt !== null) return;
  const attempts = found.attempts + 1;
  if (attempts > MOST_RUNS)
    return end(deps, accountId, importId, 'We could not import this file. Contact us from the Support tab.');
  await changeImport(deps.db, accountId, importId, { status: 'running', attempts });
  const files: Scratch[] = [];
  const open = async () => {
    const file = await Scratch.open();
    files.push(file);
    return file;
  };
  try {
    await importFile(deps, accountId, found, { lost, open });
    await end(deps, accountId, importId, null);
  } catch (error) {
    if (error instanceof Lost) return;
    if (!(error instanceof Unreadable)) throw error;
    await end(deps, accountId, importId, error.message);
  } finally {
    for (const file of files) await file.close();
  }
}

interface Running {
  lost: AbortSignal;
  open: () => Promise<Scratch>;
}

async function importFile(deps: Deps, accountId: string, found: ImportRow, running: Running): Promise<void> {
  const zip = await running.open();
  for await (const chunk of readParts(deps, accountId, found)) await zip.write(chunk);
  const archive = await readArchive(await openZip(zip));
  if (found.writtenAt === null) {
    const records = await check(archive, running);
    await changeImport(deps.db, accountId, found.id, { progress: CHECKED });
    await inTransaction(deps.db, (tx) => write(tx, deps, accountId, found, { archive, records, running }));
  }
  for (const [index, id] of archive.mediaIds.entries()) {
    requireMine(running);
    // Or its files would outlive an account that is erased just now.
    if ((await findImport(deps.db, accountId, found.id)) === undefined) throw new Lost();
    await deps.mediaStore.put(mediaKey(accountId, id), await archive.media(id));
    if (index % 50 === 0) {
      const share = index / archive.mediaIds.length;
      await changeImport(deps.db, accountId, found.id, {
        progress: Math.floor(WRITTEN + share * (99 - WRITTEN)),
      });
    }
  }
}

async function openZip(file: Scratch) {
  try {
    return await fromFdPromise(file.descriptor, { lazyEntries: true, autoClose: false });
  } catch {
    throw new Unreadable("This file isn't a ZIP.");
  }
}

function requireMine({ lost }: Pick<Running, 'lost'>): void {
  if (lost.aborted) throw new Lost();
}

/** Reads all of it, before anything is written. What is good is kept beside, so that the transaction waits for nothing. */
async function check(archive: Archive, running: Running): Promise<Map<Noun, Scratch>> {
  const records = new Map<Noun, Scratch>();
  const types = new Map<string, string>();
  for (const noun of PORTABLE) {
    const file = await running.open();
    records.set(noun, file);
    for await (const batch of archive.records(noun)) {
      requireMine(running);
      noteTypes(types, noun, batch);
      await file.write(batch.map((values) => `${JSON.stringify(values)}\n`).join(''));
    }
  }
  for (const id of archive.mediaIds) {
    requireMine(running);
    const claimed = types.get(id);
    // Nothing is shown as what it isn't.
    if (claimed === undefined || (await contentTypeOf(await archive.media(id), claimed)) !== claimed)
      throw new Unreadable(`media/${id} isn't what the records say it is.`);
  }
  return records;
}

/** Of the files that come with the records: attachments, and pictures of people. */
function noteTypes(types: Map<string, string>, { table }: Noun, records: Values[]): void {
  if (table === 'media')
    for (const { id, content_id, content_type } of records)
      types.set(String(content_id ?? id), String(content_type));
  if (table === 'users')
    for (const { avatar_id } of records) if (avatar_id != null) types.set(String(avatar_id), AVATAR_TYPE);
}

async function write(
  tx: Tx,
  deps: Deps,
  accountId: string,
  { id, createdBy }: ImportRow,
  { archive, records, running }: { archive: Archive; records: Map<Noun, Scratch>; running: Running },
): Promise<void> {
  const current = await lockImport(tx, accountId, id);
  // Another run has done it.
  if (current === undefined || current.writtenAt !== null) return;
  await prepareAccount(tx, accountId);
  if (!(await isEmpty(tx, accountId)))
    throw new Unreadable('Your account is no longer empty, so nothing was imported.');
  await removeStages(tx, accountId);
  let count = 0;
  for (const [noun, file] of records)
    for await (const lines of linesOf(file.read())) {
      requireMine(running);
      for (let from = 0; from < lines.length; from += BATCH) {
        const batch = lines.slice(from, from + BATCH).map((line) => JSON.parse(line) as Values);
        await writeRecords(tx, accountId, noun, batch);
        count += batch.length;
      }
    }
  await countAndFind(tx, accountId);
  const { manifestHash, manifest } = archive;
  await noteWritten(tx, accountId, id, { at: deps.clock(), manifestHash });
  const { firstName, lastName } = await findUser(tx, accountId, createdBy);
  await recordAudit(
    tx,
    deps,
    { accountId, userId: createdBy, firstName, lastName, ip: null, userAgent: null },
    {
      action: 'account.imported',
      subjectId: id,
      details: {
        records: count,
        exportOf: manifest.accountId,
        exportedAt: manifest.createdAt,
        manifest: manifestHash,
      },
    },
  );
}

async function end(deps: Deps, accountId: string, id: string, reason: string | null): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const status = reason === null ? 'done' : 'failed';
    await removeParts(
      tx,
      accountId,
      await endImport(tx, accountId, id, { status, reason, at: deps.clock() }),
    );
  });
}
