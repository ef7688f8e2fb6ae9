import type { FastifyRequest } from 'fastify';
import type { Route } from '../../contract/route.ts';
import { NEWEST_VERSION, VERSIONS } from '../../contract/versions.ts';
import { Failure } from '../failure.ts';
import type { Session } from './session.ts';

/** What a version changed, for callers who have an earlier one. */
export interface Change {
  /** The version that came with it. */
  since: string;
  route: Route;
  /** What they send, as it is sent now. */
  body?: (body: unknown) => unknown;
  /** What is answered now, as they know it. */
  reply?: (reply: unknown) => unknown;
}

/** The latest last. There is only one version so far. */
const changes: Change[] = [];

/** By the header, or else the version that the key was made with. */
export function versionOf(request: FastifyRequest, session: Pick<Session, 'key'> | null): string {
  const asked = request.headers['hiretext-version'];
  if (asked === undefined) return session?.key?.version ?? NEWEST_VERSION;
  const version = VERSIONS.find((known) => known === asked);
  if (version === undefined) throw new Failure('version_unknown', { versions: VERSIONS });
  return version;
}

const since = (version: string, route: Route, all: Change[]) =>
  all.filter((change) => change.route === route && change.since > version);

export function bodyFrom(version: string, route: Route, body: unknown, all = changes): unknown {
  return since(version, route, all).reduce((now, change) => change.body?.(now) ?? now, body);
}

export function replyFor(version: string, route: Route, reply: unknown, all = changes): unknown {
  return since(version, route, all).reduceRight((then, change) => change.reply?.(then) ?? then, reply);
}
