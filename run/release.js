/*
 * npm run release: checks that this checkout is a release, and tags it. Nothing is published.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasMigration, readChangelog } from './changelog.js';
import { checkout, command, Stop } from './checkout.js';
import { ensureInstalled, findNode } from './install.js';

const MIGRATIONS = 'server/db/migrations';
const recordedOf = (version) => `server/testing/recorded-releases/${version}.backup`;

/** What keeps a version from being released, in sentences. */
export function problemsOf({ version, entries, files, isClean, tags, isRecorded }) {
  const [entry] = entries;
  const newest = files.toSorted().at(-1) ?? '';
  const tag = `v${version}`;
  const problems = [
    [!isClean, 'Commit or remove what git status lists.'],
    [
      tags.includes(tag),
      `There is a tag ${tag}. Set a higher version in package.json and server/db/releases.ts.`,
    ],
    [entry?.version !== version, `Add an entry for ${version} at the top of CHANGELOG.md.`],
    [entry?.date === null, `Replace "unreleased" by the date in CHANGELOG.md.`],
    [
      entry !== undefined && entry.migrations?.last === null,
      `Name the last migration of ${version} in CHANGELOG.md: "${entry?.migrations?.first} to ${newest.slice(0, 4)}."`,
    ],
    [
      !entries.some((each) => hasMigration(each, newest)),
      `No entry of CHANGELOG.md has the migration ${newest}.`,
    ],
    [
      !isRecorded,
      `Record a database of ${version}: node run/with-node.js server/testing/record-release.ts, and commit it.`,
    ],
  ];
  return problems.flatMap(([applies, sentence]) => (applies ? [sentence] : []));
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: checkout, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`git ${args[0]} didn't work: ${stderr.trim()}`);
  return stdout.trim();
}

/** And no migration was added since. */
function isRecorded(version) {
  const path = recordedOf(version);
  if (!existsSync(join(checkout, path))) return false;
  const at = git('log', '-1', '--format=%H', '--', path);
  return at !== '' && git('log', '--format=%H', `${at}..HEAD`, '--', MIGRATIONS) === '';
}

function runOrStop(what, args) {
  const { status } = spawnSync(findNode(), args, { cwd: checkout, stdio: 'inherit' });
  if (status !== 0) throw new Stop(`${what} failed, so nothing was tagged.`);
}

if (import.meta.main)
  await command(() => {
    ensureInstalled();
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean);
    const problems = problemsOf({
      version,
      entries: readChangelog(readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8')),
      files: readdirSync(join(checkout, MIGRATIONS)),
      isClean: git('status', '--porcelain') === '',
      tags,
      isRecorded: isRecorded(version),
    });
    if (problems.length > 0) throw new Stop(problems.join('\n'));
    runOrStop('npm test', ['run/test.js']);
    if (tags.length > 0) runOrStop('npm run test:previous', ['run/test.js', 'previous']);
    git('tag', '--annotate', `v${version}`, '--message', `Hiretext ${version}`);
    console.log(`Tagged v${version}. To publish it: git push origin v${version}`);
    return 0;
  });
