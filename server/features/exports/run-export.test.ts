import { expect, it } from 'vitest';
import { MOST_FILES_LISTED } from '../../../contract/account-exports.ts';
import { shortened } from './run-export.ts';

const manifestOf = (media: number) => ({
  version: 1,
  accountId: '0199c000-0000-7000-8000-000000000001',
  createdAt: '2026-11-28T12:00:00.000Z',
  files: ['people.jsonl', ...Array.from({ length: media }, (_, at) => `media/${at}`)].map((path) => ({
    path,
    sha256: 'x',
    bytes: 1,
    count: 1,
  })),
});

it('keeps a list of files that a screen can show', () => {
  const few = manifestOf(MOST_FILES_LISTED - 1);
  expect(shortened(few)).toEqual(few);
  expect(shortened(manifestOf(MOST_FILES_LISTED)).files.map(({ path }) => path)).toEqual(['people.jsonl']);
});
