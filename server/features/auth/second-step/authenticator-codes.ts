import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Owner } from '../secrets/secret-store.ts';
import { hashSecret } from '../secrets/secrets.ts';

/** As long as the hash that the codes are made with (RFC 4226, 4: at least 16 bytes, 20 recommended). */
const SEED_BYTES = 20;
const STEP_SECONDS = 30;
/** A phone's clock may be off by that many steps, either way (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;

export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32;
}

/** What apps read from the QR code. The settings are the ones that all apps know. */
export function otpauthUrlOf(seed: string, label: string): string {
  return authenticatorOf(seed, label).toString();
}

/** The step of time that a code belongs to; null when it is none of now. */
export function stepOf(seed: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const drift = authenticatorOf(seed).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + drift;
}

function authenticatorOf(seed: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Hiretext',
    label,
    secret: Secret.fromBase32(seed),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
}

const RECOVERY_CODES = 10;
/** Without those that are taken for another one when they are written down (i, l, o, u). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 120 bits: what is kept of them can't be tried out either, however quick its hash is. */
const RECOVERY_LETTERS = 24;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    // 256 is a multiple of 32, so that every letter is as likely.
    const letters = [...randomBytes(RECOVERY_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]);
    return (letters.join('').match(/.{4}/g) ?? []).join('-');
  });
}

/** However it was typed; bound to its owner. */
export function hashRecoveryCode(owner: Owner, code: string): string {
  const letters = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
  return hashSecret(owner, 'recoveryCode', letters);
}
