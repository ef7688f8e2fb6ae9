import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The same address by way of the proxy. */
  through: string;
  /** Connections stay open, and nothing passes any more, as when a machine hangs. */
  freeze(): void;
  /** Cuts every connection and takes no new one, as when a server is down. */
  cut(): void;
  /** Lets everything pass again. */
  restore(): void;
  /** When connections were asked for, the refused ones too, in milliseconds. */
  asked: readonly number[];
  stop(): Promise<void>;
}

/** Stands between the program and its database, and fails as networks do. */
export async function startTcpProxy(address: string): Promise<TcpProxy> {
  const target = new URL(address);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'frozen' | 'cut' = 'open';
  const asked: number[] = [];
  const server = createServer((near) => {
    asked.push(performance.now());
    near.on('error', () => {});
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    far.on('error', () => near.destroy());
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
    if (state === 'frozen') hold(pair);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hold = ([near, far]: [Socket, Socket]) => {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  };
  const through = new URL(address);
  const own = server.address();
  through.hostname = '127.0.0.1';
  through.port = String(typeof own === 'object' ? own?.port : '');
  return {
    through: through.href,
    freeze: () => {
      state = 'frozen';
      for (const pair of pairs) hold(pair);
    },
    cut: () => {
      state = 'cut';
      for (const [near] of pairs) near.destroy();
    },
    restore: () => {
      state = 'open';
      for (const [near, far] of pairs) near.pipe(far).pipe(near);
    },
    asked,
    stop: async () => {
      for (const [near] of pairs) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
