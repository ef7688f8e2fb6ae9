import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { personalStorage } from '../../lib/personal-storage.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import classes from './dashboard-shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useLiveUpdates } from './use-live-updates.ts';
import { useTabTitle } from './use-tab-title.ts';

/** Below 768 px the sidebar becomes a drawer behind a top bar. */
const PHONE = '(max-width: 47.9375em)';
const MINIMISED = 'sidebarMinimised';

export function DashboardShell() {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [drawer, { open, close }] = useDisclosure(false);
  const [minimised, setMinimised] = useState(() => personalStorage.get(MINIMISED) === 'yes');
  const ownTopBar = useMatches().some((match) => match.staticData.ownTopBar);
  const { offline } = useLiveUpdates();
  useTabTitle();

  function toggle() {
    personalStorage.set(MINIMISED, minimised ? 'no' : 'yes');
    setMinimised(!minimised);
  }

  return (
    <div className={classes.shell} data-phone={phone || undefined}>
      <a className={classes.skip} href="#screen">
        Skip to content
      </a>
      {phone ? (
        <>
          {!ownTopBar && (
            <header className={classes.topBar}>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open menu" onClick={open}>
                <IconMenu2 size={20} />
              </ActionIcon>
              <Wordmark />
            </header>
          )}
          <Drawer
            opened={drawer}
            onClose={close}
            size={264}
            padding={0}
            withCloseButton={false}
            aria-label="Menu"
            classNames={{ body: classes.drawerBody }}
          >
            <Sidebar minimised={false} onToggle={close} toggleLabel="Close menu" onNavigate={close} />
          </Drawer>
        </>
      ) : (
        <div className={classes.side} data-minimised={minimised || undefined}>
          <Sidebar
            minimised={minimised}
            onToggle={toggle}
            toggleLabel={minimised ? 'Expand sidebar' : 'Minimize sidebar'}
          />
        </div>
      )}
      <main id="screen" tabIndex={-1} className={classes.screen}>
        {offline && (
          <div className={classes.offline} role="status">
            Reconnecting…
          </div>
        )}
        <Outlet />
      </main>
    </div>
  );
}
