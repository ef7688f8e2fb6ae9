import { type PagedQuery, useNextPage } from '../../../lib/api/use-next-page.ts';
import type { LoadedRange } from './thread-items.ts';

/** Loads more of a list that is newest first, until it goes as far back as the texts of the thread are loaded. */
export function useBackTo(list: PagedQuery, oldest: string | undefined, range: LoadedRange | null): void {
  const isShort = oldest !== undefined && range !== null && (range.since === null || oldest > range.since);
  useNextPage(list, isShort);
}
