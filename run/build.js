import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, Stop } from './checkout.js';
import { supervise } from './supervise.js';

const sources = ['web', 'contract', 'bundle', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];
const index = join(checkout, 'dist/web/index.html');
const stamp = join(checkout, 'dist/web-built-from');

/** Builds the web into dist/web, unless it was already built from exactly these sources. */
export async function ensureBuilt(node) {
  const hash = hashOf(sources);
  if (existsSync(index) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the web.');
  rmSync(stamp, { force: true });
  const vite = join(checkout, 'node_modules/vite/bin/vite.js');
  const status = await supervise([
    spawn(node, [vite, 'build', '--logLevel', 'warn'], { cwd: checkout, stdio: 'inherit' }),
  ]);
  if (status !== 0) throw new Stop("The web couldn't be built. See Vite's error above.");
  writeFileSync(stamp, hash);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) {
    const content = readFileSync(join(checkout, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(join(checkout, path)).isDirectory()) return [path];
  return readdirSync(join(checkout, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
