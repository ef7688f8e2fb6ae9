import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, Stop } from './checkout.js';

const neededMajor = 24;
const bundledNode = join(checkout, `node_modules/node-${process.platform}-${process.arch}/bin/node`);

/** Installs the dependencies if they are absent or not those of package-lock.json. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing dependencies.');
  const options = { cwd: checkout, stdio: 'inherit' };
  // Vite and the tests are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const { status, error } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (error) throw new Stop(`npm didn't start (${error.message}). Install Node with npm.`);
  if (status !== 0) throw new Stop("The dependencies couldn't be installed. See npm's error above.");
  if (!isInstalled()) {
    throw new Stop(
      `npm ci didn't install all dependencies. Look for "omit" in your npm settings (npm config ls).`,
    );
  }
}

/**
 * npm writes node_modules/.package-lock.json when an install has finished: compared with package-lock.json it shows an
 * interrupted or outdated install, whoever made it.
 */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json');
  if (installed === undefined) return false;
  for (const [path, wanted] of Object.entries(readLock('package-lock.json') ?? {})) {
    const found = installed[path];
    if (
      found === undefined ? path !== '' && !wanted.optional && !wanted.peer : found.version !== wanted.version
    )
      return false;
    // Folders for several platforms may share one disk: what was installed for another one lacks our Node.
    if (found === undefined && wanted.bin?.node !== undefined && meantForUs(wanted)) return false;
  }
  return true;
}

function meantForUs({ os = [], cpu = [] }) {
  return os.includes(process.platform) && cpu.includes(process.arch);
}

function readLock(file) {
  const path = join(checkout, file);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
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
