import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../failure.ts';

/** Each blocks a thread of the pool that file and name lookups share, which has four. */
const AT_ONCE = 2;
/** A few seconds' work. Anyone after that would have given up before their turn. */
export const MOST_WAITING = 100;
const RETRY_SECONDS = 5;

let running = 0;
const waiting: (() => void)[] = [];

/** All work on passwords goes through here, so that the rest of the server keeps running, however many there are. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === AT_ONCE) {
    if (waiting.length === MOST_WAITING)
      throw new Failure('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    // The one that finishes hands its turn on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** argon2id with the library's defaults (19 MiB, two passes), as OWASP recommends. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Null: the person has none, and signs in another way. Takes as long to check as a wrong one. */
export function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return passwordHash === null ? pretendToCheck(password) : inTurn(() => verify(passwordHash, password));
}

let decoy: string | null = null;

/** Takes as long as a real check, so that the timing doesn't reveal whether an address is known. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= await hashPassword('no one has this password');
  await isPassword(decoy, password);
  return false;
}
