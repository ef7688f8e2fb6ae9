import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE } from '../contract/api.ts';
import type { Import } from '../contract/imports.ts';
import * as routes from '../contract/routes.ts';
import { call } from './company.ts';

/** The lines of a file of people, all with numbers of one area code; the first names the columns. */
export function* people(count: number, areaCode: string): Generator<string[]> {
  yield ['First name', 'Last name', 'Mobile phone', 'Email', 'City', 'Job title', 'Tags', 'Notes'];
  for (let n = 0; n < count; n += 1) {
    const phone = `(${areaCode}) ${String(200 + Math.floor(n / 10_000))}-${String(n % 10_000).padStart(4, '0')}`;
    const person = [`First${n % 500}`, `Last${n % 7000}`, phone, `person${n}.${areaCode}@example.com`];
    yield [...person, 'San Francisco', 'Registered Nurse', 'RN;nights', 'met at the spring fair'];
  }
}

export const asCsv = (lines: Iterable<string[]>): Buffer =>
  Buffer.from([...lines].map((cells) => `${cells.join(',')}\n`).join(''));

/** Uploads the file. */
export async function startImport(url: string, token: string, bytes: Buffer, kind: string): Promise<Import> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'people');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + API_BASE + routes.startImport.path, {
    method: 'POST',
    headers,
    body: form,
  });
  return routes.startImport.reply.parse(await answer.json());
}

/** Resolves once its last row is done. */
export async function untilImported(
  url: string,
  token: string,
  started: Import,
  meanwhile: () => void = () => {},
): Promise<Import> {
  const path = routes.getImport.path.replace('{id}', started.id);
  let current = started;
  while (current.finishedAt === null) {
    await wait(200);
    meanwhile();
    current = routes.getImport.reply.parse(await call(url, token, 'GET', path));
  }
  return current;
}
