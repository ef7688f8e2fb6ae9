#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { checkout, command, compileCache } from './checkout.js';
import { ensureInstalled, findNode } from './install.js';
import { supervise } from './supervise.js';

/* npx hiretext <command>, npm run hiretext -- <command>: what an operator does with a Hiretext (docs/operations.md). */

await command(() => {
  ensureInstalled();
  return supervise([
    spawn(findNode(), ['operate/main.ts', ...process.argv.slice(2)], {
      cwd: checkout,
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    }),
  ]);
});
