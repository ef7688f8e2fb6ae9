import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, Stop } from './checkout.js';

const neededMajor = 24;
const bundledNode = join(checkout, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
/** Names what was installed, for which platform. `npm ci` removes it first, so an interrupted install leaves none. */
const stampFile = join(checkout, 'node_modules/.installed');

/** Installs the dependencies if they are absent or not those of package-lock.json. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing dependencies.');
  // Vite and the tests are needed whatever NODE_ENV is.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = npm(args, { stdio: 'inherit' });
  if (error) throw new Stop(`npm didn't start (${error.message}). Install Node with npm.`);
  if (status !== 0) throw new Stop("The dependencies couldn't be installed. See npm's error above.");
  writeFileSync(stampFile, wantedStamp());
}

/** The npm that started us, or the one on the path. */
export function npm(args, options) {
  const started = process.env.npm_execpath;
  return started?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [started, ...args], { cwd: checkout, ...options })
    : spawnSync('npm', args, { cwd: checkout, ...options });
}

function wantedStamp() {
  const lock = readFileSync(join(checkout, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp();
}

/** The Node that came with the dependencies, or the one running if it is new enough. */
export function findNode() {
  if (existsSync(bundledNode)) {
    const { status, stdout } = spawnSync(bundledNode, ['--version'], { encoding: 'utf8' });
    if (status === 0 && major(stdout) >= neededMajor) return bundledNode;
  }
  if (major(process.version) >= neededMajor) return process.execPath;
  throw new Stop(
    `Hiretext needs Node ${neededMajor} and doesn't include it for ${process.platform} on ${process.arch}. ` +
      `Install Node ${neededMajor} or newer and start again (you have ${process.version}).`,
  );
}

function major(version) {
  return Number.parseInt(version.trim().replace(/^v/, ''), 10);
}
