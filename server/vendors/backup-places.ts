import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createBackupFolder } from '../adapters/backups/folder/folder.ts';
import type { BackupPlace } from '../adapters/backups/port.ts';
import { createDiskMediaStore, mediaKeysIn } from '../adapters/media/disk/disk.ts';
import type { MediaToKeep } from '../backups/write-backup.ts';
import type { BackupPlaceSettings } from '../env/backups.ts';
import type { MediaSettings } from '../env/vendors.ts';

export async function chooseBackupPlace(settings: BackupPlaceSettings): Promise<BackupPlace> {
  if (settings.type === 'folder') return createBackupFolder(settings.folder);
  // Its client takes 30 MB of memory, which others don't need to have.
  const { createS3Backups } = await import('../adapters/backups/s3/s3.ts');
  return createS3Backups(settings);
}

/** Files of this machine. Null: a store keeps them, and keeps versions of them. */
export function chooseMediaToKeep(settings: MediaSettings, dataDir: string): MediaToKeep | null {
  if (settings.vendor !== 'disk') return null;
  const folder = join(dataDir, 'media');
  const store = createDiskMediaStore(folder);
  return {
    keys: () => mediaKeysIn(folder),
    read: async (key) => {
      const content = await store.get(key);
      return content === null ? null : buffer(content.stream);
    },
  };
}
