import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

const LONG_MS = 500;
/** A finger is never quite still, in px. */
const STILL = 10;

interface Press {
  timer: ReturnType<typeof setTimeout>;
  x: number;
  y: number;
}

/** For an element on which a finger stays. On a link the browser has its own menu for that. */
export function useLongPress(act: () => void) {
  const press = useRef<Press | null>(null);
  const isLong = useRef(false);
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  function end() {
    clearTimeout(press.current?.timer);
    press.current = null;
  }

  function fire() {
    end();
    isLong.current = true;
    act();
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      end();
      isLong.current = false;
      if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return;
      // A dialog that is opened from here is no part of it.
      if (!event.currentTarget.contains(event.target) || event.target.closest('a, video, audio')) return;
      press.current = { timer: setTimeout(fire, LONG_MS), x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Some browsers find out first that it is long.
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (!press.current && !isLong.current) return;
      event.preventDefault();
      if (press.current) fire();
    },
    // Lifting the finger is no tap, neither on what is below it nor on what has opened over it.
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      if (!isLong.current) return;
      isLong.current = false;
      event.preventDefault();
    },
  };
}
