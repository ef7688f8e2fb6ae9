import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Still counts as the bottom, in px. */
const NEAR = 60;
/** How far before the top older texts are loaded, in px. */
const AHEAD = 400;

/**
 * The scroller runs in reverse (column-reverse), so its origin is the newest text: older ones loaded above do not move
 * what is read. Only a new text below would, and that is set right here.
 */
export function useThreadScroll({
  newestId,
  newestIsOwn,
  onSeen,
  loadOlder,
}: {
  newestId: string | undefined;
  newestIsOwn: boolean;
  onSeen: (seen: boolean) => void;
  loadOlder: () => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atBottom, setAtBottom] = useState(true);
  const [unseen, setUnseen] = useState(false);
  const before = useRef({ newestId, height: 0 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const grown = element.scrollHeight - before.current.height;
    const isNew = before.current.newestId !== undefined && before.current.newestId !== newestId;
    before.current = { newestId, height: element.scrollHeight };
    if (!isNew) return;
    if (newestIsOwn) {
      element.scrollTop = 0;
    } else if (element.scrollTop < -NEAR) {
      element.scrollTop -= grown;
      setUnseen(true);
    }
  });

  useEffect(() => {
    onSeen(atBottom && newestId !== undefined);
  }, [onSeen, atBottom, newestId]);

  function onScroll() {
    const element = scroller.current;
    if (!element) return;
    const bottom = element.scrollTop > -NEAR;
    setAtBottom(bottom);
    if (bottom) setUnseen(false);
    const above = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (above < AHEAD) loadOlder();
  }

  function toNewest() {
    scroller.current?.scrollTo({ top: 0, behavior: 'smooth' });
    setUnseen(false);
  }

  return { scroller, onScroll, unseen, toNewest };
}
