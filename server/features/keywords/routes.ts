import { firstTextOf, type Keyword } from '../../../contract/keywords.ts';
import { personOrNull } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { actorOf } from '../audit/record-audit.ts';
import { drawPoster, drawQr } from './draw-poster.ts';
import { addKeyword, changeKeyword, removeKeyword, requireKeyword } from './save-keyword.ts';
import { type KeywordRow, listKeywords } from './store.ts';

export function keywordRoutes(api: Api, deps: Deps): void {
  api.on(routes.listKeywords, async ({ db, session, query }) => {
    const seatId = session.userType === 'admin' ? null : session.seatId;
    if (seatId === null && session.userType !== 'admin') return { items: [], nextCursor: null };
    const after = decodeCursor(query.cursor);
    const rows = await listKeywords(db, session.accountId, { seatId, after, limit: query.limit });
    return pageOf(rows, query.limit, ({ createdAt, id }) => encodeCursor({ at: createdAt, id }), present);
  });

  api.once(routes.createKeyword, ({ session, body, request, once }) =>
    once(async (tx) =>
      present(await addKeyword(tx, deps, { session, actor: actorOf(session, request) }, body)),
    ),
  );

  api.on(routes.updateKeyword, ({ db, session, params, body, request }) =>
    inTransaction(db, async (tx) => {
      const who = { session, actor: actorOf(session, request) };
      return present(await changeKeyword(tx, deps, who, params.id, body));
    }),
  );

  api.on(routes.deleteKeyword, async ({ db, session, params, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => removeKeyword(tx, deps, who, params.id));
    return { status: 'ok' } as const;
  });

  api.raw(routes.getKeywordQr, async ({ db, session, params, reply }) => {
    const row = await requireNumbered(db, session, params.id);
    return reply
      .type('image/svg+xml')
      .header('content-disposition', `attachment; filename="${row.keyword.toLowerCase()}.svg"`)
      .send(drawQr(row));
  });

  api.raw(routes.getKeywordPoster, async ({ db, session, params, reply }) => {
    const row = await requireNumbered(db, session, params.id);
    const poster = await drawPoster(row);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${row.keyword.toLowerCase()}.pdf"`)
      .send(poster);
  });
}

async function requireNumbered(db: Db, session: Session, id: string) {
  const row = await inTransaction(db, (tx) => requireKeyword(tx, session, id));
  const { phoneNumber } = row;
  if (phoneNumber === null) throw new Failure('no_number');
  return { ...row, phoneNumber };
}

function present(row: KeywordRow): Keyword {
  const { id, keyword, answer, tags, consentWording, phoneNumber, ownerId } = row;
  const questions = row.questions.map(({ field, text }) => ({ field, text }));
  return {
    id,
    keyword,
    answer,
    tags,
    questions,
    consentWording,
    phoneNumber,
    phoneNumberFormatted: phoneNumber === null ? null : formatPhone(phoneNumber),
    owner: personOrNull(ownerId, row.ownerFirstName, row.ownerLastName),
    firstText: firstTextOf({ answer, questions }, row.companyName),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
