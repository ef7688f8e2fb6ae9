import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

const ViewMenu = lazy(() => import('./view-menu.tsx').then((module) => ({ default: module.ViewMenu })));

/** Its menu is loaded once it's wanted. */
export function ViewsButton() {
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <Tooltip label="Views and tags">
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label="Views and tags"
        aria-haspopup="menu"
        onClick={() => setOpened(true)}
      >
        <IconFilter size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return wasOpened ? (
    <Suspense fallback={button}>
      <ViewMenu />
    </Suspense>
  ) : (
    button
  );
}
