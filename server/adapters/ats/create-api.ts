import { setTimeout as realSleep } from 'node:timers/promises';
import type { z } from 'zod';
import { neverConnected } from '../carrier/vendor-call.ts';
import { createGuardedFetch, ForbiddenAddress, TooLarge } from '../guarded-fetch.ts';
import { sendSigned, type VendorFetch } from '../send-signed.ts';
import type { AtsAnswer, AtsApi, AtsRequest } from './api.ts';
import {
  AtsUnavailable,
  KeyRefused,
  NeverEnding,
  NotFound,
  OutcomeUnknown,
  RefusedByAts,
  RightsMissing,
  UnexpectedReply,
} from './failures.ts';
import type { AtsPacer } from './pacer.ts';
import type { AtsAccess, AtsConnector, AtsReply, Refusal } from './port.ts';
import { asReply, cleanReason, isRedirect, refusalByStatus, waitNamed } from './read-reply.ts';
import { createRecords, placeOf } from './records.ts';

/** With everything it waits for. */
const TIME_LIMIT_MS = 15_000;
const MOST_BYTES = 20_000_000;
const MOST_RETRIES = 2;
const FIRST_RETRY_MS = 300;
/** After a 429 that doesn't say how long. */
const UNNAMED_WAIT_MS = 1000;
const SHORTEST_WAIT_MS = 200;
/** Tokens that end sooner are no longer used. */
const TOKEN_MARGIN_MS = 30_000;
/** What one page of a sync, or one action of a person, may take: a page may be a call for each record. */
const BUDGET: AtsBudget = { calls: 20_000, bytes: 500_000_000, ms: 30 * 60_000 };

export interface AtsBudget {
  calls: number;
  bytes: number;
  ms: number;
}

export interface AtsApiDeps {
  /** `<PREFIX>_API_BASE_URL`. */
  baseUrl: string | null;
  /** Calls of one connection are paced together. */
  connectionId: string;
  pacer: AtsPacer;
  /** See `AtsApi.page`; where they are by default. */
  page?: AtsApi['page'];
  /**
   * Answers access with tokens that aren't those of `access`: new ones from `SignIn.newTokens`, or those that someone else has got and
   * stored meanwhile. Takes the connection's lock and stores them.
   */
  renewTokens(access: AtsAccess): Promise<AtsAccess>;
  fetch?: VendorFetch;
  now?: () => Date;
  sleep?: (ms: number) => Promise<unknown>;
  random?: () => number;
  timeLimitMs?: number;
  budget?: AtsBudget;
}

/** For all connections of a vendor. */
export function createAtsFetch(baseUrl: string | null): VendorFetch {
  return createGuardedFetch({
    allowLoopback: false,
    timeoutMs: TIME_LIMIT_MS,
    maxBytes: MOST_BYTES,
    trustedOrigins: baseUrl === null ? [] : [new URL(baseUrl).origin],
  });
}

type Outcome =
  | { kind: 'replied'; reply: AtsReply; usedAccess: AtsAccess }
  /** Certainly not done. */
  | { kind: 'notReached' }
  /** No answer, or half of one. */
  | { kind: 'lost' };

interface Attempt {
  what: string;
  request: AtsRequest;
  mode: 'read' | 'write';
  signal: AbortSignal;
  deadline: number;
}

export function createAtsApi(connector: AtsConnector, access: AtsAccess, deps: AtsApiDeps): AtsApi {
  const { now = () => new Date(), sleep = realSleep, random = Math.random, pacer, connectionId } = deps;
  const { timeLimitMs = TIME_LIMIT_MS, budget = BUDGET } = deps;
  const fetch = deps.fetch ?? createAtsFetch(deps.baseUrl);
  const { signIn } = connector;
  let current = access;
  let renewal: Promise<void> | null = null;
  const records = createRecords();
  const begun = performance.now();
  const spent = { calls: 0, bytes: 0 };

  function requireBudget(what: string): void {
    spent.calls += 1;
    const isOver =
      spent.calls > budget.calls || spent.bytes > budget.bytes || performance.now() - begun > budget.ms;
    if (isOver) throw new NeverEnding(`${what}: more than we read at once`);
  }

  const hasTokens = (asked: AtsAccess) =>
    signIn.newTokens !== null && (asked.connectedBy === 'oauth' || signIn.keyIsSent !== true);

  function tokensAreOver({ tokens }: AtsAccess): boolean {
    if (tokens === null) return true;
    return tokens.expiresAt !== null && tokens.expiresAt.getTime() - TOKEN_MARGIN_MS <= now().getTime();
  }

  /** Once for all calls that find the same tokens refused. */
  async function renew(refused: AtsAccess, { what, signal }: Attempt): Promise<void> {
    if (current !== refused) return;
    const over = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new AtsUnavailable(`${what}: no new tokens in time`)));
    });
    renewal ??= deps
      .renewTokens(refused)
      .then((next) => {
        current = next;
      })
      .finally(() => {
        renewal = null;
      });
    try {
      await Promise.race([renewal, over]);
    } catch (error) {
      // What was asked for is not done, whatever became of the tokens.
      if (error instanceof OutcomeUnknown) throw new AtsUnavailable(`${what}: no new tokens`);
      throw error;
    }
  }

  async function waitFor(ms: number, attempt: Attempt): Promise<void> {
    if (now().getTime() + ms > attempt.deadline)
      throw new AtsUnavailable(`${attempt.what}: asked to wait ${Math.ceil(ms / 1000)} s`, ms);
    await sleep(ms);
  }

  async function takeTurn({ what, deadline }: Attempt): Promise<void> {
    const at = now().getTime();
    const turn = pacer.reserve(connectionId, connector.pace, { now: at, latest: deadline });
    if (turn === null) throw new AtsUnavailable(`${what}: too many calls are waiting`);
    if (turn > at) await sleep(turn - at);
  }

  async function send(attempt: Attempt): Promise<Outcome> {
    const { request, signal, what } = attempt;
    if (request.unsigned !== true && hasTokens(current) && tokensAreOver(current))
      await renew(current, attempt);
    await takeTurn(attempt);
    const usedAccess = current;
    const url = typeof request.url === 'string' ? request.url : request.url(usedAccess);
    const address = URL.parse(url);
    if (address === null) throw new AtsUnavailable(`${what}: not an address`);
    // With a base URL from the operator, that one is asked instead of every host.
    if (deps.baseUrl === null && !isWithin(address.hostname, connector.domain))
      throw new AtsUnavailable(`${what}: an address where we must not go`);
    try {
      const { response } = await sendSigned(request, url, {
        fetch,
        signal,
        baseUrl: deps.baseUrl,
        accept: 'application/json',
        signature:
          request.unsigned === true
            ? null
            : { headers: signIn.headers(usedAccess), query: signIn.query?.(usedAccess) ?? {} },
      });
      const text = await response.text();
      spent.bytes += text.length;
      const reply = asReply(response.status, response.headers, text);
      return { kind: 'replied', reply, usedAccess };
    } catch (error) {
      if (error instanceof ForbiddenAddress)
        throw new AtsUnavailable(`${what}: an address where we must not go`);
      if (isUnsendable(error)) throw new KeyRefused(`${what}: the key has what no header can have`);
      if (error instanceof TooLarge) throw unavailable(attempt, 'too long a reply');
      return { kind: neverConnected(error) ? 'notReached' : 'lost' };
    }
  }

  function unavailable({ what, mode }: Attempt, why: string): Error {
    return mode === 'read' ? new AtsUnavailable(`${what}: ${why}`) : new OutcomeUnknown(`${what}: ${why}`);
  }

  /** What may be tried again, after a while: reads always, writes where they certainly weren't done. */
  async function retryOrThrow(attempt: Attempt, retries: number, failure: Error, waitMs: number | null) {
    const mayRepeat = failure instanceof AtsUnavailable && retries < MOST_RETRIES;
    if (!mayRepeat || attempt.signal.aborted) throw failure;
    const pause = waitMs ?? FIRST_RETRY_MS * 2 ** retries * (0.5 + random());
    if (now().getTime() + pause > attempt.deadline) throw failure;
    await sleep(pause);
  }

  async function ask(attempt: Attempt): Promise<AtsReply> {
    let retries = 0;
    let renewed = false;
    for (;;) {
      const outcome = await send(attempt);
      if (outcome.kind !== 'replied') {
        const failure =
          outcome.kind === 'notReached'
            ? new AtsUnavailable(`${attempt.what}: not reached`)
            : unavailable(attempt, attempt.signal.aborted ? 'no answer in time' : 'no answer');
        await retryOrThrow(attempt, retries, failure, null);
        retries += 1;
        continue;
      }
      const { reply, usedAccess } = outcome;
      if (attempt.request.answeredByRedirect === true && isRedirect(reply)) return reply;
      const refusal = connector.readRefusal?.(reply) ?? refusalByStatus(reply);
      if (refusal === null) return reply;
      if (refusal.kind === 'throttled') {
        const untilThen = refusal.until === undefined ? null : refusal.until.getTime() - now().getTime();
        const named = refusal.waitMs ?? untilThen ?? waitNamed(reply.headers, now()) ?? UNNAMED_WAIT_MS;
        const ms = Math.max(named, SHORTEST_WAIT_MS);
        pacer.hold(connectionId, now().getTime() + ms);
        await waitFor(ms, attempt);
      } else if (refusal.kind === 'unavailable') {
        const failure = unavailable(attempt, `HTTP ${reply.status}`);
        await retryOrThrow(attempt, retries, failure, waitNamed(reply.headers, now()));
        retries += 1;
      } else if (
        refusal.kind === 'key' &&
        attempt.request.unsigned !== true &&
        hasTokens(usedAccess) &&
        !renewed
      ) {
        renewed = true;
        await renew(usedAccess, attempt);
      } else throw failureOf(refusal, attempt.what);
    }
  }

  async function call<T>(
    mode: Attempt['mode'],
    what: string,
    request: AtsRequest,
    schema: z.ZodType<T>,
  ): Promise<AtsAnswer<T>> {
    requireBudget(what);
    const signal = AbortSignal.timeout(timeLimitMs);
    const attempt = { what, request, mode, signal, deadline: now().getTime() + timeLimitMs };
    const { status, headers, body } = await ask(attempt);
    const parsed = schema.safeParse(body);
    if (!parsed.success) {
      const field = placeOf(parsed.error);
      // What isn't JSON says nothing about one record.
      if (mode === 'read' && body !== undefined) throw new UnexpectedReply(what, field, body);
      throw unavailable(attempt, `unexpected reply at ${field}`);
    }
    return { status, headers, body: parsed.data };
  }

  return {
    get access() {
      return current;
    },
    records,
    get bytesRead() {
      return spent.bytes;
    },
    now,
    page: deps.page ?? ((url) => url),
    read: (what, request, schema) => call('read', what, request, schema),
    write: (what, request, schema) => call('write', what, request, schema),
  };
}

const isWithin = (hostname: string, domain: string | undefined) =>
  domain === undefined || hostname === domain || hostname.endsWith(`.${domain}`);

/** Of all headers only those with keys are anyone else's: pasted ones come with what can't be seen. */
const isUnsendable = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_CHAR';

function failureOf(refusal: Exclude<Refusal, { kind: 'throttled' | 'unavailable' }>, what: string): Error {
  switch (refusal.kind) {
    case 'key':
      return new KeyRefused(`${what}: the key was refused`, refusal.hint);
    case 'rights':
      return new RightsMissing(what, refusal.right === null ? [] : [refusal.right]);
    case 'notFound':
      return new NotFound(`${what}: not found`);
    case 'invalid':
      return new RefusedByAts(what, cleanReason(refusal.reason));
  }
}
