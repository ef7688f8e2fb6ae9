import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Connected, keepConnected } from '../keep-connected.ts';
import type { Ears, ReplaceableWire } from '../port.ts';
import { readHint } from './read-hint.ts';

const CONNECT_WITHIN_MS = 2000;
/** A connection that hangs is given up when three pings have had no answer. */
const PING_EVERY_MS = 1000;
const UNANSWERED_PINGS = 2;

export interface NatsSettings {
  /** Each as host:port. */
  servers: string[];
  user: string | null;
  password: string | null;
  token: string | null;
  /** Whether nothing goes out without TLS. */
  tls: boolean;
}

interface Deps {
  /** What all subjects start with: the nodes of one Hiretext have it in common, and no other has it. */
  subject: string;
  log: Logger;
}

/** Where NATS is away, it's looked for until it is there. */
export async function startNatsWire(
  settings: NatsSettings,
  deps: Deps,
  ears: Ears,
): Promise<ReplaceableWire> {
  const closing = new AbortController();
  let connection: NatsConnection | null = null;

  async function open(): Promise<Connected> {
    const next = await connectTo(settings);
    const ended = next.closed().then((error) => {
      if (connection === next) connection = null;
      if (error) deps.log.warn({ reason: error.message }, 'the connection to NATS broke');
    });
    try {
      await listen(next, deps, ears);
    } catch (error) {
      await next.close();
      throw error;
    }
    if (closing.signal.aborted) await next.close();
    else connection = next;
    // For anything that was sent while we weren't listening.
    for (const channel of ears.channels) ears.hear({ channel, payload: '' });
    return { ended };
  }

  const failed = (error: unknown) =>
    deps.log.warn({ reason: reasonOf(error) }, 'NATS could not be used; signals go through PostgreSQL');
  const restored = () => deps.log.info('signals go through NATS again');
  const first = open();
  const listening = keepConnected(first, { open, failed, restored, closing: closing.signal });
  await first.catch(() => {});
  return {
    isConnected: () => connection !== null,
    send: async (hints) => {
      if (connection === null) return false;
      try {
        for (const { channel, payload } of hints) connection.publish(`${deps.subject}.${channel}`, payload);
        return true;
      } catch {
        // It has ended in this moment.
        return false;
      }
    },
    close: async () => {
      closing.abort();
      await connection?.close();
      await listening;
    },
  };
}

/** Resolves when what is sent is heard. What it throws names no one. */
export async function tryNats(settings: NatsSettings, subject: string): Promise<void> {
  const connection = await connectTo(settings);
  await listen(connection, { subject }, { channels: [], hear: () => {} }).finally(() => connection.close());
}

async function connectTo({ servers, user, password, token, tls }: NatsSettings): Promise<NatsConnection> {
  const connection = await connect({
    servers,
    name: 'hiretext',
    ...(user === null ? {} : { user }),
    ...(password === null ? {} : { pass: password }),
    ...(token === null ? {} : { token }),
    ...(tls ? { tls: {} } : {}),
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: UNANSWERED_PINGS,
    // It would keep what it can't send, and we send that another way.
    reconnect: false,
    // Only the servers that were named.
    ignoreClusterUpdates: true,
  });
  try {
    keepListening(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/**
 * The client writes on a socket that is ending, and takes its listeners off before the error comes: without one, that would end the
 * process. Throws where a version of it keeps its socket elsewhere.
 */
function keepListening(connection: NatsConnection): void {
  const { socket } = (connection as NatsConnection & { protocol: { transport: { socket: Socket } } }).protocol
    .transport;
  const removeAll = socket.removeAllListeners.bind(socket);
  socket.removeAllListeners = (event) => removeAll(event).on('error', () => {});
  socket.on('error', () => {});
}

/** Resolves when we hear ourselves: a user who lacks a permission gets no error for what is never heard. */
async function listen(
  connection: NatsConnection,
  { subject }: Pick<Deps, 'subject'>,
  ears: Ears,
): Promise<void> {
  const greeting = { channel: 'greeting', payload: randomUUID() };
  const greeted = Promise.withResolvers<void>();
  const channels = [...ears.channels, greeting.channel];
  connection.subscribe(`${subject}.*`, {
    callback: (error, message) => {
      const hint = error ? null : readHint({ subject, channels }, message);
      if (hint === null) return;
      if (hint.channel !== greeting.channel) ears.hear(hint);
      else if (hint.payload === greeting.payload) greeted.resolve();
    },
  });
  const timer = setTimeout(
    () => greeted.reject(new Error('what is sent is not heard: may its user publish and subscribe?')),
    CONNECT_WITHIN_MS,
  );
  void connection.closed().then((error) => greeted.reject(error ?? new Error('the connection ended')));
  connection.publish(`${subject}.${greeting.channel}`, greeting.payload);
  await greeted.promise.finally(() => clearTimeout(timer));
}

/** Without what the error holds: credentials may be in it. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
