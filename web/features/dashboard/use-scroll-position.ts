import { type ParsedLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect } from 'react';

/**
 * Every screen scrolls in the same frame: another one begins at its top, and going back leads to where the person was.
 * What changes within a screen (a filter in the address, say) moves nothing.
 */
export function useScrollPosition(frame: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useLayoutEffect(() => {
    const places = new Map<string, number>();
    const stops = [
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        if (fromLocation && frame.current) places.set(entryOf(fromLocation), frame.current.scrollTop);
      }),
      router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
        const place = places.get(entryOf(toLocation));
        // An address that names a part of its screen leads there by itself.
        if (!pathChanged || !frame.current || (place === undefined && toLocation.hash)) return;
        frame.current.scrollTop = place ?? 0;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, frame]);
}

/** Of the browser's history; going back meets it again. */
const entryOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;
