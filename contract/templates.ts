import { z } from 'zod';
import { UNLIMITED_PLANS } from './access.ts';
import { MAX_MEDIA_PER_MESSAGE, Media } from './media.ts';
import { MERGE_ATTRIBUTES } from './merge-attributes.ts';
import { Name } from './name.ts';
import { Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { TextBody } from './text-body.ts';

export const MAX_TEMPLATE_NAME = 80;
export const MAX_FOLDER_NAME = 40;
export const MAX_TEMPLATES_PER_LIST = 2000;
/** With fewer, a reply rate means nothing. */
export const MIN_SENT_FOR_RATE = 20;
export const ANSWER_HOURS = 72;

export const TemplateType = z
  .enum(['template', 'teamTemplate', 'hiringManagerTemplate', 'onboardingTemplate'])
  .describe(
    'template: only for its owner. teamTemplate: written by admins, for everyone. hiringManagerTemplate: written by recruiters, for hiring managers. onboardingTemplate: written by recruiters, for onboarding automations.',
  );
export type TemplateType = z.infer<typeof TemplateType>;

/** Those under /templates. */
const OwnTemplateType = TemplateType.exclude(['teamTemplate']).default('template');

export const Template = z.object({
  id: Id,
  name: z.string(),
  body: z.string().describe('With merge attributes, e.g. `Hi {{candidate.firstName|there}}`.'),
  templateType: TemplateType,
  sortOrder: z.number().int().describe('Its place in its list, without gaps. The first is 1.'),
  folder: z.string().nullable().describe('The name of the folder it is in.'),
  attachments: z.array(Media),
  usage: z
    .object({
      sent: z.number().int().describe('Texts sent with it that the carrier accepted.'),
      answered: z
        .number()
        .int()
        .describe(
          `How many of them the candidate answered: by text, within ${ANSWER_HOURS} hours, before a person texted again.`,
        ),
      replyRate: z
        .number()
        .nullable()
        .describe(
          `\`answered\` divided by \`sent\`, 0 to 1. Null with fewer than ${MIN_SENT_FOR_RATE} sent.`,
        ),
    })
    .describe('Counts everyone in the account.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: z.object({ edit: z.boolean().describe('Change, move and delete it.') }),
});
export type Template = z.infer<typeof Template>;

/** For the composer, which shows no usage. */
export const InsertableTemplate = Template.omit({ usage: true });
export type InsertableTemplate = z.infer<typeof InsertableTemplate>;

const TemplateName = Name('name', MAX_TEMPLATE_NAME).min(1, 'The name is required');

const TemplateBody = TextBody()
  .min(1, 'The text is required')
  .describe(
    'Merge attributes are written `{{candidate.firstName}}`, or `{{candidate.firstName|there}}` with what to write when the value is missing. Braces that look like one are refused; others are text.',
  );

const Folder = Name('folder', MAX_FOLDER_NAME)
  .transform((text) => text || null)
  .nullable()
  .describe('The name of a folder. Null or empty for none.');

const TemplateFields = z.object({
  name: TemplateName,
  body: TemplateBody,
  folder: Folder.optional(),
  mediaIds: z
    .array(Id)
    .max(MAX_MEDIA_PER_MESSAGE, `Attach at most ${MAX_MEDIA_PER_MESSAGE} files`)
    .optional()
    .describe('Its attachments, in order: your uploads and those it already has. Others are removed.'),
});

const TemplateFilter = PageQuery.extend({
  search: z.string().trim().max(100).optional().describe('Only those with this in their name or text.'),
  folder: z.string().trim().max(MAX_FOLDER_NAME).optional().describe('Only those in this folder.'),
});

const TemplatePage = page(Template).extend({
  folders: z.array(z.string()).describe('All folders of the list, by name.'),
  total: z.number().int().describe('How many templates the whole list has.'),
});

const TemplateParams = z.object({ id: Id });
/** May see and insert templates. */
const readers = { plans: UNLIMITED_PLANS } as const;
const recruiters = { plans: UNLIMITED_PLANS, seatRole: 'recruiter' } as const;
const admins = { plans: UNLIMITED_PLANS, userType: 'admin' } as const;

export const listTemplates = route({
  method: 'GET',
  path: '/templates',
  summary:
    'List your templates, or with `templateType` those of another kind, in their order. Onboarding templates are for recruiters.',
  auth: 'session',
  scope: 'templates:read',
  may: readers,
  query: TemplateFilter.extend({ templateType: OwnTemplateType }),
  reply: TemplatePage,
  failures: ['forbidden'],
});

export const getTemplateAttributes = route({
  method: 'GET',
  path: '/templates/attributes',
  summary: 'Get the merge attributes that templates and texts can have, by name.',
  auth: 'session',
  scope: 'templates:read',
  reply: z.record(
    z.enum(MERGE_ATTRIBUTES),
    z.object({ label: z.string(), example: z.string().describe('What it could stand for.') }),
  ),
});

export const listInsertableTemplates = route({
  method: 'GET',
  path: '/templates/insertable',
  summary:
    "List templates that you can insert into a text: those used most in the last days first, then those used most. Recruiters get their own and the team's, hiring managers also those for hiring managers.",
  auth: 'session',
  scope: 'templates:read',
  may: readers,
  query: z.object({
    search: z.string().trim().max(100).optional().describe('Only those with this in their name.'),
    limit: PageQuery.shape.limit,
  }),
  reply: z.array(InsertableTemplate),
});

export const createTemplate = route({
  method: 'POST',
  path: '/templates',
  summary: `Add a template at the end of its list, which takes ${MAX_TEMPLATES_PER_LIST}.`,
  auth: 'session',
  scope: 'templates:write',
  may: recruiters,
  body: TemplateFields.extend({ templateType: OwnTemplateType }),
  reply: Template,
  status: 201,
  idempotent: true,
  failures: ['unknown_attribute', 'templates_used_up'],
});

export const updateTemplate = route({
  method: 'PUT',
  path: '/templates/{id}',
  summary: 'Change a template. Fields you leave out stay as they are.',
  auth: 'session',
  scope: 'templates:write',
  may: recruiters,
  params: TemplateParams,
  body: TemplateFields.partial(),
  reply: Template,
  failures: ['not_found', 'unknown_attribute'],
});

export const deleteTemplate = route({
  method: 'DELETE',
  path: '/templates/{id}',
  summary: 'Delete a template. Texts sent with it stay.',
  auth: 'session',
  scope: 'templates:write',
  may: recruiters,
  params: TemplateParams,
  reply: Ok,
  failures: ['not_found'],
});

export const copyTemplateAttachments = route({
  method: 'POST',
  path: '/templates/{id}/copyAttachments',
  summary:
    'Copy the attachments of a template of any kind, for the text you insert it into. The copies are uploads like any other: pass their IDs as `mediaIds`.',
  auth: 'session',
  scope: 'texts:send',
  may: readers,
  params: TemplateParams,
  reply: z.array(Media),
  idempotent: true,
  failures: ['not_found', 'pictures_unsent', 'uploads_used_up'],
});

export const listTeamTemplates = route({
  method: 'GET',
  path: '/teamTemplates',
  summary: "List the team's templates, in their order.",
  auth: 'session',
  scope: 'templates:read',
  may: readers,
  query: TemplateFilter,
  reply: TemplatePage,
});

export const createTeamTemplate = route({
  method: 'POST',
  path: '/teamTemplates',
  summary: `Add a team template at the end of the list, which takes ${MAX_TEMPLATES_PER_LIST}.`,
  auth: 'session',
  scope: 'templates:write',
  may: admins,
  body: TemplateFields,
  reply: Template,
  status: 201,
  idempotent: true,
  failures: ['unknown_attribute', 'templates_used_up'],
});

export const updateTeamTemplate = route({
  method: 'PUT',
  path: '/teamTemplates/{id}',
  summary: 'Change a team template. Fields you leave out stay as they are.',
  auth: 'session',
  scope: 'templates:write',
  may: admins,
  params: TemplateParams,
  body: TemplateFields.partial(),
  reply: Template,
  failures: ['not_found', 'unknown_attribute'],
});

export const deleteTeamTemplate = route({
  method: 'DELETE',
  path: '/teamTemplates/{id}',
  summary: 'Delete a team template. Texts sent with it stay.',
  auth: 'session',
  scope: 'templates:write',
  may: admins,
  params: TemplateParams,
  reply: Ok,
  failures: ['not_found'],
});

export const updateTemplateSortOrder = route({
  method: 'PUT',
  path: '/account/updateTemplateSortOrder',
  summary:
    'Put a list of templates in a new order. The templates you name take the places they had among themselves, in the order you name them; all others keep theirs. Templates deleted meanwhile are ignored.',
  auth: 'session',
  scope: 'templates:write',
  may: readers,
  body: z.object({
    templateType: TemplateType,
    ids: z.array(Id).min(1, 'Name at least one template').max(MAX_TEMPLATES_PER_LIST),
  }),
  reply: Ok,
  failures: ['forbidden'],
});
