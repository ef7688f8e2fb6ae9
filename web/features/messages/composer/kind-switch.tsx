import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Kind } from './kind.ts';
import classes from './kind-switch.module.css';

/** Between a text and a note. Each keeps what was written in it. */
export function KindSwitch({
  kind,
  begun,
  onChange,
  children,
}: {
  kind: Kind;
  /** What isn't shown and has something written in it. */
  begun: Kind | undefined;
  onChange: (kind: Kind) => void;
  /** Beside it. */
  children?: ReactNode;
}) {
  const choice = (of: Kind, label: string) => (
    <button
      type="button"
      className={classes.choice}
      data-kind={of}
      aria-label={begun === of ? `${label}, draft` : undefined}
      aria-pressed={kind === of}
      onClick={() => onChange(of)}
    >
      {of === 'note' && <IconLock size={13} aria-hidden />}
      {label}
      {begun === of && <span className={classes.begun} />}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset looks like one
    <div className={classes.switch} role="group" aria-label="What you write">
      {choice('text', 'Text')}
      {choice('note', 'Note')}
      {children}
    </div>
  );
}
