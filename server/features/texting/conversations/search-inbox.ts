import type { ConversationFilter } from '../../../../contract/conversations.ts';
import type { Db } from '../../../db/connection.ts';
import { searchCandidates } from '../../candidates/search/search-candidates.ts';
import {
  type ConversationRow,
  findConversationsByIds,
  type InboxQuery,
  listInboxOfCandidates,
} from './store.ts';
import { listByTagPrefix } from './tag-store.ts';

/** The rows of these IDs, in their order. */
export function inOrder(ids: string[], rows: ConversationRow[]): ConversationRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** First those with a tag that begins so; then those of the candidates that it finds, in the order in which it does. */
export async function searchInbox(
  db: Db,
  accountId: string,
  query: {
    inbox: InboxQuery & { filter: ConversationFilter };
    tags: string[];
    search: string;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: ConversationRow[]; nextCursor: string | null }> {
  const { search, cursor, limit, tags } = query;
  const inbox: InboxQuery = {
    ...query.inbox,
    filter: query.inbox.filter === 'all' ? 'any' : query.inbox.filter,
  };
  const [found, tagged] = await Promise.all([
    searchCandidates(db, accountId, search, { cursor, limit }),
    listByTagPrefix(db, accountId, { ...inbox, search }),
  ]);
  const ofCandidates = await listInboxOfCandidates(db, accountId, { ...inbox, candidateIds: found.ids });
  const place = new Map(found.ids.map((id, index) => [id, index]));
  ofCandidates.sort((a, b) => (place.get(a.candidateId) ?? 0) - (place.get(b.candidateId) ?? 0));
  const first = cursor ? [] : inOrder(tagged, await findConversationsByIds(db, accountId, tagged));
  const items = [...first, ...ofCandidates.filter(({ id }) => !tagged.includes(id))];
  return { items: items.filter((row) => hasTags(row, tags)), nextCursor: found.nextCursor };
}

const hasTags = ({ tags, candidateTags }: ConversationRow, wanted: string[]) =>
  wanted.every((tag) =>
    [...tags, ...candidateTags].some((other) => other.toLowerCase() === tag.toLowerCase()),
  );
