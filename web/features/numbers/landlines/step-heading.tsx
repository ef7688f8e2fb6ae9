import type { ReactNode } from 'react';
import classes from './landlines.module.css';

export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h2 className={classes.heading} tabIndex={-1}>
        {title}
      </h2>
      {children && <p className={classes.text}>{children}</p>}
    </div>
  );
}
