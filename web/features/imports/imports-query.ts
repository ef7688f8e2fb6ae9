import type { QueryClient } from '@tanstack/react-query';
import type { ImportKind, ImportMapping } from '../../../contract/imports.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { uploadList } from '../../lib/api/upload.ts';

/** While one is under way. */
const LOOK_MS = 1000;
const PAGE_SIZE = 20;

export const importsQuery = () => pagedQuery(routes.listImports, { query: { limit: PAGE_SIZE } });

type Listed = { state: { data?: { pages: { items: { status: string }[] }[] } | undefined } };

/** How far they have come is looked at again and again, also after a reload. */
export const lookWhileRunning = ({ state: { data } }: Listed): number | false => {
  const isRunning = data?.pages.some(({ items }) =>
    items.some(({ status }) => status === 'queued' || status === 'running'),
  );
  return isRunning ? LOOK_MS : false;
};

export const importsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(
    queryClient,
    routes.listImports,
    routes.listCandidates,
    routes.listCandidateTags,
    routes.getAccount,
  );

/** What a person has said of a file. */
export interface Chosen {
  file: File;
  /** Another one for each file that is chosen, whatever its name. */
  key: string;
  kind: ImportKind;
  country: string;
  /** Null: as the server recognizes the columns. */
  mapping: ImportMapping | null;
}

export const fieldsOf = ({ kind, country, mapping }: Chosen): Record<string, string> => ({
  kind,
  country,
  ...(mapping === null ? {} : { mapping: JSON.stringify(mapping) }),
});

export const previewQuery = (chosen: Chosen) => ({
  queryKey: [routes.previewImport.path, chosen.key, fieldsOf(chosen)],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    uploadList(routes.previewImport, chosen.file, fieldsOf(chosen), { signal }),
  ...staysWhileLoading,
  // The screen says what's wrong with the file.
  meta: { quiet: true as const },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
