import type { ReactNode } from 'react';
import classes from './question-banner.module.css';

/** A question above a screen, with the buttons that answer it. */
export function QuestionBanner({
  label,
  question,
  children,
}: {
  label: string;
  question: string;
  children: ReactNode;
}) {
  return (
    <section className={classes.banner} aria-label={label}>
      <span>{question}</span>
      <div className={classes.answers}>{children}</div>
    </section>
  );
}
