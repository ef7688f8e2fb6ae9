import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { isImpersonating } from '../../../lib/session/session.ts';
import { chooseUpTo, toggleChosen } from './chosen.ts';
import { idsOf } from './shown-conversations.ts';

const HELD_MS = 500;

const rowAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('a[data-id]')?.dataset.id : undefined;

/**
 * Selecting rows without their checkboxes: a finger that rests on one selects it, after that a tap does, and a click with Shift takes
 * all up to there.
 */
export function usePressRows(conversations: { id: string }[], isChoosing: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef({ isTouch: false, wasHeld: false });
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => clearTimeout(timer.current);
  if (isImpersonating()) return {};
  return {
    onPointerDown: ({ pointerType, target }: PointerEvent) => {
      stop();
      press.current = { isTouch: pointerType === 'touch', wasHeld: false };
      const id = rowAt(target);
      if (pointerType !== 'touch' || id === undefined) return;
      timer.current = setTimeout(() => {
        press.current.wasHeld = true;
        toggleChosen(id);
      }, HELD_MS);
    },
    onPointerUp: stop,
    // It scrolls.
    onPointerCancel: stop,
    // The browser's own menu for a link.
    onContextMenu: (event: MouseEvent) => press.current.isTouch && event.preventDefault(),
    // Not text.
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      const id = rowAt(event.target);
      if (id === undefined) return;
      const { isTouch, wasHeld } = press.current;
      if (!event.shiftKey && !wasHeld && !(isTouch && isChoosing)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) chooseUpTo(id, idsOf(conversations));
      else if (!wasHeld) toggleChosen(id);
      press.current.wasHeld = false;
    },
  };
}
