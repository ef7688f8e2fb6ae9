/** Runs a task once per key after a pause, however often it's requested until then. */
export function onceInAWhile(pauseMs: number) {
  const asked = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function run() {
    const works = [...asked.values()];
    asked.clear();
    timer = undefined;
    for (const work of works) work();
  }
  return {
    soon: (key: string, work: () => void) => {
      asked.set(key, work);
      timer ??= setTimeout(run, pauseMs);
    },
    stop: () => clearTimeout(timer),
  };
}
