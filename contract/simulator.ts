import { z } from 'zod';
import { PhoneNumber, Timestamp } from './primitives.ts';
import { PlannedTime } from './years.ts';

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
    message: 'Write something, or attach a picture',
  });

/**
 * GET /simulator/messages?number= answers the texts of one phone, oldest first. GET /simulator/events (server-sent
 * events) sends every new or changed text as `event: message` with a SimulatedMessage.
 */

/** GET /simulator/numbers: the business numbers that can be texted. */
const SimulatedContact = z.object({ number: PhoneNumber, numberFormatted: z.string() });

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
  /** The outcome of every text sent now. */
  outcome: z.enum(['deliver', 'undeliver', 'refuse', 'acceptThenTimeout', 'serverError', 'rateLimit']),
  /** What the simulated registrar decides where texts need a registration; `suspend`: of what it had approved. */
  registration: z.enum(['approve', 'rejectCompany', 'rejectTexts', 'suspend']),
});
export type SimulatedNetwork = z.infer<typeof SimulatedNetwork>;

/** A candidate's call, as both ends of it can be watched. */
export const SimulatedCall = z.object({
  id: z.string(),
  from: PhoneNumber.nullable().describe('Null: the caller hides their number.'),
  to: PhoneNumber,
  state: z
    .enum(['ringing', 'screening', 'talking', 'voicemail', 'ended'])
    .describe(
      'ringing: the phone that calls are forwarded to. screening: someone picked up and has to press a key. voicemail: the caller can leave a message.',
    ),
  forwardedTo: PhoneNumber.nullable(),
  /** What was said on the call, in order. */
  heard: z.array(z.object({ by: z.enum(['caller', 'forwarded']), sentence: z.string() })),
  createdAt: Timestamp,
});
export type SimulatedCall = z.infer<typeof SimulatedCall>;

/** POST /simulator/calls: a candidate calls a business number. 201 with the SimulatedCall, which says what to do next. */
export const SimulatedCallInput = z.object({ from: PhoneNumber.nullable(), to: PhoneNumber });

/** POST /simulator/calls/{id}: an action of one of the two. 422 if the call's state doesn't allow it. */
export const SimulatedCallAction = z.discriminatedUnion('action', [
  /** The phone that calls are forwarded to. */
  z.object({ action: z.literal('pickUp') }),
  z.object({ action: z.literal('press'), digit: z.string().regex(/^[0-9*#]$/) }),
  /** No one answers, or the person who picked up hangs up without pressing a key. */
  z.object({ action: z.literal('decline') }),
  /** The caller; `mediaUrl` as for texts. */
  z.object({
    action: z.literal('leaveMessage'),
    mediaUrl: z.url(),
    seconds: z.number().int().min(0).max(600),
  }),
  /** The caller, or while they talk either of the two. */
  z.object({ action: z.literal('hangUp') }),
]);
export type SimulatedCallAction = z.infer<typeof SimulatedCallAction>;

/** GET /simulator/calls?number= answers the calls of one phone, the latest first. */

/** GET /simulator/ownershipCodes: the codes sent to landlines, by call or text, to prove ownership. */
export const SimulatedOwnershipCode = z.object({
  id: z.string(),
  number: PhoneNumber,
  numberFormatted: z.string(),
  way: z.enum(['call', 'text']),
  /** The words of the call or text. */
  sentence: z.string(),
  code: z.string(),
  sentAt: Timestamp,
});
export type SimulatedOwnershipCode = z.infer<typeof SimulatedOwnershipCode>;

/** GET /simulator/ats/company: the simulated Greenhouse of local mode, as its own screen shows it. */
export const SimulatedAts = z.object({
  jobs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** In order. */
      stages: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  people: z.array(
    z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable(),
      /** As it was typed there. */
      phoneFormatted: z.string(),
      /** Their phone at /simulator. */
      phoneNumber: PhoneNumber.nullable(),
      applications: z.array(
        z.object({
          id: z.string(),
          jobId: z.string(),
          stageId: z.string(),
          interviews: z.array(z.object({ id: z.string(), startsAt: Timestamp, endsAt: Timestamp })),
        }),
      ),
      /** Latest first. Author null: the credential's own user. */
      notes: z.array(
        z.object({ id: z.string(), body: z.string(), author: z.string().nullable(), createdAt: Timestamp }),
      ),
    }),
  ),
  /** How many accounts have a webhook there. */
  connections: z.number().int(),
});
export type SimulatedAts = z.infer<typeof SimulatedAts>;

/** What the simulated Greenhouse is connected as. */
export const SIMULATED_CLIENT_ID = 'simulated-greenhouse-1';

/** GET /simulator/ats/credential: what to connect with. */
export const SimulatedCredential = z.object({ clientId: z.string(), clientSecret: z.string() });

/** POST /simulator/ats/webhooks: what an admin would enter in Greenhouse. 201 with { status: 'ok' }. */
export const SimulatedWebhookInput = z.object({
  url: z.url().max(500),
  secret: z.string().min(1).max(200),
});

/** POST /simulator/ats/applications/{id}/move: answers with the company. */
export const SimulatedMoveInput = z.object({ stageId: z.string().max(40) });

/** POST /simulator/ats/applications/{id}/interviews: 201 with the company. DELETE /simulator/ats/interviews/{id} cancels one. */
export const SimulatedInterviewInput = z
  .object({ startsAt: PlannedTime, endsAt: PlannedTime })
  .refine(({ startsAt, endsAt }) => Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    message: 'It must end after it starts',
  });
