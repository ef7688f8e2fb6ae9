import { z } from 'zod';

/** The sandbox gateway, which charges no one: local mode only, outside /v1. */

/**
 * POST /sandbox/cards: 201 with a token. 4242 4242 4242 4242 is accepted, 4000 0000 0000 0002 is refused by
 * PUT /payments/card, 4000 0000 0000 0341 is accepted there and declined when charged. Other numbers are refused here, so that
 * no one is tempted to type a real one. Only the last four digits are kept.
 */
export const SandboxCardInput = z.object({
  name: z.string(),
  number: z.string(),
  /** Month and year, four digits, e.g. 0429. */
  expiry: z.string(),
  cvc: z.string(),
});
export const SandboxCardToken = z.object({ paymentMethodId: z.string() });

/** POST /sandbox/clock: moves the gateway's clock on, and does what becomes due, such as renewals. 200 with its time. */
export const SandboxClockInput = z.object({ days: z.number().int().min(1).max(400) });
