import pg from 'pg';
import { type Hosts, hostsOf } from './hosts.ts';

/** PostgreSQL reports these unasked, at the start of a connection and when they change. */
const IN_STANDBY = 'in_hot_standby';
const SAYS_READ_ONLY = [IN_STANDBY, 'default_transaction_read_only'];
const READ_ONLY_TRANSACTION = '25006';

export interface DatabaseConfig extends pg.ClientConfig {
  connectionString?: string | undefined;
  /** The other way around: a standby is connected to, and one that is promoted is dropped. */
  isReplica?: boolean;
}

type Connected = (error?: Error) => void;

/**
 * The only way in which the server connects to its database. Where the address has several hosts, it connects to the one that
 * takes writes, and is dropped when that changes. A server that says that it's read-only isn't connected to, nor kept; of a
 * replica it's the other way around (`replicas.ts`).
 */
export class DatabaseClient extends pg.Client {
  /** Null: there is only one host. */
  readonly #hosts: Hosts | null;
  #isOver = false;
  #dropped: Error | null = null;

  constructor(config: DatabaseConfig = {}) {
    const { connectionString, isReplica = false } = config;
    const hosts = connectionString === undefined || isReplica ? null : hostsOf(connectionString);
    super(hosts?.all[0] ? { ...config, connectionString: hosts.all[0].address } : config);
    this.#hosts = hosts !== null && hosts.all.length > 1 ? hosts : null;
    const connection: NodeJS.EventEmitter = this.connection;
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (isReplica && parameterName === IN_STANDBY && parameterValue === 'off')
        this.drop("the server isn't a standby");
      if (!isReplica && SAYS_READ_ONLY.includes(parameterName) && parameterValue === 'on')
        this.drop('the server is read-only');
    });
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY_TRANSACTION && this.#hosts !== null) this.drop('the server is read-only');
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  // biome-ignore lint/suspicious/noExplicitAny: one body for two overloads
  override connect(callback?: any): any {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(() => callback(), callback);
  }

  // biome-ignore lint/suspicious/noExplicitAny: one body for two overloads
  override end(callback?: any): any {
    this.#isOver = true;
    return callback === undefined ? super.end() : super.end(callback);
  }

  /** What is under way fails at once, as when the server had ended the connection. */
  drop(reason: string): void {
    this.#dropped = new Error(`Connection terminated: ${reason}`);
    this.connection.stream.destroy(this.#dropped);
  }

  async #connect(): Promise<pg.Client> {
    const hosts = this.#hosts;
    if (hosts === null) return this.#open();
    const host = await hosts.primary();
    // It was given up while we asked.
    if (this.#isOver || this.connection.stream.destroyed) throw new Error('Connection terminated');
    this.host = host.host;
    this.port = host.port;
    this.on('error', () => hosts.suspect(host));
    this.once('end', () => hosts.remove(this));
    hosts.add(this, host);
    try {
      await this.#open();
    } catch (error) {
      hosts.suspect(host);
      throw error;
    }
    return this;
  }

  async #open(): Promise<pg.Client> {
    await super.connect();
    // It may have said so and been ready in one packet.
    if (this.#dropped !== null) throw this.#dropped;
    return this;
  }
}
