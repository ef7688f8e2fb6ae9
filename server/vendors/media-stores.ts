import { join } from 'node:path';
import { createDiskMediaStore } from '../adapters/media/disk/disk.ts';
import type { MediaStore } from '../adapters/media/port.ts';
import type { MediaSettings } from '../env/vendors.ts';

export async function chooseMediaStore(settings: MediaSettings, dataDir: string): Promise<MediaStore> {
  switch (settings.vendor) {
    case 'disk':
      return createDiskMediaStore(join(dataDir, 'media'));
    case 's3': {
      // Its client takes 30 MB of memory, which nodes with a disk don't need to have.
      const { createS3MediaStore } = await import('../adapters/media/s3/s3.ts');
      return createS3MediaStore({ ...settings, isPublic: settings.endpoint.startsWith('https:') });
    }
  }
}
