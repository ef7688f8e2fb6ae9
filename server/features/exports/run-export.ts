import { z } from 'zod';
import { EXPORT_DAYS, type ExportManifest, MOST_FILES_LISTED } from '../../../contract/account-exports.ts';
import { inTransaction } from '../../db/connection.ts';
import { SnapshotTooLong } from '../../db/snapshot.ts';
import type { Deps } from '../../deps.ts';
import { compose } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { jobKind } from '../../queue/job.ts';
import type { Run } from '../../queue/runner.ts';
import { enqueueRemoval } from '../media/remove-media.ts';
import { mediaKey } from '../media/urls.ts';
import { findUser } from '../users/store.ts';
import { closeAll, collect } from './collect.ts';
import { pack } from './pack.ts';
import { keepInParts } from './parts.ts';
import { changeRun, endRun, startRun } from './store.ts';

/**
 * Writes the file. A run that was cut off left nothing that anyone sees: the next one begins with a new snapshot, so that the file
 * is of one moment.
 */
export const runExport = jobKind({
  name: 'runExport',
  payload: z.object({ accountId: z.uuid(), exportId: z.uuid() }),
  maxAttempts: 25,
});

/** Then it's over, also if a process died each time. */
const MOST_RUNS = 10;
const DAY_MS = 24 * 3600_000;
const PROGRESS_EVERY_MS = 1000;
/** Of the way, when all records are read. */
const RECORDS_SHARE = 50;

class Taken extends Error {}

export async function runRunExport(
  deps: Deps,
  { accountId, exportId: id }: { accountId: string; exportId: string },
  { lost }: Pick<Run, 'lost'>,
): Promise<void> {
  const me = { id, run: deps.newId() };
  const found = await inTransaction(deps.db, async (tx) => {
    const started = await startRun(tx, accountId, me);
    await removeParts(tx, accountId, started?.parts ?? []);
    return started;
  });
  if (found === undefined) return;
  if (found.attempts > MOST_RUNS) return fail(deps, accountId, me);
  try {
    const manifest = await writeFile(deps, { accountId, withTexts: found.withTexts, me, lost });
    await finish(deps, accountId, { me, createdBy: found.createdBy, manifest });
  } catch (error) {
    if (error instanceof Taken) return;
    if (!(error instanceof SnapshotTooLong)) throw error;
    deps.log.warn({ accountId, exportId: id }, 'an account is too large to be exported');
    await fail(deps, accountId, me);
  }
}

async function writeFile(
  deps: Deps,
  run: { accountId: string; withTexts: boolean; me: { id: string; run: string }; lost: AbortSignal },
): Promise<ExportManifest> {
  const { accountId, me, lost } = run;
  const change = async (what: Parameters<typeof changeRun>[3]) => {
    if (lost.aborted || !(await changeRun(deps.db, accountId, me, what))) throw new Taken();
  };
  let shownAt = performance.now();
  const show = async (percent: number) => {
    if (lost.aborted) throw new Taken();
    if (performance.now() - shownAt < PROGRESS_EVERY_MS) return;
    shownAt = performance.now();
    await change({ progress: Math.floor(percent) });
  };
  const createdAt = deps.clock();
  const collected = await collect(deps, run, (done) => show(done * RECORDS_SHARE));
  try {
    let manifest: ExportManifest | undefined;
    const zip = pack(deps, { accountId, createdAt }, collected, {
      media: (done) => show(RECORDS_SHARE + done * (99 - RECORDS_SHARE)),
      manifest: (written) => {
        manifest = written;
      },
    });
    await keepInParts(deps, accountId, zip, (part) => change({ part }));
    if (manifest === undefined) throw new Error('An export has no manifest');
    return manifest;
  } finally {
    await closeAll(collected.files);
  }
}

async function finish(
  deps: Deps,
  accountId: string,
  {
    me,
    createdBy,
    manifest,
  }: { me: { id: string; run: string }; createdBy: string; manifest: ExportManifest },
): Promise<void> {
  const finishedAt = deps.clock();
  const expiresAt = new Date(finishedAt.getTime() + EXPORT_DAYS * DAY_MS);
  await inTransaction(deps.db, async (tx) => {
    if (
      !(await endRun(tx, accountId, me, {
        status: 'done',
        manifest: shortened(manifest),
        finishedAt,
        expiresAt,
      }))
    )
      return;
    const { email, timezone } = await findUser(tx, accountId, createdBy);
    await enqueueMail(tx, deps, { to: email, ...readyMail(deps, { expiresAt, timezone }) });
  });
}

/** As it's kept and listed: with each of a million media it would be larger than what a screen can ask for every second. */
export function shortened({ files, ...manifest }: ExportManifest): ExportManifest {
  const isLong = files.length > MOST_FILES_LISTED;
  return { ...manifest, files: isLong ? files.filter(({ path }) => !path.startsWith('media/')) : files };
}

async function fail(deps: Deps, accountId: string, me: { id: string; run: string }): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    endRun(tx, accountId, me, { status: 'failed', finishedAt: deps.clock() }),
  );
}

export const removeParts = (
  tx: Parameters<typeof enqueueRemoval>[0],
  accountId: string,
  parts: string[],
): Promise<void> =>
  enqueueRemoval(
    tx,
    parts.map((part) => mediaKey(accountId, part)),
  );

function readyMail(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { expiresAt, timezone: timeZone }: { expiresAt: Date; timezone: string },
) {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(expiresAt);
  return compose({
    subject: 'Your export is ready',
    paragraphs: [
      `Everything your account has is in one file. Sign in as an admin to download it until ${day}.`,
      'It has names, phone numbers and texts of candidates, so keep it safe.',
    ],
    button: { label: 'Download the export', url: `${publicUrl}/dashboard/account/export` },
    footnote: "If you didn't ask for this, check in the activity log who did.",
  });
}
