import { spawn } from 'node:child_process';
import { checkout, command } from './checkout.js';
import { ensureInstalled, findNode } from './install.js';
import { supervise } from './supervise.js';

/* node run/with-node.js <file> ...: runs a file with the Node that Hiretext needs, whatever Node npm itself runs on. */

await command(() => {
  ensureInstalled();
  return supervise([spawn(findNode(), process.argv.slice(2), { cwd: checkout, stdio: 'inherit' })]);
});
