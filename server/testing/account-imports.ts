import { expect } from 'vitest';
import type { AccountImport } from '../../contract/account-exports.ts';
import * as routes from '../../contract/routes.ts';
import { eventually } from './test-app.ts';
import type { Client } from './test-client.ts';

export function formOfZip(zip: Buffer): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'export.zip');
  return form;
}

export async function startAccountImportOf(person: Client, zip: Buffer): Promise<AccountImport> {
  const { status, body } = await person.ask(routes.startAccountImport, { body: formOfZip(zip) });
  expect(status, JSON.stringify(body)).toBe(202);
  return routes.startAccountImport.reply.parse(body);
}

export function untilImported(person: Client, { id }: { id: string }): Promise<AccountImport> {
  return eventually(async () => {
    const current = await person.call(routes.getAccountImport, { params: { id } });
    expect(current.finishedAt).not.toBe(null);
    return current;
  });
}

export const importOf = async (person: Client, zip: Buffer): Promise<AccountImport> =>
  untilImported(person, await startAccountImportOf(person, zip));
