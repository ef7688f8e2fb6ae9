import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder everything is relative to, wherever the command was typed. */
export const checkout = dirname(dirname(fileURLToPath(import.meta.url)));

/** Node keeps compiled TypeScript here (NODE_COMPILE_CACHE): later starts are faster and need less memory. */
export const compileCache = join(checkout, 'dist', 'compile-cache');

/** Ends the command with one sentence instead of a stack trace. */
export class Stop extends Error {}

/** Runs a command's main function; what it returns becomes the exit code. */
export async function command(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
