import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { urlFor } from './embedded-cluster.ts';
import { commandLine, isAlive } from './running-process.ts';

/** Whether a database was ever made there. */
export function hasCluster(dataDir: string): boolean {
  return clusterIn(dataDir) !== null;
}

/** The address of the embedded PostgreSQL that another process runs on this folder; null: none does. */
export function runningEmbeddedUrl(dataDir: string): string | null {
  const cluster = clusterIn(dataDir);
  if (cluster === null) return null;
  try {
    const [pid, , , port, , , , status] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const isOurs = isAlive(Number(pid)) && commandLine(Number(pid)).includes(cluster);
    return isOurs && status?.trim() === 'ready' ? urlFor(cluster, Number(port), DATABASE) : null;
  } catch {
    return null;
  }
}

export const DATABASE = 'hiretext';

function clusterIn(dataDir: string): string | null {
  try {
    return realpathSync(join(dataDir, 'cluster'));
  } catch {
    return null;
  }
}
