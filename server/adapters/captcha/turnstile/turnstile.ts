import { z } from 'zod';
import { Failure } from '../../../failure.ts';
import type { Captcha } from '../port.ts';

interface TurnstileOptions {
  siteKey: string;
  secretKey: string;
  apiBaseUrl?: string;
  timeoutMs?: number;
}

const API_BASE_URL = 'https://challenges.cloudflare.com';
const TIMEOUT_MS = 5000;
/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const MAX_TOKEN_LENGTH = 2048;

const Reply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  action: z.string().optional(),
});

/** What is wrong with the token. Everything else is wrong with Turnstile, or with our keys. */
const TOKEN_FAULTS = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

/** Turnstile of Cloudflare, which keeps the account of used tokens itself. */
export function createTurnstileCaptcha({
  siteKey,
  secretKey,
  apiBaseUrl = API_BASE_URL,
  timeoutMs = TIMEOUT_MS,
}: TurnstileOptions): Captcha {
  return {
    name: 'turnstile',
    challenge: async () => ({ type: 'turnstile', siteKey }),
    verify: async (token, { ip, action }) => {
      if (token === '' || token.length > MAX_TOKEN_LENGTH) return false;
      const {
        success,
        'error-codes': codes,
        ...of
      } = await ask(`${apiBaseUrl}/turnstile/v0/siteverify`, {
        body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ip }),
        timeoutMs,
      });
      // Used up, whatever it was for: there is no asking without using.
      if (success) return of.action === action;
      if (codes.length > 0 && codes.every((code) => TOKEN_FAULTS.includes(code))) return false;
      throw unavailable(`refused with ${codes.join(', ') || 'no reason'}`);
    },
    sweep: async () => {},
  };
}

async function ask(
  url: string,
  { body, timeoutMs }: { body: URLSearchParams; timeoutMs: number },
): Promise<z.infer<typeof Reply>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Refusals come with 200 or 4xx; only the body shows which.
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
    return Reply.parse(await response.json());
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : 'no answer');
  }
}

/** 503 to the person; the reason goes to the log. */
function unavailable(reason: string): Failure {
  const failure = new Failure('unavailable');
  failure.cause = new Error(`Turnstile: ${reason}`);
  return failure;
}
