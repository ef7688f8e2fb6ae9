import { type PointerEvent, useEffect, useRef, useState } from 'react';

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
/** What moves less is a click. */
const SLIP_PX = 6;
/** A finger that rests so long drags the card. One that moves earlier scrolls. */
const LONG_PRESS_MS = 350;

/** Drags a card from one column of a board to another, by mouse, by pen, or by a finger that rests on it. Escape ends it. */
export function useDrag(onDrop: (id: string, from: number, to: number) => void) {
  const board = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = useRef(false);

  // The browser asks whether it may scroll when the finger first moves, and only listeners that were there before.
  useEffect(() => {
    const stay = (event: TouchEvent) => isDragging.current && event.cancelable && event.preventDefault();
    const element = board.current;
    element?.addEventListener('touchmove', stay, { passive: false });
    return () => element?.removeEventListener('touchmove', stay);
  }, []);

  function grab(event: PointerEvent<HTMLElement>, id: string, from: number) {
    const { button, currentTarget: card, target, pointerId, pointerType } = event;
    if (button !== 0 || !isGrip(card, target)) return;
    const ended = new AbortController();
    const { signal } = ended;
    const start = { x: event.clientX, y: event.clientY };
    const isTouch = pointerType === 'touch';
    let at = start;
    let over = from;
    const show = () => {
      over = columnAt(board.current, at.x);
      setDrag({ id, over, ...at });
    };
    const end = () => {
      ended.abort();
      isDragging.current = false;
      setDrag(null);
    };
    const scroll = () => {
      if (signal.aborted) return;
      if (scrollNear(board.current, at.x)) show();
      requestAnimationFrame(scroll);
    };
    const begin = () => {
      isDragging.current = true;
      card.setPointerCapture(pointerId);
      swallowClick();
      show();
      requestAnimationFrame(scroll);
    };
    if (isTouch) {
      const resting = setTimeout(begin, LONG_PRESS_MS);
      signal.addEventListener('abort', () => clearTimeout(resting));
      window.addEventListener('contextmenu', (menu) => menu.preventDefault(), { signal });
    }
    // Of the window: the card may be gone before it is dropped.
    window.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== pointerId) return;
        at = { x: move.clientX, y: move.clientY };
        const isSlip = Math.hypot(at.x - start.x, at.y - start.y) < SLIP_PX;
        if (isDragging.current) show();
        else if (isTouch && !isSlip) end();
        else if (!isSlip) begin();
      },
      { signal },
    );
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    window.addEventListener(
      'pointerup',
      () => {
        const isDrop = isDragging.current;
        end();
        if (isDrop && over !== from) onDrop(id, from, over);
      },
      { signal },
    );
  }

  return { board, drag, grab };
}

/** The menu of a card is no part of it, though its events come by. */
function isGrip(card: HTMLElement, target: EventTarget): boolean {
  return target instanceof Element && card.contains(target) && !target.closest('button:not([data-handle])');
}

/** The click that a drop ends with opens nothing. */
function swallowClick(): void {
  const over = new AbortController();
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: over.signal },
  );
  const release = () => setTimeout(() => over.abort());
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, release, { once: true, signal: over.signal });
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
