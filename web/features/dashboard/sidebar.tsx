import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBolt,
  IconCalendar,
  IconChartBar,
  IconClock,
  IconClockCheck,
  IconCreditCard,
  IconLayoutKanban,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconMessage,
  IconPhonePlus,
  IconPlugConnected,
  IconQrcode,
  IconSettings,
  IconShield,
  IconSpeakerphone,
  IconStethoscope,
  IconTemplate,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AnyRouteMatch, Link, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { User } from '../../../contract/users.ts';
import { accessTo, type ScreenRestriction, whoIs } from '../../lib/session/access.ts';
import { useMeOnceLoaded } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { inboxCountsQuery } from '../conversations/inbox/inbox-view.ts';
import { OutOfOfficeMark } from '../out-of-office/out-of-office-mark.tsx';
import { CompanyMark } from './company-mark.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { NumberStatus } from './number-status.tsx';
import classes from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';

/** By name, since the table of screens comes before sign-in, which has no use for pictures. */
const icons = {
  messages: IconMessage,
  followUps: IconClockCheck,
  scheduled: IconClock,
  candidates: IconUsers,
  jobs: IconLayoutKanban,
  templates: IconTemplate,
  automations: IconBolt,
  broadcasts: IconSpeakerphone,
  calendars: IconCalendar,
  keywords: IconQrcode,
  delivery: IconStethoscope,
  team: IconUsersGroup,
  analytics: IconChartBar,
  getNumber: IconPhonePlus,
  integrations: IconPlugConnected,
  billing: IconCreditCard,
  account: IconUser,
  staff: IconShield,
};

const groups = { work: '', library: 'Library', insights: 'Insights', staff: '', settings: 'Settings' };
type Group = keyof typeof groups;

/** A screen's place in the sidebar; part of its row in the table of screens. */
export interface Navigation {
  /** Those of `settings` are one entry, which opens. */
  group: Group;
  icon: keyof typeof icons;
  order: number;
  /** Shown to people who only lack a plan for it, so that they find out what a plan brings. */
  isOffered?: true;
}

export function Sidebar({
  minimized,
  onToggle,
  toggleLabel,
  onNavigate,
  onSupport,
}: {
  minimized: boolean;
  onToggle: () => void;
  toggleLabel: string;
  onNavigate?: () => void;
  onSupport: () => void;
}) {
  const me = useMeOnceLoaded();
  const counts = useQuery(inboxCountsQuery());
  const who = me ? whoIs(me.user, me.account) : undefined;
  const isOfUse = (isOfUseTo?: (user: User) => boolean) => !me || !isOfUseTo || isOfUseTo(me.user);
  /** Until the person is known, what is open to everyone. */
  const isShown = (restriction: ScreenRestriction | undefined, { isOffered }: Navigation) => {
    if (restriction === undefined || who === undefined) return restriction === undefined;
    const access = accessTo(restriction, who);
    return access.allowed || (isOffered === true && 'missing' in access && access.missing === 'plan');
  };
  const screens = Object.values(useRouter().routesById)
    .flatMap(
      ({ fullPath, options: { staticData: { title = '', restriction, navigation, isOfUseTo } = {} } }) =>
        navigation && isShown(restriction, navigation) && isOfUse(isOfUseTo)
          ? [{ to: fullPath, label: title, ...navigation }]
          : [],
    )
    .sort((one, other) => one.order - other.order);
  const settings = screens.filter(({ group }) => group === 'settings');
  const { pathname } = useLocation();
  const tabOf = useMatches({ select: (matches) => matches.findLast(isTab)?.staticData.tab?.of });
  const current = tabOf ?? screens.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to;
  const isInSettings = settings.some(({ to }) => to === current);
  const linkTo = ({ to, label, icon }: (typeof screens)[number]) => (
    <SidebarLink
      key={to}
      to={to}
      label={label}
      icon={icons[icon]}
      isCurrent={to === current}
      minimized={minimized}
      onNavigate={onNavigate}
      {...badgeOf(to, counts.data)}
    />
  );
  const Toggle = minimized ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;

  return (
    <div className={classes.sidebar} data-minimized={minimized || undefined}>
      <div className={classes.head}>
        {!minimized && (
          <OutOfOfficeMark onNavigate={onNavigate}>
            <CompanyMark account={me?.account} />
          </OutOfOfficeMark>
        )}
        <Tooltip label={toggleLabel} position="right">
          <ActionIcon variant="subtle" color="gray" aria-label={toggleLabel} onClick={onToggle}>
            <Toggle size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      {minimized && <OutOfOfficeMark minimized />}
      {me?.user.seat?.twilioNumber && (
        <NumberStatus
          seat={me.user.seat}
          registered={me.user.metadata.numberRegistered}
          minimized={minimized}
          onNavigate={onNavigate}
        />
      )}
      <nav className={classes.links} aria-label="Main">
        {(['work', 'library', 'insights', 'staff'] as const).map((group) => {
          const links = screens.filter((screen) => screen.group === group);
          return links.length === 0 ? null : (
            <div key={group} className={classes.group}>
              {groups[group] && !minimized && <div className={classes.groupName}>{groups[group]}</div>}
              {links.map(linkTo)}
            </div>
          );
        })}
        <div className={`${classes.group} ${classes.settings}`}>
          {isInSettings && settings.length > 1 ? (
            <>
              {!minimized && <div className={classes.groupName}>{groups.settings}</div>}
              {settings.map(linkTo)}
            </>
          ) : (
            <SidebarLink
              to={paths.account}
              label={groups.settings}
              icon={IconSettings}
              isCurrent={isInSettings}
              minimized={minimized}
              onNavigate={onNavigate}
              count={counts.data?.uncovered ?? 0}
              counted="uncovered"
            />
          )}
        </div>
      </nav>
      <NotificationsTab minimized={minimized} onNavigate={onNavigate} />
      <SupportTab minimized={minimized} onOpen={onSupport} />
      <UserMenu minimized={minimized} onNavigate={onNavigate} />
    </div>
  );
}

const isTab = ({ staticData }: AnyRouteMatch) => staticData.tab !== undefined;

/** What waits behind a link. */
function badgeOf(
  to: string,
  counts: { unread: number; uncovered?: number | undefined } | undefined,
): { count?: number; counted?: string } {
  if (to === paths.messages) return { count: counts?.unread ?? 0 };
  if (to === paths.team) return { count: counts?.uncovered ?? 0, counted: 'uncovered' };
  return {};
}

function SupportTab({ minimized, onOpen }: { minimized: boolean; onOpen: () => void }) {
  return (
    <Tooltip label="Support" position="right" disabled={!minimized}>
      <button
        type="button"
        className={`${classes.link} ${classes.tab}`}
        aria-haspopup="dialog"
        aria-label={minimized ? 'Support' : undefined}
        onClick={onOpen}
      >
        <IconLifebuoy size={18} stroke={1.75} />
        {!minimized && <span className={classes.linkLabel}>Support</span>}
      </button>
    </Tooltip>
  );
}

function SidebarLink({
  to,
  label,
  icon: Icon,
  isCurrent,
  minimized,
  onNavigate,
  count = 0,
  counted = 'unread',
}: {
  to: string;
  label: string;
  icon: ComponentType<{ size: number; stroke: number }>;
  /** The screen is it, or belongs to it. */
  isCurrent: boolean;
  minimized: boolean;
  onNavigate?: (() => void) | undefined;
  count?: number;
  /** What they are. */
  counted?: string;
}) {
  const unread = count > 0 ? `${count > 999 ? '999+' : count} ${counted}` : undefined;
  return (
    <Tooltip label={unread ? `${label}, ${unread}` : label} position="right" disabled={!minimized}>
      <Link
        to={to}
        className={classes.link}
        data-current={isCurrent || undefined}
        onClick={onNavigate}
        aria-label={minimized ? label : undefined}
      >
        <span className={classes.linkIcon}>
          <Icon size={18} stroke={1.75} />
          {minimized && unread && <span className={classes.dot} />}
        </span>
        {!minimized && <span className={classes.linkLabel}>{label}</span>}
        {!minimized && unread && (
          <span className={classes.count} role="img" aria-label={unread}>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
