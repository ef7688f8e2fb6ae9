/** Notifies the process that launched us that the start has succeeded: from now on it restarts us after a crash. */
export function tellLauncher(): void {
  // It may be gone already, and then no one has to know.
  process.send?.('running', undefined, undefined, () => {});
}

/** Calls back when the process that launched us has ended, even by kill -9. Started by hand there is no launcher. */
export function whenLauncherEnds(callback: () => void): void {
  if (process.channel === undefined || process.channel === null) return;
  process.once('disconnect', callback);
  // Listening alone must not keep a finished process alive.
  process.channel.unref();
}
