import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './message-bubble.module.css';

const MARK = 'data-bubble-action';

/**
 * What can be done with a text, for who has a mouse or a keyboard; a finger stays on the bubble instead. In the whole thread
 * only the newest text's are a stop of Tab: from there the arrow keys go from text to text.
 */
export function BubbleActions({
  body,
  isStop,
  onDetails,
}: {
  body: string;
  isStop: boolean;
  onDetails: () => void;
}) {
  const clipboard = useClipboard();
  const shared = {
    variant: 'subtle',
    color: 'gray',
    size: 28,
    tabIndex: isStop ? 0 : -1,
    onKeyDown: goByArrows,
  } as const;
  return (
    <div className={classes.actions}>
      {body && (
        <ActionIcon
          {...shared}
          {...{ [MARK]: 'copy' }}
          aria-label={clipboard.copied ? 'Copied' : 'Copy text'}
          onClick={() => clipboard.copy(body)}
        >
          {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      )}
      <ActionIcon
        {...shared}
        {...{ [MARK]: 'details' }}
        aria-label="Text details"
        aria-haspopup="dialog"
        onClick={onDetails}
      >
        <IconInfoCircle size={16} />
      </ActionIcon>
    </div>
  );
}

function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  // The list would move through the inbox, and the thread would scroll.
  event.preventDefault();
  event.stopPropagation();
  const kind = event.currentTarget.getAttribute(MARK);
  const all = [
    ...(event.currentTarget.closest('[role="log"]')?.querySelectorAll<HTMLElement>(`[${MARK}="${kind}"]`) ??
      []),
  ];
  const next = all[all.indexOf(event.currentTarget) + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
