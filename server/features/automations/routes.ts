import type { AutomationType, PlannedText } from '../../../contract/automations.ts';
import type { QueryOf } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { actorOf } from '../audit/record-audit.ts';
import { confirmedOf } from '../texting/sending/number-change.ts';
import { listAutomations, switchAutomations } from './automation-store.ts';
import { decideCrowd, editText, sendTextNow, skipText } from './change-planned.ts';
import { findListed, listTextIds } from './listed-store.ts';
import { presentPlanned } from './present-planned.ts';
import { previewTexts } from './preview.ts';
import { addAutomation, changeAutomation, presentAutomation, removeAutomation } from './save-automation.ts';

const OK = { status: 'ok' } as const;

export function automationRoutes(api: Api, deps: Deps): void {
  const list = async (db: Db, session: Session, type: AutomationType) =>
    (await listAutomations(db, session, type)).map(presentAutomation);
  api.on(routes.listInterviewReminders, ({ db, session }) => list(db, session, 'interviewReminder'));
  api.on(routes.listOnboardingMessages, ({ db, session }) => list(db, session, 'onboardingMessage'));
  api.on(routes.listStageMessages, ({ db, session }) => list(db, session, 'stageMessage'));

  const turn = (type: AutomationType, enabled: boolean) => async (call: { db: Db; session: Session }) => {
    await switchAutomations(call.db, call.session, type, enabled);
    return OK;
  };
  api.on(routes.enableInterviewReminders, turn('interviewReminder', true));
  api.on(routes.disableInterviewReminders, turn('interviewReminder', false));
  api.on(routes.enableOnboardingMessages, turn('onboardingMessage', true));
  api.on(routes.disableOnboardingMessages, turn('onboardingMessage', false));
  api.on(routes.enableStageMessages, turn('stageMessage', true));
  api.on(routes.disableStageMessages, turn('stageMessage', false));

  api.once(routes.createAutomation, ({ session, body, request, once }) =>
    once((tx) => addAutomation(tx, deps, { session, actor: actorOf(session, request) }, body)),
  );
  api.on(routes.updateAutomation, ({ db, session, params: { id }, body, request }) =>
    inTransaction(db, (tx) =>
      changeAutomation(tx, deps, { session, actor: actorOf(session, request) }, { ...body, id }),
    ),
  );
  api.on(routes.deleteAutomation, async ({ db, session, params: { id }, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => removeAutomation(tx, deps, who, id));
    return OK;
  });
  api.on(routes.previewAutomation, ({ db, session, body }) => previewTexts(db, deps, session, body));
  api.on(routes.decideBulk, async ({ db, session, params: { id }, body: { decision } }) => ({
    count: await inTransaction(db, (tx) => decideCrowd(tx, deps, session, { id, decision })),
  }));

  plannedRoutes(api, deps);
}

const DAY_MS = 24 * 3600_000;

function plannedRoutes(api: Api, deps: Deps): void {
  const presentOne = async (db: Db, session: Session, id: string): Promise<PlannedText> => {
    const rows = await findListed(db, session.accountId, [id]);
    const [text] = await presentPlanned(db, session, rows, deps.clock());
    if (text === undefined) throw new Failure('not_found');
    return text;
  };

  api.on(routes.listPlanned, async ({ db, session, query }) => {
    const { accountId } = session;
    const { status, automationId, candidateId, order, limit } = query;
    const now = deps.clock();
    const ids = await listTextIds(db, accountId, {
      ownerId: ownerOf(session, query),
      from: new Date(now.getTime() - query.days * DAY_MS),
      to: new Date(now.getTime() + query.days * DAY_MS),
      status,
      automationId,
      candidateId,
      order,
      after: decodeCursor(query.cursor),
      limit: limit + 1,
    });
    const items = await presentPlanned(db, session, await findListed(db, accountId, ids), now);
    const cursorOf = ({ sendAt, id }: PlannedText) => encodeCursor({ at: new Date(sendAt), id });
    return pageOf(items, limit, cursorOf, (item) => item);
  });

  const act = (db: Db, session: Session, id: string, work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return presentOne(tx, session, id);
    });
  api.on(routes.changePlanned, ({ db, session, params: { id }, body: { body } }) =>
    act(db, session, id, (tx) => editText(tx, deps, session, { id, body })),
  );
  api.on(routes.skipPlanned, ({ db, session, params: { id } }) =>
    act(db, session, id, (tx) => skipText(tx, deps, session, id)),
  );
  api.on(routes.sendPlannedNow, ({ db, session, params: { id }, body, request }) =>
    act(db, session, id, (tx) =>
      sendTextNow(tx, deps, session, {
        id,
        confirmedNumber: confirmedOf(body),
        overriding: body.evenIfTooMany ? actorOf(session, request) : null,
      }),
    ),
  );
}

function ownerOf(session: Session, { everyone }: QueryOf<typeof routes.listPlanned>): string | null {
  if (everyone !== 'true') return session.userId;
  if (session.userType !== 'admin') throw new Failure('forbidden');
  return null;
}
