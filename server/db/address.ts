import pg from 'pg';

const SCHEME = /^postgres(?:ql)?:\/\//i;
/** Who signs in, where, and the rest. */
const PARTS = /^([a-z]+:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
const HOST = /^(?:\[[0-9a-f:.]+\]|[^:[\],]+)(?::\d{1,5})?$/i;
/** What `target_session_attrs` may ask for: we always look for the server that takes writes. */
const WANTED = [null, 'any', 'read-write', 'primary'];

/** In one sentence, which has nothing of the address in it: that may hold a password. */
export class BadAddress extends Error {}

/**
 * The hosts of an address, each as an address of its one server. PostgreSQL's own programs take several, as
 * `postgres://user@a:5432,b:5432/name` or `postgres://user@/name?host=a,b&port=5432`; pg takes one.
 */
export function hostsIn(address: string): string[] {
  const each = SCHEME.test(address) ? split(address) : [address];
  if (!SCHEME.test(address) && !address.startsWith('/')) throw notAnAddress();
  for (const one of each) requireReadable(one);
  return each;
}

function split(address: string): string[] {
  const [, scheme = '', user = '', places = '', rest = ''] = PARTS.exec(address) ?? [];
  const [path = '', ...query] = rest.split('?');
  const asked = new URLSearchParams(query.join('?'));
  if (!WANTED.includes(asked.get('target_session_attrs')))
    throw new BadAddress(
      'DATABASE_URL asks for a server that may be read-only. Leave out target_session_attrs, or set it to read-write.',
    );
  const hosts = asked.get('host')?.split(',') ?? [];
  if (hosts.length > 1) {
    if (places !== '')
      throw new BadAddress('DATABASE_URL names its hosts twice. Leave out host= or the others.');
    return byParameter(`${scheme}${user}${path}`, hosts, asked);
  }
  const named = places.split(',');
  if (named.length === 1) return [address];
  if (!named.every((place) => HOST.test(place))) throw notAnAddress();
  return named.map((place) => `${scheme}${user}${place}${rest}`);
}

function byParameter(start: string, hosts: string[], asked: URLSearchParams): string[] {
  const ports = asked.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new BadAddress('DATABASE_URL has to name one port, or one for each host.');
  if (hosts.includes('') || !ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw notAnAddress();
  return hosts.map((host, index) => {
    const own = new URLSearchParams(asked);
    own.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) own.set('port', port);
    return `${start}?${own}`;
  });
}

/** By the one who is going to read it. */
function requireReadable(address: string): void {
  try {
    new pg.Client({ connectionString: address });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path !== undefined)
      throw new BadAddress(`DATABASE_URL names the file ${path}, which can't be read (${code}).`);
    throw notAnAddress();
  }
}

const notAnAddress = () =>
  new BadAddress(
    "DATABASE_URL isn't the address of a PostgreSQL server. Use one like postgres://user:password@host:5432/name, with a comma between hosts.",
  );
