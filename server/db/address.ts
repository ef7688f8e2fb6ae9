import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';

const SCHEME = /^postgres(?:ql)?:\/\//i;
/** Who signs in, where, and the rest. */
const PARTS = /^([a-z]+:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
const HOST = /^(?:\[[0-9a-f:.]+\]|[^:[\],]+)(?::\d{1,5})?$/i;

type Setting = 'DATABASE_URL' | 'DATABASE_REPLICA_URL';

/** What `target_session_attrs` may ask for: we always look for the server that takes writes, or for standbys. */
const WANTED = {
  DATABASE_URL: [null, 'any', 'read-write', 'primary'],
  DATABASE_REPLICA_URL: [null, 'any', 'read-only', 'standby', 'prefer-standby'],
};
const OTHERWISE = {
  DATABASE_URL: 'a server that may be read-only. Leave out target_session_attrs, or set it to read-write.',
  DATABASE_REPLICA_URL: 'a server that takes writes. Leave out target_session_attrs, or set it to standby.',
};

/** In one sentence, which has nothing of the address in it: that may hold a password. */
export class BadAddress extends Error {}

/**
 * The hosts of an address, each as an address of its one server. PostgreSQL's own programs take several, as
 * `postgres://user@a:5432,b:5432/name` or `postgres://user@/name?host=a,b&port=5432`; pg takes one.
 */
export function hostsIn(address: string, setting: Setting = 'DATABASE_URL'): string[] {
  const each = SCHEME.test(address) ? split(address, setting) : [address];
  if (!SCHEME.test(address) && !address.startsWith('/')) throw notAnAddress(setting);
  for (const one of each) requireReadable(one, setting);
  return each;
}

function split(address: string, setting: Setting): string[] {
  const [, scheme = '', user = '', places = '', rest = ''] = PARTS.exec(address) ?? [];
  const [path = '', ...query] = rest.split('?');
  const asked = new URLSearchParams(query.join('?'));
  if (!WANTED[setting].includes(asked.get('target_session_attrs')))
    throw new BadAddress(`${setting} asks for ${OTHERWISE[setting]}`);
  const hosts = asked.get('host')?.split(',') ?? [];
  if (hosts.length > 1) {
    if (places !== '')
      throw new BadAddress(`${setting} names its hosts twice. Leave out host= or the others.`);
    return byParameter(`${scheme}${user}${path}`, hosts, { asked, setting });
  }
  const named = places.split(',');
  if (named.length === 1) return [address];
  if (!named.every((place) => HOST.test(place))) throw notAnAddress(setting);
  return named.map((place) => `${scheme}${user}${place}${rest}`);
}

function byParameter(
  start: string,
  hosts: string[],
  { asked, setting }: { asked: URLSearchParams; setting: Setting },
): string[] {
  const ports = asked.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new BadAddress(`${setting} has to name one port, or one for each host.`);
  if (hosts.includes('') || !ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw notAnAddress(setting);
  return hosts.map((host, index) => {
    const own = new URLSearchParams(asked);
    own.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) own.set('port', port);
    return `${start}?${own}`;
  });
}

export interface TlsOfHost {
  host: string;
  /** Local: what goes there doesn't leave this machine. Unchecked: who answers may be someone else. */
  tls: 'local' | 'none' | 'unchecked' | 'checked';
}

/** How what goes to a host is protected, as pg understands its address. */
export function tlsOf(address: string): TlsOfHost {
  const { host, ...client } = new pg.Client({ connectionString: address });
  // Its types know only whether there is TLS.
  const ssl = client.ssl as boolean | ConnectionOptions;
  if (isLoopback(host)) return { host, tls: 'local' };
  if (!ssl) return { host, tls: 'none' };
  const isChecked =
    ssl === true || (ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined);
  return { host, tls: isChecked ? 'checked' : 'unchecked' };
}

/** A socket has a path. */
export const isLoopback = (host: string) =>
  host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/** By the one who is going to read it. */
function requireReadable(address: string, setting: Setting): void {
  try {
    new pg.Client({ connectionString: address });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path !== undefined)
      throw new BadAddress(`${setting} names the file ${path}, which can't be read (${code}).`);
    throw notAnAddress(setting);
  }
}

const notAnAddress = (setting: Setting) =>
  new BadAddress(
    `${setting} isn't the address of a PostgreSQL server. Use one like postgres://user:password@host:5432/name, with a comma between hosts.`,
  );
