import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/* Self-signed X.509 certificates, as SAML providers sign with (RFC 5280, encoded in DER). */

export interface Certified {
  /** PEM. */
  certificate: string;
  privateKey: KeyObject;
}

export interface CertificateOptions {
  from?: Date;
  until?: Date;
  bits?: number;
  /** RSA by default. */
  kind?: 'rsa' | 'ec';
  commonName?: string;
}

const DAY_MS = 86_400_000;

const SEQUENCE = 0x30;
const SET = 0x31;
const SHA256_WITH = { rsa: '2a864886f70d01010b', ec: '2a8648ce3d040302' };
const COMMON_NAME = '550403';

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\..*/g, '')}Z`));

export function makeCertificate({
  from = new Date(Date.now() - DAY_MS),
  until = new Date(Date.now() + 30 * DAY_MS),
  bits = 2048,
  kind = 'rsa',
  commonName = 'provider',
}: CertificateOptions = {}): Certified {
  const { publicKey, privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, oid(SHA256_WITH[kind]), ...(kind === 'rsa' ? [der(5)] : []));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid(COMMON_NAME), der(12, Buffer.from(commonName)))));
  const body = der(
    SEQUENCE,
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(SEQUENCE, time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = der(SEQUENCE, body, algorithm, der(3, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const certificate = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { certificate, privateKey };
}
