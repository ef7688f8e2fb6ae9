import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

const SCRIPT = 'sw.js';
const PAGE = 'index.html';
/** What `web/service-worker/service-worker.ts` reads: this plugin puts the build in its place. */
const PLACE = '__BUILD__';

const FIRST = '/web/main.tsx';
/** The screens that work without a network, with all that they load later: a banner that can't be loaded would break them. */
const OFFLINE = [
  '/web/lib/session/access.ts',
  '/web/features/dashboard/dashboard-shell.tsx',
  '/web/features/conversations/inbox/messages-screen.tsx',
  '/web/features/conversations/inbox/no-conversation.tsx',
  '/web/features/conversations/conversation/conversation-screen.tsx',
];

/** Makes the service worker know the build that it belongs to: another build is another worker, with another cache. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle[SCRIPT];
      const page = bundle[PAGE];
      if (worker?.type !== 'chunk' || page?.type !== 'asset') return this.error(`No ${SCRIPT} or ${PAGE}`);
      // It's loaded as a classic script, which can't import.
      if (worker.imports.length > 0)
        return this.error(`${SCRIPT} shares modules with the page: ${worker.imports.join(', ')}.`);
      const entry = chunkOf(bundle, FIRST);
      const files = filesOf(bundle).map((file) => `/${file}`);
      const id = createHash('sha256').update(String(page.source)).update(files.join()).digest('hex');
      const build = JSON.stringify({ id: id.slice(0, 12), entry: `/${entry.fileName}`, files });
      worker.code = worker.code.replaceAll(PLACE, () => build);
    },
  },
};

type Bundle = Rolldown.OutputBundle;

function chunkOf(bundle: Bundle, path: string): Rolldown.OutputChunk {
  for (const each of Object.values(bundle))
    if (each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(path))) return each;
  throw new Error(`The build has no ${path}`);
}

/** The scripts and styles of the page, and of these screens. */
function filesOf(bundle: Bundle): string[] {
  const files = new Set<string>();
  const first = chunkOf(bundle, FIRST);
  const add = (file: string, isScreen: boolean) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') return;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const next of chunk.imports) add(next, isScreen);
    // The first one loads every screen there is.
    if (isScreen && chunk !== first) for (const next of chunk.dynamicImports) add(next, false);
  };
  for (const path of OFFLINE) add(chunkOf(bundle, path).fileName, true);
  add(first.fileName, false);
  return [...files].sort();
}
