import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';
import { type BackupPlace, isBackupName, requireBackupName } from '../port.ts';

const PART = '.part';

/** A file each; written aside and renamed once it is whole and on disk. */
export function createBackupFolder(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, requireBackupName(name));
  const names = () =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  return {
    title: folder,
    list: async () => (await names()).filter(isBackupName).sort(),
    listBroken: async () =>
      (await names()).flatMap((name) => {
        const whole = name.slice(0, -PART.length);
        return name.endsWith(PART) && isBackupName(whole) ? [whole] : [];
      }),
    write: async (name, chunks) => {
      await makeFolder(folder, 0o700);
      const path = pathOf(name);
      const file = await open(path + PART, 'wx', 0o600);
      let bytes = 0;
      try {
        for await (const chunk of chunks) {
          await file.writeFile(chunk);
          bytes += chunk.length;
        }
        await file.sync();
      } catch (error) {
        await rm(path + PART, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      await rename(path + PART, path);
      const home = await open(folder);
      await home.sync().finally(() => home.close());
      return bytes;
    },
    read: (name) => createReadStream(pathOf(name)),
    remove: async (name) => {
      await rm(pathOf(name), { force: true });
      await rm(pathOf(name) + PART, { force: true });
    },
  };
}
