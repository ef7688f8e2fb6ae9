import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

/** One subject of a page: its name and a word about it beside what can be set. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
