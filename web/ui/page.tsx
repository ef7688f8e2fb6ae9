import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The frame of a screen that is one page: its title, what can be done there, and the rest. */
export function Page({
  title,
  lead,
  actions,
  width = 'reading',
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** `reading`: one column. `account`: sections. `wide`: cards side by side. `full`: tables. */
  width?: 'reading' | 'account' | 'wide' | 'full';
  children: ReactNode;
}) {
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.head}>
        <div className={classes.headline}>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
