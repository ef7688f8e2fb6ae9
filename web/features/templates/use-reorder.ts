import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { call } from '../../lib/api/api.ts';
import { movedIds, moveIn } from '../../lib/move-in.ts';
import type { TemplateKind } from './template-kinds.ts';
import { listKey, type TemplateFilter, templatesChanged, templatesQuery } from './templates-query.ts';

type Pages = InfiniteData<ReplyOutput<typeof routes.listTeamTemplates>, string | undefined>;

/** Moves are shown at once and sent to the server one after the other. */
export function useReorder(kind: TemplateKind, filter: TemplateFilter, templates: readonly Template[]) {
  const queryClient = useQueryClient();
  const { templateType } = kind;
  const mutationKey = ['reorder', templateType];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `reorder ${templateType}` },
    mutationFn: (ids: string[]) => call(routes.updateTemplateSortOrder, { body: { templateType, ids } }),
    onSettled: () =>
      // What is loaded before the last one of several would show an older order.
      queryClient.isMutating({ mutationKey }) === 1 ? templatesChanged(queryClient, kind) : undefined,
  });
  return (from: number, to: number) => {
    if (from === to || to < 0 || to >= templates.length) return;
    void queryClient.cancelQueries({ queryKey: listKey(kind) });
    const order = moveIn(templates, from, to);
    queryClient.setQueryData<Pages>(
      templatesQuery(kind, filter).queryKey,
      (data) => data && inOrder(data, order),
    );
    mutate(movedIds(templates, from, to));
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
