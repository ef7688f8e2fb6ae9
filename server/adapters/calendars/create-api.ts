import { createGuardedFetch, ForbiddenAddress } from '../guarded-fetch.ts';
import { sendSigned } from '../send-signed.ts';
import type { CalendarApi, CalendarBudget, CalendarReply, CalendarRequest } from './api.ts';
import { ASK_LIMITS } from './ask-budget.ts';
import { CalendarFailure, CalendarRefused, CalendarUnavailable, NoCalendarThere } from './failures.ts';
import type { CalendarAccess } from './port.ts';

/** Tokens that end sooner are no longer used. */
const TOKEN_MARGIN_MS = 30_000;

export interface CalendarApiDeps {
  /** `<PREFIX>_API_BASE_URL`. */
  baseUrl: string | null;
  /** For local mode, where a calendar may be on the same machine. */
  allowLoopback: boolean;
  timezone: string;
  /**
   * Answers access with tokens that aren't those of `access`: new ones from `CalendarOauth.renew`, or those that someone else has got
   * and stored meanwhile. Takes the connection's lock and stores them.
   */
  renewTokens(access: CalendarAccess): Promise<CalendarAccess>;
  now?: () => Date;
  budget: CalendarBudget;
}

/** For one thing to be done, with all its calls. */
export function createCalendarApi(access: CalendarAccess, deps: CalendarApiDeps): CalendarApi {
  const { now = () => new Date(), baseUrl, budget } = deps;
  const { signal } = budget;
  const fetch = createGuardedFetch({
    allowLoopback: deps.allowLoopback,
    timeoutMs: ASK_LIMITS.ms,
    maxBytes: ASK_LIMITS.bytes,
    count: budget.takeBytes,
    trustedOrigins: baseUrl === null ? [] : [new URL(baseUrl).origin],
  });
  let current = access;
  let renewal: Promise<void> | null = null;

  /** Once for all calls that find the same tokens refused. */
  async function renew(refused: CalendarAccess): Promise<void> {
    if (current !== refused) return;
    renewal ??= deps.renewTokens(refused).then((renewed) => {
      current = renewed;
    });
    try {
      await renewal;
    } finally {
      renewal = null;
    }
  }

  async function send(what: string, request: CalendarRequest, using: CalendarAccess): Promise<CalendarReply> {
    const headers = request.unsigned === true ? null : signatureOf(using);
    try {
      const { response, url } = await sendSigned(request, request.url, {
        fetch,
        signal,
        baseUrl,
        accept: '*/*',
        signature: headers && { headers, query: {} },
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        get text() {
          return new TextDecoder().decode(bytes);
        },
        url,
      };
    } catch (error) {
      if (error instanceof CalendarFailure) throw error;
      if (error instanceof ForbiddenAddress)
        throw new NoCalendarThere(`${what}: an address where we must not go`);
      if (isUnsendable(error)) throw new CalendarRefused(`${what}: the password has what no header can have`);
      throw new CalendarUnavailable(
        `${what}: ${signal.aborted ? 'no answer in time' : 'no answer that can be read'}`,
      );
    }
  }

  async function ask(what: string, request: CalendarRequest): Promise<CalendarReply> {
    const isSigned = request.unsigned !== true;
    if (isSigned && tokensAreOver(current, now())) await renew(current);
    const used = current;
    let reply = await send(what, request, used);
    if (isSigned && reply.status === 401 && used.tokens !== null) {
      await renew(used);
      reply = await send(what, request, current);
    }
    if (isSigned && reply.status === 401) throw new CalendarRefused(`${what}: the sign-in was refused`);
    if (reply.status === 429 || reply.status >= 500)
      throw new CalendarUnavailable(`${what}: HTTP ${reply.status}`);
    return reply;
  }

  return { credentials: access.credentials, timezone: deps.timezone, now, ask, read: budget.read };
}

function tokensAreOver({ tokens }: CalendarAccess, now: Date): boolean {
  return tokens !== null && tokens.expiresAt.getTime() - TOKEN_MARGIN_MS <= now.getTime();
}

function signatureOf({ tokens, credentials }: CalendarAccess): Record<string, string> | null {
  if (tokens !== null) return { authorization: `Bearer ${tokens.accessToken}` };
  const { username, password } = credentials;
  if (username === undefined || password === undefined) return null;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Of all headers only those with keys are anyone else's. */
const isUnsendable = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_CHAR';
