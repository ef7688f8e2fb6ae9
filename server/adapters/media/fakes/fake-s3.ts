import { createHash } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeReply,
  type FakeRequest,
  type FakeServer,
  startServer,
} from '../../carrier/fakes/fake-server.ts';
import { type Keys, refusalOf } from './sigv4.ts';

export interface FakeS3 extends FakeServer {
  /** What the adapter is given. */
  settings: Keys & { endpoint: string; bucket: string };
  /** By bucket, then by key. */
  buckets: Map<string, Map<string, Buffer>>;
  /** The requests that came, answered or not: "GET a/b". */
  asked: string[];
  control: {
    /** What the next requests are answered instead, one each. */
    answerNext(...answers: ('drop' | 'hang' | 'stall' | 'slowDown' | 'internalError')[]): void;
    /** How far its clock is ahead. */
    setAhead(ms: number): void;
    /** How many keys it lists at once. */
    setPageSize(keys: number): void;
  };
}

/** A store that keeps whole objects in memory, checks every signature, and refuses what S3 refuses. */
export async function startFakeS3(): Promise<FakeS3> {
  const settings = {
    endpoint: '',
    bucket: 'hiretext-media',
    region: 'us-west-2',
    accessKeyId: 'AKIAFAKE',
    secretAccessKey: 'a secret of the fake',
  };
  const buckets = new Map([[settings.bucket, new Map<string, Buffer>()]]);
  const asked: string[] = [];
  const next: string[] = [];
  let aheadMs = 0;
  let pageSize = 1000;

  function answer(request: FakeRequest): FakeAnswer {
    const [, bucketName = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(request.path)) ?? [];
    asked.push(`${request.method} ${key}`);
    const fault = next.shift();
    if (fault === 'drop' || fault === 'hang') return fault;
    if (fault === 'slowDown') return refused(request, 503, 'SlowDown', 'Please reduce your request rate');
    if (fault === 'internalError') return refused(request, 500, 'InternalError', 'We had an internal error');
    const refusal = refusalOf(request, settings, new Date(Date.now() + aheadMs));
    if (refusal) return refused(request, refusal.status, refusal.code, refusal.message);
    const bucket = buckets.get(bucketName);
    if (bucket === undefined)
      return refused(request, 404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (key === '' && request.method === 'GET' && request.query.get('list-type') === '2')
      return listed(request, bucket, pageSize);
    if (key === '' || request.query.has('uploads') || request.query.has('uploadId'))
      return refused(request, 501, 'NotImplemented', 'This fake keeps whole objects only');
    const reply = answerOf(request, bucket, key);
    return fault === 'stall' ? { ...reply, stall: true } : reply;
  }

  const server = await startServer((request) => {
    const reply = answer(request);
    if (typeof reply === 'string') return reply;
    const date = new Date(Date.now() + aheadMs).toUTCString();
    return { ...reply, headers: { ...reply.headers, date } };
  });
  settings.endpoint = server.url;
  return {
    ...server,
    settings,
    buckets,
    asked,
    control: {
      answerNext: (...answers) => next.push(...answers),
      setAhead: (ms) => {
        aheadMs = ms;
      },
      setPageSize: (keys) => {
        pageSize = keys;
      },
    },
  };
}

function answerOf(request: FakeRequest, bucket: Map<string, Buffer>, key: string): FakeReply {
  switch (request.method) {
    case 'PUT':
      return put(request, bucket, key);
    case 'GET':
      return get(request, bucket, key);
    case 'DELETE':
      bucket.delete(key);
      return { status: 204 };
    default:
      return refused(request, 405, 'MethodNotAllowed', 'The method is not allowed against this resource');
  }
}

function listed(request: FakeRequest, bucket: Map<string, Buffer>, pageSize: number): FakeReply {
  const prefix = request.query.get('prefix') ?? '';
  const after = request.query.get('continuation-token') ?? '';
  const keys = [...bucket.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const rest = keys.length > page.length ? page.at(-1) : undefined;
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const next = rest === undefined ? '' : `<NextContinuationToken>${rest}</NextContinuationToken>`;
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${rest !== undefined}</IsTruncated>${next}${contents}</ListBucketResult>`,
  };
}

function put(request: FakeRequest, bucket: Map<string, Buffer>, key: string): FakeReply {
  if (request.headers['content-length'] === undefined)
    return refused(request, 411, 'MissingContentLength', 'You must provide the Content-Length header');
  // Checksums behind the content are Amazon's own, and many compatible stores don't know them.
  if (request.headers['x-amz-trailer'] !== undefined || /aws-chunked/.test(contentEncodingOf(request)))
    return refused(request, 501, 'NotImplemented', 'A header you provided implies what is not implemented');
  bucket.set(key, request.rawBody);
  return { status: 200, headers: { etag: etagOf(request.rawBody) } };
}

const contentEncodingOf = ({ headers }: FakeRequest) => headers['content-encoding'] ?? '';

function get(request: FakeRequest, bucket: Map<string, Buffer>, key: string): FakeReply {
  const bytes = bucket.get(key);
  if (bytes === undefined) return refused(request, 404, 'NoSuchKey', 'The specified key does not exist.');
  const asked = (name: string) => request.query.get(`response-${name}`);
  const disposition = asked('content-disposition');
  const headers = {
    'content-type': asked('content-type') ?? 'application/octet-stream',
    ...(disposition === null ? {} : { 'content-disposition': disposition }),
    'accept-ranges': 'bytes',
    etag: etagOf(bytes),
  };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || to === undefined) return { status: 200, headers, body: bytes };
  if (Number(from) >= bytes.length)
    return refused(request, 416, 'InvalidRange', 'The requested range is not satisfiable');
  const last = Math.min(Number(to), bytes.length - 1);
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${last}/${bytes.length}` },
    body: bytes.subarray(Number(from), last + 1),
  };
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function refused({ path }: FakeRequest, status: number, code: string, message: string): FakeReply {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><Resource>${path}</Resource><RequestId>1</RequestId></Error>`,
  };
}
