import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* The real server for the journeys, on data of its own that are removed afterwards. */

const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-e2e-'));
// Passable, so that PostgreSQL can keep its data here even when we are root and it is not.
chmodSync(dataDir, 0o711);
const server = spawn(process.execPath, ['server/main.ts'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, PORT: process.env.E2E_PORT, DATA_DIR: dataDir },
  // The channel closes when we are killed, and the server then stops itself.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.kill(signal);
  });
}
const [code] = (await once(server, 'exit')) as [number | null];
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = code ?? 1;
