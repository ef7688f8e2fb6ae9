import { describe, expect, it } from 'vitest';
import { IdentityFailure, type IdentityVendor } from './port.ts';

/** What the suite needs to hold in its hands to examine one way of signing in. */
export interface IdentityHarness<Connection> {
  makeVendor(options: { allowLoopback: boolean; timeoutMs: number }): IdentityVendor<Connection>;
  /** A connection that is right but for the provider's address. */
  connectionAt(address: string): Connection;
  callbackUrl: string;
}

const TIMEOUT_MS = 500;

/** What every vendor must do: an account chooses the addresses, and may be a stranger. */
export function identitySuite<Connection>(
  name: string,
  { makeVendor, connectionAt, callbackUrl }: IdentityHarness<Connection>,
): void {
  const local = makeVendor({ allowLoopback: true, timeoutMs: TIMEOUT_MS });
  const strict = makeVendor({ allowLoopback: false, timeoutMs: TIMEOUT_MS });
  const examine = (vendor: IdentityVendor<Connection>, address: string) =>
    vendor.examine(connectionAt(address), { callbackUrl });

  describe(`${name} out in the world`, () => {
    it.each([
      'http://provider.example',
      'http://127.0.0.1:3000',
      'https://127.0.0.1',
      'https://localhost',
      'https://[::1]',
      'https://[::ffff:127.0.0.1]',
      'https://0.0.0.0',
      'https://10.1.2.3',
      'https://192.168.0.1',
      'https://172.16.0.1',
      'https://169.254.169.254',
      'https://100.64.0.1',
      'https://[fd00::1]',
      'https://[fe80::1]',
      'https://2130706433',
      'https://0x7f.1',
    ])('%s is not asked', async (address) => {
      expect(await examine(strict, address)).toMatch(
        /can't use this provider's address|can't use this sign-in URL/,
      );
    });

    it('a private network is closed in local mode too', async () => {
      expect(await examine(local, 'https://10.1.2.3')).toMatch(
        /can't use this provider's address|can't use this sign-in URL/,
      );
    });

    it('where nothing listens is reported', async () => {
      expect(await examine(local, 'http://127.0.0.1:1')).toMatch(/^127\.0\.0\.1:1 isn't responding/);
    });

    it('no one is sent to where the way is not safe', async () => {
      const begun = strict.begin(connectionAt('http://provider.example'), {
        callbackUrl,
        state: 'state',
        loginHint: '',
      });
      await expect(begun).rejects.toThrow(IdentityFailure);
      await expect(begun).rejects.toMatchObject({ kind: 'unavailable' });
    });
  });
}
