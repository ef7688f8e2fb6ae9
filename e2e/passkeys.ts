import type { Page } from '@playwright/test';

/** A device with a fingerprint reader that always finds its owner, as Chromium makes one for tests. */
export async function addDevice(
  page: Page,
): Promise<{ passkeys: () => Promise<number>; break: () => Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** It no longer knows its owner's finger. */
    break: async () => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}

/** Passkeys belong to a name, and the server is started at a number. */
export const named = (address: string, path: string) => address.replace('127.0.0.1', 'localhost') + path;
