import { IconGripVertical } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './sortable-list.module.css';

export type Drop = 'dragged' | 'before' | 'after';

/** What a row needs to be moved. */
export interface Sorting {
  isFirst: boolean;
  isLast: boolean;
  drop: Drop | null;
  /** One place up or down. */
  onMove: (by: -1 | 1) => void;
  onGrab: (event: PointerEvent<HTMLButtonElement>) => void;
}

/** Rows in an order of the person's own. Their handles move them: by pointer, by arrow keys, or by their menu. */
export function SortableList<Item extends { id: string; name: string }>({
  label,
  items,
  className,
  isBusy = false,
  isOff = false,
  onMove,
  row,
}: {
  label: string;
  items: Item[];
  className: string | undefined;
  isBusy?: boolean;
  isOff?: boolean;
  onMove: (from: number, to: number) => void;
  row: (item: Item, sorting: Sorting) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [said, setSaid] = useState('');
  const refocused = useRef<string | null>(null);
  // A row that changes its place in the page loses the focus.
  useLayoutEffect(() => {
    if (refocused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${refocused.current}"]`)?.focus();
    refocused.current = null;
  });

  function move(from: number, to: number) {
    const item = items[from];
    if (from === to || !item || !items[to]) return;
    refocused.current = item.id;
    setSaid(`${item.name} is now ${to + 1} of ${items.length}.`);
    onMove(from, to);
  }

  function grab(event: PointerEvent<HTMLButtonElement>, from: number) {
    if (event.button !== 0) return;
    const handle: HTMLButtonElement = event.currentTarget;
    const ended = new AbortController();
    const { signal } = ended;
    let to = from;
    const end = () => {
      ended.abort();
      setDrag(null);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener(
      'pointermove',
      ({ clientY }) => {
        to = placeAt(list.current, clientY, from);
        setDrag({ from, to });
      },
      { signal },
    );
    handle.addEventListener('pointercancel', end, { signal });
    handle.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    handle.addEventListener(
      'pointerup',
      () => {
        end();
        move(from, to);
      },
      { signal },
    );
  }

  return (
    <>
      <p id="move-row" hidden>
        Use the up and down arrow keys to move it.
      </p>
      <output className={classes.said}>{said}</output>
      <ul
        ref={list}
        className={className}
        aria-label={label}
        aria-busy={isBusy}
        data-off={isOff || undefined}
      >
        {items.map((item, index) =>
          row(item, {
            isFirst: index === 0,
            isLast: index === items.length - 1,
            drop: drag && dropAt(drag, index),
            onMove: (by) => move(index, index + by),
            onGrab: (event) => grab(event, index),
          }),
        )}
      </ul>
    </>
  );
}

export function MoveHandle({
  item: { id, name },
  sorting: { onMove, onGrab },
}: {
  item: { id: string; name: string };
  sorting: Sorting;
}) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <button
      type="button"
      className={classes.handle}
      data-handle={id}
      aria-label={`Move ${name}`}
      aria-describedby="move-row"
      onKeyDown={onKeyDown}
      onPointerDown={onGrab}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

/** What a row shows while one is dragged: that it is the one, or on which side of it that would go. */
function dropAt({ from, to }: { from: number; to: number }, index: number): Drop | null {
  if (index === from) return 'dragged';
  if (index !== to) return null;
  return to < from ? 'before' : 'after';
}

/** The place that the dragged row would have: below all others whose middle is above the pointer. */
function placeAt(list: HTMLUListElement | null, y: number, from: number): number {
  return [...(list?.children ?? [])].filter((row, index) => {
    const { top, height } = row.getBoundingClientRect();
    return index !== from && top + height / 2 < y;
  }).length;
}
