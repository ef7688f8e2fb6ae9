import { once } from 'node:events';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Waits until one of these child processes ends, ends the others, and answers with the first one's exit code. Signals
 * sent to us are handed on once; a second Ctrl-C ends everything at once.
 */
export async function supervise(children) {
  const alive = () => children.filter((child) => child.exitCode === null && child.signalCode === null);
  const tell = (signal) => {
    for (const child of alive()) child.kill(signal);
  };
  let asked = 0;
  for (const signal of signals) {
    process.on(signal, () => {
      asked += 1;
      tell(asked > 1 && signal === 'SIGINT' ? 'SIGKILL' : signal);
    });
  }
  const exits = children.map((child) => once(child, 'exit'));
  const [code, signal] = await Promise.race(exits);
  if (signal !== null && asked === 0)
    console.error(`Something stopped Hiretext with ${signal}. Start it again to continue.`);
  tell('SIGTERM');
  await Promise.all(exits);
  // 128 + number is what a shell reports for a process that a signal ended.
  return code ?? 128 + constants.signals[signal];
}
