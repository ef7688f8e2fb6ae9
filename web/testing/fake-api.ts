import { API_BASE } from '../../contract/api.ts';
import { type FailureCode, type FailureReply, failures } from '../../contract/failure.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOutput } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { USUAL_HOURS } from '../../contract/time-offers.ts';
import type { AnyRoute } from '../lib/api/api.ts';
import { makeOutOfOffice } from './make.ts';
import { makePreview } from './make-billing.ts';
import { makeRegistration } from './make-registration.ts';

/** Answers the calls of a screen under test, typed by the contract; anything not answered fails the test. */

export interface Asked<R> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  headers: Headers;
}

interface Answer {
  route: AnyRoute;
  pattern: RegExp;
  reply: (asked: never) => unknown;
}

/** A whole Response where JSON is not what the route speaks. */
type Reply<R> = ReplyOutput<R> | Refusal | Response;

export class Refusal {
  readonly code: FailureCode;
  readonly details: FailureReply['details'];
  constructor(code: FailureCode, fields?: Record<string, string[]>, details?: FailureReply['details']) {
    this.code = code;
    this.details = fields ? { fields } : details;
  }
}

export function createFakeApi() {
  const answers: Answer[] = [];
  const asked: { route: AnyRoute; params: unknown; query: unknown; body: unknown; headers: Headers }[] = [];
  const unanswered: string[] = [];

  /** The latest answer to a route holds. */
  function answer<R extends AnyRoute>(
    route: R,
    reply: ReplyOutput<R> | Refusal | ((asked: Asked<R>) => Reply<R> | Promise<Reply<R>>),
  ): void {
    const pattern = new RegExp(`^${API_BASE}${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    answers.unshift({ route, pattern, reply: typeof reply === 'function' ? (reply as never) : () => reply });
  }

  answer(routes.listCandidateTags, []);
  answer(routes.listNotifications, { items: [], nextCursor: null, unreadCount: 0 });
  answer(routes.listWebhookEndpoints, { items: [], nextCursor: null });
  answer(routes.listProposals, { items: [], nextCursor: null });
  answer(routes.listNotes, { items: [], nextCursor: null });
  answer(routes.listWhoSees, []);
  answer(routes.listAssignees, []);
  answer(routes.listConversationActivity, { items: [], nextCursor: null });
  answer(routes.sendPresence, { status: 'ok' });
  answer(routes.listKeptDrafts, []);
  answer(routes.getKeptDraft, { body: '', mediaIds: [], media: [], version: 0, updatedAt: null });
  answer(routes.saveKeptDraft, ({ body: { body, mediaIds, baseVersion = 0 } }) => ({
    body,
    mediaIds,
    media: [],
    version: baseVersion + 1,
    updatedAt: new Date().toISOString(),
  }));
  answer(routes.getCaptchaChallenge, { type: 'off' });
  answer(routes.listInterviews, { items: [], nextCursor: null });
  answer(routes.listTimeOffers, { items: [], nextCursor: null });
  answer(routes.getUserTextAnalytics, { totalSentMessages: 0, totalReceivedMessages: 0 });
  answer(routes.getWorkingHours, { ...USUAL_HOURS, timezone: 'America/New_York' });
  answer(routes.listOnboardings, { items: [], nextCursor: null });
  answer(routes.searchAts, { people: [], away: [] });
  answer(routes.getAiSettings, { mode: 'off', modelAvailable: false, modelName: null, note: null });
  answer(routes.listCalendarShortcuts, []);
  answer(routes.listCalendarConnections, []);
  answer(routes.listCalendarProviders, []);
  answer(routes.getRegistration, makeRegistration());
  answer(routes.getDeletionPreview, {
    scope: 'account',
    scheduledTexts: 0,
    invitations: 0,
    planEndsAt: null,
  });
  answer(routes.getOutOfOffice, makeOutOfOffice());
  answer(routes.getLandline, { order: null, verification: { codeWays: ['call'], takesExtension: false } });
  answer(routes.getSingleSignOn, {
    us: {
      redirectUri: 'http://localhost/sso/oidc/callback',
      entityId: 'http://localhost/sso/saml/1/metadata',
      acsUrl: 'http://localhost/sso/saml/1/acs',
    },
    connection: null,
  });

  // What plans cost stands on many screens.
  answer(routes.previewPlan, makePreview());
  answer(routes.getCard, null);

  async function handle(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const method = init.method ?? 'GET';
    // As routers do: a path without parameters comes before one with.
    const byPlainness = answers.toSorted(
      (a, b) => Number(a.route.path.includes('{')) - Number(b.route.path.includes('{')),
    );
    for (const { route, pattern, reply } of byPlainness) {
      const match = route.method === method ? pattern.exec(url.pathname) : null;
      if (!match) continue;
      const headers = new Headers(init.headers);
      const body =
        init.body instanceof FormData
          ? init.body
          : parse(route.body, init.body ? JSON.parse(String(init.body)) : undefined);
      const call = {
        params: match.groups,
        query: parse(route.query, Object.fromEntries(url.searchParams)),
        body,
        headers,
      };
      asked.push({ route, ...call });
      const value = await reply(call as never);
      if (value instanceof Response) return value;
      if (value instanceof Refusal) return refuse(value);
      return Response.json(value, { status: route.status ?? 200 });
    }
    unanswered.push(`${method} ${url.pathname}`);
    return refuse(new Refusal('not_found'));
  }

  return {
    answer,
    handle,
    unanswered,
    /** What was sent to a route, oldest first. */
    asked: <R extends AnyRoute>(route: R) =>
      asked.filter(
        (call): call is typeof call & Asked<R> =>
          call.route.path === route.path && call.route.method === route.method,
      ),
  };
}

export type FakeApi = ReturnType<typeof createFakeApi>;

function parse(schema: AnyRoute['body'], value: unknown): unknown {
  return schema ? schema.parse(value) : undefined;
}

function refuse({ code, details }: Refusal): Response {
  const { status, message } = failures[code];
  return Response.json({ message, code, requestId: 'test', ...(details && { details }) }, { status });
}
