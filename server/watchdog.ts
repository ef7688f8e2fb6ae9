import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

const LIMIT_MS = 30_000;
/** In so many steps: only what passes while this process runs is counted, and not while it is stopped or the machine sleeps. */
const STEPS = 30;

/**
 * Ends this process when its event loop has been blocked for so long. It can't be ended otherwise: what it would do about a signal
 * waits for the loop too.
 */
export function startWatchdog({ limitMs = LIMIT_MS }: { limitMs?: number } = {}): void {
  // A process at a breakpoint is not blocked.
  if (debuggerUrl() !== undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const everyMs = limitMs / STEPS;
  setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref();
  const worker = new Worker(new URL('./watchdog-worker.ts', import.meta.url), {
    workerData: { beats, everyMs, mostMissed: STEPS },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  worker.unref();
}
