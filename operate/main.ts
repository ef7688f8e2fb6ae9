import { join } from 'node:path';
import { runCommand } from './run-command.ts';

const { code, out, err } = await runCommand(process.argv.slice(2), {
  variables: process.env,
  checkout: join(import.meta.dirname, '..'),
  clock: () => new Date(),
  say: (sentence) => void process.stderr.write(`${sentence}\n`),
});
if (out !== '') process.stdout.write(`${out}\n`);
if (err !== '') process.stderr.write(`${err}\n`);
process.exitCode = code;
