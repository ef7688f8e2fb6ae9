import type { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { AshbyAnswer, AshbyBody } from './ashby-schema.ts';
import { answer, pageOf } from './fake-answers.ts';
import type { FakeAshbyState } from './fake-ashby-state.ts';
import { FakeRefusal, type FakeRoute, fakeRoute } from './fake-ats-server.ts';

export interface How {
  pageSize: number;
  /** Tokens given so far are too old. */
  tokensExpiredAt: string | null;
}

let refusals = 0;

export function refuse(code: string, status = 200): FakeReply {
  refusals += 1;
  const errorInfo = { code, message: `Ashby says ${code}`, requestId: `request-${refusals}` };
  return answer(AshbyAnswer.refusal, { success: false, errors: [code], errorInfo }, status);
}

/** All but a missing key, and calls that the key may not make at all, come with 200. */
export const ashbySays = {
  keyRefused: () => refuse('unauthorized', 401),
  rightMissing: () => refuse('missing_endpoint_permission', 403),
  notFound: () => refuse('endpoint_not_found'),
  invalid: () => refuse('invalid_input'),
  throttled: (waitSeconds: number) => ({
    ...refuse('rate_limit_exceeded', 429),
    headers: { 'retry-after': String(waitSeconds) },
  }),
};

interface Listed {
  limit?: number | undefined;
  cursor?: string | undefined;
  syncToken?: string | undefined;
  createdAfter?: number | undefined;
}

export function ashbyRoutes(state: FakeAshbyState, how: How): FakeRoute[] {
  const route = <B>(
    endpoint: string,
    kind: 'read' | 'write',
    right: string,
    body: z.ZodType<B>,
    handle: (body: B) => FakeReply,
  ) =>
    fakeRoute({
      method: 'POST',
      path: `/${endpoint}`,
      kind,
      right,
      body,
      handle: (call) => handle(call.body),
    });

  function listed<T extends object>(all: T[], { limit = 100, cursor, syncToken, createdAfter = 0 }: Listed) {
    if (syncToken !== undefined && syncToken <= (how.tokensExpiredAt ?? ''))
      throw new FakeRefusal(refuse('sync_token_expired'));
    const wanted = all.filter((each: T & { updatedAt?: string; createdAt?: string }) => {
      const { updatedAt = '', createdAt = '' } = each;
      const isChanged = syncToken === undefined || updatedAt > syncToken;
      return isChanged && (createdAfter === 0 || Date.parse(createdAt) > createdAfter);
    });
    const page = pageOf(wanted, cursor, Math.min(limit, how.pageSize));
    if (page === null) throw new FakeRefusal(refuse('invalid_cursor'));
    return {
      success: true as const,
      results: page.items,
      moreDataAvailable: page.next !== null,
      ...(page.next === null ? { syncToken: state.clock.now().toISOString() } : { nextCursor: page.next }),
    };
  }

  const info = <T>(results: T) => ({ success: true as const, results });
  const known = <T>(found: T | undefined, code: string): T => {
    if (found === undefined) throw new FakeRefusal(refuse(code));
    return found;
  };
  const candidate = (wanted: string) =>
    known(
      state.candidates.find(({ id }) => id === wanted),
      'candidate_not_found',
    );
  const application = (wanted: string) =>
    known(
      state.applications.find(({ id }) => id === wanted),
      'application_not_found',
    );
  const stage = (wanted: string) => {
    const { id } = known(
      state.stages.find((each) => each.id === wanted),
      'interview_stage_not_found',
    );
    return state.stage(id);
  };

  return [
    route('apiKey.info', 'read', 'apiKeysRead', AshbyBody.nothing, () =>
      answer(
        AshbyAnswer.key,
        info({ title: 'Hiretext', createdAt: '2026-01-01T00:00:00.000Z', scopes: ['candidatesRead'] }),
      ),
    ),
    route('candidate.list', 'read', 'candidatesRead', AshbyBody.list, (body) =>
      answer(
        AshbyAnswer.candidates,
        listed(
          state.candidates.map((each) => state.shown(each)),
          body,
        ),
      ),
    ),
    route('candidate.info', 'read', 'candidatesRead', AshbyBody.candidate, ({ id }) =>
      answer(AshbyAnswer.candidate, info(state.shown(candidate(id)))),
    ),
    // By a part of the address, so that others are among them.
    route('candidate.search', 'read', 'candidatesRead', AshbyBody.search, ({ email = '' }) => {
      const found = state.candidates.filter(({ emails }) => emails.some((each) => each.includes(email)));
      return answer(AshbyAnswer.found, info(found.map((each) => state.shown(each))));
    }),
    route('application.list', 'read', 'candidatesRead', AshbyBody.applications, (body) =>
      answer(AshbyAnswer.applications, listed(state.applications, body)),
    ),
    route('application.info', 'read', 'candidatesRead', AshbyBody.application, ({ applicationId }) =>
      answer(AshbyAnswer.application, info(application(applicationId))),
    ),
    route('application.changeStage', 'write', 'candidatesWrite', AshbyBody.changeStage, (body) => {
      const { id } = application(body.applicationId);
      const isArchive = stage(body.interviewStageId).type === 'Archived';
      if (isArchive !== (body.archiveReasonId !== undefined)) throw new FakeRefusal(refuse('invalid_input'));
      const reason = state.archiveReasons.find((each) => each.id === body.archiveReasonId);
      if (isArchive && reason === undefined) throw new FakeRefusal(refuse('archive_reason_not_found'));
      state.move(id, body.interviewStageId);
      const moved = application(id);
      if (reason !== undefined) moved.archiveReason = reason;
      return answer(AshbyAnswer.application, info(moved));
    }),
    route('archiveReason.list', 'read', 'hiringProcessMetadataRead', AshbyBody.archiveReasons, () =>
      answer(AshbyAnswer.archiveReasons, info(state.archiveReasons)),
    ),
    route('job.list', 'read', 'jobsRead', AshbyBody.jobs, (body) => {
      const jobs = state.jobs.map((job) => ({
        ...job,
        confidential: false,
        status: 'Open' as const,
        employmentType: 'FullTime',
        defaultInterviewPlanId: state.planId,
        interviewPlanIds: [state.planId],
      }));
      return answer(AshbyAnswer.jobs, listed(body.status?.includes('Open') === false ? [] : jobs, body));
    }),
    route('interviewStage.list', 'read', 'interviewsRead', AshbyBody.stages, ({ interviewPlanId }) => {
      if (interviewPlanId !== state.planId) throw new FakeRefusal(refuse('interview_plan_not_found'));
      const results = state.stages.map(({ id }) => state.stage(id));
      return answer(AshbyAnswer.stages, { ...info(results), moreDataAvailable: false });
    }),
    route('interviewStage.info', 'read', 'interviewsRead', AshbyBody.stage, ({ interviewStageId }) =>
      answer(AshbyAnswer.stage, info(stage(interviewStageId))),
    ),
    route('interviewSchedule.list', 'read', 'interviewsRead', AshbyBody.schedules, (body) =>
      answer(AshbyAnswer.schedules, listed(state.schedules, body)),
    ),
    route('offer.list', 'read', 'offersRead', AshbyBody.offers, (body) =>
      answer(AshbyAnswer.offers, listed(state.offers, { ...body, createdAfter: undefined })),
    ),
    route('candidate.listNotes', 'read', 'candidatesRead', AshbyBody.notes, (body) => {
      const { id } = candidate(body.candidateId);
      const notes = state.notes.filter(({ candidateId }) => candidateId === id);
      return answer(
        AshbyAnswer.notes,
        listed(
          notes.map(({ candidateId: _, ...note }) => note),
          body,
        ),
      );
    }),
    route('candidate.createNote', 'write', 'candidatesWrite', AshbyBody.createNote, (body) => {
      if (body.sendNotifications !== false) throw new FakeRefusal(refuse('invalid_input'));
      const note = {
        id: state.id(),
        createdAt: state.tick(),
        isPrivate: false,
        content: typeof body.note === 'string' ? body.note : body.note.value,
        author: { id: state.id(), firstName: 'Hiretext', lastName: 'Key' },
      };
      state.notes.push({ ...note, candidateId: candidate(body.candidateId).id });
      return answer(AshbyAnswer.note, info(note));
    }),
    route('webhook.create', 'write', 'apiKeysWrite', AshbyBody.createWebhook, (body) => {
      state.webhooks = state.webhooks.filter(
        (each) => each.webhookType !== body.webhookType || each.requestUrl !== body.requestUrl,
      );
      const webhook = { id: state.id(), ...body };
      state.webhooks.push(webhook);
      return answer(AshbyAnswer.webhook, info({ ...webhook, enabled: true }));
    }),
    route('webhook.delete', 'write', 'apiKeysWrite', AshbyBody.deleteWebhook, ({ webhookId }) => {
      known(
        state.webhooks.find(({ id }) => id === webhookId),
        'webhook_not_found',
      );
      state.webhooks = state.webhooks.filter(({ id }) => id !== webhookId);
      return answer(AshbyAnswer.webhookDeleted, info({ webhookId }));
    }),
  ];
}
