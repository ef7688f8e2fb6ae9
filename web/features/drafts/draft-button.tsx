import { ActionIcon, Popover, Skeleton, Tooltip } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { UNLIMITED_PLANS } from '../../../contract/access.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useMe } from '../../lib/session/use-me.ts';
import type { Version } from './draft-panel.tsx';
import { withNote, withoutNote } from './note.ts';
import type { DraftPlace } from './stream-draft.ts';

const DraftPanel = lazy(() => import('./draft-panel.tsx').then((module) => ({ default: module.DraftPanel })));

/** Opens the drafter; where drafts are off or not in the plan, it isn't there. */
export function DraftButton({
  place,
  text,
  onToggle,
  onInsert,
}: {
  place: DraftPlace;
  /** What is written already, which is then rewritten. */
  text: string;
  onToggle?: (opened: boolean) => void;
  onInsert: (draft: Pick<Version, 'text' | 'draftId'>) => void;
}) {
  const [opened, setOpened] = useState(false);
  const toggle = (open: boolean) => {
    setOpened(open);
    onToggle?.(open);
  };
  const { account } = useMe();
  const inPlan = UNLIMITED_PLANS.some((plan) => plan === account.planType);
  const settings = useQuery({
    ...routeQuery(routes.getAiSettings),
    enabled: inPlan,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  if (!inPlan || settings.data === undefined || settings.data.mode === 'off') return null;
  // A template is read again before each text.
  const note = 'conversationId' in place ? settings.data.note : null;
  return (
    // Its own roles name the panel by the tooltip, which has no name.
    <Popover
      withRoles={false}
      opened={opened}
      onChange={toggle}
      position="top-start"
      width="calc(min(360px, 100vw - 16px))"
      shadow="md"
    >
      <Popover.Target>
        <Tooltip label="Draft" disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Draft"
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => toggle(!opened)}
          >
            <IconSparkles size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={12} role="dialog" aria-label="Draft">
        <Suspense fallback={<Skeleton height={120} />}>
          <DraftPanel
            place={place}
            hasModel={settings.data.mode === 'model'}
            text={withoutNote(text.trim(), note)}
            onInsert={(draft) => {
              toggle(false);
              onInsert({ ...draft, text: withNote(draft.text, note) });
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
