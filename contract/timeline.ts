import { z } from 'zod';
import { ConsentEvent } from './consents.ts';
import { ConversationActivity } from './conversation-activity.ts';
import { Interview } from './interviews.ts';
import { Message } from './messages.ts';
import { Note } from './notes.ts';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* Everything that happened with a candidate, in one list. */

const About = z.object({
  id: Id,
  at: Timestamp.describe('When it happened. Of an interview: when it starts, which can be in the future.'),
});

export const TimelineEntry = z
  .discriminatedUnion('kind', [
    About.extend({
      kind: z.literal('message'),
      message: Message.describe('A text or call, in a conversation that you can see.'),
      colleague: z
        .object({ id: Id, firstName: z.string(), lastName: z.string() })
        .nullable()
        .describe(
          'Who wrote it, or whose number it came to or went from then. Null if that person was erased.',
        ),
    }),
    About.extend({ kind: z.literal('interview'), interview: Interview }),
    About.extend({
      kind: z.literal('stage'),
      change: z.enum(['addedToJob', 'moved', 'removedFromJob']),
      jobName: z.string().nullable().describe('Null if they were moved in a connected system.'),
      stageName: z.string().nullable().describe('With `moved`: the new stage.'),
      system: z.string().nullable().describe('The connected system they were moved in, by its name.'),
      by: z.object({ id: Id, name: z.string() }).describe('Who did it, by the name they had then.'),
    }),
    About.extend({
      kind: z.literal('note'),
      note: Note.describe('A note of your team, in a conversation that you can see.'),
    }),
    About.extend({
      kind: z.literal('activity'),
      conversationId: Id,
      activity: ConversationActivity.describe('What was done with a conversation that you can see.'),
    }),
    About.extend({ kind: z.literal('consent'), event: ConsentEvent }),
  ])
  .describe('message: a text or call. stage: someone here added, moved or removed them.');
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const listTimeline = route({
  method: 'GET',
  path: '/candidates/{id}/timeline',
  summary:
    'List what happened with a candidate, newest first: texts, calls, notes and activity in all conversations that you can see, interviews, changes of stage, and consent.',
  auth: 'session',
  params: z.object({ id: Id }),
  query: PageQuery,
  reply: page(TimelineEntry),
  failures: ['not_found'],
});
