import { writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

/* Beside the event loop that it watches, so it goes on when that doesn't. */

const { beats, everyMs, mostMissed } = workerData as {
  beats: Int32Array;
  everyMs: number;
  mostMissed: number;
};
const STDOUT = 1;
const FATAL = 60;
const STACK_LIMIT_MS = 2000;
const MOST_FRAMES = 15;

let last = -1;
let missed = 0;
const timer = setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === last ? missed + 1 : 0;
  last = now;
  if (missed <= mostMissed) return;
  clearInterval(timer);
  askForStack(end);
  setTimeout(end, STACK_LIMIT_MS, null);
}, everyMs);

/** What runs there right now: names and lines of our code, and nothing that it works on. */
function askForStack(answer: (stack: string[]) => void): void {
  try {
    const session = new Session();
    session.connectToMainThread();
    session.once('Debugger.paused', ({ params }) => answer(framesOf(params)));
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  } catch {
    answer([]);
  }
}

function framesOf({ callFrames }: Debugger.PausedEventDataType): string[] {
  return callFrames
    .slice(0, MOST_FRAMES)
    .map(({ functionName, url, location }) => `${functionName || '?'} (${url}:${location.lineNumber + 1})`);
}

function end(stack: string[] | null): void {
  const line = {
    level: FATAL,
    time: Date.now(),
    pid: process.pid,
    stack,
    msg: 'Hiretext hangs and is ended',
  };
  try {
    writeSync(STDOUT, `${JSON.stringify(line)}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
