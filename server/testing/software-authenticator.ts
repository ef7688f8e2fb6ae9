import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/*
 * A passkey's other half, as a phone or a password manager has it (WebAuthn, ES256, attestation "none"). What it says can be
 * bent, for tests of what is refused.
 */

interface Options {
  challenge: string;
  [field: string]: unknown;
}

/** What is said otherwise than an honest browser and authenticator would. */
export interface Bent {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The person was not asked for a finger or a PIN. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
  crossOrigin?: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const WITH_CREDENTIAL = 0x40;

export function createSoftwareAuthenticator({
  origin,
  counts = false,
  aaguid = '00000000-0000-0000-0000-000000000000',
}: {
  origin: string;
  /** Those that are kept on several devices do not count. */
  counts?: boolean;
  aaguid?: string;
}) {
  const credentialId = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = base64url(credentialId);
  const ownRpId = new URL(origin).hostname;
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: bent.crossOrigin ?? false,
      }),
    );
  const authenticatorData = (flags: number, bent: Bent, rest = Buffer.alloc(0)) => {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(bent.counter ?? counter);
    const said = flags | PRESENT | BACKUP_ELIGIBLE | BACKED_UP | (bent.unverified ? 0 : VERIFIED);
    return Buffer.concat([sha256(bent.rpId ?? ownRpId), Buffer.from([said]), count, rest]);
  };
  const answer = <R extends object>(response: R) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform' as const,
  });

  return {
    credentialId: id,
    /** What `navigator.credentials.create` answers. */
    create(options: Options, bent: Bent = {}) {
      userHandle = (options.user as { id: string }).id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const aaguidBytes = Buffer.from(aaguid.replaceAll('-', ''), 'hex');
      const credential = Buffer.concat([aaguidBytes, length, credentialId, coseKey(publicKey)]);
      const authData = authenticatorData(WITH_CREDENTIAL, bent, credential);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, bent)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    /** What `navigator.credentials.get` answers. */
    get(options: Options, bent: Bent = {}) {
      const client = clientData('webauthn.get', options.challenge, bent);
      const authData = authenticatorData(0, bent);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      const handle = bent.userHandle ?? userHandle;
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(handle === undefined ? {} : { userHandle: handle }),
      });
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;

/** COSE, RFC 9053: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/* As much of CBOR (RFC 8949) as that takes. */

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
