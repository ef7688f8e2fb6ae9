import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './analytics.module.css';
import type { Behind } from './analytics-query.ts';
import type { AnalyticsSearch } from './analytics-search.ts';

/** In the address: `template:<ID>`. */
export const partOf = (of: Behind['of']): string | undefined => of && `${of.kind}:${of.id}`;

/** To the conversations behind a figure. */
export function BehindLink({
  behind: { figure, of },
  label,
  children,
}: {
  behind: Behind;
  /** Of whom or what, for who hears the link alone. */
  label: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="."
      search={((before: AnalyticsSearch) => ({ ...before, behind: figure, of: partOf(of) })) as never}
      className={classes.behind}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
