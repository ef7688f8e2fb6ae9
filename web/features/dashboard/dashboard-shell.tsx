import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery, useNetwork } from '@mantine/hooks';
import { IconMenu2, IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { personalStorage } from '../../lib/personal-storage.ts';
import { useLoadMe } from '../../lib/session/use-me.ts';
import { useIsPhone } from '../../lib/use-is-phone.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { needsBanner } from '../billing/needs-banner.ts';
import { inboxCountsQuery } from '../conversations/inbox/inbox-view.ts';
import { OutOfOfficeMark } from '../out-of-office/out-of-office-mark.tsx';
import { PaletteKeys } from '../palette/palette-keys.tsx';
import { CutOff } from './cut-off.tsx';
import classes from './dashboard-shell.module.css';
import { MaintenanceBanner } from './maintenance-banner.tsx';
import sidebarClasses from './sidebar.module.css';
import { Sidebar } from './sidebar.tsx';
import { useKeptAnswers } from './use-kept-answers.ts';
import { useKeptPush } from './use-kept-push.ts';
import { useLiveUpdates, useUnsentTexts } from './use-live-updates.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { useTabTitle } from './use-tab-title.ts';

const DeniedScreen = lazy(() =>
  import('./denied-screen.tsx').then((module) => ({ default: module.DeniedScreen })),
);

const SidebarDrawer = lazy(() =>
  import('./sidebar-drawer.tsx').then((module) => ({ default: module.SidebarDrawer })),
);

const ImpersonationBanner = lazy(() =>
  import('../staff/impersonation-banner.tsx').then((module) => ({ default: module.ImpersonationBanner })),
);

const BillingBanner = lazy(() =>
  import('../billing/billing-banner.tsx').then((module) => ({ default: module.BillingBanner })),
);

const Support = lazy(() => import('../support/support.tsx').then((module) => ({ default: module.Support })));

const MINIMIZED = 'sidebarMinimized';
/** What browsers kept it under before. */
const MINIMIZED_BEFORE = 'sidebarMinimised';

export function DashboardShell() {
  const phone = useIsPhone();
  // Beside the list and the thread, there is room for pictures only.
  const narrow = useMediaQuery('(max-width: 63.9375em)', false, { getInitialValueInEffect: false });
  const [isWidened, setWidened] = useState(false);
  const [drawer, { open, close }] = useDisclosure(false);
  const [menuLoaded, setMenuLoaded] = useState(false);
  const [support, { open: openSupport, close: closeSupport }] = useDisclosure(false);
  const [supportLoaded, setSupportLoaded] = useState(false);
  const [isMinimized, setMinimized] = useState(
    () => (personalStorage.get(MINIMIZED) ?? personalStorage.get(MINIMIZED_BEFORE)) === 'yes',
  );
  const matches = useMatches();
  const ownTopBar = matches.some((match) => match.staticData.ownTopBar);
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title;
  // There the corner is the composer's; Support is in the sidebar.
  const inMessages = useLocation().pathname.startsWith(paths.messages);
  const { denied } = useRouteContext({ from: '/dashboard' });
  const { me, isFailed, retry } = useLoadMe();
  const { offline: isCutOff } = useLiveUpdates();
  const { online } = useNetwork();
  useUnsentTexts(me?.user.id);
  useKeptAnswers(me?.user.id);
  useKeptPush(me?.user);
  useTabTitle();
  const frame = useRef<HTMLElement>(null);
  useScrollPosition(frame);

  const minimized = narrow ? !isWidened : isMinimized;
  function toggle() {
    if (narrow) return setWidened(!isWidened);
    personalStorage.set(MINIMIZED, minimized ? 'no' : 'yes');
    setMinimized(!minimized);
  }

  function openMenu() {
    setMenuLoaded(true);
    open();
  }

  function askSupport() {
    setSupportLoaded(true);
    openSupport();
  }

  return (
    <div className={classes.frame}>
      {me?.user.impersonation && (
        <Suspense>
          <ImpersonationBanner user={me.user} impersonation={me.user.impersonation} />
        </Suspense>
      )}
      {me?.account.maintenance && <MaintenanceBanner maintenance={me.account.maintenance} />}
      {me && needsBanner(me.account) && (
        <Suspense>
          <BillingBanner user={me.user} account={me.account} />
        </Suspense>
      )}
      {(isCutOff || !online) && <CutOff isOnline={online} />}
      <div className={classes.shell} data-phone={phone || undefined}>
        <a className={classes.skip} href="#screen">
          Skip to content
        </a>
        {phone ? (
          <>
            {!ownTopBar && (
              <header className={classes.topBar}>
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open menu" onClick={openMenu}>
                  <IconMenu2 size={20} />
                </ActionIcon>
                <UnreadMark />
                <span className={classes.topTitle} aria-hidden>
                  {title ?? <Wordmark />}
                </span>
                <OutOfOfficeMark />
              </header>
            )}
            <Suspense>
              {menuLoaded && <SidebarDrawer opened={drawer} onClose={close} onSupport={askSupport} />}
            </Suspense>
          </>
        ) : (
          <aside
            className={classes.side}
            aria-label="Sidebar"
            data-minimized={minimized || undefined}
            data-sidebar={minimized ? 'minimized' : 'whole'}
          >
            <Sidebar
              minimized={minimized}
              onToggle={toggle}
              toggleLabel={minimized ? 'Expand sidebar' : 'Minimize sidebar'}
              onSupport={askSupport}
            />
          </aside>
        )}
        <PaletteKeys />
        {!inMessages && (
          <Tooltip label="Help" position="left">
            <ActionIcon
              className={classes.launcher}
              variant="filled"
              radius="50%"
              size={36}
              aria-label="Help"
              aria-haspopup="dialog"
              onClick={askSupport}
            >
              <IconMessageQuestion size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        <Suspense>{supportLoaded && <Support opened={support} onClose={closeSupport} />}</Suspense>
        <main ref={frame} id="screen" tabIndex={-1} className={classes.screen}>
          {denied ? (
            <Suspense>
              <DeniedScreen {...denied} />
            </Suspense>
          ) : me ? (
            <Outlet />
          ) : (
            isFailed && <LoadFailure what="Your account" retry={retry} />
          )}
        </main>
      </div>
    </div>
  );
}

/** What the menu would show. */
function UnreadMark() {
  const { data: counts } = useQuery(inboxCountsQuery());
  const unread = counts?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <Link to={paths.messages} className={classes.unread} aria-label={`Messages, ${unread} unread`}>
      <span className={sidebarClasses.count}>{unread > 99 ? '99+' : unread}</span>
    </Link>
  );
}
