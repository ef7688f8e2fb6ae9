import { createRequire } from 'node:module';

/*
 * React's production build, which people have, does these tests in three quarters of the time. It lacks `act`, by which Testing
 * Library has React show what an event or a timer has changed before the test looks: here it does what React has put off.
 */

type Task = () => void;

const require = createRequire(import.meta.url);
const putOff = new Set<Task>();
const later =
  (schedule: (task: Task) => void) =>
  (task: Task): void => {
    putOff.add(task);
    schedule(() => putOff.delete(task) && task());
  };
const real = { setImmediate, queueMicrotask };
// React takes hold of both once, when it is loaded.
Object.assign(globalThis, { setImmediate: later(setImmediate), queueMicrotask: later(queueMicrotask) });
require('react-dom/client');
Object.assign(globalThis, real);

function catchUp(): void {
  for (const task of putOff) {
    putOff.delete(task);
    task();
  }
}

const turn = () => new Promise<void>((resolve) => real.setImmediate(resolve));

const react: { act?: (callback: () => unknown) => PromiseLike<void> } = require('react');
react.act = (callback) => {
  const returned = callback();
  catchUp();
  return Promise.resolve(returned).then(turn).then(catchUp);
};
