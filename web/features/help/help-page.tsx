import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { paths } from '../../paths.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import classes from './help.module.css';

export function HelpPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Hiretext`;
  }, [title]);
  return (
    <main className={classes.page}>
      <Link to={paths.root} className={classes.home} aria-label="Hiretext">
        <Wordmark />
      </Link>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A field or a figure, and what it means. */
export function Terms({ terms }: { terms: [term: string, meaning: string][] }) {
  return (
    <dl className={classes.fields}>
      {terms.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
