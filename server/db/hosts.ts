import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { hostsIn } from './address.ts';
import { NoPrimary } from './unavailable.ts';

/** For a server to say whether it takes writes. */
const ANSWER_WITHIN_MS = 2000;
/** Once one has said that it does, for the others: a later timeline wins. */
const OTHERS_WITHIN_MS = 500;
/** So that those who want to write don't keep a standby from being promoted. */
const ASK_AGAIN_AFTER_MS = 250;

export interface Host {
  address: string;
  /** As it is connected to. */
  host: string;
  port: number;
}

/** A connection, to be dropped when another server takes the writes. */
interface Dropped {
  drop(reason: string): void;
}

/**
 * The servers of one address, one of which takes writes. All connections of a process share what it knows of them: while
 * nothing breaks, a new connection goes straight to the server that took writes before.
 */
export class Hosts {
  readonly all: readonly Host[];
  #primary: Host | null = null;
  /** Where the last one was, also while it's not known to be there. */
  #last: Host | null = null;
  #asking: Promise<Host> | null = null;
  readonly #connected = new Map<Dropped, Host>();

  constructor(address: string) {
    this.all = hostsIn(address).map(readHost);
  }

  /** The server that takes writes. Throws `NoPrimary` when none says that it does. */
  primary(): Promise<Host> {
    if (this.#primary !== null) return Promise.resolve(this.#primary);
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  /** Something broke there. Other connections may not have noticed yet, and are dropped if another server takes the writes. */
  suspect(host: Host): void {
    if (this.#primary !== host) return;
    this.#primary = null;
    this.primary().catch(() => {});
  }

  add(connection: Dropped, host: Host): void {
    this.#connected.set(connection, host);
  }

  remove(connection: Dropped): void {
    this.#connected.delete(connection);
  }

  async #ask(): Promise<Host> {
    try {
      const found = await findPrimary(this.all, this.#last);
      this.#primary = found;
      this.#last = found;
      this.#asking = null;
      for (const [connection, host] of [...this.#connected])
        if (host !== found) connection.drop('another server takes the writes now');
      return found;
    } catch (error) {
      setTimeout(() => {
        this.#asking = null;
      }, ASK_AGAIN_AFTER_MS).unref();
      throw error;
    }
  }
}

const known = new LRUCache<string, Hosts>({ max: 100 });

export function hostsOf(address: string): Hosts {
  const hosts = known.get(address) ?? new Hosts(address);
  known.set(address, hosts);
  return hosts;
}

/**
 * Asks all at the same time. If two take writes, one is a former primary that came back, and its timeline is the earlier one:
 * what it accepted now would be lost.
 */
async function findPrimary(hosts: readonly Host[], last: Host | null): Promise<Host> {
  const primaries: { host: Host; timeline: number }[] = [];
  const reasons = hosts.map((host) => `${nameOf(host)} doesn't answer`);
  const first = Promise.withResolvers<void>();
  const answers = hosts.map(async (host, index) => {
    const answer = await ask(host);
    if (typeof answer === 'string') reasons[index] = `${nameOf(host)} ${answer}`;
    else {
      primaries.push({ host, timeline: answer });
      first.resolve();
    }
  });
  await Promise.race([
    Promise.all(answers),
    first.promise.then(() => pause(OTHERS_WITHIN_MS)),
    pause(ANSWER_WITHIN_MS),
  ]);
  primaries.sort((a, b) => b.timeline - a.timeline || Number(b.host === last) - Number(a.host === last));
  const [best] = primaries;
  if (best === undefined) throw new NoPrimary(reasons);
  return best.host;
}

const pause = (ms: number) => wait(ms, undefined, { ref: false });

export function readHost(address: string): Host {
  const { host, port } = new pg.Client({ connectionString: address });
  return { address, host, port };
}

export const nameOf = ({ host, port }: Host): string => (host.startsWith('/') ? host : `${host}:${port}`);

const READ_ONLY = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`;
const TIMELINE = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`;

/** The timeline of a server that takes writes; a reason in words if it doesn't. */
async function ask({ address }: Host): Promise<number | string> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'hiretext finds its primary',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean }>(READ_ONLY);
    if (rows[0]?.isReadOnly !== false) return 'is read-only';
    // Some services don't let it be asked.
    const asked = await client.query<{ timeline: number }>(TIMELINE).catch(() => null);
    return asked?.rows[0]?.timeline ?? 0;
  } catch (error) {
    return `doesn't answer (${reasonIn(error)})`;
  } finally {
    // Not waited for: a server that hangs doesn't say goodbye.
    void client.end().catch(() => {});
  }
}

function reasonIn(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || (code ?? 'for no reason given');
}
