import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { AltchaChallenge, type CaptchaAction } from '../../contract/auth.ts';

/** What the server signs a challenge and its answer with. */
export const captchaSecrets = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'answer' };

/** As the server makes them, but sooner solved. */
export async function makeChallenge(action: CaptchaAction) {
  return AltchaChallenge.parse(
    await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 100,
      counter: 12,
      data: { action },
      deriveKey,
      expiresAt: new Date(Date.now() + 60_000),
      ...captchaSecrets,
    }),
  );
}
