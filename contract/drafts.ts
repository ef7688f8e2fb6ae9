import { z } from 'zod';
import { UNLIMITED_PLANS } from './access.ts';
import { readableText } from './name.ts';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { MAX_BODY_LENGTH, PlainTextBody } from './text-body.ts';

export const DraftTone = z
  .enum(['formal', 'casual', 'friendly'])
  .describe(
    'formal: polished, respectful, businesslike. casual: warm, approachable, human. friendly: laid-back, brief, informal, may have emoji.',
  );
export type DraftTone = z.infer<typeof DraftTone>;

export const DraftIntent = z
  .enum(['confirm', 'decline', 'askTimes', 'followUp', 'remind', 'thank', 'shareLink'])
  .describe(
    'What a text is for. These are what the built-in drafter can write, from what is known of the conversation. decline: turn down the candidate, kindly. shareLink: your calendar link, or a link in `instructions`.',
  );
export type DraftIntent = z.infer<typeof DraftIntent>;

export const MAX_INSTRUCTIONS = 1000;
export const MAX_VERSIONS = 3;

const DraftInput = z.object({
  tone: DraftTone.default('casual'),
  intent: DraftIntent.optional(),
  instructions: z
    .string()
    .overwrite(readableText)
    .trim()
    .max(MAX_INSTRUCTIONS, `Keep the instructions to ${MAX_INSTRUCTIONS} characters or fewer`)
    .optional()
    .describe(
      'What to write, or how to change `text`, e.g. "Ask if Tuesday works" or "Make it shorter". Without a language model, the draft is for the nearest `intent`.',
    ),
  conversationId: Id.optional().describe('The conversation to write in: its last texts are the context.'),
  text: z
    .string()
    .overwrite(readableText)
    .trim()
    .max(MAX_BODY_LENGTH)
    .optional()
    .describe('The text to rewrite. Without a language model, the draft is for its nearest `intent`.'),
  versions: z.number().int().min(1).max(MAX_VERSIONS).default(1),
});

export const DraftSource = z.enum(['builtIn', 'model']);
export type DraftSource = z.infer<typeof DraftSource>;

export const SmartDraft = z.object({
  response: z.object({
    text: z.string().describe('The first version.'),
    versions: z.array(
      z.object({
        draftId: Id.describe('For `POST /messages`, if the text that is sent began from it.'),
        text: z.string(),
        changed: z
          .array(z.string())
          .describe(
            'Numbers, dates, names, links and merge attributes that differ from what the draft was made of. Check them.',
          ),
      }),
    ),
    source: DraftSource,
    notice: z
      .string()
      .nullable()
      .describe(
        'Set when the built-in drafter wrote something else than was asked for, or because the model was away: what, and why.',
      ),
  }),
});
export type SmartDraft = z.infer<typeof SmartDraft>;

const may = { plans: UNLIMITED_PLANS } as const;
const failures = ['not_found', 'drafts_off', 'too_many_drafts', 'nothing_to_draft'] as const;
const WITH_STREAM =
  'With `Accept: text/event-stream` it comes as `delta` events (`{ version, text }`, one piece each) and a last `done` event with the whole reply. Nothing is sent to anyone.';

export const draftForTemplate = route({
  method: 'POST',
  path: '/templates/smartDraft',
  summary: `Draft a text, from instructions, from a text, or as the answer in a conversation. ${WITH_STREAM}`,
  auth: 'session',
  may,
  body: DraftInput,
  reply: SmartDraft,
  failures,
});

export const redraftTemplate = route({
  method: 'POST',
  path: '/templates/{id}/smartDraft',
  summary: `Rewrite a template. It isn't changed. ${WITH_STREAM}`,
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: DraftInput,
  reply: SmartDraft,
  failures,
});

export const draftForTeamTemplate = route({
  method: 'POST',
  path: '/teamTemplates/smartDraft',
  summary: `Draft a team template. ${WITH_STREAM}`,
  auth: 'session',
  may,
  body: DraftInput,
  reply: SmartDraft,
  failures,
});

export const redraftTeamTemplate = route({
  method: 'POST',
  path: '/teamTemplates/{id}/smartDraft',
  summary: `Rewrite a team template. It isn't changed. ${WITH_STREAM}`,
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: DraftInput,
  reply: SmartDraft,
  failures,
});

export const DraftMode = z.enum(['off', 'builtIn', 'model']);
export type DraftMode = z.infer<typeof DraftMode>;

export const MAX_NOTE = 120;

/*
 * Some laws ask for a word about AI. Utah's Artificial Intelligence Policy Act (SB 149 of 2024, SB 226 of 2025): when someone asks,
 * and unasked in licensed work. California's BOT Act (SB 1001, Bus. & Prof. Code 17941) and Maine's chatbot law (LD 1727 of
 * 2025, 10 MRSA 1500-DD): where a machine might be taken for a person. Here a person reads and sends each draft, so the account
 * decides.
 */

export const AiSettings = z.object({
  mode: DraftMode.describe(
    'off: no drafts. builtIn: by rules, on this server, for each `intent`. model: by the language model that this server is connected to.',
  ),
  modelAvailable: z.boolean().describe('This server is connected to a language model.'),
  modelName: z.string().nullable(),
  note: PlainTextBody(MAX_NOTE)
    .nullable()
    .describe(
      'What the composer adds below a draft, such as "Written with AI help.". Null for nothing. The server adds nothing to texts.',
    ),
});
export type AiSettings = z.infer<typeof AiSettings>;

export const getAiSettings = route({
  method: 'GET',
  path: '/account/ai',
  summary: 'See who drafts texts for the account.',
  auth: 'session',
  reply: AiSettings,
});

export const updateAiSettings = route({
  method: 'PUT',
  path: '/account/ai',
  summary: 'Choose who drafts texts for the account. Without `note`, the note stays.',
  auth: 'session',
  may: { userType: 'admin' },
  body: AiSettings.pick({ mode: true, note: true }).partial({ note: true }),
  reply: AiSettings,
  failures: ['model_missing'],
});

const SentDraft = z.object({
  id: Id,
  sentAt: Timestamp.describe('When the person sent the text. One that is scheduled goes out later.'),
  sender: z.object({ id: Id, name: z.string() }),
  conversationId: Id,
  messageId: Id,
  tone: DraftTone,
  instructions: z.string().nullable().describe('What the person asked for, in their words.'),
  source: DraftSource,
  draft: z.string().describe('The draft that they inserted.'),
  text: z.string().describe('The text that they sent.'),
});
export type SentDraft = z.infer<typeof SentDraft>;

export const listSentDrafts = route({
  method: 'GET',
  path: '/account/ai/sentDrafts',
  summary: 'Review drafts next to the texts that they became, last sent first. Kept for a year.',
  auth: 'session',
  may: { userType: 'admin' },
  query: PageQuery,
  reply: page(SentDraft),
});
