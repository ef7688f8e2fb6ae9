import { createHash, createHmac } from 'node:crypto';
import type { FakeRequest } from '../../carrier/fakes/fake-server.ts';

/* AWS Signature Version 4 as the store checks it, written from its rules and not from any client. */

export interface Refusal {
  status: number;
  code: string;
  message: string;
}

export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SKEW_MS = 15 * 60_000;
const WEEK_SECONDS = 604_800;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

const refuse = (status: number, code: string, message: string): Refusal => ({ status, code, message });
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  /** 20261122T170009Z */
  date: string;
  payload: string;
}

/** Null: the caller has the keys. */
export function refusalOf(request: FakeRequest, keys: Keys, now: Date): Refusal | null {
  const isPresigned = request.query.has('X-Amz-Signature');
  const claim = isPresigned ? readQuery(request) : readHeaders(request);
  if ('code' in claim) return claim;
  const asked = timeOf(claim.date);
  if (isPresigned) {
    const seconds = Number(request.query.get('X-Amz-Expires'));
    if (!(seconds >= 1 && seconds <= WEEK_SECONDS))
      return refuse(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be at most a week');
    if (now.getTime() > asked + seconds * 1000) return refuse(403, 'AccessDenied', 'Request has expired');
    if (now.getTime() < asked - SKEW_MS) return refuse(403, 'AccessDenied', 'Request is not valid yet');
  } else if (!(Math.abs(now.getTime() - asked) <= SKEW_MS))
    return refuse(403, 'RequestTimeTooSkewed', 'The difference between the times is too large');

  const [accessKeyId, day, region, service, end] = claim.credential.split('/');
  if (accessKeyId !== keys.accessKeyId)
    return refuse(403, 'InvalidAccessKeyId', 'The access key ID does not exist');
  if (day !== claim.date.slice(0, 8) || region !== keys.region || service !== 's3' || end !== 'aws4_request')
    return refuse(400, 'AuthorizationHeaderMalformed', `The credential is wrong; expecting '${keys.region}'`);
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  if (!['host', ...mustBeSigned].every((name) => claim.signedHeaders.includes(name)))
    return refuse(403, 'AccessDenied', 'There were headers present in the request which were not signed');

  const scope = `${day}/${region}/${service}/${end}`;
  const text = [ALGORITHM, claim.date, scope, sha256(canonicalOf(request, claim))].join('\n');
  const key = [day, region, service, end].reduce(
    (previous: Buffer | string, part) => hmac(previous, part),
    `AWS4${keys.secretAccessKey}`,
  );
  if (hmac(key, text).toString('hex') !== claim.signature)
    return refuse(403, 'SignatureDoesNotMatch', 'The signature does not match the one we calculated');
  if (!isPresigned && claim.payload !== UNSIGNED && claim.payload !== sha256(request.rawBody))
    return refuse(400, 'XAmzContentSHA256Mismatch', 'The content does not have the announced hash');
  return null;
}

function readHeaders({ headers }: FakeRequest): Claim | Refusal {
  const { authorization } = headers;
  if (authorization === undefined) return refuse(403, 'AccessDenied', 'Access Denied');
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const date = String(headers['x-amz-date'] ?? '');
  const payload = headers['x-amz-content-sha256'];
  if (credential === undefined || signed === undefined || signature === undefined)
    return refuse(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed');
  if (typeof payload !== 'string')
    return refuse(400, 'InvalidRequest', 'Missing required header: x-amz-content-sha256');
  return { credential, signedHeaders: signed.split(';'), signature, date, payload };
}

function readQuery({ query }: FakeRequest): Claim | Refusal {
  const read = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (read('Algorithm') !== ALGORITHM)
    return refuse(400, 'AuthorizationQueryParametersError', 'X-Amz-Algorithm only supports AWS4-HMAC-SHA256');
  return {
    credential: read('Credential'),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    date: read('Date'),
    payload: UNSIGNED,
  };
}

function canonicalOf(request: FakeRequest, claim: Claim): string {
  const query = [...request.query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`,
  );
  return [
    request.method,
    request.path.split('/').map(decodeURIComponent).map(encode).join('/'),
    query,
    headers.join(''),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
}

function timeOf(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
