import { vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** A browser with passkeys that answers as the test wants. happy-dom has none. */
export function stubPasskeys() {
  const asked: { create: unknown[]; get: unknown[] } = { create: [], get: [] };
  let refusal: string | null = null;
  const answer = async (kind: 'create' | 'get', options: unknown, response: object) => {
    asked[kind].push(options);
    if (refusal !== null) throw new DOMException('', refusal);
    return {
      id: 'a2V5',
      rawId: bytes('key'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response,
      getClientExtensionResults: () => ({}),
    };
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: (options: unknown) =>
        answer('create', options, {
          clientDataJSON: bytes('client'),
          attestationObject: bytes('attestation'),
          getTransports: () => ['internal'],
        }),
      get: (options: unknown) =>
        answer('get', options, {
          clientDataJSON: bytes('client'),
          authenticatorData: bytes('data'),
          signature: bytes('signature'),
          userHandle: bytes('person'),
        }),
    },
  });
  return {
    asked,
    /** By the name of what the browser throws, e.g. NotAllowedError when the person closes its window. */
    refuse: (name: string | null) => {
      refusal = name;
    },
  };
}

/** What the server sends for making a passkey. */
export const makingOptions = {
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rp: { id: 'localhost', name: 'Hiretext' },
    user: { id: 'cGVyc29u', name: 'dana@acme.example', displayName: 'Dana Reed' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
};

export const signingInOptions = { options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' } };
