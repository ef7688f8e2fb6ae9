import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { z } from 'zod';
import { MAX_MEDIA_BYTES } from '../contract/media.ts';
import type { Deps } from './deps.ts';
import { Failure } from './failure.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { atsRoutes } from './features/ats/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { automationRoutes } from './features/automations/routes.ts';
import { usageRoutes } from './features/billing/ledger/routes.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { paymentWebhooks } from './features/billing/webhooks.ts';
import { broadcastRoutes } from './features/broadcasts/routes.ts';
import { callRoutes } from './features/calls/routes.ts';
import { callWebhooks } from './features/calls/webhooks.ts';
import { candidateRoutes } from './features/candidates/routes.ts';
import { cellRoutes } from './features/cells/routes.ts';
import { connectedAppRoutes } from './features/connected-apps/routes.ts';
import { consentRoutes } from './features/consent/routes.ts';
import { deletionRoutes } from './features/deletions/routes.ts';
import { draftRoutes } from './features/drafts/routes.ts';
import { eventRoutes } from './features/events/routes.ts';
import { evidenceRoutes } from './features/evidence/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { followUpRoutes } from './features/follow-ups/routes.ts';
import { jobRoutes } from './features/hiring/jobs/routes.ts';
import { onboardingRoutes } from './features/hiring/onboardings/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { keywordRoutes } from './features/keywords/routes.ts';
import { landlineRoutes } from './features/landlines/routes.ts';
import { calendarRoutes } from './features/links/booking/routes.ts';
import { shortLinkRoutes } from './features/links/short/routes.ts';
import { mcpRoutes } from './features/mcp/mcp.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { numberRoutes } from './features/numbers/routes.ts';
import { outOfOfficeRoutes } from './features/out-of-office/routes.ts';
import { proposalRoutes } from './features/proposals/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { registrationWebhook } from './features/registration/webhook.ts';
import { retentionRoutes } from './features/retention/routes.ts';
import { calendarConnectionRoutes } from './features/scheduling/calendars/routes.ts';
import { interviewRoutes } from './features/scheduling/interviews/routes.ts';
import { timeOfferRoutes } from './features/scheduling/offers/routes.ts';
import { ssoRoutes } from './features/sso/routes.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { supportRoutes } from './features/support/routes.ts';
import { teamRoutes } from './features/team/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import { contactCardRoutes } from './features/texting/contact-card/routes.ts';
import { conversationRoutes, snoozeRoutes } from './features/texting/conversations/routes.ts';
import { keptDraftRoutes } from './features/texting/kept-drafts/routes.ts';
import { noteRoutes } from './features/texting/notes/routes.ts';
import { testTextRoutes } from './features/texting/receiving/test-texts.ts';
import { carrierWebhooks } from './features/texting/receiving/webhooks.ts';
import { searchRoutes } from './features/texting/search/routes.ts';
import { outboundRoutes } from './features/texting/sending/routes.ts';
import { unreadRoutes } from './features/texting/unread/routes.ts';
import { timelineRoutes } from './features/timeline/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { docsRoutes } from './http/docs.ts';
import { healthRoutes } from './http/health.ts';
import { createRequestLimits, type RequestLimits } from './http/limit-requests.ts';
import { logRequests } from './http/log-requests.ts';
import { type Api, createApi } from './http/mount.ts';
import { plainSentence } from './http/plain-sentence.ts';
import { readJsonBodies } from './http/read-json-bodies.ts';
import { refuseCardNumbers } from './http/refuse-card-numbers.ts';
import { refuseUnreadable } from './http/refuse-unreadable.ts';
import { replyFailure } from './http/reply-failure.ts';
import { securityHeaders } from './http/security-headers.ts';
import { securityTxtRoute } from './http/security-txt.ts';
import { traceRequests } from './http/trace-requests.ts';
import { webRoutes } from './http/web.ts';
import { createRequireSession } from './http/why-session-ended.ts';

const MAX_BODY_BYTES = 1_000_000;
/** From its first byte to its last. A picture of 5 MB comes from a phone with a poor connection in this time. */
const REQUEST_LIMIT_MS = 120_000;
/** Without a body. Connections that send nothing at all are closed after it too. */
const HEADERS_LIMIT_MS = 20_000;

interface AppOptions {
  /** Folder of the built web; null in tests of the API. */
  webDir: string | null;
  /** Only these are trusted to report the client's address. */
  trustedProxies: string[];
  /** Of one session, or of one address without. */
  requestsPerMinute: number;
  /** Without one, no one can read the metrics, except in local mode. */
  metricsToken?: string | null;
  /** How long a request may take to arrive; instead of the usual time. */
  requestLimitMs?: number;
  /** Who to notify about a vulnerability; without an address, no one is named. */
  securityContact?: string | null;
  /** Routes of local mode: the candidate's phone, the mails. */
  local?: (app: FastifyInstance) => void;
}

/** What a worker alone answers: no one's data, only how it is. */
export async function buildHealthApp(deps: Deps, metricsToken: string | null): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  app.setErrorHandler(replyFailure);
  app.setNotFoundHandler((request, reply) => replyFailure(new Failure('not_found'), request, reply));
  healthRoutes(app, deps, metricsToken);
  return app;
}

/** The whole application, apart from being run. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const { requestLimitMs = REQUEST_LIMIT_MS } = options;
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    requestTimeout: requestLimitMs,
    http: {
      headersTimeout: Math.min(HEADERS_LIMIT_MS, requestLimitMs),
      // Node looks for what has taken too long every so often.
      connectionsCheckingInterval: requestLimitMs / 10,
    },
    forceCloseConnections: true,
    trustProxy: options.trustedProxies.length > 0 && options.trustedProxies,
    frameworkErrors: refuseUnreadable,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  app.setErrorHandler(replyFailure);
  z.config({ customError: plainSentence });
  if (deps.tracer) traceRequests(app, deps.tracer);
  logRequests(app);
  await securityHeaders(app, deps);
  readJsonBodies(app);
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: MAX_MEDIA_BYTES, files: 1, fields: 5 } });

  const limits = createRequestLimits({ perMinute: options.requestsPerMinute, readSession: deps.readSession });
  refuseCardNumbers(app, { requireSession: createRequireSession({ ...deps, ...limits }) });
  const api = createApi(app, { ...deps, ...limits });
  mountFeatures(app, api, deps, limits);
  await otherPages(app, deps, options);

  const missing = api.missing();
  if (missing.length > 0) throw new Error(`No one answers ${missing.join(', ')}`);
  return app;
}

/** One line for each feature, bottom-up. */
function mountFeatures(app: FastifyInstance, api: Api, deps: Deps, limits: RequestLimits): void {
  usageRoutes(api, deps);
  auditRoutes(api, deps);
  consentRoutes(api, deps);
  mediaRoutes(app, api, deps);
  shortLinkRoutes(app, deps);
  calendarRoutes(api, deps);
  templateRoutes(api, deps);
  accountRoutes(api, deps);
  outOfOfficeRoutes(api, deps);
  userRoutes(app, api, deps);
  authRoutes(api, deps);
  apiKeyRoutes(app, api, deps);
  connectedAppRoutes(app, api, deps);
  notificationRoutes(api, deps);
  ssoRoutes(app, api, deps);
  calendarConnectionRoutes(app, api, deps);
  numberRoutes(app, api, deps);
  landlineRoutes(api, deps);
  registrationRoutes(api, deps);
  conversationRoutes(api, deps);
  viewRoutes(api, deps);
  keptDraftRoutes(api, deps);
  noteRoutes(api, deps);
  snoozeRoutes(api, deps);
  searchRoutes(api, deps);
  candidateRoutes(api, deps);
  importRoutes(api, deps);
  interviewRoutes(api, deps);
  timelineRoutes(api, deps);
  evidenceRoutes(api, deps);
  onboardingRoutes(api, deps);
  jobRoutes(api, deps);
  atsRoutes(app, api, deps);
  draftRoutes(api, deps);
  unreadRoutes(api, deps);
  pushRoutes(api, deps);
  outboundRoutes(api, deps);
  contactCardRoutes(api, deps);
  keywordRoutes(api, deps);
  automationRoutes(api, deps);
  broadcastRoutes(api, deps);
  timeOfferRoutes(api, deps);
  followUpRoutes(api, deps);
  proposalRoutes(api, deps);
  mcpRoutes(app, deps, limits);
  analyticsRoutes(api, deps);
  carrierWebhooks(app, deps);
  testTextRoutes(api, deps);
  callRoutes(api, deps);
  teamRoutes(api, deps);
  billingRoutes(app, api, deps);
  exportRoutes(api, deps);
  deletionRoutes(api, deps);
  supportRoutes(api, deps);
  staffRoutes(api, deps);
  eventRoutes(api, deps);
  webhookRoutes(api, deps);
  retentionRoutes(api, deps);
  callWebhooks(app, deps);
  registrationWebhook(app, deps);
  paymentWebhooks(app, deps);
  cellRoutes(app, deps);
}

/** What is answered beside the API: its documents, how the server is, local mode, the web. */
async function otherPages(app: FastifyInstance, deps: Deps, options: AppOptions): Promise<void> {
  await docsRoutes(app, deps.publicUrl);
  healthRoutes(app, deps, options.metricsToken ?? null);
  if (options.securityContact) securityTxtRoute(app, deps, options.securityContact);
  options.local?.(app);
  if (options.webDir !== null) await webRoutes(app, options.webDir);
  else app.setNotFoundHandler((request, reply) => replyFailure(new Failure('not_found'), request, reply));
}
