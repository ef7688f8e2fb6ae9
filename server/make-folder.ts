import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With those above it. Node's own `recursive` never ends where a folder takes no others, as /proc does. */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return;
  await makeFolder(dirname(folder), mode);
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // Someone else may have made it just now.
    if (!(await isFolder(folder))) throw error;
  });
}

export function makeFolderSync(folder: string, mode: number): void {
  if (isFolderSync(folder)) return;
  makeFolderSync(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolderSync(folder)) throw error;
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isFolderSync = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
