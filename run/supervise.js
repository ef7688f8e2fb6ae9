import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A child that hasn't ended by then is hanging. */
const stopLimitMs = 9000;
const parentCheckMs = 500;
/** Known before anything that takes long. */
const parent = process.ppid;

/**
 * Waits until one of these child processes ends, ends the others, and returns the first one's exit code. Signals sent to us
 * are forwarded once; a second Ctrl-C ends everything at once.
 */
export async function supervise(children) {
  const { stopping, done } = handOnSignals((signal) => tell(children, signal));
  const exits = children.map((child) => once(child, 'exit'));
  const [code, signal] = await Promise.race(exits);
  if (signal !== null && !stopping.aborted) console.error(stoppedBy(signal));
  tell(children, 'SIGTERM');
  await Promise.all(exits);
  done();
  return exitCodeOf(code, signal);
}

/**
 * Keeps a server running until it ends without an error or we are asked to stop. One that crashed is restarted, after a wait
 * that doubles until the server has been running for a while. A server sends "running" once it's up. If the first one never
 * does, something is wrong with its setup, and restarting wouldn't help.
 */
export async function keepRunning(
  startServer,
  { firstWaitMs = 1000, longestWaitMs = 30_000, steadyMs = 60_000, ...limits } = {},
) {
  let server;
  const { stopping } = handOnSignals((signal) => tell([server], signal), limits);
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

/**
 * Forwards signals sent to us, and reports whether there was one. The end of npm counts as SIGTERM: it forwards only some
 * signals, and ending it is meant to end us.
 */
function handOnSignals(handOn, { secondAfterMs = 1000, limitMs = stopLimitMs } = {}) {
  const stopping = new AbortController();
  let firstAt = 0;
  let insist;
  const onSignal = (signal) => {
    if (!stopping.signal.aborted) {
      firstAt = performance.now();
      insist = setTimeout(() => handOn('SIGKILL'), limitMs).unref();
      stopping.abort();
      handOn(signal);
      return;
    }
    // A Ctrl-C comes from the terminal and again from npm.
    const isRepeated = performance.now() - firstAt < secondAfterMs;
    if (signal === 'SIGINT' && !isRepeated) handOn('SIGKILL');
  };
  for (const signal of signals) process.on(signal, onSignal);
  const npm =
    process.env.npm_lifecycle_event === undefined ? undefined : watchParent(() => onSignal('SIGTERM'));
  return {
    stopping: stopping.signal,
    done: () => {
      for (const signal of signals) process.off(signal, onSignal);
      clearTimeout(insist);
      clearInterval(npm);
    },
  };
}

/** Calls back once the process that started us has ended, and we have another parent. */
function watchParent(callback) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, parentCheckMs);
  return timer.unref();
}

function tell(children, signal) {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

const stoppedBy = (signal) => `Something stopped Hiretext with ${signal}. Start it again to continue.`;

/** 128 + number is what a shell reports for a process that a signal ended. */
const exitCodeOf = (code, signal) => code ?? 128 + constants.signals[signal];
