import { type PointerEvent, useRef, useState } from 'react';

export interface Drag {
  id: string;
  /** The column that it is over. */
  over: number;
  x: number;
  y: number;
}

/** So near to an edge of the board, the board scrolls on. */
const EDGE_PX = 56;
const SCROLL_PX = 12;

/** Drags a card from one column of a board to another, by mouse, pen or finger. Escape ends it. */
export function useDrag(onDrop: (id: string, from: number, to: number) => void) {
  const board = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  function grab(event: PointerEvent<HTMLElement>, id: string, from: number) {
    if (event.button !== 0) return;
    const ended = new AbortController();
    const { signal } = ended;
    let at: { x: number; y: number } | null = null;
    let over = from;
    const show = () => {
      if (at === null) return;
      over = columnAt(board.current, at.x);
      setDrag({ id, over, ...at });
    };
    const end = () => {
      ended.abort();
      setDrag(null);
    };
    const scroll = () => {
      if (signal.aborted) return;
      if (at !== null && scrollNear(board.current, at.x)) show();
      requestAnimationFrame(scroll);
    };
    event.currentTarget.setPointerCapture(event.pointerId);
    // Of the window: the card may be gone before it is dropped.
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        at = { x, y };
        show();
      },
      { signal },
    );
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    window.addEventListener(
      'pointerup',
      () => {
        end();
        if (at !== null && over !== from) onDrop(id, from, over);
      },
      { signal },
    );
    requestAnimationFrame(scroll);
  }

  return { board, drag, grab };
}

/** The last one that begins left of the pointer. */
function columnAt(board: HTMLElement | null, x: number): number {
  const lefts = [...(board?.children ?? [])].map((column) => column.getBoundingClientRect().left);
  return Math.max(
    0,
    lefts.findLastIndex((left) => left <= x),
  );
}

/** Whether it has scrolled. */
function scrollNear(board: HTMLElement | null, x: number): boolean {
  if (board === null) return false;
  const { left, right } = board.getBoundingClientRect();
  const before = board.scrollLeft;
  if (x < left + EDGE_PX) board.scrollLeft -= SCROLL_PX;
  if (x > right - EDGE_PX) board.scrollLeft += SCROLL_PX;
  return board.scrollLeft !== before;
}
