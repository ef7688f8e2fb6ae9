import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';
import { isMediaKey, type MediaStore, requireMediaKey } from '../port.ts';

/** Of all files below the folder. Those that come or go meanwhile may be among them or not. */
export async function* mediaKeysIn(folder: string): AsyncGenerator<string> {
  for (const account of await entriesOf(folder))
    for (const name of await entriesOf(join(folder, account))) {
      const key = `${account}/${name}`;
      // Others are half written, or not ours.
      if (isMediaKey(key)) yield key;
    }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Files below one folder; written aside and renamed, so that a reader never sees half a picture. */
export function createDiskMediaStore(folder: string): MediaStore {
  const pathOf = (key: string) => join(folder, requireMediaKey(key));
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await makeFolder(dirname(path), 0o700);
      const aside = `${path}.part`;
      const file = await open(aside, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
    },
    get: async (key, range) => {
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (file === null) return null;
      // The stream closes the file, however it ends.
      const stream = file.createReadStream(range ?? {});
      const bytes = range ? range.end - range.start + 1 : (await file.stat()).size;
      return { bytes, stream };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    addressOf: async () => null,
    close: () => {},
  };
}
