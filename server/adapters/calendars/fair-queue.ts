/**
 * A few at a time, and one of each person at most. Who comes next is taken in turns, so that what one person asks for waits for
 * their own and not for what others ask.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #running = new Set<string>();
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** What has not begun when the signal comes never does: it fails with the signal's reason. */
  async run<T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turnOf(person, signal);
    try {
      return await work();
    } finally {
      this.#running.delete(person);
      this.#next();
    }
  }

  #turnOf(person: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#setWaiting(
          person,
          (this.#waiting.get(person) ?? []).filter((each) => each !== begin),
        );
        reject(signal?.reason);
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      this.#setWaiting(person, [...(this.#waiting.get(person) ?? []), begin]);
      this.#next();
    });
  }

  #next(): void {
    for (const [person, [first, ...others]] of this.#waiting) {
      if (this.#running.size >= this.#slots) return;
      if (this.#running.has(person)) continue;
      // What else they wait for comes after everyone else's.
      this.#waiting.delete(person);
      this.#setWaiting(person, others);
      this.#running.add(person);
      first?.();
    }
  }

  #setWaiting(person: string, waiting: (() => void)[]): void {
    if (waiting.length > 0) this.#waiting.set(person, waiting);
    else this.#waiting.delete(person);
  }
}
