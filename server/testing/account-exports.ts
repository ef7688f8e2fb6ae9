import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type AccountExport, ExportManifest } from '../../contract/account-exports.ts';
import * as routes from '../../contract/routes.ts';
import { eventually } from './test-app.ts';
import type { Client } from './test-client.ts';

export function untilExported(person: Client, { id }: { id: string }): Promise<AccountExport> {
  return eventually(async () => {
    const current = await person.call(routes.getAccountExport, { params: { id } });
    expect(current.finishedAt).not.toBe(null);
    return current;
  });
}

export const download = (token: string, url: string | null, headers: Record<string, string> = {}) =>
  fetch(url ?? '', { headers: { authorization: `Bearer ${token}`, ...headers } });

/** What is in a ZIP, by path. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

export interface Exported {
  zip: Buffer;
  files: Map<string, Buffer>;
  manifest: ExportManifest;
  /** The records of a noun. */
  records(name: string): Record<string, unknown>[];
}

/** The account's export, downloaded and read. */
export async function exportOf(person: Client & { token: string }): Promise<Exported> {
  const started = await person.call(routes.startAccountExport, { body: { kind: 'account' } });
  const { status, url } = await untilExported(person, started);
  expect(status).toBe('done');
  return readExport(Buffer.from(await (await download(person.token, url)).arrayBuffer()));
}

export async function readExport(zip: Buffer): Promise<Exported> {
  const files = await unzip(zip);
  const manifest = ExportManifest.parse(JSON.parse(String(files.get('manifest.json'))));
  return {
    zip,
    files,
    manifest,
    records: (name) =>
      String(files.get(`${name}.jsonl`) ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}
