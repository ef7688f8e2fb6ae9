import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { downloadMedia as downloadFrom } from '../media-download.ts';
import { type DownloadedMedia, MediaRefused } from '../port.ts';

export const MEDIA_PATH = '/simulator/media/';
export const LARGEST_MEDIA_BYTES = 5 * 1024 * 1024;

interface MediaDeps {
  pool: pg.Pool;
  publicUrl: string;
  clock: () => Date;
  timeoutMs: number;
}

/** Keeps what a simulated phone attaches; returns its address. */
export async function storeMedia(deps: MediaDeps, media: DownloadedMedia): Promise<string> {
  const id = randomUUID();
  const contentType = media.contentType.split(';')[0]?.trim().toLowerCase();
  await deps.pool.query(
    'insert into simulator.media (id, content_type, bytes, created_at) values ($1, $2, $3, $4)',
    [id, contentType, media.bytes, deps.clock()],
  );
  return `${deps.publicUrl}${MEDIA_PATH}${id}`;
}

/** Only what `storeMedia` keeps has an address here, so no address makes the server call another. Null: no such address. */
export function mediaIdOf(url: string): string | null {
  const { pathname } = URL.parse(url) ?? { pathname: '' };
  if (!pathname.startsWith(MEDIA_PATH)) return null;
  const id = pathname.slice(MEDIA_PATH.length);
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id) ? id : null;
}

export async function contentTypesOf(pool: pg.Pool, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; content_type: string }>(
    'select id, content_type from simulator.media where id = any ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.content_type]));
}

export async function readMedia(
  deps: MediaDeps,
  id: string,
  maxBytes: number,
): Promise<DownloadedMedia | null> {
  const { rows } = await deps.pool.query<{ content_type: string; bytes: Buffer }>({
    text: 'select content_type, bytes from simulator.media where id = $1 and octet_length(bytes) <= $2',
    values: [id, maxBytes],
    ...{ query_timeout: deps.timeoutMs },
  });
  const row = rows[0];
  return row === undefined ? null : { contentType: row.content_type, bytes: row.bytes };
}

/** A picture that is served on this machine, e.g. by a test: the simulator exists in local mode only, and fetches from nowhere else. */
export function isOnThisMachine(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname)
  );
}

export async function downloadMedia(
  deps: MediaDeps,
  url: string,
  maxBytes: number,
): Promise<DownloadedMedia> {
  const id = new URL(deps.publicUrl).origin === URL.parse(url)?.origin ? mediaIdOf(url) : null;
  if (id === null)
    return downloadFrom(
      url,
      {
        allowsFirst: ({ href }) => isOnThisMachine(href),
        allowsRedirect: () => false,
        headersFor: () => ({}),
      },
      { maxBytes, timeoutMs: deps.timeoutMs, fetch },
    );
  const media = await readMedia(deps, id, maxBytes);
  if (media === null) throw new MediaRefused('media is gone or over the limit');
  return media;
}

export async function forgetMedia(deps: Pick<MediaDeps, 'pool'>, url: string): Promise<void> {
  const id = mediaIdOf(url);
  if (id === null) throw new Error('no address of the simulator');
  await deps.pool.query('delete from simulator.media where id = $1', [id]);
}
