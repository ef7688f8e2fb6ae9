import type pg from 'pg';

export interface Release {
  version: string;
  /**
   * The oldest release that works with the database as this one leaves it. Since both run beside each other during an update, it's
   * also the oldest that this one can follow directly. Raise it when a migration takes away what an older release uses.
   */
  oldest: string;
}

/** Every release, oldest first. The last one is this version. */
export const RELEASES: readonly Release[] = [{ version: '0.1.0', oldest: '0.1.0' }];

/** What databases say that were migrated before releases were recorded. */
const FIRST: Release = { version: '0.1.0', oldest: '0.1.0' };

/** Which release started last on a database, and the oldest that works with it. One row. */
export const RELEASE_TABLE = `create table if not exists schema_release (
  singleton boolean primary key default true check (singleton),
  version text not null,
  oldest text not null
)`;

/** Null: there is nothing in this database yet. */
export async function readRelease(asked: Pick<pg.Pool, 'query'>): Promise<Release | null> {
  const { rows } = await asked.query<{ migrated: boolean; recorded: boolean }>(
    `select to_regclass('schema_migrations') is not null as migrated, to_regclass('schema_release') is not null as recorded`,
  );
  if (!rows[0]?.migrated) return null;
  if (!rows[0].recorded) return FIRST;
  const { rows: recorded } = await asked.query<Release>('select version, oldest from schema_release');
  return recorded[0] ?? FIRST;
}

/** Going back is recorded too; what has been taken away stays so. */
export async function recordRelease(
  client: pg.Client,
  found: Release | null,
  releases = RELEASES,
): Promise<void> {
  const { version, oldest } = newestOf(releases);
  await client.query(
    `insert into schema_release (version, oldest) values ($1, $2)
     on conflict (singleton) do update set version = excluded.version, oldest = excluded.oldest`,
    [version, found !== null && isOlder(oldest, found.oldest) ? found.oldest : oldest],
  );
}

/** Why this version can't start on a database, with what to do. Null: it can. */
export function refusalOf(found: Release | null, releases = RELEASES): string | null {
  if (found === null) return null;
  const { version, oldest } = newestOf(releases);
  if (isOlder(version, found.oldest))
    return `A newer version has changed this database so that Hiretext ${version} can't work with it. Install ${found.oldest} or a later version.`;
  if (!isOlder(found.version, oldest)) return null;
  const next = releases.findLast((release) => !isOlder(found.version, release.oldest));
  return `This database was last used by Hiretext ${found.version}, which ${version} can't follow directly. Install ${next?.version ?? oldest} first, then ${version}. Nothing has changed.`;
}

export function newestOf(releases = RELEASES): Release {
  return releases.at(-1) ?? FIRST;
}

/** Of versions of three numbers. */
export function isOlder(one: string, other: string): boolean {
  const numbers = (version: string) => version.split('.').map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((number, place) => number !== right[place]);
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
