import { expect, it } from 'vitest';
import { createPathSigner } from './signer.ts';

const FORMER = 'the former secret, long enough for tests';
const NEW = 'the new secret, which is long enough too';

it.each([
  ['its own', NEW, null, NEW, true],
  ["the former key's, while it is the fallback", NEW, FORMER, FORMER, true],
  ["the coming key's, before the two are swapped", FORMER, NEW, NEW, true],
  ["the former key's, once it is gone", NEW, null, FORMER, false],
])('takes signatures: %s', (_what, secretKey, secretKeyFallback, by, isTaken) => {
  const signature = createPathSigner({ secretKey: by, secretKeyFallback: null }).signPath('/media/one');
  const signer = createPathSigner({ secretKey, secretKeyFallback });
  expect(signer.isPathSigned('/media/one', signature)).toBe(isTaken);
  expect(signer.isPathSigned('/media/two', signature)).toBe(false);
  expect(signer.signPath('/media/one') === signature).toBe(by === secretKey);
});
