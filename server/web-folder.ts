import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env.ts';

/** Null: there are no screens, as on workers and where the web is served otherwise (`npm run dev`). */
export function findWeb(checkout: string, { local, roles }: Pick<Env, 'local' | 'roles'>): string | null {
  const folder = join(checkout, 'dist', 'web');
  if (existsSync(folder)) return folder;
  // Behind a proxy, it would answer half of the pages with 404.
  if (roles.web && !local)
    throw new Error(
      "The web isn't built. Run node node_modules/vite/bin/vite.js build, then start again; or set ROLES=worker.",
    );
  return null;
}
