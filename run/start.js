import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.js';
import { checkout, command, compileCache } from './checkout.js';
import { ensureInstalled, findNode } from './install.js';
import { keepRunning } from './supervise.js';

await command(async () => {
  ensureInstalled();
  const node = findNode();
  await ensureBuilt(node);
  return keepRunning(() =>
    spawn(node, ['server/main.ts'], {
      cwd: checkout,
      // The channel closes when we die, however we die, and the server then stops itself. In its own session it gets a
      // Ctrl-C once, from us, and not a second time from the terminal.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    }),
  );
});
