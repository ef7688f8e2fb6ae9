import type { InfiniteData } from '@tanstack/react-query';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { useOptimistic } from '../../lib/api/use-optimistic.ts';
import { movedIds, moveIn } from '../../lib/move-in.ts';
import type { TemplateKind } from './template-kinds.ts';
import { listOf, type TemplateFilter, templatesChanged, templatesQuery } from './templates-query.ts';

type Pages = InfiniteData<ReplyOutput<typeof routes.listTeamTemplates>, string | undefined>;

/** Moves are shown at once. */
export function useReorder(kind: TemplateKind, filter: TemplateFilter, templates: readonly Template[]) {
  const { templateType } = kind;
  const move = useOptimistic<{ ids: string[]; order: Template[] }>({
    key: ['reorder', templateType],
    save: ({ ids }) => call(routes.updateTemplateSortOrder, { body: { templateType, ids } }),
    over: [listOf(kind)],
    show: (queryClient, { order }) =>
      queryClient.setQueryData<Pages>(
        templatesQuery(kind, filter).queryKey,
        (data) => data && inOrder(data, order),
      ),
    changes: (queryClient) => templatesChanged(queryClient, kind),
  });
  return (from: number, to: number) => {
    if (from === to || to < 0 || to >= templates.length) return;
    void move({ ids: movedIds(templates, from, to), order: moveIn(templates, from, to) });
  };
}

/** The pages keep their lengths. */
function inOrder({ pages, pageParams }: Pages, order: Template[]): Pages {
  let start = 0;
  return {
    pageParams,
    pages: pages.map((page) => {
      const items = order.slice(start, start + page.items.length);
      start += page.items.length;
      return { ...page, items };
    }),
  };
}
