import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './load-more.module.css';

/** How far before the last row the next page is loaded. */
const AHEAD_PX = 600;

/** Loads by itself when it comes near the screen; the button is for keyboards and for trying again. */
export function LoadMore({
  label = 'Load more',
  loading = false,
  failed = false,
  onReach,
}: {
  label?: string;
  loading?: boolean;
  /** The last try: the next one is up to the person. */
  failed?: boolean;
  onReach: () => void;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  reach.current = onReach;
  useEffect(() => {
    const element = mark.current;
    if (!element || loading || failed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reach.current();
      },
      { root: element.closest('main'), rootMargin: `0px 0px ${AHEAD_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [loading, failed]);
  return (
    <div ref={mark} className={classes.more}>
      <Button variant="default" size="xs" loading={loading} onClick={onReach}>
        {label}
      </Button>
    </div>
  );
}
