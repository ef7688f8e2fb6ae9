import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { BadAddress, hostsIn, tlsOf } from '../db/address.ts';
import type { ReplicaSettings } from '../db/replicas.ts';
import type { StaffSettings } from '../http/staff.ts';
import type { Variables } from './variables.ts';

/* Variables that name addresses: of the network, and of people. */

/** The words between the commas. */
function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

const DOMAIN = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/i;

export function readStaff(variables: Variables, sentences: string[]): StaffSettings {
  // Addresses are written in ASCII, whatever the domain looks like on paper.
  const domains = listOf(variables.STAFF_EMAIL_DOMAINS).map((domain) => domainToASCII(domain));
  const emails = listOf(variables.STAFF_EMAILS);
  if (!domains.every((domain) => DOMAIN.test(domain)))
    sentences.push(
      "STAFF_EMAIL_DOMAINS isn't a list of domains. Use names like example.com, separated by commas.",
    );
  if (!emails.every((email) => z.email().safeParse(email).success))
    sentences.push(
      "STAFF_EMAILS isn't a list of email addresses. Use addresses like ana@example.com, separated by commas.",
    );
  return { domains, emails };
}

export function readTrustedProxies(value: string | undefined, sentences: string[]): string[] {
  const places = listOf(value);
  if (!places.every(isPlace))
    sentences.push(
      "TRUST_PROXY isn't a list of addresses. Use addresses or networks like 10.0.0.0/8, separated by commas.",
    );
  return places;
}

/** Names that Fastify knows for the networks of one machine and of one site. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isPlace(place: string): boolean {
  const [address = '', bits, ...more] = place.split('/');
  if (bits === undefined) return NETWORK_NAMES.includes(place) || isIP(address) !== 0;
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  // A network of everyone would let anyone choose the address that is counted.
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
}

export function readDatabaseUrl(variables: Variables, local: boolean, sentences: string[]): string | null {
  if (variables.DATABASE_URL === undefined) return null;
  readHosts('DATABASE_URL', variables, local, sentences);
  return variables.DATABASE_URL;
}

export function readReplica(
  variables: Variables,
  local: boolean,
  sentences: string[],
): ReplicaSettings | null {
  if (variables.DATABASE_REPLICA_URL === undefined) return null;
  const addresses = readHosts('DATABASE_REPLICA_URL', variables, local, sentences);
  return { addresses, waitMs: variables.DATABASE_REPLICA_WAIT_MS };
}

function readHosts(
  setting: 'DATABASE_URL' | 'DATABASE_REPLICA_URL',
  variables: Variables,
  local: boolean,
  sentences: string[],
): string[] {
  try {
    const hosts = hostsIn(variables[setting] ?? '', setting);
    const open = hosts.map(tlsOf).filter(({ tls }) => tls === 'none');
    if (open.length > 0 && !local && variables.DATABASE_UNENCRYPTED === undefined)
      sentences.push(
        `${setting} reaches ${open.map(({ host }) => host).join(', ')} without TLS, so who is on the way reads every text and the password. Add sslmode=verify-full to it, or set DATABASE_UNENCRYPTED=allowed if only you are on the way.`,
      );
    return hosts;
  } catch (error) {
    if (!(error instanceof BadAddress)) throw error;
    sentences.push(error.message);
    return [];
  }
}

export function readDnsServer(value: string | undefined, sentences: string[]): string | null {
  if (value === undefined) return null;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(value) ?? [];
  const address = bracketed ?? plain ?? value;
  if (isIP(address) === 0 || Number(port ?? 53) > 65_535)
    sentences.push("DNS_SERVER isn't an address. Use one like 10.0.0.2 or 10.0.0.2:5353.");
  return value;
}

/** Short, so that a text isn't long: a host and nothing after it. */
export function readLinkBaseUrl(
  value: string | undefined,
  { local }: { local: boolean },
  sentences: string[],
): string | null {
  if (value === undefined) return null;
  const { origin, href, protocol } = URL.parse(value) ?? {};
  const isHost = href === `${origin}/` && (protocol === 'https:' || (local && protocol === 'http:'));
  if (!isHost || origin === undefined) {
    sentences.push(
      "LINK_BASE_URL isn't the https address of a host. Use one like https://go.example.com, without a path.",
    );
    return null;
  }
  return origin;
}
