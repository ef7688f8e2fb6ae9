import { expect } from 'vitest';
import type { GivenConsent } from '../../contract/consents.ts';
import type { Import, ImportKind, ImportMapping } from '../../contract/imports.ts';
import * as routes from '../../contract/routes.ts';
import { eventually, type Recruiter } from './test-app.ts';

export interface ImportFile {
  content: string | Uint8Array;
  name?: string;
  kind?: ImportKind;
  mapping?: ImportMapping;
  consent?: GivenConsent;
  country?: string;
}

export function formOf({
  content,
  name = 'people.csv',
  kind,
  mapping,
  consent,
  country,
}: ImportFile): FormData {
  const form = new FormData();
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  if (kind) form.append('kind', kind);
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  if (consent) form.append('consent', JSON.stringify(consent));
  if (country) form.append('country', country);
  return form;
}

export async function startImportOf(person: Recruiter, file: ImportFile): Promise<Import> {
  const { status, body } = await person.ask(routes.startImport, { body: formOf(file) });
  expect(status, JSON.stringify(body)).toBe(202);
  return routes.startImport.reply.parse(body);
}

/** As it is when every row is done. */
export async function importFile(person: Recruiter, file: ImportFile): Promise<Import> {
  return untilDone(person, await startImportOf(person, file));
}

export function untilDone(person: Recruiter, { id }: Pick<Import, 'id'>): Promise<Import> {
  return eventually(async () => {
    const current = await person.call(routes.getImport, { params: { id } });
    expect(current.finishedAt).not.toBe(null);
    return current;
  });
}
