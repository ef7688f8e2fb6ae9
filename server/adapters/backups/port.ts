/** Where backups are kept, under names like hiretext-2026-11-27T08-00-00Z. */
export interface BackupPlace {
  /** As people know it. */
  readonly title: string;
  /** Those that were written completely, the oldest first. */
  list(): Promise<string[]>;
  /** Durable when it resolves with how many bytes it was. What breaks off isn't listed. */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Throws `ENOENT` when there is none of that name. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Also what is left of one that broke off. Resolves too when there is none. */
  remove(name: string): Promise<void>;
  /** Those that broke off. */
  listBroken(): Promise<string[]>;
}

const NAME = /^hiretext-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/** What is called otherwise isn't ours: we don't list it, and don't remove it. */
export const isBackupName = (name: string): boolean => NAME.test(name);

export function requireBackupName(name: string): string {
  if (!isBackupName(name)) throw new Error(`Not the name of a backup: ${name}`);
  return name;
}

export const notFound = (name: string) =>
  Object.assign(new Error(`There is no backup ${name}`), { code: 'ENOENT' });
