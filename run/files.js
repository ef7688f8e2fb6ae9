import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { checkout } from './checkout.js';

const ignored = readFileSync(join(checkout, '.gitignore'), 'utf8').split('\n').filter(Boolean);

/**
 * Every file that git would take. Not asked of git, so that it works in a copy without a history too.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function filesIn(folder) {
  return readdirSync(join(checkout, folder), { withFileTypes: true })
    .filter(
      ({ name }) => name !== '.git' && !ignored.some((line) => matchesGlob(name, line.replace('/', ''))),
    )
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
