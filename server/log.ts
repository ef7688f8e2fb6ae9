import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Logs name people by id only. PostgreSQL tells the whole row that a statement failed on (`detail`, `where`), and other
 * errors carry requests with their keys: of an error, only what is listed here is written.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: ['req.headers.authorization'], serializers: { err: describeError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const NAMES = ['code', 'constraint', 'table', 'column', 'routine', 'syscall'] as const;

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const named = NAMES.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(named),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
