import { sql } from 'kysely';
import type { Event, EventQuery } from '../../../contract/events.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hasScope } from '../../http/access.ts';
import type { Session } from '../../http/session.ts';
import { seesEverybody, visibleTo } from '../hiring/records/hidden.ts';
import { listMediaOf } from '../media/store.ts';
import { mayRead } from '../templates/rules.ts';
import { presentMedia } from '../texting/conversations/present.ts';
import { coveredBy } from '../texting/conversations/seen.ts';
import { seenParts } from '../texting/conversations/store.ts';
import { firstIdAt, keptSince, timeOfEvent } from './event-ids.ts';
import { presentEvent, type Words } from './present.ts';
import { type EventRow, type EventSight, findLogged, readLog, SEES_ALL } from './store.ts';

/** One who may see little of a long log gets what was found until then, and goes on from there. */
const MOST_MS = 3000;

/** What the person may see of the log, oldest first. Bodies are for those who may read texts. */
export async function listEvents(
  deps: Deps,
  session: Session,
  { after, types, limit }: EventQuery,
): Promise<{ items: Event[]; nextCursor: string | null }> {
  const { db } = deps;
  const { accountId } = session;
  const oldest = keptSince(deps.clock());
  if (after !== undefined && timeOfEvent(after) < oldest) throw new Failure('events_gone');
  const sight = await sightOf(deps, session);
  const end = performance.now() + MOST_MS;
  const found: EventRow[] = [];
  let next: string | null = after ?? firstIdAt(oldest);
  while (next !== null && found.length < limit && performance.now() < end) {
    const wanted = limit - found.length;
    const page: Awaited<ReturnType<typeof readLog>> = await readLog(
      db,
      accountId,
      { after: next, types, limit: wanted },
      sight,
    );
    found.push(...page.rows.filter((row) => maySeeTemplate(session, row)));
    next = page.rows.length === wanted ? (page.rows.at(-1)?.id ?? null) : page.last;
  }
  const withWords = hasScope(session, 'texts:read');
  return { items: await presentEvents(deps, accountId, found, withWords), nextCursor: next };
}

/** For the company's own software. Those of deleted candidates are missing. */
export async function findEventsAsAdmin(
  deps: Deps,
  accountId: string,
  ids: string[],
  { withWords }: { withWords: boolean },
): Promise<Event[]> {
  return presentEvents(deps, accountId, await findLogged(deps.db, accountId, ids), withWords);
}

async function presentEvents(
  deps: Deps,
  accountId: string,
  rows: EventRow[],
  withWords: boolean,
): Promise<Event[]> {
  const texts = withWords ? rows.filter(({ type }) => type.startsWith('message.')) : [];
  const media = await listMediaOf(
    deps.db,
    accountId,
    texts.map(({ subjectId }) => subjectId),
  );
  const byMessage = Map.groupBy(media, ({ messageId }) => messageId);
  const words = new Map<EventRow, Words>(
    texts.map((row) => [
      row,
      {
        body: row.body ?? '',
        media: presentMedia(deps, accountId, byMessage.get(row.subjectId) ?? []),
      },
    ]),
  );
  return rows.map((row) => presentEvent(row, words.get(row)));
}

/** As for conversations, candidates and numbers themselves. */
async function sightOf(deps: Deps, session: Session): Promise<EventSight> {
  if (session.userType === 'admin') return SEES_ALL;
  const { accountId, seatId } = session;
  const covered = await coveredBy(deps.db, session, deps.clock());
  return {
    conversation: sql`(${sql.join(seenParts(accountId, { ...session, covered }), sql` or `)})`,
    candidate: visibleTo(session) ?? SEES_ALL.candidate,
    everybody: seesEverybody(session),
    seat: (id) => sql`${id} = ${seatId}::uuid`,
    company: false,
  };
}

/** A person's own templates are no one else's, an admin's neither. */
function maySeeTemplate(session: Session, { templateType, ownerId }: EventRow): boolean {
  return templateType === null || mayRead(session, { templateType, ownerId });
}
