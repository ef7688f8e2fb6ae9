import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

const checkout = join(import.meta.dirname, '..');
/** What is loaded lazily on the way there: the frame, and the screen itself. */
const INBOX = [
  'lib/query-client.ts',
  'ui/with-queries.tsx',
  'features/dashboard/dashboard-shell.tsx',
  'features/conversations/messages-screen.tsx',
  'features/conversations/no-conversation.tsx',
];
const LOGIN = ['features/auth/login-screen.tsx'];

/** KB of JavaScript, gzipped, that a browser fetches to show a screen for the first time. */
export interface FirstLoads {
  inboxKb: number;
  loginKb: number;
}

export async function measureFirstLoads(): Promise<FirstLoads> {
  const outDir = mkdtempSync(join(tmpdir(), 'hiretext-bench-web-'));
  try {
    await build({
      root: join(checkout, 'web'),
      configFile: join(checkout, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, manifest: true },
    });
    const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      Chunk
    >;
    const sizeOf = (screens: string[]) => kilobytes(outDir, manifest, screens);
    return { inboxKb: sizeOf(INBOX), loginKb: sizeOf(LOGIN) };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

function kilobytes(outDir: string, manifest: Record<string, Chunk>, screens: string[]): number {
  const files = new Set<string>();
  const fetched = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) fetched(each);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) fetched(key);
  for (const screen of screens) fetched(screen);
  let bytes = 0;
  for (const file of files)
    if (file.endsWith('.js')) bytes += gzipSync(readFileSync(join(outDir, file))).length;
  return bytes / 1024;
}
