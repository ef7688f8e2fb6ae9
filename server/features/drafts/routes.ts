import type { FastifyReply } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type EventStream, openEventStream } from '../../event-stream.ts';
import { Failure } from '../../failure.ts';
import { type Api, type Call, presented } from '../../http/mount.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { findAccount, setAiMode } from '../accounts/store.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { mayRead } from '../templates/rules.ts';
import { findTemplate } from '../templates/store.ts';
import { loadRequest } from './load-request.ts';
import { makeDraft } from './make-draft.ts';
import { modeIn } from './rules.ts';

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
      // Not before there is something to tell: until then, a refusal is an ordinary one.
      stream ??= openEventStream(reply);
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const response = await makeDraft(
      deps,
      { ...asked, versions },
      { signal: untilGone(reply), heard: (piece) => streams && tell('delta', piece) },
    );
    const done = presented(routes.draftForTemplate, { response });
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
    const { aiMode } = await findAccount(db, accountId);
    return { mode: modeIn(aiMode, { hasModel: model !== null }), modelAvailable: model !== null, modelName };
  };
  api.on(routes.getAiSettings, ({ db, session }) => settings(db, session));
  api.on(routes.updateAiSettings, async ({ db, session, body: { mode }, request }) => {
    if (mode === 'model' && deps.drafters.model === null) throw new Failure('model_missing');
    await inTransaction(db, async (tx) => {
      if (await setAiMode(tx, session.accountId, mode))
        await recordAudit(tx, deps, actorOf(session, request), { action: 'ai.changed', details: { mode } });
    });
    return settings(db, session);
  });
}

/** A model writes for no one. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => gone.abort());
  return gone.signal;
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
