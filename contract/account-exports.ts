import { z } from 'zod';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* Everything an account has, as one file. */

/** Of what is in the file. An import reads this one. */
export const EXPORT_VERSION = 1;
/** How long the file is kept. */
export const EXPORT_DAYS = 7;
/** Within which a link to the file has to be opened. */
export const LINK_SECONDS = 60;
/** Of a file that is imported. */
export const MAX_ACCOUNT_IMPORT_BYTES = 2_000_000_000;
/** Of files in a manifest that the API returns; the one in the ZIP has all. */
export const MOST_FILES_LISTED = 2000;

export const ExportManifest = z.object({
  version: z.number().int(),
  accountId: Id,
  createdAt: Timestamp.describe('The moment whose records are in it.'),
  files: z.array(
    z.object({
      path: z.string(),
      sha256: z.string(),
      bytes: z.number().int(),
      count: z.number().int().describe('Records; 1 for media.'),
    }),
  ),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

const FileStatus = z.enum(['queued', 'running', 'done', 'failed']);

export const AccountExport = z.object({
  id: Id,
  status: FileStatus.describe('failed: try again, or contact us from the Support tab.'),
  progress: z.number().int().describe('Percent.'),
  withTexts: z.boolean().describe('Whether what people wrote, and media, are in it.'),
  bytes: z.number().int().nullable().describe('How large the file is. Null until it is done.'),
  url: z
    .string()
    .nullable()
    .describe(
      `Where an admin of the account, signed in, downloads the ZIP: \`manifest.json\`, a \`.jsonl\` for each kind of record, the same in \`csv/\`, \`media/<id>\`. Null until it's done, and again after ${EXPORT_DAYS} days.`,
    ),
  expiresAt: Timestamp.nullable(),
  manifest: ExportManifest.nullable().describe(
    `What is in it, once it's done. Without media if there are over ${MOST_FILES_LISTED.toLocaleString('en-US')} files.`,
  ),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
export type AccountExport = z.infer<typeof AccountExport>;

const admins = { auth: 'session', may: { userType: 'admin' } } as const;

export const startAccountExport = route({
  method: 'POST',
  path: '/exports',
  summary:
    'Export everything the account has, as it is at one moment. The person who asks, or whose key does, gets a mail when the file is ready. A key without `texts:read` gets neither what people wrote nor media. Passwords, keys and the like are never in it.',
  ...admins,
  scope: 'export:read',
  body: z.object({ kind: z.literal('account') }),
  reply: AccountExport,
  status: 202,
  failures: ['export_running'],
});

export const listAccountExports = route({
  method: 'GET',
  path: '/exports',
  summary: 'List exports of the last 30 days, newest first.',
  ...admins,
  scope: 'export:read',
  query: PageQuery,
  reply: page(AccountExport),
});

const one = { ...admins, params: z.object({ id: Id }) } as const;

export const getAccountExport = route({
  method: 'GET',
  path: '/exports/{id}',
  summary: 'Get an export, with how far it has come.',
  ...one,
  scope: 'export:read',
  reply: AccountExport,
  failures: ['not_found'],
});

export const downloadAccountExport = route({
  method: 'GET',
  path: '/exports/{id}/file',
  summary: `Download the file of an export, at the address that the export has. For ${EXPORT_DAYS} days, also in parts.`,
  ...one,
  changes: true,
  query: z.object({
    until: z
      .string()
      .regex(/^\d{1,12}$/)
      .describe('From the address.'),
    signature: z.string().max(100).describe('From the address.'),
  }),
  transport: 'zip',
  reply: z.string().describe('A ZIP file.'),
  failures: ['not_found'],
});

export const linkAccountExport = route({
  method: 'POST',
  path: '/exports/{id}/link',
  summary: `Get a link that a browser saves the file of an export by. It works once, within ${LINK_SECONDS} seconds, and replaces the one before.`,
  ...one,
  reply: z.object({ url: z.string() }),
  failures: ['not_found'],
});

export const downloadByLink = route({
  method: 'GET',
  path: '/exports/{id}/saved',
  summary: 'Download the file of an export by its link. No sign-in: the link is the permission.',
  auth: 'none',
  params: z.object({ id: Id }),
  query: z.object({
    accountId: Id.describe('From the link.'),
    secret: z.string().max(100).describe('From the link.'),
  }),
  transport: 'zip',
  reply: z.string().describe('A ZIP file.'),
  failures: ['not_found'],
});

export const AccountImport = z.object({
  id: Id,
  status: FileStatus.describe('failed: nothing of it was imported.'),
  progress: z.number().int().describe('Percent.'),
  reason: z.string().nullable().describe('Why it failed.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
export type AccountImport = z.infer<typeof AccountImport>;

export const startAccountImport = route({
  method: 'POST',
  path: '/imports',
  summary: `Import an export of an account, of this Hiretext or another, into your account, which has to be empty. Multipart: \`file\` (the ZIP, up to ${MAX_ACCOUNT_IMPORT_BYTES / 1_000_000_000} GB). All of it comes, or nothing. People come as former members and numbers as history: nothing is sent, and opt-outs count at once. Settings and the log stay yours.`,
  ...admins,
  transport: 'multipart',
  reply: AccountImport,
  status: 202,
  failures: ['account_not_empty', 'import_running', 'too_large', 'unsupported_media_type'],
});

export const listAccountImports = route({
  method: 'GET',
  path: '/imports',
  summary:
    'List imports of exports of the last 30 days, newest first. Imports of candidates have their own list.',
  ...admins,
  query: PageQuery,
  reply: page(AccountImport).extend({
    canStart: z.boolean().describe('Whether the account is empty.'),
  }),
});

export const getAccountImport = route({
  method: 'GET',
  path: '/imports/{id}',
  summary: 'Get an import of an export, with how far it has come.',
  ...one,
  reply: AccountImport,
  failures: ['not_found'],
});
