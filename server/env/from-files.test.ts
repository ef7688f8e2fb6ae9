import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { withFiles } from './from-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiretext-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string): string {
  const path = join(folder, `secret-${content.length}`);
  writeFileSync(path, content);
  return path;
}

function read(source: Record<string, string>) {
  const sentences: string[] = [];
  return { values: withFiles(source, sentences), sentences };
}

it.each([
  ['a value', 'a value'],
  ['with a line break\n', 'with a line break'],
  ['with that of Windows\r\n', 'with that of Windows'],
  [' spaces and\nlines within ', ' spaces and\nlines within '],
])('%j is read as %j', (content, value) => {
  const { values, sentences } = read({ SMTP_URL_FILE: file(content) });
  expect([values.SMTP_URL, sentences]).toEqual([value, []]);
});

it.each<[string, Record<string, string>, string]>([
  [
    'both',
    { SECRET_KEY: 'x', SECRET_KEY_FILE: file('y') },
    'SECRET_KEY and SECRET_KEY_FILE are both set. Set only one of them.',
  ],
  [
    'no such file',
    { TWILIO_AUTH_TOKEN_FILE: join(folder, 'none') },
    "TWILIO_AUTH_TOKEN_FILE names a file that can't be read (ENOENT). Check the path and who may read it.",
  ],
  [
    'a folder',
    { SECRET_KEY_FILE: folder },
    "SECRET_KEY_FILE names a file that can't be read (EISDIR). Check the path and who may read it.",
  ],
  [
    'what is no secret',
    { SECRET_KEY_FILE: file('x'.repeat(64 * 1024 + 1)) },
    'SECRET_KEY_FILE names a file of more than 64 KB. Put only the value in it.',
  ],
])('%s is said in a sentence', (_, source, sentence) => {
  expect(read(source).sentences).toEqual([sentence]);
});

it('leaves alone what is empty, and what is no setting of ours', () => {
  const source = {
    SECRET_KEY: 'x',
    SECRET_KEY_FILE: '',
    LOG_FILE: '/var/log/x',
    POSTGRES_PASSWORD_FILE: '/x',
  };
  expect(read(source)).toEqual({ values: source, sentences: [] });
});
