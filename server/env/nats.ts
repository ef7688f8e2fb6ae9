import { isIP } from 'node:net';
import { isLoopback } from '../db/address.ts';

const NOT_AN_ADDRESS =
  "NATS_URL isn't a list of NATS servers. Use addresses like tls://user:password@nats.example.com:4222, separated by commas, with the same user in each.";
const DEFAULT_PORT = '4222';
const SCHEMES = ['nats:', 'tls:'];

export interface NatsSettings {
  /** Each as host:port. */
  servers: string[];
  user: string | null;
  password: string | null;
  token: string | null;
  /** Whether nothing goes out without TLS. */
  tls: boolean;
}

/** Null: signals go through PostgreSQL alone. */
export function readNats(
  value: string | undefined,
  local: boolean,
  sentences: string[],
): NatsSettings | null {
  if (value === undefined) return null;
  const addresses = value.split(',').map((address) => URL.parse(address.trim()));
  const [first] = addresses;
  const same = (url: URL) =>
    url.protocol === first?.protocol && url.username === first.username && url.password === first.password;
  if (!first || !addresses.every((url) => url !== null && isServer(url) && same(url))) {
    sentences.push(NOT_AN_ADDRESS);
    return null;
  }
  const servers = addresses as URL[];
  const [user, password] = [decoded(first.username), decoded(first.password)];
  if (user === null || password === null) {
    sentences.push(NOT_AN_ADDRESS);
    return null;
  }
  const tls = first.protocol === 'tls:';
  // Its client would take any certificate for localhost.
  if (tls && servers.some(({ hostname }) => isIP(bare(hostname)) !== 0))
    sentences.push(
      'NATS_URL has tls:// with an address of numbers. Use the name that the certificate of the server is for.',
    );
  const open = servers.filter(({ hostname }) => !isLoopback(bare(hostname)));
  if (!tls && !local && open.length > 0)
    sentences.push(
      `NATS_URL reaches ${open.map(({ hostname }) => hostname).join(', ')} without TLS, so who is on the way reads the password and who is typing to whom. Use tls:// instead of nats://.`,
    );
  return {
    servers: servers.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    // NATS calls what comes alone a token.
    ...(password === ''
      ? { user: null, password: null, token: user || null }
      : { user, password, token: null }),
    tls,
  };
}

/** An IPv6 address comes in brackets. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

const isServer = ({ protocol, hostname, pathname, search, hash }: URL) =>
  SCHEMES.includes(protocol) &&
  hostname !== '' &&
  ['', '/'].includes(pathname) &&
  search === '' &&
  hash === '';

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
