import { z } from 'zod';
import { PhoneNumber, Timestamp } from './primitives.ts';

/** The candidate's phone at /simulator: local mode only, outside /v1, no session. */

export const SimulatedMessage = z.object({
  id: z.string(),
  from: PhoneNumber,
  to: PhoneNumber,
  body: z.string(),
  mediaUrls: z.array(z.string()),
  direction: z.enum(['toCandidate', 'fromCandidate']),
  status: z.string(),
  createdAt: Timestamp,
});
export type SimulatedMessage = z.infer<typeof SimulatedMessage>;

/** POST /simulator/messages: a candidate (from) texts a business number (to). 201 with the SimulatedMessage. */
export const SimulatedMessageInput = z
  .object({
    from: PhoneNumber,
    to: PhoneNumber,
    body: z
      .string()
      .max(1600)
      .refine((body) => !body.includes('\u0000'), 'The text is invalid')
      .default(''),
    /** Each stored with POST /simulator/media (the file as the raw body, at most 5 MB), which answers 201 { url }. */
    mediaUrls: z.array(z.url()).max(10).default([]),
  })
  .refine((text) => text.body !== '' || text.mediaUrls.length > 0, {
    path: ['body'],
    message: 'Write something or attach a picture',
  });

/**
 * GET /simulator/messages?number= answers the texts of one phone, oldest first. GET /simulator/events (server-sent
 * events) tells every new or changed text as `event: message` with a SimulatedMessage.
 */

/** GET /simulator/numbers: the business numbers that can be texted. */
export const SimulatedContact = z.object({ number: PhoneNumber, numberFormatted: z.string() });
export type SimulatedContact = z.infer<typeof SimulatedContact>;

/** GET /simulator/phones: the candidates' phones that have texted or been texted, latest first. */
export const SimulatedPhone = z.object({
  number: PhoneNumber,
  numberFormatted: z.string(),
  /** The business numbers this phone has a thread with. */
  contacts: z.array(SimulatedContact),
  lastMessage: SimulatedMessage.nullable(),
});
export type SimulatedPhone = z.infer<typeof SimulatedPhone>;

/** GET and PUT /simulator/network: how the simulated carrier behaves. */
export const SimulatedNetwork = z.object({
  /** Ms before a text reaches the phone and its receipt comes back. */
  delayMs: z.number().int().min(0).max(60_000),
  /** Every webhook is delivered twice. */
  duplicate: z.boolean(),
  /** Receipts arrive in reverse order. */
  reorder: z.boolean(),
  /** What becomes of every text sent now. */
  outcome: z.enum(['deliver', 'undeliver', 'refuse', 'acceptThenTimeout', 'serverError', 'rateLimit']),
});
export type SimulatedNetwork = z.infer<typeof SimulatedNetwork>;
