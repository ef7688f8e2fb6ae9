import { type RawBuilder, sql } from 'kysely';
import type { SearchResult } from '../../../../contract/search.ts';
import type { ReadDb } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { decodeCursor, encodeCursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { searchCandidates } from '../../candidates/search/search-candidates.ts';
import { latestOf, presentCandidateOf } from '../conversations/present.ts';
import { maySee } from '../conversations/rules.ts';
import { coveredBy, findSeen } from '../conversations/seen.ts';
import { type ConversationRow, listConversationsOfCandidates, seenParts } from '../conversations/store.ts';
import { findTexts, type Seen } from '../text-index/find-texts.ts';
import { snippetOf, type Wanted, wantedOf } from '../text-index/words.ts';

interface Search {
  q: string;
  personId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  hasAttachment?: boolean | undefined;
  failed?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
}

type Searcher = Pick<Session, 'accountId' | 'userId' | 'userType' | 'seatId' | 'isDelegate'>;

/** At the top of the first page. */
const MOST_CANDIDATES = 5;

/** One page: those who are found by who they are, then texts and notes. */
export async function search(
  db: ReadDb,
  deps: Pick<Deps, 'clock'>,
  session: Searcher,
  query: Search,
): Promise<{ items: SearchResult[]; nextCursor: string | null }> {
  const { accountId } = session;
  const now = deps.clock();
  const after = decodeCursor(query.cursor);
  const { wanted, asked } = askedOf(query);
  const seen: Seen =
    session.userType === 'admin'
      ? null
      : seenParts(accountId, { ...session, covered: await coveredBy(db, session, now) });
  const candidates = await findCandidates(db, session, query, { seen, now });
  const top = after === null ? candidates : [];
  // Words that no text has: only candidates are found by these.
  const page =
    asked === null
      ? { found: [], next: null }
      : await findTexts(db, accountId, asked, { seen, after, limit: query.limit - top.length });
  const shownAbove = new Set(candidates.map(({ lastMessageId }) => lastMessageId));
  const found = page.found.filter(({ id }) => !shownAbove.has(id));
  const items = await show(db, session, {
    rows: [...top.map(({ lastMessageId }) => ({ id: lastMessageId ?? '', isNote: false })), ...found],
    wanted,
    personId: query.personId,
    now,
  });
  return { items, nextCursor: page.next && encodeCursor(page.next) };
}

const dateOf = (at: string | undefined) => (at === undefined ? undefined : new Date(at));

function askedOf({ q, from, to, cursor: _, limit: __, ...facts }: Search) {
  const wanted = wantedOf(q);
  const isEmpty = Object.values({ ...facts, from, to }).every((value) => value === undefined);
  // Nothing was asked for, or nothing that is a word.
  if (wanted === null && (q !== '' || isEmpty)) return { wanted, asked: null };
  return {
    wanted,
    asked: { ...facts, wanted, from: dateOf(from), to: dateOf(to) },
  };
}

/** The latest conversation of each candidate whose name, number or tag has the words, where the person may see it. */
async function findCandidates(
  db: ReadDb,
  session: Searcher,
  { q, limit, ...filters }: Search,
  { seen, now }: { seen: Seen; now: Date },
): Promise<ConversationRow[]> {
  const { personId, from, to, hasAttachment, failed } = filters;
  const most = Math.min(MOST_CANDIDATES, Math.floor(limit / 2));
  if (q === '' || most === 0) return [];
  if ([personId, from, to, hasAttachment, failed].some((value) => value !== undefined)) return [];
  const only = (candidateId: RawBuilder<unknown>) => sql<boolean>`exists (
    select from conversations c
     where c.account_id = ${session.accountId} and c.candidate_id = ${candidateId} and c.last_message_id is not null
       and ${seen === null ? sql`true` : sql`(${sql.join(seen, sql` or `)})`})`;
  const { ids } = await searchCandidates(db, session.accountId, q, { limit: most, only });
  const threads = await listConversationsOfCandidates(db, session.accountId, ids);
  return ids.flatMap(
    (id) =>
      latestOf(threads.filter((thread) => thread.candidateId === id && maySee(session, thread, now))) ?? [],
  );
}

interface Shown {
  rows: { id: string; isNote: boolean }[];
  wanted: Wanted | null;
  personId: string | undefined;
  now: Date;
}

/** As they are now: what was canceled or moved, or may no longer be seen, is left out. */
async function show(
  db: ReadDb,
  session: Searcher,
  { rows, wanted, personId, now }: Shown,
): Promise<SearchResult[]> {
  const { accountId } = session;
  const texts = await findBodies(db, accountId, rows);
  const threads = await findSeen(
    db,
    session,
    [...texts.values()].map(({ conversationId }) => conversationId),
    now,
  );
  return rows.flatMap(({ id, isNote }): SearchResult[] => {
    const text = texts.get(id);
    const thread = text && threads.get(text.conversationId);
    if (!text || !thread) return [];
    if (personId !== undefined && text.personId !== personId) return [];
    return [
      {
        conversationId: thread.id,
        messageId: isNote ? null : id,
        noteId: isNote ? id : null,
        candidate: { ...presentCandidateOf(thread), phoneNumber: thread.phoneNumber },
        snippet: snippetOf(text.body, wanted),
        createdAt: text.createdAt.toISOString(),
      },
    ];
  });
}

interface Body {
  id: string;
  conversationId: string;
  body: string;
  personId: string | null;
  createdAt: Date;
}

async function findBodies(db: ReadDb, accountId: string, found: Shown['rows']): Promise<Map<string, Body>> {
  const idsOf = (ofNotes: boolean) => found.filter(({ isNote }) => isNote === ofNotes).map(({ id }) => id);
  const { rows } = await sql<Body>`
    select id, conversation_id as "conversationId", body, person_id as "personId", created_at as "createdAt"
      from messages
     where account_id = ${accountId} and id = any(${idsOf(false)}::uuid[]) and status <> 'canceled'
    union all
    select id, conversation_id, body, author_id, created_at from notes
     where account_id = ${accountId} and id = any(${idsOf(true)}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
