import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * What is done, and for how long: spans of a trace (decision 112). They name no one: names are patterns and names of ours,
 * attributes are states, counts and ids. Without a tracer nothing here does anything.
 */

export type Attributes = Record<string, string | number>;
export type SpanKind = 'server' | 'client' | 'internal';

export interface Span {
  child(name: string, kind: SpanKind, attributes?: Attributes, startedAt?: number): Span;
  add(attributes: Attributes): void;
  /** To the trace of a text. */
  linkTo(messageId: string): void;
  /** Of an error only its name and code are kept: its sentence may quote someone. */
  end(error?: unknown): void;
  /** After its end, what still runs in it belongs to no trace. */
  readonly isOver: boolean;
}

export interface Tracer {
  /** Undefined: this trace isn't kept, and nothing in it is looked at. */
  start(
    name: string,
    kind: SpanKind,
    options?: { attributes?: Attributes; messageId?: string },
  ): Span | undefined;
  /** Hands over what is left, if that goes quickly. */
  close(): Promise<void>;
}

const around = new AsyncLocalStorage<Span | undefined>();

export function currentSpan(): Span | undefined {
  const span = around.getStore();
  return span?.isOver === false ? span : undefined;
}

export function within<T>(span: Span | undefined, work: () => T): T {
  // Mostly there is none, inside and out.
  return span === around.getStore() ? work() : around.run(span, work);
}

/** A trace that begins here. With `messageId`, a part of the trace of this text, whichever node does it and however much later. */
export async function traced<T>(
  tracer: Tracer | null,
  name: string,
  options: { attributes?: Attributes; messageId?: string },
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === null) return work();
  return until(tracer.start(name, 'internal', options), work);
}

async function until<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  try {
    const result = await within(span, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end(error);
    throw error;
  }
}

/** The same port, whose calls are spans of the trace that is under way. What it is called with and answers isn't kept. */
export function tracedPort<P extends object>(tracer: Tracer | null, name: string, port: P): P {
  if (tracer === null) return port;
  return new Proxy(port, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function' || typeof key === 'symbol') return member;
      return (...args: unknown[]) => {
        const parent = currentSpan();
        const startedAt = Date.now();
        const result: unknown = Reflect.apply(member, target, args);
        if (parent === undefined || !(result instanceof Promise)) return result;
        const span = parent.child(`${name} ${key}`, 'client', {}, startedAt);
        result.then(
          (answer: unknown) => {
            const { outcome, status } = (answer ?? {}) as { outcome?: unknown; status?: unknown };
            if (typeof outcome === 'string') span.add({ 'hiretext.outcome': outcome });
            if (typeof status === 'number') span.add({ 'http.response.status_code': status });
            span.end();
          },
          (error: unknown) => span.end(error),
        );
        return result;
      };
    },
  });
}

const MOST_CHARACTERS = 500;

/** Statements without their values, which are apart from them. Undefined: no trace is under way. */
export function startQuery(text: string): Span | undefined {
  const parent = currentSpan();
  if (parent === undefined) return undefined;
  const statement = text
    .slice(0, 2 * MOST_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim();
  return parent.child(`sql ${/^\w*/.exec(statement)}`, 'client', {
    'db.system.name': 'postgresql',
    'db.query.text': statement.slice(0, MOST_CHARACTERS),
  });
}

/** For a callback that may be called in the course of another's work. */
export function bound<F extends (...args: never[]) => unknown>(callback: F): F {
  const span = currentSpan();
  if (span === undefined) return callback;
  return ((...args: Parameters<F>) => within(span, () => callback(...args))) as F;
}
