import { z } from 'zod';
import { ConversationFilter } from './conversations.ts';
import { MOST_TAGS_OF_VIEW } from './limits.ts';
import { Name } from './name.ts';
import { Id, Ok, Tag } from './primitives.ts';
import { route } from './route.ts';

/** How many views a person can have. */
export const MOST_VIEWS = 50;

const ViewQuery = z.object({
  filter: ConversationFilter.default('all'),
  assignee: z
    .union([z.literal('me'), z.literal('all'), z.literal('none'), Id])
    .default('me')
    .describe(
      "Whose conversations, as in `GET /conversations`. In a shared view, `me` is the person who opens it. Members open a view of other people's conversations as `me`.",
    ),
  tags: z
    .array(Tag)
    .max(MOST_TAGS_OF_VIEW, `Choose at most ${MOST_TAGS_OF_VIEW} tags`)
    .default([])
    .describe('Only conversations with all of these tags.'),
});
export type ViewQuery = z.infer<typeof ViewQuery>;

export const View = z.object({
  id: Id,
  name: z.string(),
  shared: z.boolean().describe('Everyone at the company has it in their inbox.'),
  query: ViewQuery,
  owner: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Who made it. Null if that person was erased since.'),
  can: z.object({
    change: z
      .boolean()
      .describe('Your own views. Admins can also change and delete those that colleagues share.'),
  }),
});
export type View = z.infer<typeof View>;

const ViewFields = z.object({
  name: Name('name', 60).min(1, 'The name is required').describe('Unique for each user, ignoring case.'),
  shared: z.boolean(),
  query: ViewQuery,
});

const ViewParams = z.object({ id: Id });

export const listViews = route({
  method: 'GET',
  path: '/views',
  summary: 'List your views of the inbox and those that colleagues share, by name.',
  auth: 'session',
  reply: z.array(View),
});

export const createView = route({
  method: 'POST',
  path: '/views',
  summary: `Save a view of the inbox: a filter, whose conversations, and tags. You can have ${MOST_VIEWS}.`,
  auth: 'session',
  body: ViewFields.extend({ shared: ViewFields.shape.shared.default(false) }),
  reply: View,
  status: 201,
  idempotent: true,
  failures: ['forbidden', 'view_taken', 'views_used_up'],
});

export const updateView = route({
  method: 'PUT',
  path: '/views/{id}',
  summary: 'Change a view. Fields you leave out stay as they are.',
  auth: 'session',
  params: ViewParams,
  body: ViewFields.partial(),
  reply: View,
  failures: ['forbidden', 'not_found', 'view_taken', 'views_used_up'],
});

export const deleteView = route({
  method: 'DELETE',
  path: '/views/{id}',
  summary: 'Delete a view. The conversations stay as they are.',
  auth: 'session',
  params: ViewParams,
  reply: Ok,
  failures: ['forbidden', 'not_found'],
});
