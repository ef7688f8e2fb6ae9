import Stripe from 'stripe';
import { CardRefused, GatewayUnavailable } from '../port.ts';

/** The version that these adapters were written for; what Stripe changes later waits for us. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 15_000;
/** With the same key, so that what was done isn't done again. */
const MOST_RETRIES = 1;

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Another host, for tests. */
  apiBaseUrl?: string;
  timeoutMs?: number;
  clock: () => Date;
}

export function createClient({ secretKey, apiBaseUrl, timeoutMs = TIMEOUT_MS }: StripeOptions): Stripe {
  const { protocol, hostname, port } = new URL(apiBaseUrl ?? 'https://api.stripe.com');
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    maxNetworkRetries: MOST_RETRIES,
    telemetry: false,
  });
}

const { errors } = Stripe;

/** No one is there to confirm the charge with their bank, so a request to do that counts as a refusal. */
export function refusalOf(error: unknown): CardRefused | null {
  if (!(error instanceof errors.StripeCardError)) return null;
  const isExpired = error.code === 'expired_card' || error.decline_code === 'expired_card';
  return new CardRefused(isExpired ? 'expired' : 'declined');
}

export const isUnknown = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** What was asked for can't be done, or not to this. */
export const isInvalid = (error: unknown) => error instanceof errors.StripeInvalidRequestError;

/** What it leaves open is thrown as `GatewayUnavailable`, what the card refuses as `CardRefused`. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error) ?? (leavesOpen(error) ? unavailable(error) : error);
  }
}

function leavesOpen(error: unknown): boolean {
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    // The same request is still at work.
    (error instanceof errors.StripeError && error.statusCode === 409)
  );
}

export function unavailable(error: unknown): GatewayUnavailable {
  const { message } = error instanceof Error ? error : { message: 'no answer' };
  return new GatewayUnavailable(`Stripe: ${message}`, { cause: error });
}

/** What was found, or null for an id that doesn't exist. */
export async function find<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await ask(call);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}
