/**
 * @typedef {object} Entry
 * @property {string} version
 * @property {string | null} date null: it isn't released yet
 * @property {string} follows
 * @property {{ first: string, last: string | null } | null} migrations last is null while it isn't released
 */

const HEADING = /^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$/;
const LABELS = ['Follows', 'To do', "Can't be gone back from", 'Migrations'];

/**
 * The newest first, as CHANGELOG.md has them.
 *
 * @param {string} text
 * @returns {Entry[]}
 */
export function readChangelog(text) {
  const parts = text.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return parts.map((part) => {
    const [heading = ''] = part.split('\n', 1);
    const [, version, date] = HEADING.exec(heading) ?? [];
    if (version === undefined)
      throw new Error(`"${heading}" in CHANGELOG.md isn't "## 1.2.3 (2026-01-05)" or "(unreleased)".`);
    const said = new Map(LABELS.map((label) => [label, part.split(`- **${label}**: `)[1]?.split('\n')[0]]));
    for (const [label, words] of said)
      if (!words) throw new Error(`${version} in CHANGELOG.md doesn't have "- **${label}**: ".`);
    return {
      version,
      date: date === 'unreleased' ? null : (date ?? null),
      follows: said.get('Follows') ?? '',
      migrations: rangeOf(version, said.get('Migrations') ?? ''),
    };
  });
}

function rangeOf(version, words) {
  if (words === 'none.') return null;
  const [, first, last] = /^(?:from )?(\d{4})(?: to (\d{4}))?\.$/.exec(words) ?? [];
  if (first === undefined)
    throw new Error(
      `The migrations of ${version} in CHANGELOG.md aren't "0001 to 0002.", "from 0001." or "none."`,
    );
  return { first, last: last ?? (words.startsWith('from') ? null : first) };
}

/** @param {Entry} entry @param {string} file of a migration */
export function hasMigration({ migrations }, file) {
  const number = file.slice(0, 4);
  return migrations !== null && number >= migrations.first && number <= (migrations.last ?? '9999');
}

/** What older versions may still use. An index, a trigger or a function that is replaced isn't. */
const TAKES_AWAY = [
  /\bdrop\s+(table|column)\b/i,
  /\brename\s+(column|to)\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
];

/** @param {string} sql of a migration */
export function takesAway(sql) {
  const said = sql.replace(/--.*$/gm, '');
  return TAKES_AWAY.some((pattern) => pattern.test(said));
}
