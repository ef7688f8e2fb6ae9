import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const checkout = join(import.meta.dirname, '..');
const ENTRY = 'main.tsx';
/** The modules that are loaded lazily on the way to a screen. */
const FIRST_LOADS = {
  inbox: [
    ENTRY,
    'features/dashboard/dashboard-shell.tsx',
    'features/conversations/inbox/messages-screen.tsx',
    'features/conversations/inbox/no-conversation.tsx',
  ],
  login: [ENTRY, 'features/auth/login/login-screen.tsx'],
  register: [ENTRY, 'features/auth/register/register-screen.tsx'],
};

/** KB of JavaScript, gzipped, that a browser fetches to show a screen for the first time. */
export interface FirstLoads {
  inboxKb: number;
  loginKb: number;
  registerKb: number;
}

export async function measureFirstLoads(): Promise<FirstLoads> {
  const built = (await build({
    root: join(checkout, 'web'),
    configFile: join(checkout, 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((each) => each.type === 'chunk');
  return {
    inboxKb: kilobytes(chunks, FIRST_LOADS.inbox),
    loginKb: kilobytes(chunks, FIRST_LOADS.login),
    registerKb: kilobytes(chunks, FIRST_LOADS.register),
  };
}

function kilobytes(chunks: Rolldown.OutputChunk[], modules: string[]): number {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const fetched = new Set<Rolldown.OutputChunk>();
  const fetch = (chunk: Rolldown.OutputChunk) => {
    if (fetched.has(chunk)) return;
    fetched.add(chunk);
    for (const file of chunk.imports) {
      const next = byFile.get(file);
      if (next) fetch(next);
    }
  };
  // The service worker comes later.
  for (const chunk of chunks) if (chunk.isEntry && chunk.name !== 'sw') fetch(chunk);
  for (const path of modules) {
    const module = join(checkout, 'web', path);
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`The build has no ${module}`);
    fetch(chunk);
  }
  return [...fetched].reduce((bytes, { code }) => bytes + gzipSync(code).length, 0) / 1024;
}
