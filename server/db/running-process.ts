import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/*
 * Facts about other processes by their number. A number alone proves nothing: it is handed out again after a crash or
 * a restart of the machine, and a zombie answers signals although it has ended.
 */

/** Alive and not a zombie. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') {
    const state = linuxStat(pid)?.[0];
    return state !== undefined && state !== 'Z' && state !== 'X';
  }
  const state = ps(pid, 'stat');
  return state !== '' && !state.startsWith('Z');
}

/** The command line it was started with, or '' if it has ended. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Changes whenever the number is handed out again, and with every boot; '' if there is no such process. */
export function startMark(pid: number): string {
  if (!isAlive(pid)) return '';
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  // Field 22 of proc_pid_stat(5): start time in clock ticks since boot; the list here begins at field 3.
  const ticks = linuxStat(pid)?.[19] ?? '';
  return `${ticks}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
}

function linuxStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold spaces and parentheses itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
