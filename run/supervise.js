import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Waits until one of these child processes ends, ends the others, and answers with the first one's exit code. Signals
 * sent to us are handed on once; a second Ctrl-C ends everything at once.
 */
export async function supervise(children) {
  const stopping = handOnSignals((signal) => tell(children, signal));
  const exits = children.map((child) => once(child, 'exit'));
  const [code, signal] = await Promise.race(exits);
  if (signal !== null && !stopping.aborted) console.error(stoppedBy(signal));
  tell(children, 'SIGTERM');
  await Promise.all(exits);
  return exitCodeOf(code, signal);
}

/**
 * Keeps a server running until it ends without a fault or we are asked to stop. One that crashed is started again, after
 * a wait that doubles until the server has been running for a while. A server says "running" when it is there: if the
 * first one never does, something is wrong with how it is set up, and starting it again wouldn't help.
 */
export async function keepRunning(
  startServer,
  { firstWaitMs = 1000, longestWaitMs = 30_000, steadyMs = 60_000 } = {},
) {
  let server;
  const stopping = handOnSignals((signal) => tell([server], signal));
  let hasRun = false;
  for (let crashes = 0; ; crashes += 1) {
    server = startServer();
    let runsSince = null;
    server.on('message', (message) => {
      if (message === 'running') runsSince = Date.now();
    });
    const [code, signal] = await once(server, 'exit');
    hasRun ||= runsSince !== null;
    if (signal !== null && !stopping.aborted && !hasRun) console.error(stoppedBy(signal));
    if (code === 0 || stopping.aborted || !hasRun) return exitCodeOf(code, signal);
    if (runsSince !== null && Date.now() - runsSince >= steadyMs) crashes = 0;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** crashes);
    const seconds = waitMs / 1000;
    console.error(
      `Hiretext stopped unexpectedly. Starting it again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    );
    await delay(waitMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return 0;
  }
}

/** Hands on what is sent to us, and says whether anything was. */
function handOnSignals(handOn) {
  const stopping = new AbortController();
  for (const signal of signals) {
    process.on(signal, () => {
      const isSecond = stopping.signal.aborted;
      stopping.abort();
      handOn(isSecond && signal === 'SIGINT' ? 'SIGKILL' : signal);
    });
  }
  return stopping.signal;
}

function tell(children, signal) {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

const stoppedBy = (signal) => `Something stopped Hiretext with ${signal}. Start it again to continue.`;

/** 128 + number is what a shell reports for a process that a signal ended. */
const exitCodeOf = (code, signal) => code ?? 128 + constants.signals[signal];
