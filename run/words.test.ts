import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout } from './checkout.js';
import { filesIn } from './files.js';

/* Words that we don't use: the table in docs/writing.md, held over code, docs and commit messages. */

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const HEADER = '| write | not in code, docs and commits |\n| --- | --- |\n';
const [, table = ''] = read('docs/writing.md').split(HEADER);
const WORDS = (table.split('\n\n')[0] ?? '')
  .split('\n')
  .flatMap((row) => row.split('|')[2]?.split(',') ?? [])
  .map((word) => word.trim())
  .filter(Boolean);

interface Allowed {
  path: RegExp;
  /** All of them, if not given. */
  words?: string[];
  line?: RegExp;
  because: string;
}

const ALLOWED: Allowed[] = [
  { path: /^(docs\/writing\.md|run\/words\.test\.ts)$/, because: 'names the words' },
  { path: /^server\/features\/consent\/(wording\/|rules\.test\.ts$)/, because: 'what candidates write' },
  {
    path: /^server\/adapters\/drafter\/built-in\//,
    words: ['somebody'],
    because: 'what recruiters write',
  },
  { path: /^server\/db\/migrations\//, because: 'a migration stays as it was applied' },
  {
    path: /^(server\/db\/embedded-home\.ts|server\/testing\/installed-postgres\.ts|docs\/decisions\/0036-.*)$/,
    words: ['nobody'],
    because: 'the Unix user',
  },
  {
    path: /^server\/(db\/schema|testing\/column-types|features\/scheduling\/offers\/invitation-store)\.ts$/,
    words: ['told'],
    because: 'the column interview_invitations.told',
  },
  {
    path: /^(contract\/delivery-error|server\/(metrics|features\/(automations\/reasons|staff\/mails))|web\/features\/(conversations\/panel\/(consent|panel\.test)|help\/articles\/greenhouse|integrations\/connect\/credential-values|staff\/(numbers-screen|order-rows)))\.tsx?$/,
    words: ['told'],
    because: 'sentences that people read, where it is the right word',
  },
  {
    path: /^contract\/find-promise(\.test)?\.ts$/,
    words: ['told'],
    because: 'what people write in texts',
  },
  {
    path: /./,
    words: ['any more'],
    line: /\bany more (of|pictures|texts)\b/,
    because: 'a count, not "no longer"',
  },
];

interface Found {
  line: number;
  word: string;
}

/** Also as a part of a name. What is in lower case with underscores is a name in the database, which stays. */
function findWords(text: string): Found[] {
  return PATTERNS.flatMap(({ word, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ line: text.slice(0, index).split('\n').length, word })),
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const PATTERNS = WORDS.map((word) => {
  const parts = word.split(/[ -]/);
  // A sentence may go on in the next line of a comment.
  const spaced = parts.join(String.raw`(?:-|\s+(?:(?:\*|\/\/|--|-)\s+)?)`);
  const joined = parts.map(capitalized).join('');
  const first = joined.charAt(0);
  const sources = [
    `(?<![A-Za-z0-9_])[${first.toLowerCase()}${first}]${spaced.slice(1)}(?![a-z_])`,
    `(?<![A-Za-z0-9_])${first.toLowerCase()}${joined.slice(1)}(?![a-z_])`,
    `(?<![A-Z])${joined}(?![a-z])`,
    `(?<![A-Za-z0-9])${parts.join('[_ -]').toUpperCase()}(?![A-Za-z0-9])`,
  ];
  return { word, pattern: new RegExp([...new Set(sources)].join('|'), 'g') };
});

function isAllowed(path: string, text: string, { line, word }: Found): boolean {
  return ALLOWED.some(
    (one) =>
      one.path.test(path) &&
      (one.words?.includes(word) ?? true) &&
      (one.line?.test(text.split('\n')[line - 1] ?? '') ?? true),
  );
}

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: checkout, encoding: 'utf8', maxBuffer: 64_000_000 }).stdout ?? '';

/** Those built on the commit that brought this rule: none in a copy without a history, and those there are in a shallow one. */
function messages(): string[] {
  const first = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'run/words.test.ts').trim();
  if (first === '') return [];
  return git('log', '-50', '--format=%h %B%x00', '--ancestry-path', `${first}..HEAD`)
    .split('\0')
    .map((message) => message.trim())
    .filter(Boolean);
}

describe('words that we do not use', () => {
  const checked = filesIn('.').filter((path) => /\.(ts|tsx|js|css|sql|md)$/.test(path));
  const found = checked.flatMap((path) => {
    const text = read(path);
    return [
      ...findWords(text).map((one) => ({ ...one, path, text })),
      ...findWords(path).map((one) => ({ ...one, line: 0, path, text })),
    ];
  });

  it('are in no file, and in no name of one', () => {
    expect(WORDS).toContain('nobody');
    expect(checked.length).toBeGreaterThan(1000);
    const wrong = found.filter((one) => !isAllowed(one.path, one.text, one));
    expect(wrong.map(({ path, line, word }) => `${path}:${line}: ${word}`)).toEqual([]);
  });

  it('are only allowed where there are any', () => {
    const idle = ALLOWED.filter(({ path, words }) =>
      found.every((one) => !path.test(one.path) || words?.includes(one.word) === false),
    );
    expect(idle).toEqual([]);
  });

  it('are in no commit message', () => {
    expect(messages().filter((message) => findWords(message).length > 0)).toEqual([]);
  });
});

describe('a word is found', () => {
  it.each<[string, string[]]>([
    ['// Nobody waits.', ['nobody']],
    ['const nobody = 1;', ['nobody']],
    ["'nobody@example.com'", ['nobody']],
    ['const isNobodyThere = true;', ['nobody']],
    ['const NOBODY = 1;', ['nobody']],
    ['const MOST_NOBODY_HAS = 1;', ['nobody']],
    ['requireSomebodyElse(id)', ['somebody']],
    ['const somebodyElse = id;', ['somebody']],
    ['/** Whoever was here before. */', ['whoever']],
    ['options?: { anew: boolean }', ['anew']],
    ['function planAnew() {}', ['anew']],
    ['const told = rows;', ['told']],
    ["import { stage } from '../told.ts';", ['told']],
    ['row.toldAt', ['told']],
    ['It is told here, and told there.', ['told', 'told']],
    ["It isn't sent any more.", ['any more']],
    ["/** It isn't sent any\n * more. */", ['any more']],
    ['a page of its own', ['of its own']],
    ['a page of\nits own', ['of its own']],
    ['createStandInAts()', ['stand-in']],
    ['a stand-in for Twilio', ['stand-in']],
    ['It stands in the list', ['stands in']],
  ])('in %j', (text, words) => {
    expect(findWords(text).map(({ word }) => word)).toEqual(words);
  });

  it.each([
    'No one waits, and someone hears of it.',
    'where told_at is null',
    "sql`expiry_told = 'x'`",
    'const atOld = 1;',
    'const threshold = 1;',
    'It is sent anymore or any time, and many more times.',
    'its own page',
    'the stands inside',
  ])('not in %j', (text) => {
    expect(findWords(text)).toEqual([]);
  });

  it('with its line', () => {
    expect(findWords('one\ntwo\nnobody')).toEqual([{ line: 3, word: 'nobody' }]);
  });
});
