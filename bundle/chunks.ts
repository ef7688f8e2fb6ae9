import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createReach, type Modules } from './reach.ts';

/*
 * Which modules travel in one file. Left alone, the bundler makes a file for every set of screens that share something: a
 * hundred for the inbox, most of them under 1 KB. What is always fetched together is named here; what is not stays with the
 * bundler. A module in the wrong place costs bytes and nothing else.
 */

const web = join(import.meta.dirname, '../web');
const inWeb = (modules: string[]) => modules.map((path) => join(web, path));
const { resolve } = createRequire(import.meta.url);

const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'scheduler'].map((name) =>
  resolve(name),
);
const ENTRY = inWeb(['main.tsx']);
const SIGN_IN = inWeb(['features/auth/login/login-screen.tsx']);
/** Before every screen but sign-in. */
const ASKING = inWeb(['lib/api/query-client.ts', 'ui/with-queries.tsx']);
/** The other screens outside the dashboard. */
const OUTSIDE = inWeb([
  'features/auth/register/register-screen.tsx',
  'features/auth/login/two-factor-screen.tsx',
  'features/auth/reset-password/reset-password-screen.tsx',
  'features/auth/links/mail-link-screen.tsx',
  'features/simulator/simulator-screen.tsx',
]);
const DASHBOARD = inWeb(['features/dashboard/dashboard-shell.tsx']);
const INBOX = inWeb([
  'features/conversations/inbox/messages-screen.tsx',
  'features/conversations/inbox/no-conversation.tsx',
]);

/** What a browser fetches to show a screen for the first time, by the modules that are loaded lazily on the way there. */
export const FIRST_LOADS = {
  inbox: [...ENTRY, ...ASKING, ...DASHBOARD, ...INBOX],
  login: [...ENTRY, ...SIGN_IN],
};

type Chunk = 'react' | 'router' | 'asking' | 'dashboard' | 'inbox';

/**
 * Of one build. A module's file, or null where the bundler decides. Each file needs only those named before it, so that none
 * waits for another in a circle.
 */
export function createChunkOf() {
  let chunks: Map<string, Chunk> | undefined;
  return (id: string, bundle: { getModuleInfo: Modules }): Chunk | null => {
    chunks ??= divide((module) => bundle.getModuleInfo(module));
    return chunks.get(id) ?? null;
  };
}

function divide(modules: Modules): Map<string, Chunk> {
  const reach = createReach(modules);
  const [react, entry, login] = [reach(REACT), reach(ENTRY), reach([...ENTRY, ...SIGN_IN])];
  // Most of what the entry seems to need of it is left out after this: that stays with the bundler.
  const mantine = reach([...entry].filter((id) => id.includes('/@mantine/')));
  const [asking, outside, shell, inbox] = [reach(ASKING), reach(OUTSIDE), reach(DASHBOARD), reach(INBOX)];
  const chunks = new Map<string, Chunk>();
  const put = (chunk: Chunk, ids: Iterable<string>, fits: (id: string) => boolean = () => true) => {
    for (const id of ids) if (!chunks.has(id) && fits(id)) chunks.set(id, chunk);
  };
  put('react', react);
  put('router', entry, (id) => id.includes('/node_modules/') && !mantine.has(id));
  put('asking', asking, (id) => !login.has(id));
  put('asking', shell, (id) => !login.has(id) && outside.has(id));
  put('dashboard', shell, (id) => !login.has(id));
  put('inbox', inbox, (id) => !login.has(id) && !outside.has(id));
  return chunks;
}
