import { expect, it } from 'vitest';
import { keyPrefix, newKeySecret, readKeySecret } from './key-token.ts';

const ID = '01890000-0000-7000-8000-00000000abcd';

it('names its row, and is another one each time', () => {
  const secret = newKeySecret('live', ID);
  expect(secret).toMatch(/^ht_live_0189000000007000800000000000abcd_[0-9A-Za-z]{43}[0-9a-z]{7}$/);
  expect(secret.startsWith(keyPrefix('live', ID))).toBe(true);
  expect(readKeySecret(secret)).toEqual({
    mode: 'live',
    keyId: ID,
    secretHash: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(newKeySecret('live', ID)).not.toBe(secret);
  expect(newKeySecret('test', ID)).toMatch(/^ht_test_/);
});

it('with any one letter changed is none, without a look at the database', () => {
  const secret = newKeySecret('live', ID);
  for (let at = 0; at < secret.length; at += 1) {
    const changed = `${secret.slice(0, at)}${secret[at] === 'a' ? 'b' : 'a'}${secret.slice(at + 1)}`;
    expect(readKeySecret(changed), changed).toBeNull();
  }
  for (const other of ['', 'ht_live_', secret.slice(1), `${secret} `, `${secret}0`, secret.toUpperCase()])
    expect(readKeySecret(other)).toBeNull();
});
