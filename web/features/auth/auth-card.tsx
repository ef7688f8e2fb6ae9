import type { ReactNode } from 'react';
import fullPage from '../../ui/full-page.module.css';
import { Wordmark } from '../../ui/wordmark.tsx';
import classes from './auth-card.module.css';

/** The frame of every screen before signing in. */
export function AuthCard({
  title,
  lead,
  footer,
  children,
}: {
  title: string;
  lead?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className={fullPage.page}>
      <div className={classes.column}>
        <div className={classes.wordmark}>
          <Wordmark />
        </div>
        <div className={classes.card}>
          <div>
            <h1 className={fullPage.title}>{title}</h1>
            {lead && <div className={classes.lead}>{lead}</div>}
          </div>
          {children}
        </div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </main>
  );
}
