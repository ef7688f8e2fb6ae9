import { LRUCache } from 'lru-cache';
import { type Span, startQuery } from '../tracing/spans.ts';
import { DatabaseClient, type DatabaseConfig } from './database-client.ts';

/** A statement that comes more often than this on one connection is worth preparing. */
const RECURS_AFTER = 3;
/** Each costs PostgreSQL some memory on each connection. */
const MAX_PREPARED = 150;
const MAX_COUNTED = 1000;

/** What recurs on any connection is prepared the first time on all others; what hasn't come for long is left out. */
const recurring = new LRUCache<string, true>({ max: 100 });

/**
 * Prepares what recurs. Our statements take longer to plan than to run; prepared, they are planned once a connection, and
 * PostgreSQL itself goes back to planning each time where a general plan would be worse (decision 82).
 */
export class PreparingClient extends DatabaseClient {
  readonly #names = new Map<string, string>();
  readonly #counts = new LRUCache<string, number>({ max: MAX_COUNTED });

  constructor(config?: DatabaseConfig) {
    super(config);
    // A connection can break while its pool doesn't listen, and without a listener that would end the process. Anyone waiting for an
    // answer gets the error all the same.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query can't be written down in one signature
  override query(...args: any[]): any {
    const span = typeof args[0] === 'string' ? startQuery(args[0]) : undefined;
    return span === undefined ? this.#query(args) : observed(span, args, (those) => this.#query(those));
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #query(args: any[]): any {
    const [text, values, callback] = args;
    const name = typeof text === 'string' && values?.length > 0 ? this.#nameOf(text) : undefined;
    if (name === undefined) return Reflect.apply(super.query, this, args);
    return super.query({ name, text, values }, callback);
  }

  #nameOf(text: string): string | undefined {
    const isRecurring = recurring.get(text) !== undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MAX_PREPARED) return known;
    if (!isRecurring) {
      const count = (this.#counts.get(text) ?? 0) + 1;
      this.#counts.set(text, count);
      if (count <= RECURS_AFTER) return undefined;
      recurring.set(text, true);
    }
    const name = `recurring ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what pg's query takes and returns
function observed(span: Span, args: any[], ask: (args: any[]) => any): any {
  const callback: unknown = args.at(-1);
  if (typeof callback === 'function') {
    const heard = (error: unknown, ...rest: unknown[]) => {
      span.end(error ?? undefined);
      callback(error, ...rest);
    };
    return ask([...args.slice(0, -1), heard]);
  }
  const answer = ask(args);
  answer.then(
    () => span.end(),
    (error: unknown) => span.end(error),
  );
  return answer;
}
