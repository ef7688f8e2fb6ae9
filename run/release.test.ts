import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RELEASES } from '../server/db/releases.ts';
import { recordedFile } from '../server/testing/recorded-releases.ts';
import { hasMigration, readChangelog, takesAway } from './changelog.js';
import { checkout } from './checkout.js';
import { problemsOf } from './release.js';

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const MIGRATIONS = 'server/db/migrations';
const files = readdirSync(join(checkout, MIGRATIONS)).sort();
const entries = readChangelog(read('CHANGELOG.md'));
const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8' }).stdout.trim();

describe('the changelog', () => {
  it('has an entry for each release, the newest first, with what it can follow', () => {
    expect(entries.map(({ version }) => version)).toEqual(RELEASES.map(({ version }) => version).reverse());
    expect(JSON.parse(read('package.json')).version).toBe(entries[0]?.version);
    for (const [place, { follows, version }] of entries.slice(0, -1).entries())
      expect(follows, version).toContain(RELEASES.at(-1 - place)?.oldest);
  });

  it('names each migration in one entry, and only the newest entry is open', () => {
    const missed = files.filter((file) => entries.filter((entry) => hasMigration(entry, file)).length !== 1);
    expect(missed).toEqual([]);
    expect(
      entries.slice(1).filter(({ date, migrations }) => date === null || migrations?.last === null),
    ).toEqual([]);
  });

  it('says what a release can follow where it takes something away', () => {
    const wrong = entries.slice(0, -1).filter((entry, place) => {
      const [release, before] = [RELEASES.at(-1 - place), RELEASES.at(-2 - place)];
      const taking = files.filter(
        (file) => hasMigration(entry, file) && takesAway(read(join(MIGRATIONS, file))),
      );
      return taking.length > 0 && release?.oldest === before?.oldest;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['alter table users drop column name;', true],
    ['DROP TABLE users;', true],
    ['alter table users rename column a to b;', true],
    ['alter table users alter column a set not null;', true],
    ['alter table users alter column a type bigint;', true],
    ['-- drop table users\ncreate table others ();', false],
    ['drop index users_by_name;', false],
    ['alter table users add column name text;', false],
  ])('%s takes something away: %s', (sql, taking) => {
    expect(takesAway(sql)).toBe(taking);
  });

  it.each([
    ['## Next\n', 'isn\'t "## 1.2.3'],
    ['## 1.2.3 (unreleased)\n- **Follows**: 1.0.0.\n', 'doesn\'t have "- **To do**'],
    [entryWith('all'), 'The migrations of 1.2.3'],
  ])('%j is refused', (text, why) => {
    expect(() => readChangelog(text)).toThrow(why);
  });

  it.each([
    ['0003.', ['0003']],
    ['0002 to 0003.', ['0002', '0003']],
    ['from 0003.', ['0003', '0004']],
    ['none.', []],
  ])('the migrations %s are %j', (words, numbers) => {
    const [entry] = readChangelog(entryWith(words));
    const all = ['0001', '0002', '0003', '0004'];
    expect(all.filter((number) => entry && hasMigration(entry, `${number}-some.sql`))).toEqual(numbers);
  });
});

function entryWith(migrations: string): string {
  return `## 1.2.3 (2026-01-05)
- **Follows**: 1.0.0.
- **To do**: nothing.
- **Can't be gone back from**: nothing.
- **Migrations**: ${migrations}
`;
}

it('each tag has its migrations unchanged in this version, and a recorded database', () => {
  for (const tag of git('tag', '--list', 'v*').split('\n').filter(Boolean)) {
    expect(git('diff', '--name-only', '--diff-filter=DMR', tag, '--', MIGRATIONS), tag).toBe('');
    expect(existsSync(recordedFile(tag.slice(1))), tag).toBe(true);
  }
});

describe('a release', () => {
  const ready = {
    version: '1.2.3',
    entries: readChangelog(entryWith('0001 to 0002.')),
    files: ['0001-one.sql', '0002-two.sql'],
    isClean: true,
    tags: ['v1.2.2'],
    isRecorded: true,
  };
  it('that is ready has no problems', () => {
    expect(problemsOf(ready)).toEqual([]);
  });

  it.each([
    [{ isClean: false }, 'git status'],
    [{ tags: ['v1.2.3'] }, 'There is a tag v1.2.3'],
    [{ version: '1.2.4' }, 'Add an entry for 1.2.4'],
    [
      { entries: readChangelog(entryWith('0001 to 0002.').replace('2026-01-05', 'unreleased')) },
      '"unreleased"',
    ],
    [{ entries: readChangelog(entryWith('from 0001.')) }, '"0001 to 0002."'],
    [{ files: ['0001-one.sql', '0003-three.sql'] }, '0003-three.sql'],
    [{ isRecorded: false }, 'Record a database of 1.2.3'],
  ])('with %j has one', (change, problem) => {
    expect(problemsOf({ ...ready, ...change })).toEqual([expect.stringContaining(problem)]);
  });
});
