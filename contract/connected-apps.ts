import { z } from 'zod';
import { Name } from './name.ts';
import { Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { Scope } from './scopes.ts';

/* Software of others that companies connect (OAuth). */

/** How many apps a company can add, at how many addresses each, and how many it can connect. */
export const MOST_APPS = 20;
export const MOST_REDIRECTS = 10;
export const MOST_CONNECTED = 100;
/** How long a connection lasts, however often the app uses it. Then someone has to allow it again. */
export const CONNECTED_DAYS = 180;
/** So many days before, the person who connected it gets a mail, and the list shows it. */
export const ENDING_DAYS = 14;

const ADDRESS =
  'Enter an https address without a #, or an http one of this computer, e.g. http://127.0.0.1/callback';

/** Where people come back to the app: on the web, or on the computer that the app runs on. */
function isRedirectUri(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || value.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

export const App = z.object({
  id: Id.describe('What the app calls itself: its `client_id`.'),
  name: z.string(),
  redirectUris: z.array(z.string()),
  forEveryone: z.boolean().describe('Whether any company can connect it.'),
  createdAt: Timestamp,
});
export type App = z.infer<typeof App>;

const Resource = z.enum(['api', 'mcp']).describe('Where its tokens work: `/v1` or `/mcp`.');

export const ConnectedApp = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  resource: Resource,
  owner: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .describe('Who connected it. It has the rights that this person has at the time of the call.'),
  createdAt: Timestamp,
  endsAt: Timestamp.describe('When it has to be connected again.'),
  lastUsedAt: Timestamp.nullable().describe('To the minute. Null: never.'),
});
export type ConnectedApp = z.infer<typeof ConnectedApp>;

export const AppRequest = z.object({
  name: z.string(),
  host: z.string().describe('Where the answer goes.'),
  scopes: z.array(Scope),
  resource: Resource,
});
export type AppRequest = z.infer<typeof AppRequest>;

const admins = { userType: 'admin' } as const;
const AppParams = z.object({ id: Id });
const RequestParams = z.object({ id: z.string().regex(/^[\w-]{30,60}$/) });
const Answered = z.object({
  continueTo: z.string().describe('Where the browser goes on: an address of ours.'),
});

export const listApps = route({
  method: 'GET',
  path: '/apps',
  summary: 'List the apps that your company has added, newest first.',
  auth: 'session',
  may: admins,
  query: PageQuery,
  reply: page(App),
});

export const createApp = route({
  method: 'POST',
  path: '/apps',
  summary: `Add an app, so that people can connect it; at most ${MOST_APPS}.`,
  auth: 'session',
  may: admins,
  body: z.object({
    name: Name('name', 60).min(1, 'The name is required'),
    redirectUris: z
      .array(z.string().trim().max(500, ADDRESS).refine(isRedirectUri, ADDRESS))
      .min(1, 'Enter where people come back to')
      .max(MOST_REDIRECTS, `Enter at most ${MOST_REDIRECTS} addresses`),
    forEveryone: z.boolean().optional().describe('Only for staff of Hiretext.'),
  }),
  reply: App,
  status: 201,
  failures: ['apps_used_up', 'forbidden'],
});

export const deleteApp = route({
  method: 'DELETE',
  path: '/apps/{id}',
  summary: 'Delete an app. It is disconnected from everyone right away.',
  auth: 'session',
  may: admins,
  params: AppParams,
  reply: Ok,
  failures: ['not_found'],
});

export const listConnectedApps = route({
  method: 'GET',
  path: '/connectedApps',
  summary: 'List the apps that people of your company have connected, newest first.',
  auth: 'session',
  may: admins,
  query: PageQuery,
  reply: page(ConnectedApp),
});

export const disconnectApp = route({
  method: 'DELETE',
  path: '/connectedApps/{id}',
  summary: 'Disconnect an app. Its calls are refused right away.',
  auth: 'session',
  may: admins,
  params: AppParams,
  reply: Ok,
  failures: ['not_found'],
});

export const getAppRequest = route({
  method: 'GET',
  path: '/appRequests/{id}',
  summary: 'Get what an app asks for. Only in the browser that it sent here, and for ten minutes.',
  auth: 'session',
  may: admins,
  params: RequestParams,
  reply: AppRequest,
  failures: ['not_found'],
});

export const allowAppRequest = route({
  method: 'POST',
  path: '/appRequests/{id}/allow',
  summary: 'Connect the app that asks. You get a mail.',
  auth: 'session',
  may: admins,
  params: RequestParams,
  reply: Answered,
  failures: ['not_found', 'apps_used_up'],
});

export const refuseAppRequest = route({
  method: 'POST',
  path: '/appRequests/{id}/refuse',
  summary: "Don't connect the app that asks.",
  auth: 'session',
  may: admins,
  params: RequestParams,
  reply: Answered,
  failures: ['not_found'],
});
