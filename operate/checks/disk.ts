import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Checked, type Finding, fail, ok, warn } from './check.ts';

const GB = 1_000_000_000;
const WARN_BYTES = 5 * GB;
const FAIL_BYTES = GB;

/** `free` is given by tests. */
export function checkDisk(
  { env }: Pick<Checked, 'env'>,
  free: (folder: string) => number = freeBytes,
): Finding {
  const name = 'disk';
  let folder = env.dataDir;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const bytes = free(folder);
  const found = `${(bytes / GB).toFixed(1)} GB are free for ${env.dataDir}.`;
  const cure = 'Make room on this disk, or move DATA_DIR to a larger one.';
  if (bytes < FAIL_BYTES) return fail(name, found, cure);
  return bytes < WARN_BYTES ? warn(name, found, cure) : ok(name, found);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
