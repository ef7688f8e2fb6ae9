import { Kbd } from '@mantine/core';
import classes from './key-hints.module.css';

const hints: [key: string, what: string][] = [
  ['j', 'next'],
  ['k', 'previous'],
  ['↵', 'open'],
  ['r', 'reply'],
  ['e', 'archive'],
  ['u', 'unread'],
  ['/', 'search'],
  ['Ctrl K', 'jump to'],
  ['?', 'all keys'],
];

/** For people with a keyboard. */
export function KeyHints() {
  return (
    <div className={classes.hints} role="note" aria-label="Keys">
      {hints.map(([key, what]) => (
        <span key={key} className={classes.hint}>
          <Kbd size="xs">{key}</Kbd> {what}
        </span>
      ))}
    </div>
  );
}
