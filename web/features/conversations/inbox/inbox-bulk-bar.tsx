import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArchive, IconChecks, IconMailOpened, IconTag, IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { MOST_IN_BULK } from '../../../../contract/limits.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { outsideDialogs } from '../../../lib/outside-dialogs.ts';
import { counted, inDigits } from '../../../lib/words.ts';
import { AddTagDialog } from '../../../ui/add-tag-dialog.tsx';
import { BulkBar } from '../../../ui/bulk-bar.tsx';
import { useHasTeam } from '../../assign/assignees.ts';
import { chooseAssignee } from '../../assign/assigning.ts';
import { changeAll } from '../../messages/bulk-change.ts';
import { chooseAll, clearChosen } from './chosen.ts';
import { knownTagsQuery } from './known-tags.ts';
import type { useShownConversations } from './shown-conversations.ts';

type Shown = ReturnType<typeof useShownConversations>;

/** What can be done with the conversations that are selected. */
export function InboxBulkBar({ list, conversations, chosen }: Shown & { chosen: Conversation[] }) {
  const queryClient = useQueryClient();
  const [isTagging, setTagging] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const many = counted(chosen.length, 'conversation');
  const hasTeam = useHasTeam();
  const isTooMany = chosen.length > MOST_IN_BULK;
  const isAll = chosen.length === conversations.length && !list.hasNextPage;

  function change(
    ...[action, words]: Parameters<typeof changeAll> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) {
    if (isTooMany) return;
    void changeAll(queryClient, chosen, action, words);
    clearChosen();
  }

  /** Those further down are loaded first, so that what is changed is what was there to be seen. */
  async function all() {
    setLoading(true);
    let { data, hasNextPage }: Pick<Shown['list'], 'data' | 'hasNextPage'> = list;
    const loaded = () => data?.pages.flatMap((page) => page.items) ?? [];
    while (hasNextPage && loaded().length < MOST_IN_BULK) {
      const next = await list.fetchNextPage();
      if (next.isError) break;
      ({ data, hasNextPage } = next);
    }
    setLoading(false);
    const ids = new Set([...conversations, ...loaded()].map(({ id }) => id));
    chooseAll([...ids].slice(0, MOST_IN_BULK));
  }

  const archive = () => change({ action: 'archive' }, (n) => `Archived ${counted(n, 'conversation')}`);
  const read = () => change({ action: 'read' }, (n) => `Marked ${counted(n, 'conversation')} as read`);
  const tag = () => setTagging(!isTooMany);
  const assign = () => chooseAssignee(isTooMany ? [] : chosen);
  const actions = [
    { label: 'Archive', key: 'e', icon: IconArchive, run: archive },
    ...(hasTeam ? [{ label: 'Assign', key: 'a', icon: IconUserPlus, run: assign }] : []),
    { label: 'Add tag', key: 'l', icon: IconTag, run: tag },
    { label: 'Mark as read', key: 'u', icon: IconMailOpened, run: read },
  ];
  useHotkeys(actions.map(({ key, run }) => [key, outsideDialogs(run)]));
  useOfferCommands(
    actions.map(({ label, key, run }) => ({ label: `${label}: ${many} selected`, shortcut: key, run })),
  );
  return (
    <BulkBar below label="Selected conversations" count={chosen.length} onClear={clearChosen}>
      {actions.map(({ label, key, icon: Icon, run }) => (
        <Tooltip key={label} label={`${label} (${key})`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`${label}: ${many}`}
            disabled={isTooMany}
            onClick={run}
          >
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
      {isTooMany ? (
        <span role="alert">Select at most {inDigits(MOST_IN_BULK)}.</span>
      ) : chosen.length === MOST_IN_BULK ? (
        <span role="status">That's the most at once.</span>
      ) : (
        !isAll && (
          <Tooltip label="Select all of this view">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Select all of this view"
              loading={isLoading}
              onClick={() => void all()}
            >
              <IconChecks size={18} />
            </ActionIcon>
          </Tooltip>
        )
      )}
      {isTagging && (
        <TagDialog
          many={many}
          onAdd={(name) => {
            setTagging(false);
            change(
              { action: 'tag', tag: name },
              (n) => `Added the tag ${name} to ${counted(n, 'conversation')}`,
            );
          }}
          onClose={() => setTagging(false)}
        />
      )}
    </BulkBar>
  );
}

function TagDialog({ many, ...on }: { many: string; onAdd: (tag: string) => void; onClose: () => void }) {
  const known = useQuery(knownTagsQuery()).data ?? [];
  return <AddTagDialog title={`Add a tag to ${many}`} known={known} isSaving={false} {...on} />;
}
