import { spawn } from 'node:child_process';
import { checkout, command } from './checkout.js';
import { ensureInstalled, findNode } from './install.js';
import { supervise } from './supervise.js';

await command(() => {
  ensureInstalled();
  const node = findNode();
  const options = { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'], detached: true };
  const watched = ['server', 'contract'].map((folder) => `--watch-path=${folder}`);
  return supervise([
    spawn(node, ['--watch', '--watch-preserve-output', ...watched, 'server/main.ts'], options),
    spawn(node, ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], options),
  ]);
});
