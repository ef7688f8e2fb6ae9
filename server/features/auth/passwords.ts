import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults (19 MiB, two passes), as OWASP recommends. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Null: the person has none, and signs in another way. That takes as long to find out as a wrong one. */
export function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return passwordHash === null ? pretendToCheck(password) : verify(passwordHash, password);
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check, so that the time does not tell whether an address is known. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password');
  await isPassword(await decoy, password);
  return false;
}
