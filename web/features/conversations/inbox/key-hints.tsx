import { CloseButton, Kbd } from '@mantine/core';
import { useMe } from '../../../lib/session/use-me.ts';
import classes from './key-hints.module.css';
import { keysLearned, useHasLearnedKeys } from './learned-keys.ts';

const hints: [key: string, what: string][] = [
  ['j', 'next'],
  ['k', 'previous'],
  ['↵', 'open'],
  ['r', 'reply'],
  ['e', 'archive'],
  ['h', 'snooze'],
  ['d', 'no reply'],
  ['u', 'unread'],
  ['/', 'search'],
  ['Ctrl K', 'jump to'],
  ['?', 'all keys'],
];

/** For people with a keyboard, until they know the keys. */
export function KeyHints() {
  const { id } = useMe().user;
  if (useHasLearnedKeys(id)) return null;
  return (
    <div className={classes.hints} role="note" aria-label="Keys">
      {hints.map(([key, what]) => (
        <span key={key} className={classes.hint}>
          <Kbd size="xs">{key}</Kbd> {what}
        </span>
      ))}
      <CloseButton size="sm" ml="auto" aria-label="Hide the keys" onClick={() => keysLearned(id)} />
    </div>
  );
}
