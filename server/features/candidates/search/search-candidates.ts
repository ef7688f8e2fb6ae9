import type { ReadDb } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import { ID_PATTERN } from '../../../http/page.ts';
import { prefixesOf, wordsOf } from './search-terms.ts';
import { type Only, searchCandidateIds, type TermCursor } from './store.ts';

/** More words of it don't lead anyone sooner. */
const MOST_HINTS = 2;

/** One page of the ids of candidates that a search finds, in a fixed order, and the cursor of the next page. */
export async function searchCandidates(
  db: ReadDb,
  accountId: string,
  search: string,
  page: {
    cursor?: string | undefined;
    limit: number;
    only?: Only | undefined;
    /** Words that those in `only` have anyway, and that may lead to them sooner. */
    hint?: string | undefined;
  },
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const found = await searchCandidateIds(
    db,
    accountId,
    [...new Set([...prefixesOf(search), ...wordsOf(page.hint ?? '').slice(0, MOST_HINTS)])],
    {
      after: decodeTermCursor(page.cursor),
      limit: page.limit,
      only: page.only ?? null,
    },
  );
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ candidateId }) => candidateId),
    nextCursor: found.length > page.limit && last ? encodeTermCursor(last) : null,
  };
}

function encodeTermCursor({ candidateId, term }: TermCursor): string {
  return Buffer.from(`${candidateId}${term}`).toString('base64url');
}

const TERM_CURSOR = new RegExp(`^(${ID_PATTERN})(.+)$`, 's');

function decodeTermCursor(cursor: string | undefined): TermCursor | null {
  if (cursor === undefined) return null;
  const match = TERM_CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2] || match[2].includes('\u0000')) throw new Failure('malformed');
  return { candidateId: match[1], term: match[2] };
}
