import { setTimeout as wait } from 'node:timers/promises';

/** How a fake carrier reports on the texts it took. */
export interface ReceiptPlan {
  /** Before each receipt. */
  delayMs: number;
  /** Every receipt comes twice. */
  duplicate: boolean;
  /** The final receipt comes before the earlier one. */
  shuffle: boolean;
  /** What each text ends with; `sent` for carriers that never learn more, `none` for no receipt at all. */
  final: 'delivered' | 'undelivered' | 'failed' | 'sent' | 'none';
  /** The carrier's own code, with `undelivered` and `failed`. */
  errorCode: string | null;
}

export const defaultReceipts: ReceiptPlan = {
  delayMs: 0,
  duplicate: false,
  shuffle: false,
  final: 'delivered',
  errorCode: null,
};

export interface Callback {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Tried when `url` doesn't accept it. */
  failoverUrl?: string | null;
}

/** One webhook call of the fake, as it ended. `status` is null when no one answered. */
export interface CallbackResult {
  url: string;
  status: number | null;
  attempts: number;
}

interface CallbackOptions {
  /** Tries of one callback, the first included. */
  attempts: number;
  /** How long the receiver has to answer. */
  timeoutMs: number;
}

const mostAtOnce = 16;

/**
 * Posts webhooks the way a carrier does: at least once, a few at a time, each series (the receipts of one text) in order.
 */
export class CallbackQueue {
  readonly results: CallbackResult[] = [];
  readonly #options: CallbackOptions;
  readonly #stopping = new AbortController();
  #waiting: (() => void)[] = [];
  #atOnce = 0;
  #held: (() => void)[] | null = null;
  #open = 0;
  #idle: (() => void)[] = [];

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** `make` is called when the callback is due, so that it has the state and the time of that moment. */
  series(steps: (() => Callback)[], delayMs: number): void {
    this.#open += 1;
    const run = () => {
      this.#run(steps, delayMs)
        // Only stopping the fake ends a series early.
        .catch(() => undefined)
        .finally(() => {
          this.#open -= 1;
          if (this.#isSettled()) this.#wake();
        });
    };
    if (this.#held === null) run();
    else this.#held.push(run);
  }

  async post(callback: Callback): Promise<CallbackResult> {
    await this.#enter();
    try {
      const result = await this.#deliver(callback);
      const { failoverUrl } = callback;
      if (isTaken(result) || failoverUrl === undefined || failoverUrl === null) return result;
      return await this.#deliver({ ...callback, url: failoverUrl });
    } finally {
      this.#atOnce -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** From now on receipts wait for `flush`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Lets held receipts go and resolves when every receipt was posted. */
  async flush(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const run of held) run();
    await this.settled();
  }

  /** Resolves when no receipt is under way; held ones are not waited for. */
  settled(): Promise<void> {
    if (this.#isSettled()) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  stop(): void {
    this.#stopping.abort();
    this.#held = null;
    this.#wake();
  }

  async #run(steps: (() => Callback)[], delayMs: number): Promise<void> {
    for (const make of steps) {
      if (delayMs > 0) await wait(delayMs, undefined, { signal: this.#stopping.signal });
      this.#stopping.signal.throwIfAborted();
      await this.post(make());
    }
  }

  async #enter(): Promise<void> {
    while (this.#atOnce >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#atOnce += 1;
  }

  async #deliver(callback: Callback): Promise<CallbackResult> {
    const result: CallbackResult = { url: callback.url, status: null, attempts: 0 };
    while (result.attempts < this.#options.attempts && !isTaken(result)) {
      result.attempts += 1;
      result.status = await this.#try(callback);
    }
    this.results.push(result);
    return result;
  }

  async #try(callback: Callback): Promise<number | null> {
    try {
      const response = await fetch(callback.url, {
        method: 'POST',
        headers: callback.headers,
        body: callback.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.#options.timeoutMs)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  #isSettled(): boolean {
    return this.#open === (this.#held?.length ?? 0);
  }

  #wake(): void {
    const waiters = this.#idle;
    this.#idle = [];
    for (const resolve of waiters) resolve();
  }
}

function isTaken({ status }: CallbackResult): boolean {
  return status !== null && status >= 200 && status < 300;
}
