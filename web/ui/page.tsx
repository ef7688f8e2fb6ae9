import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './page.module.css';
import { ScreenTabs } from './screen-tabs.tsx';

/** The frame of a screen that is one page: its title, what can be done there, and the rest. */
export function Page({
  title,
  lead,
  actions,
  back,
  width = 'reading',
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Of a screen below another one: the way there. */
  back?: { to: string; label: string };
  /** `reading`: one column. `account`: sections. `wide`: cards side by side. `full`: tables. */
  width?: 'reading' | 'account' | 'wide' | 'full';
  children: ReactNode;
}) {
  return (
    <div className={classes.page} data-width={width}>
      {back && (
        <Link className={classes.back} to={back.to}>
          <IconChevronLeft size={14} aria-hidden />
          {back.label}
        </Link>
      )}
      <header className={classes.head}>
        <div className={classes.headline}>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      <ScreenTabs />
      {children}
    </div>
  );
}
