import { once } from 'node:events';
import { makeDataDir, spawnServer } from './server.ts';

/* The server that the journeys share. Its data are removed afterwards. */

const { dataDir, remove } = makeDataDir();
const server = spawnServer({ port: process.env.E2E_PORT ?? '', dataDir });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.kill(signal);
  });
}
const [code] = (await once(server, 'exit')) as [number | null];
remove();
process.exitCode = code ?? 1;
