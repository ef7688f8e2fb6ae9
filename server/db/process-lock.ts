import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startMark } from './running-process.ts';

type ProcessLock = { taken: true; release(): void } | { taken: false; pid: number };

/** Holds a file for as long as this process lives; a lock whose process was killed is taken over. */
export function takeProcessLock(file: string): ProcessLock {
  const mine = JSON.stringify({ pid: process.pid, started: startMark(process.pid), token: randomUUID() });
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  writeFileSync(draft, mine);
  try {
    for (;;) {
      // A link appears whole or not at all, and never over another one.
      if (linked(draft, file)) return { taken: true, release: () => release(file, mine) };
      const found = read(file);
      if (found === undefined) continue;
      const owner = ownerOf(found);
      if (owner !== undefined) return { taken: false, pid: owner };
      discard(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function release(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true });
}

/** Moves a dead process's lock aside; if another starter replaced it in the meantime, its lock is put back. */
function discard(file: string, dead: string): void {
  const aside = `${file}.dead.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== dead) linked(aside, file);
  rmSync(aside, { force: true });
}

function ownerOf(text: string): number | undefined {
  try {
    const { pid, started } = JSON.parse(text) as { pid: number; started: string };
    return started !== '' && startMark(pid) === started ? pid : undefined;
  } catch {
    return undefined;
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
