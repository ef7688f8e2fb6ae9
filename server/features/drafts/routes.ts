import type { DraftMode, SentDraft, SmartDraft } from '../../../contract/drafts.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type EventStream, openEventStream } from '../../event-stream.ts';
import { Failure } from '../../failure.ts';
import { type Api, type Call, presented } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { untilGone } from '../../http/until-gone.ts';
import { findAccount, setAiMode, setAiNote } from '../accounts/store.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { mayRead } from '../templates/rules.ts';
import { findTemplate } from '../templates/store.ts';
import { loadRequest } from './load-request.ts';
import { type Made, makeDraft } from './make-draft.ts';
import { modeIn } from './rules.ts';
import { insertDrafts, listSentDrafts, type SentDraftRow } from './store.ts';

const DRAFTS: Limit = { name: 'drafts', points: 30, seconds: 60 };

type DraftCall = Pick<Call<typeof routes.draftForTemplate>, 'db' | 'session' | 'body' | 'request' | 'reply'>;

export function draftRoutes(api: Api, deps: Deps): void {
  const answer = async ({ db, session, body, request, reply }: DraftCall, source?: string) => {
    const { versions, ...input } = body;
    const asked = await loadRequest(db, deps, session, { ...input, text: input.text || source });
    await countDraft(deps, session);
    const streams = request.headers.accept?.includes('text/event-stream') ?? false;
    let stream: EventStream | null = null;
    const tell = (event: 'delta' | 'done', data: unknown) => {
      // Not before there is something to send: until then, a refusal is an ordinary one.
      stream ??= openEventStream(reply);
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const made = await makeDraft(
      deps,
      { ...asked, versions },
      { signal: untilGone(reply), onPiece: (piece) => streams && tell('delta', piece) },
    );
    const done = presented(routes.draftForTemplate, { response: await keep(deps, session, body, made) });
    if (!streams) return done;
    tell('done', done);
    return (stream as EventStream | null)?.end();
  };

  api.raw(routes.draftForTemplate, (call) => answer(call));
  api.raw(routes.draftForTeamTemplate, (call) => answer(call));
  api.raw(routes.redraftTemplate, async (call) =>
    answer(call, await bodyOf(call.db, call.session, call.params.id, { isTeam: false })),
  );
  api.raw(routes.redraftTeamTemplate, async (call) =>
    answer(call, await bodyOf(call.db, call.session, call.params.id, { isTeam: true })),
  );

  const settings = async (db: Db, { accountId }: Session) => {
    const { model, modelName } = deps.drafters;
    const { aiMode, aiNote: note } = await findAccount(db, accountId);
    const mode = modeIn(aiMode, { hasModel: model !== null });
    return { mode, modelAvailable: model !== null, modelName, note };
  };
  api.on(routes.getAiSettings, ({ db, session }) => settings(db, session));
  api.on(routes.updateAiSettings, async ({ db, session, body, request }) => {
    const { mode } = body;
    const note = body.note === '' ? null : body.note;
    if (mode === 'model' && deps.drafters.model === null) throw new Failure('model_missing');
    await inTransaction(db, async (tx) => {
      const record = (details: { mode: DraftMode } | { note: string | null }) =>
        recordAudit(tx, deps, actorOf(session, request), { action: 'ai.changed', details });
      if (await setAiMode(tx, session.accountId, mode)) await record({ mode });
      if (note !== undefined && (await setAiNote(tx, session.accountId, note))) await record({ note });
    });
    return settings(db, session);
  });

  api.on(routes.listSentDrafts, async ({ db, session, query }) => {
    const page = { before: decodeCursor(query.cursor)?.id ?? null, limit: query.limit + 1 };
    const rows = await listSentDrafts(db, session.accountId, page);
    return pageOf(
      rows,
      query.limit,
      ({ sentAt: at, messageId: id }) => encodeCursor({ at, id }),
      presentSent,
    );
  });
}

/** Until a text is sent that started from one of them. */
async function keep(
  { db, newId }: Deps,
  { accountId, userId }: Session,
  asked: DraftCall['body'],
  made: Made,
): Promise<SmartDraft['response']> {
  const versions = made.versions.map((version) => ({ ...version, draftId: newId() }));
  await insertDrafts(
    db,
    versions.map(({ draftId: id, text: body }) => ({
      accountId,
      id,
      userId,
      conversationId: asked.conversationId ?? null,
      tone: asked.tone,
      instructions: asked.instructions || null,
      source: made.source,
      body,
    })),
  );
  return { ...made, versions };
}

function presentSent({ userId, firstName, lastName, sentAt, ...sent }: SentDraftRow): SentDraft {
  const sender = { id: userId, name: personName({ firstName, lastName }) };
  return { ...sent, sentAt: sentAt.toISOString(), sender };
}

async function bodyOf(
  db: Db,
  session: Session,
  id: string,
  { isTeam }: { isTeam: boolean },
): Promise<string> {
  const template = await findTemplate(db, session.accountId, id);
  const isHere = (template?.templateType === 'teamTemplate') === isTeam;
  if (template === undefined || !isHere || !mayRead(session, template)) throw new Failure('not_found');
  return template.body;
}

async function countDraft({ rateLimits }: Deps, { userId }: Session): Promise<void> {
  try {
    await rateLimits.consume(DRAFTS, userId);
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited')
      throw new Failure('too_many_drafts', error.details);
    throw error;
  }
}
