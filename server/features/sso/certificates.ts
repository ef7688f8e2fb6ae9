import { X509Certificate } from 'node:crypto';
import { invalidField } from '../../failure.ts';

const MOST_CERTIFICATES = 5;
/** NIST SP 800-131A. */
const LEAST_BITS = 2048;
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
const onDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const refuse = (sentence: string): never => {
  throw invalidField('provider.certificate', sentence);
};

/** One or several in PEM, or the bare base64 found in metadata; each as its own PEM. */
export function readCertificates(text: string, now: Date): string[] {
  const blocks = BASE64.test(text) ? [`${BEGIN}\n${text}\n${END}`] : (text.match(BLOCK) ?? []);
  if (blocks.length === 0) {
    if (text.includes('PRIVATE KEY'))
      refuse("This is a private key, which only the provider should have. Enter the provider's certificate.");
    refuse(UNREADABLE);
  }
  if (blocks.length > MOST_CERTIFICATES) refuse(`Enter at most ${MOST_CERTIFICATES} certificates`);
  const certificates = blocks.map(parse);
  if (certificates.some(({ publicKey }) => publicKey.asymmetricKeyType !== 'rsa'))
    refuse('The certificate must have an RSA key. Choose RSA at the provider.');
  if (certificates.some(({ publicKey }) => (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS))
    refuse(`The certificate's key is too short. It must have at least ${LEAST_BITS} bits.`);
  const [last] = certificates.toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime());
  if (last && last.validToDate <= now)
    refuse(`This certificate expired on ${onDay.format(last.validToDate)}. Enter the provider's new one.`);
  return certificates.map((certificate) => certificate.toString());
}

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
const UNREADABLE = "We couldn't read this certificate. Copy it again, from 'BEGIN' to 'END'.";

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    return refuse(UNREADABLE);
  }
}

/** For the certificate that is valid longest. */
export function expiryOf(certificates: readonly string[]): Date {
  const ends = certificates.map((pem) => new X509Certificate(pem).validToDate.getTime());
  return new Date(Math.max(...ends));
}
