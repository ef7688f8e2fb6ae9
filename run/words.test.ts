import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/* docs/writing.md names words that aren't ours. Comments, docs and commit messages have none of them. */

const checkout = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' });
const guide = 'docs/writing.md';
const [, list = ''] = /^Never in comments, names or commits: ([^.]+)\./m.exec(
  readFileSync(join(checkout, guide), 'utf8'),
) ?? [''];
const words = list.split(', ');
const BANNED = new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');
/** The name of a Unix user. */
const UNIX_USER = /^(?:server\/db\/embedded-home\.ts|docs\/decisions\/0036-)/;

/** Of code, its comments; of a page, all of it but code. */
function proseOf(path: string, text: string): string {
  if (path.endsWith('.md')) return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--) .*$/gm)]
    .map(([comment]) => comment.replace(/`[^`\n]*`/g, ''))
    .join('\n');
}

it.each([
  ['a.ts', '// Nobody has it', true],
  ['a.ts', '/** Made anew. */', true],
  ['a.ts', "const email = 'nobody@example.com';", false],
  ['a.ts', '// The user `nobody`', false],
  ['a.sql', '-- of whoever asked', true],
  ['a.md', 'Somebody else', true],
  ['a.md', 'As `somebody()` does', false],
  ['a.md', 'Someone else', false],
])('%s with %j: %s', (path, text, isFound) => {
  expect(BANNED.test(proseOf(path, text))).toBe(isFound);
});

it('stand in no comment and on no page', () => {
  expect(words.length).toBeGreaterThan(3);
  const paths = git('ls-files', '*.ts', '*.tsx', '*.js', '*.css', '*.sql', '*.md')
    .split('\n')
    .filter(Boolean);
  const found = paths
    .filter((path) => path !== guide && path !== 'run/words.test.ts' && !UNIX_USER.test(path))
    .filter((path) => BANNED.test(proseOf(path, readFileSync(join(checkout, path), 'utf8'))));
  expect(found).toEqual([]);
});

it('stand in no commit message since this rule', () => {
  const [added] = git('log', '--diff-filter=A', '--format=%H', '--', 'run/words.test.ts').split('\n');
  // Not yet committed.
  if (!added) return;
  expect(
    git('log', '--format=%B', `${added}..HEAD`)
      .split('\n')
      .filter((line) => BANNED.test(line)),
  ).toEqual([]);
});
