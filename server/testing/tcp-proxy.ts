import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The same address by way of the proxy. */
  through: string;
  /** Connections stay open, and nothing passes anymore, as when a machine hangs. */
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
  const links = new Set<Link>();
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
    const link: Link = { near, far, isHeld: false };
    links.add(link);
    near.on('close', () => {
      far.destroy();
      links.delete(link);
    });
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
    if (state === 'frozen') hold(link);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(address);
  const own = server.address();
  through.hostname = '127.0.0.1';
  through.port = String(typeof own === 'object' ? own?.port : '');
  return {
    through: through.href,
    freeze: () => {
      state = 'frozen';
      for (const link of links) hold(link);
    },
    cut: () => {
      state = 'cut';
      for (const { near } of links) near.destroy();
    },
    restore: () => {
      state = 'open';
      for (const link of links) release(link);
    },
    asked,
    stop: async () => {
      for (const { near } of links) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Link {
  near: Socket;
  far: Socket;
  isHeld: boolean;
}

function hold(link: Link): void {
  if (link.isHeld) return;
  link.isHeld = true;
  link.near.unpipe(link.far).pause();
  link.far.unpipe(link.near).pause();
}

/** Never twice: what passes would arrive twice, as it does in no network. */
function release(link: Link): void {
  if (!link.isHeld) return;
  link.isHeld = false;
  link.near.pipe(link.far).pipe(link.near);
}
