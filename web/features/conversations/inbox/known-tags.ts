import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';

/** The tags of conversations and candidates, most used first, each once: "Nurse" finds "nurse" too. */
export const knownTagsQuery = () => ({
  queryKey: [routes.listConversationTags.path, routes.listCandidateTags.path],
  queryFn: async (): Promise<string[]> => {
    const lists = await Promise.all([
      call(routes.listConversationTags, {}),
      call(routes.listCandidateTags, {}),
    ]);
    const first = new Map<string, string>();
    for (const { tag } of lists.flat()) if (!first.has(tag.toLowerCase())) first.set(tag.toLowerCase(), tag);
    return [...first.values()];
  },
  meta: { quiet: true } as const,
});
